//! A user's own game, with nothing but its notation, is on the page too.

use std::path::Path;

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{hint, wait_for_moves};

/// The example's program, which `cargo build --example connect_four` makes.
pub fn connect_four() -> Server {
    let folder = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().expect("a folder of programs");
    let program =
        folder.join("examples/connect_four").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "cargo build --package plywood --example connect_four comes first");
    Server::of(&program, "127.0.0.1:0")
}

#[test]
#[ignore = "needs Chromium"]
fn connect_four_is_played_on_a_plain_board() {
    let server = connect_four();
    let mut browser = Browser::start();
    browser.open(&server.url(""));
    browser.click("[aria-label='Play Connect Four']");
    wait_for_moves(&mut browser, "=== 0");
    browser.click("[data-move='4']");
    wait_for_moves(&mut browser, "=== 2");
    browser.tab_to(".plain-moves button");
    browser.press("Enter");
    wait_for_moves(&mut browser, "=== 4");
    let shown = browser.text("document.querySelector('.plain-picture').textContent");
    assert_eq!((shown.matches('X').count(), shown.matches('O').count()), (3, 2), "{shown}");

    hint(&mut browser);
    browser.wait_for("document.querySelector('.plain-moves .best')");
    browser.click("#tab-tree");
    let place = browser.middle_of(".branches summary");
    browser.hover(place);
    // The position after the best move: one more disc.
    browser.wait_for(
        "document.querySelector('.tree-preview')?.textContent.match(/O to move/)
         && document.querySelector('.tree-preview').textContent.match(/X/g).length === 3",
    );

    browser.click("[data-tool=undo]");
    wait_for_moves(&mut browser, "=== 2");
    browser.choose("[data-tool=speed]", "Instant");
    browser.choose(".seat select", "easy");
    // Nobody plays Connect Four in fewer than seven moves.
    wait_for_moves(&mut browser, ">= 7");
    browser.wait_for("/wins|draw/i.test(document.querySelector('.status').textContent)");
}
