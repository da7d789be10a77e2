//! What every test does with a game: open it, move by hand, look at the count.

use crate::browser::Browser;
use crate::server::Server;

pub const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];
pub const CALM: &str = "document.querySelector('.play')?.dataset.thinking === 'no'";

/// How many moves are on the board after so many by the person.
pub fn with_answers(game: &str, own: u64) -> u64 {
    if game == "othello" { 2 * own } else { own }
}

/// The number of moves that the page shows.
pub fn moves(browser: &mut Browser) -> u64 {
    let text = browser.text("document.querySelector('.play').dataset.moves");
    text.parse().expect("a number of moves")
}

/// Waits until the number of moves fulfils a condition and nobody thinks.
pub fn wait_for_moves(browser: &mut Browser, condition: &str) {
    browser.wait_for(&format!(
        "Number(document.querySelector('.play')?.dataset.moves ?? NaN) {condition} && {CALM}"
    ));
}

/// Opens a game that is the same every time.
pub fn open_game(browser: &mut Browser, server: &Server, game: &str) {
    browser.open(&server.url(&format!("#/play/{game}?seed=5")));
    wait_for_moves(browser, "=== 0");
}

/// A move as a person makes it, and the answer to it.
pub fn play_by_hand(browser: &mut Browser, game: &str, number: u64) {
    match game {
        "othello" => browser.click(".square.legal"),
        "klondike" => browser.click("[data-key=stock]"),
        "woodblock" => {
            browser.eval("document.querySelector('.board').focus()");
            put_block_down(browser, number);
        }
        "tetris" => {
            browser.eval("document.querySelector('.board').focus()");
            for key in ["ArrowLeft", "ArrowUp", "ArrowDown"] {
                browser.press(key);
            }
        }
        _ => unreachable!("every game of the list has a way"),
    }
    wait_for_moves(browser, &format!("=== {}", with_answers(game, number)));
}

/// Puts a block of the first hand down by keys: the second at the top and the
/// third at the foot, clear of the first.
pub fn put_block_down(browser: &mut Browser, number: u64) {
    browser.press(&number.to_string());
    if number > 1 {
        let key = if number == 2 { "ArrowUp" } else { "ArrowDown" };
        (0..10).for_each(|_| browser.press(key));
    }
    browser.press("Enter");
}

/// Asks for a hint and waits for all of it.
pub fn hint(browser: &mut Browser) {
    browser.click("[data-tool=hint]");
    browser.wait_for(&format!("document.querySelector('.candidate.best') && {CALM}"));
}

/// Watches players from when something is done until so many moves are made,
/// and pauses them. The page itself looks out for that: a game may be over
/// before a test would see it.
pub fn watch(browser: &mut Browser, moves: u64, start: impl FnOnce(&mut Browser)) {
    browser.eval(&format!(
        "window.watched = false;
         new MutationObserver((_, observer) => {{
           if (document.querySelector('.play').dataset.moves < {moves}) return;
           observer.disconnect();
           document.querySelector('[data-tool=pause]').click();
           window.watched = true;
         }}).observe(document.querySelector('.play'), {{ attributeFilter: ['data-moves'] }})"
    ));
    start(browser);
    browser.wait_for(&format!("watched && {CALM}"));
}
