//! The page in a real browser, served by the real program. These tests need
//! Chromium, so they run only when asked for: `cargo xtask test` does.

mod browser;
mod server;

use std::path::Path;

use browser::{Browser, Screen};
use server::Server;

const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];
const CALM: &str = "document.querySelector('.play')?.dataset.thinking === 'no'";

/// The number of moves that the page shows.
fn moves(browser: &mut Browser) -> u64 {
    let text = browser.eval("document.querySelector('.play').dataset.moves");
    text.as_str().and_then(|text| text.parse().ok()).expect("a number of moves")
}

fn wait_for_moves(browser: &mut Browser, condition: &str) {
    browser.wait_for(&format!(
        "Number(document.querySelector('.play')?.dataset.moves ?? NaN) {condition} && {CALM}"
    ));
}

/// A move as a person makes it: by mouse, by drag, or by keys.
fn play_by_hand(browser: &mut Browser, game: &str, number: u64) {
    match game {
        "othello" => browser.click(".square.legal"),
        "klondike" => browser.click("[data-key=stock]"),
        "woodblock" => {
            browser.eval("document.querySelector('.board').focus()");
            browser.press(&number.to_string());
            // The second goes to the top and the third to the foot, clear of the first.
            if number > 1 {
                let key = if number == 2 { "ArrowUp" } else { "ArrowDown" };
                (0..10).for_each(|_| browser.press(key));
            }
            browser.press("Enter");
        }
        "tetris" => {
            browser.eval("document.querySelector('.board').focus()");
            for key in ["ArrowLeft", "ArrowUp", "ArrowDown"] {
                browser.press(key);
            }
        }
        _ => unreachable!("every game of the list has a way"),
    }
}

fn open_game(browser: &mut Browser, server: &Server, game: &str) {
    browser.open(&server.url(&format!("#/play/{game}?seed=5")));
    wait_for_moves(browser, "=== 0");
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_is_played_hinted_undone_watched_and_shared() {
    let server = Server::start();
    let mut browser = Browser::start();
    for game in GAMES {
        open_game(&mut browser, &server, game);
        let answers = if game == "othello" { 2 } else { 1 };
        for number in 1..=3 {
            play_by_hand(&mut browser, game, number);
            wait_for_moves(&mut browser, &format!("=== {}", number * answers));
        }

        browser.click("[data-tool=hint]");
        browser.wait_for(&format!("document.querySelector('.candidate.best') && {CALM}"));

        browser.click("[data-tool=undo]");
        wait_for_moves(&mut browser, &format!("=== {}", 2 * answers));

        browser.choose("[data-tool=speed]", "Instant");
        browser.choose(".seat select", "easy");
        browser.wait_for("Number(document.querySelector('.play').dataset.moves) >= 24");
        browser.click("[data-tool=pause]");
        browser.wait_for(CALM);

        // The last move may arrive after the click; the address follows the game.
        browser.wait_for(
            "new URLSearchParams(location.hash.split('?')[1]).get('moves').split(';').length
             === Number(document.querySelector('.play').dataset.moves)",
        );
        let played = moves(&mut browser);
        let shared = browser.eval("location.href").as_str().unwrap().replace("easy", "you");
        let position = "document.querySelector('#panel-share textarea').value";
        let before = browser.eval(position);
        browser.open(&shared.replace("medium", "you"));
        wait_for_moves(&mut browser, &format!("=== {played}"));
        assert_eq!(browser.eval(position), before, "{game}");
        assert_eq!(browser.problems(), Vec::<String>::new(), "{game}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_against_the_rules_is_refused_with_a_reason() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "othello");
    browser.click("[data-key=a1]");
    browser.wait_for("document.getElementById('notice').textContent.includes('a1')");
    assert_eq!(moves(&mut browser), 0);
    browser.open(&server.url("#/play/othello?moves=a1"));
    browser.wait_for("document.querySelector('.sorry')?.textContent.includes('a1')");
}

#[test]
#[ignore = "needs Chromium"]
fn hidden_cards_are_nowhere_in_the_page() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "klondike");
    let faces = browser.eval("document.querySelectorAll('.card .rank').length");
    assert_eq!(faces, 7, "only the tops of the piles are seen");
}

#[test]
#[ignore = "needs Chromium"]
fn the_tree_opens_and_shows_positions() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "othello");
    browser.click("[data-tool=hint]");
    browser.wait_for(&format!("document.querySelector('.candidate.best') && {CALM}"));
    browser.click("#tab-tree");
    browser.click(".branches summary");
    browser.wait_for("document.querySelector('.branches .branches summary')");
    browser.wait_for("document.querySelectorAll('.tree-preview .disc').length === 5");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_thinks_until_it_is_stopped() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/analysis/othello"));
    wait_for_moves(&mut browser, "=== 0");
    browser.click("[data-tool=think]");
    browser.wait_for("document.querySelector('.share-line')");
    browser.click("[data-tool=think]");
    browser.wait_for(CALM);
    browser.wait_for("document.querySelector('.thinking-status').textContent.includes('stopped')");
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn a_tournament_is_played_to_its_end() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/arena/tetris"));
    browser.choose("[aria-label='Player 1: who plays']", "greedy");
    browser.choose("[aria-label='Player 2: who plays']", "random");
    browser.eval("document.querySelector('[aria-label=Games]').value = 4");
    browser.click("[data-tool=start]");
    browser.wait_for("document.querySelector('.standings')?.dataset.done === '8'");
    browser.wait_for("document.querySelector('.status').dataset.how === 'done'");
    assert_eq!(browser.eval("document.querySelectorAll('.standings tbody tr').length"), 2);
    assert_eq!(browser.problems(), Vec::<String>::new());
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_goes_on_when_the_server_comes_back() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "othello");
    play_by_hand(&mut browser, "othello", 1);
    wait_for_moves(&mut browser, "=== 2");
    let address = server.kill();
    browser.wait_for("!document.getElementById('banner').hidden");
    let _server = Server::start_at(&address.to_string());
    browser.wait_for("document.getElementById('banner').hidden");
    play_by_hand(&mut browser, "othello", 2);
    wait_for_moves(&mut browser, "=== 4");
}

#[test]
#[ignore = "needs Chromium"]
fn first_paint_is_quick_and_the_page_is_light() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello"));
    wait_for_moves(&mut browser, "=== 0");
    let weight = browser.eval(
        "performance.getEntriesByType('resource').filter(one => !one.name.includes('/api/'))
         .reduce((sum, one) => sum + one.encodedBodySize, 0)",
    );
    let weight = weight.as_u64().expect("a number of bytes");
    println!("page weight: {weight} bytes");
    assert!((1..300_000).contains(&weight), "{weight} bytes");
    let paint =
        browser.eval("performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
    println!("first paint: {paint} ms");
    let candidates = browser.eval(
        "new Promise(resolve => {
           const asked = performance.now();
           new MutationObserver((_, observer) => {
             if (!document.querySelector('.candidate')) return;
             observer.disconnect();
             resolve(performance.now() - asked);
           }).observe(document.querySelector('.candidates'), { childList: true });
           document.querySelector('[data-tool=hint]').click();
         })",
    );
    println!("first candidates: {candidates} ms");
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    assert_eq!(server.status_with("Accept: */*"), 200);
    assert_eq!(server.status_with("Origin: http://elsewhere.example"), 403);
    assert_eq!(server.status_with("Host: elsewhere.example"), 403);
}

/// Not a test: `cargo xtask screenshots` looks at every page through it.
#[test]
#[ignore = "takes pictures, checks nothing"]
fn screenshots() {
    let folder = std::env::var("PLYWOOD_SCREENSHOTS").expect("the folder for the pictures");
    let server = Server::start();
    let mut browser = Browser::start();
    let pages = [
        ("home", ""),
        ("othello", "#/play/othello?seed=1&moves=d3;c3;c4;e3;f4;c5"),
        ("klondike", "#/play/klondike?seed=21&rules=draw%3D1"),
        ("woodblock", "#/play/woodblock?seed=5"),
        ("tetris", "#/play/tetris?seed=4"),
        ("analysis", "#/analysis/othello?moves=d3;c3;c4"),
        ("arena", "#/arena/othello"),
    ];
    for (width, height) in [(1440, 900), (390, 844)] {
        for dark in [false, true] {
            browser.set_screen(&Screen { width, height, dark });
            for (name, hash) in pages {
                browser.open(&server.url(hash));
                browser.wait_for("document.querySelector('h1')");
                if hash.contains("othello?") || hash.contains("play") {
                    browser.wait_for("document.querySelector('.play[data-moves]')");
                }
                if hash.contains("play") {
                    browser.click("[data-tool=hint]");
                    browser.wait_for(&format!("document.querySelector('.candidate') && {CALM}"));
                } else if hash.contains("analysis") {
                    browser.click("[data-tool=think]");
                    browser.wait_for("document.querySelector('.share-line')");
                }
                browser.eval("scrollTo(0, 0)");
                let colours = if dark { "dark" } else { "light" };
                let path = Path::new(&folder).join(format!("{name}-{width}-{colours}.png"));
                std::fs::write(path, browser.screenshot()).unwrap();
            }
        }
    }
}
