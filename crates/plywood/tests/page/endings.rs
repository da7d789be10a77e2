//! Exact scores on the board, near the end of a game of Othello.

use crate::page::Page;

/// FFO #40: 20 empty squares.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------+X";
/// The exact scores of its ten moves, by their squares.
const SCORES: &str = "a2+38 a6+24 b1+30 c1+30 c6+28 c7+36 d7+28 d8+34 f7+26 g7+28";

/// An expression for the moves and the values in the panel, sorted by square.
const SHOWN: &str = "[...document.querySelectorAll('.candidate')].map(one =>
    `${one.dataset.candidate}${one.querySelector('.value').textContent}`).sort().join(' ')";

#[test]
#[ignore = "needs Chromium"]
fn every_move_has_its_exact_score_from_20_empty_squares_on() {
    let mut page = Page::at(&format!("#/analysis/othello?from={FFO_40}"));
    page.wait_for_element("button.quiet:not([hidden])");
    page.eval("document.querySelector('.thinking button.quiet').click()");
    // An analysis consists of searches of two seconds, and keeps what each of them has solved.
    page.wait_for(&format!("{SHOWN} === '{SCORES}'"));
    let labels = page.text(
        "[...document.querySelectorAll('.mark-text')].map(one => one.textContent).sort().join()",
    );
    assert_eq!(labels, "+24,+26,+28,+28,+28,+30,+30,+34,+36,+38");
    assert_eq!(page.number("document.querySelectorAll('.mark.best').length"), 1.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_player_without_visits_shows_depth_and_values() {
    let mut page = Page::with_game("#/play/othello?seats=you|alphabeta:simulations=20000", 0);
    page.play_by_hand("othello", 1);
    page.wait_for_moves(2);
    page.wait_for("document.querySelector('.thinking-state').textContent.includes('positions')");
    let value = page.text("document.querySelector('.candidate .value').textContent");
    assert!(value.replace('−', "-").parse::<f64>().is_ok(), "{value} is not a number of discs");
    assert!(page.text("document.querySelector('.key').innerText").contains("discs"));
    assert_eq!(page.number("document.querySelectorAll('.share-line').length"), 0.0);
}
