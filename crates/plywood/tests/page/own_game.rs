//! A game that a user adds: the page has no board for it and shows positions and moves as text.

use std::path::Path;

use crate::page::Page;
use crate::server::Server;

/// Starts the program of an example, which must have been built.
pub fn example(name: &str) -> Server {
    let folder = Path::new(env!("CARGO_BIN_EXE_plywood")).parent().expect("a folder");
    let program =
        folder.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "run `cargo build --package plywood --examples` first");
    Server::of(&program)
}

pub fn connect_four() -> Server {
    example("connect_four")
}

#[test]
#[ignore = "needs Chromium"]
fn connect_four_is_played_on_a_plain_board() {
    let mut page = Page::of(connect_four());
    page.open("");
    page.click("[aria-label='Play Connect Four']");
    page.wait_for_moves(0);
    page.click("[data-move='4']");
    page.wait_for_moves(2);
    page.tab_to(".plain-moves button");
    page.press("Enter");
    page.wait_for_moves(4);
    let shown = page.text("document.querySelector('.plain-picture').textContent");
    assert_eq!((shown.matches('X').count(), shown.matches('O').count()), (3, 2), "{shown}");

    page.hint();
    page.wait_for_element(".plain-moves .best");
    page.click("#tab-tree");
    page.hover_over(".branches summary");
    // The position after the best move has one more disc.
    page.wait_for(
        "document.querySelector('.tree-preview')?.textContent.match(/O to move/)
         && document.querySelector('.tree-preview').textContent.match(/X/g).length === 3",
    );

    page.click("[data-tool=undo]");
    page.wait_for_moves(2);
    page.choose("[data-tool=speed]", "Instant");
    page.choose(".seat select", "easy");
    // No game of Connect Four has fewer than seven moves.
    page.wait_for_moves_that(">= 7");
    page.wait_for("/wins|draw/i.test(document.querySelector('.status').textContent)");
}
