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
    browser.eval(
        "window.said = 0;
         document.querySelectorAll('.status, .thinking-status').forEach(line =>
           new MutationObserver(changes => (said += changes.length))
             .observe(line, { childList: true, characterData: true, subtree: true }))",
    );
    browser.click("[data-tool=think]");
    browser
        .wait_for("document.querySelector('.share-line') && document.querySelector('.interval')");
    // The analyst would stop by itself after 10,000 simulations.
    browser.wait_for(
        "(([, number, unit]) => number * { k: 1e3, M: 1e6 }[unit] > 20000)(
         document.querySelector('.stats dd').textContent.match(/([0-9.]+) ([kM])/))",
    );
    assert_eq!(browser.eval(CALM), false, "it goes on");
    assert!(browser.number("said") <= 6.0, "nothing is read out again and again");
    browser.click("[data-tool=think]");
    browser.wait_for(CALM);
    browser.wait_for("document.querySelector('.thinking-status').textContent.includes('stopped')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_search_that_a_move_cuts_short_shows_its_tree() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/analysis/othello"));
    wait_for_moves(&mut browser, "=== 0");
    browser.click("#tab-tree");
    browser.click("[data-tool=think]");
    browser.wait_for("document.querySelector('.mark.best')");
    browser.click(".square.legal");
    wait_for_moves(&mut browser, "=== 1");
    browser.wait_for("document.querySelector('.branches summary')");
    // Nor does one ask for what is left behind: the console would tell.
    browser.click("[data-tool=think]");
    browser.wait_for("document.querySelector('.mark.best')");
    browser.click("[data-tool=new]");
    wait_for_moves(&mut browser, "=== 0");
    browser.wait_for("document.querySelector('.tree').innerText.includes('No tree yet')");
}

#[test]
#[ignore = "needs Chromium"]
fn transcripts_are_opened_with_their_moves() {
    let server = Server::start();
    let mut browser = Browser::start();
    for transcript in ["d3 c3 c4", "d3c3c4", "d3, c3\nc4"] {
        browser.open(&server.url("#/analysis/othello"));
        wait_for_moves(&mut browser, "=== 0");
        browser.eval(&format!(
            "document.querySelector('.open-box textarea').value = {}",
            serde_json::json!(transcript)
        ));
        browser.click("[data-tool=open]");
        wait_for_moves(&mut browser, "=== 3");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_without_a_search_has_no_tree() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/tetris?seed=5&seats=greedy"));
    browser.wait_for("Number(document.querySelector('.play')?.dataset.moves) >= 1");
    browser.click("#tab-tree");
    browser.wait_for("document.querySelector('.tree').innerText.includes('without a search')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_search_without_a_tree_says_so() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "klondike");
    browser.choose("[data-seat=Hints] select", "thoughtful");
    hint(&mut browser);
    browser.click("#tab-tree");
    browser.wait_for("document.querySelector('.tree').innerText.includes('searches without one')");
}

#[test]
#[ignore = "needs Chromium"]
fn lines_are_no_percentages_however_few() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/tetris?seed=5&rules=cap%3D1"));
    wait_for_moves(&mut browser, "=== 0");
    hint(&mut browser);
    let worth = browser.text("document.querySelector('.candidate .value').textContent");
    assert!(!worth.contains('%'), "{worth}");
}

#[test]
#[ignore = "needs Chromium"]
fn an_only_move_has_a_full_bar_and_a_move_without_visits_none() {
    let server = Server::start();
    let mut browser = Browser::start();
    let bars = "[...document.querySelectorAll('.share-bar')].map(bar =>
        bar.firstChild ? bar.firstChild.offsetWidth / bar.offsetWidth : 0).join()";
    // Black takes the last square.
    let one = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-+X";
    browser.open(&server.url(&format!("#/play/othello?seats=you|you&from={one}")));
    wait_for_moves(&mut browser, "=== 0");
    hint(&mut browser);
    assert_eq!(browser.text(bars), "1");
    browser.open(&server.url("#/play/othello?seats=you|you"));
    wait_for_moves(&mut browser, "=== 0");
    browser.choose("[data-seat=Hints] [data-field=simulations]", "1");
    hint(&mut browser);
    assert_eq!(browser.text(bars), "1,0,0,0");
}

#[test]
#[ignore = "needs Chromium"]
fn candidates_are_marked_again_when_the_pointed_one_is_gone() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you"));
    wait_for_moves(&mut browser, "=== 0");
    hint(&mut browser);
    // A row that is drawn anew under the mouse is not told that it left.
    browser.eval(
        "document.querySelector('.candidate').dispatchEvent(new PointerEvent('pointerenter'))",
    );
    let marks = "document.querySelectorAll('.marks .mark').length";
    browser.wait_for(&format!("{marks} === 1"));
    browser.eval(
        "document.querySelector('.square.legal').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    wait_for_moves(&mut browser, "=== 1");
    browser.eval("document.querySelector('[data-tool=hint]').click()");
    browser.wait_for(&format!("{marks} === 3 && {CALM}"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_tells_which_block_is_meant() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "woodblock");
    hint(&mut browser);
    let best = browser.text("document.querySelector('.candidate.best .move').textContent");
    let slot = browser.text("document.querySelector('.block.advised').dataset.slot");
    assert_eq!(best[..1].parse::<u32>().unwrap(), slot.parse::<u32>().unwrap() + 1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_telephone_shows_the_standings_of_what_was_started() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.resize(390, 700);
    browser.open(&server.url("#/arena/othello"));
    browser.choose("[aria-label='Player 1: who plays']", "greedy");
    browser.choose("[aria-label='Player 2: who plays']", "random");
    browser.eval("document.querySelector('[aria-label=Games]').value = 4");
    browser.click("[data-tool=start]");
    browser.wait_for(
        "document.querySelector('.results .status').getBoundingClientRect().bottom < innerHeight",
    );
}

#[test]
#[ignore = "needs Chromium"]
fn a_tournament_that_is_stopped_says_so() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/arena/othello"));
    browser.choose("[aria-label='Player 1: who plays']", "greedy");
    browser.choose("[aria-label='Player 2: who plays']", "medium");
    browser.eval("document.querySelector('[aria-label=Games]').value = 1000");
    browser.click("[data-tool=start]");
    browser.wait_for("document.querySelector('.standings a[download]')");
    // The next tournament may be chosen meanwhile.
    browser.choose(".arena select", "tetris");
    browser.click("[data-tool=stop]");
    browser.wait_for("document.querySelector('.status').textContent.endsWith(', stopped')");
    let file = "document.querySelector('.standings a[download]').download";
    assert_eq!(browser.text(file), "othello.jsonl");
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
