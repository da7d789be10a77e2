//! The boards: the marks of a search, previews of moves, and keyboard input.

use serde_json::json;

use crate::page::{POSITION, Page};

/// White has four moves, and all of them lose.
const LOST: &str = "XOOXXXOO-OOXXXOXXXXXOXOOOXXXOXOO-XXOXXOOXXOOOXOO-OOOOOO---XOOOO-+O";

/// Opens a page with a person in every seat of Othello.
fn othello(position: &str) -> Page {
    let from = if position.is_empty() { String::new() } else { format!("&from={position}") };
    Page::with_game(&format!("#/play/othello?seed=5&seats=you|you{from}"), 0)
}

#[test]
#[ignore = "needs Chromium"]
fn proven_losses_are_labelled_as_such_and_have_no_ring() {
    let mut page = othello(LOST);
    page.click("[data-tool=hint]");
    let labels =
        "[...document.querySelectorAll('.marks .mark-text')].map(label => label.textContent)";
    // The labels are exact scores.
    page.wait_for(&format!(
        "{labels}.length === 4 && {labels}.every(label => /^−\\d+$/.test(label))"
    ));
    assert_eq!(page.eval("document.querySelectorAll('.mark.best').length"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn space_and_enter_drop_the_piece_after_a_click_on_hint() {
    let mut page = Page::with_new_game("tetris");
    for (moves, key) in [(1, " "), (2, "Enter")] {
        page.hint();
        page.press(key);
        page.wait_for_moves(moves);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn enter_plays_the_square_under_the_cursor_after_a_click_on_hint() {
    let mut page = othello("");
    // The cursor starts on d3. The first key shows it, the others move it to e3 and back.
    for key in ["ArrowLeft", "ArrowRight", "ArrowLeft"] {
        page.press(key);
    }
    page.hint();
    page.wait_for_element(".steering [data-key=d3].cursor");
    page.press("Enter");
    page.wait_for_moves(1);
    assert!(page.text(POSITION).starts_with("-------------------X"), "d3 is not black");
}

#[test]
#[ignore = "needs Chromium"]
fn space_puts_a_held_block_down_after_a_click_on_hint() {
    let mut page = Page::with_new_game("woodblock");
    page.press("1");
    page.wait_for_element(".ghost-cell");
    page.hint();
    page.press(" ");
    page.wait_for_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn a_held_block_shows_the_cells_that_it_clears() {
    // A block of five cells fills the top row.
    let board = ["#####.....", "#........."].into_iter().chain([".........."; 8]);
    let position =
        format!("{}+hand:%23%23%23%23%23,,+score:0", board.collect::<Vec<_>>().join("/"));
    let link = format!("#/play/woodblock?seed=5&from={}", position.replace('#', "%23"));
    let mut page = Page::with_game(&link, 0);
    page.press("1");
    page.press("ArrowRight");
    (0..4).for_each(|_| page.press("ArrowUp"));
    let going = "document.querySelectorAll('.going').length";
    page.wait_for(&format!("{going} === 10"));
    page.press("ArrowDown");
    page.wait_for(&format!("{going} === 0"));
}

/// An expression for the description of what a move leads to.
const OUTLOOK: &str = "document.querySelector('.outlook').textContent";
const HELP_IS_SHOWN: &str = "!document.querySelector('.stage > .help').hidden";

#[test]
#[ignore = "needs Chromium"]
fn the_page_says_what_a_held_block_leads_to() {
    // A block of three cells fills the top row.
    let board = ["#####..."].into_iter().chain(["........"; 7]).collect::<Vec<_>>().join("/");
    let position = format!("{board}+hand:###,##/##,#+score:0").replace('#', "%23");
    let link = format!("#/play/woodblock?seed=5&rules=variant%3Dblast8&from={position}");
    let mut page = Page::with_game(&link, 0);
    page.wait_for(&format!("{OUTLOOK} === '' && {HELP_IS_SHOWN}"));
    page.press("1");
    (0..4).for_each(|_| page.press("ArrowUp"));
    (0..4).for_each(|_| page.press("ArrowRight"));
    page.wait_for(&format!(
        "{OUTLOOK} === 'fills f1 g1 h1, clears row 1; the next hand fits in more than 99% of cases'"
    ));
    page.wait_for(&format!("!({HELP_IS_SHOWN})"));
    page.press("ArrowDown");
    page.wait_for(&format!("{OUTLOOK}.startsWith('fills f2 g2 h2;')"));
    page.press("Escape");
    page.wait_for(&format!("{OUTLOOK} === '' && {HELP_IS_SHOWN}"));
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_says_what_the_best_move_and_a_candidate_lead_to() {
    let mut page = Page::with_game("#/play/woodblock?seed=5&rules=variant%3Dblast8", 0);
    page.hint();
    let chance = |page: &mut Page, start: &str| {
        page.wait_for(&format!("/^fills .*; the next hand fits in .*% of cases$/.test({OUTLOOK})"));
        let said = page.text(OUTLOOK);
        assert!(said.starts_with(start), "{said}");
        said
    };
    let best = chance(&mut page, "fills ");
    let other = "document.querySelectorAll('.candidate')[1]";
    page.eval(&format!("{other}.dispatchEvent(new PointerEvent('pointerenter'))"));
    page.wait_for(&format!("document.querySelector('.tracing') && {OUTLOOK} !== {}", json!(best)));
    chance(&mut page, "fills ");
    page.eval(
        "document.querySelector('.candidates').dispatchEvent(new PointerEvent('pointerleave'))",
    );
    page.wait_for(&format!("{OUTLOOK} === {}", json!(best)));
    // A move removes the description.
    page.press("1");
    page.wait_for_element(".ghost-cell");
    page.press("Enter");
    page.wait_for_moves(1);
    page.wait_for(&format!("{OUTLOOK} === ''"));
}

#[test]
#[ignore = "needs Chromium"]
fn pointing_at_a_candidate_shows_its_line() {
    let mut page = othello("");
    page.hint();
    page.hover_over(".candidate");
    page.wait_for("document.querySelector('.line .line-number')?.textContent === '1'");
    page.hover_over("h1");
    page.wait_for("!document.querySelector('.tracing') && document.querySelector('.mark')");
}

#[test]
#[ignore = "needs Chromium"]
fn unseen_cards_of_a_line_stay_face_down() {
    let mut page = Page::with_game("#/play/klondike?seed=21&rules=draw%3D1", 0);
    let faces = |page: &mut Page, group: &str| {
        let names = format!(
            "[...document.querySelectorAll('{group} .card .rank')].map(rank =>
               rank.textContent + rank.nextSibling.getAttribute('d')).sort()"
        );
        let names = page.eval(&names);
        serde_json::from_value::<Vec<String>>(names).expect("a list of texts")
    };
    let seen = faces(&mut page, ".cards");
    page.hint();
    let candidates = page.number("document.querySelectorAll('.candidate').length") as usize;
    for number in 0..candidates {
        let row = format!("document.querySelectorAll('.candidate')[{number}]");
        page.eval(&format!("{row}.dispatchEvent(new PointerEvent('pointerenter'))"));
        page.wait_for("document.querySelector('.tracing')");
        let shown = faces(&mut page, ".line");
        assert!(shown.iter().all(|card| seen.contains(card)), "{shown:?}");
        page.eval(
            "document.querySelector('.candidates').dispatchEvent(new PointerEvent('pointerleave'))",
        );
        page.wait_for("!document.querySelector('.tracing')");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn positions_are_set_up_by_mouse_and_keyboard() {
    let mut page = Page::start();
    let cases = [
        ("othello", 1, "---------XX"),
        ("woodblock", 1, "........../.##......."),
        ("tetris", 17, ".##......./.........."),
    ];
    for (game, row, start) in cases {
        page.open_game(&format!("#/analysis/{game}?seed=5"), 0);
        page.click("[data-tool=setup]");
        page.click(&format!("dialog [data-x='1'][data-y='{row}']"));
        page.press("ArrowRight");
        page.press(" ");
        page.click("dialog [type=submit]");
        page.wait_for("!document.querySelector('dialog')");
        page.wait_for(&format!("{POSITION}.startsWith({})", json!(start)));
    }
}
