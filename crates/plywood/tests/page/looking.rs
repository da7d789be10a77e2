//! Looking inside: the tree, analysis, and tournaments.

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{CALM, GAMES, hint, open_game, wait_for_moves};

#[test]
#[ignore = "needs Chromium"]
fn the_tree_of_every_game_opens_and_shows_positions() {
    let server = Server::start();
    let mut browser = Browser::start();
    for game in GAMES {
        open_game(&mut browser, &server, game);
        hint(&mut browser);
        browser.click("#tab-tree");
        browser.click(".branches summary");
        browser.wait_for("document.querySelector('.branches .branches summary')");
        let place = browser.middle_of(".branches .branches summary");
        browser.hover(place);
        let preview = "document.querySelector('.tree-preview').innerHTML";
        browser.wait_for(&format!("{preview}.includes('<svg')"));
        let deep = browser.text(preview);
        let on_top = "(({ x, y }) => document.elementFromPoint(x + 5, y + 5).id)(
            document.querySelector('#tab-tree').getBoundingClientRect())";
        assert_eq!(browser.text(on_top), "tab-tree", "{game}: the position covers nothing");
        let place =
            browser.middle_of(".tree-branches > .branches > li:last-child > details > summary");
        browser.hover(place);
        browser.wait_for(&format!("{preview}.includes('<svg')"));
        assert_ne!(browser.text(preview), deep, "{game}: another node, another position");
        browser.click(".branches summary");
        browser.wait_for("!document.querySelector('.branches details').open");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_thinks_until_it_is_stopped() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/analysis/othello"));
    wait_for_moves(&mut browser, "=== 0");
    browser.eval("document.querySelector('.open-box textarea').value = 'd3; c3; c4'");
    browser.click("[data-tool=open]");
    wait_for_moves(&mut browser, "=== 3");
    browser.click("[data-tool=think]");
    browser
        .wait_for("document.querySelector('.share-line') && document.querySelector('.interval')");
    // The analyst would stop by itself after 10,000 simulations.
    browser.wait_for("/[0-9.]+ [kM]/.test(document.querySelector('.stats dd').textContent)");
    browser.wait_for("parseFloat(document.querySelector('.stats dd').textContent) > 20");
    assert_eq!(browser.eval(CALM), false, "it goes on");
    browser.click("[data-tool=think]");
    browser.wait_for(CALM);
    browser.wait_for("document.querySelector('.thinking-status').textContent.includes('stopped')");
}

#[test]
#[ignore = "needs Chromium"]
fn tournaments_are_played_to_their_end() {
    let server = Server::start();
    let mut browser = Browser::start();
    for (game, total) in [("othello", 4), ("tetris", 8)] {
        browser.open(&server.url(&format!("#/arena/{game}")));
        browser.choose("[aria-label='Player 1: who plays']", "greedy");
        browser.choose("[aria-label='Player 2: who plays']", "random");
        browser.eval("document.querySelector('[aria-label=Games]').value = 4");
        browser.click("[data-tool=start]");
        browser
            .wait_for(&format!("document.querySelector('.standings')?.dataset.done === '{total}'"));
        browser.wait_for("document.querySelector('.status').dataset.how === 'done'");
        assert_eq!(browser.eval("document.querySelectorAll('.standings tbody tr').length"), 2);
        assert_eq!(browser.eval("document.querySelectorAll('.standings .interval').length"), 2);
        let records = browser.eval(
            "fetch(document.querySelector('.standings a[download]').href)
             .then(answer => answer.text())
             .then(text => text.trim().split('\\n').map(JSON.parse).length)",
        );
        assert!(records.as_u64() >= Some(total), "{game}: {records} records");
        // Who looks at other pages and comes back finds it as it stands.
        browser.click("nav a[href='#/']");
        browser.wait_for("document.querySelector('.game-card')");
        browser.click("nav a[href='#/arena']");
        browser
            .wait_for(&format!("document.querySelector('.standings')?.dataset.done === '{total}'"));
    }
}
