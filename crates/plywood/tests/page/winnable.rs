//! Klondike: deals that can be won, games that are marked as peeked, and hints with the worlds that they sampled.

use crate::page::{IDLE, Page};

const VERDICT: &str = "document.querySelector('.verdict').textContent";
const PEEKED: &str = "document.querySelector('.peeked').textContent";
const SEED: &str = "Number(new URLSearchParams(location.hash.split('?')[1]).get('seed'))";

#[test]
#[ignore = "needs Chromium"]
fn the_page_says_if_the_deal_can_be_won_and_marks_the_game() {
    let mut page = Page::with_new_game("klondike");
    assert_eq!((page.text(VERDICT), page.text(PEEKED)), (String::new(), String::new()));
    page.click("[data-tool=winnable]");
    page.wait_for(&format!("{VERDICT}.startsWith('Yes') && {IDLE}"));
    assert_eq!(page.text(PEEKED), "peeked");
    // A move removes the verdict, which was about the earlier position. The mark stays, also after a reload.
    page.click("[data-key=stock]");
    page.wait_for_moves(1);
    assert_eq!(page.text(VERDICT), "");
    page.wait_for("location.hash.includes('peeked=1') && location.hash.includes('moves=turn')");
    page.eval("(window.isOld = true, location.reload())");
    page.wait_for(&format!(
        "!window.isOld && document.querySelector('.peeked') && {PEEKED} === 'peeked'"
    ));
    page.wait_for_moves(1);
    // A hint works as before.
    page.hint();
    // A new game is not marked.
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
    page.wait_for(&format!("{PEEKED} === '' && !location.hash.includes('peeked')"));

    page.open_new_game("othello");
    assert_eq!(page.number("document.querySelectorAll('[data-tool=winnable]').length"), 0.0);
    // In a game that begins at a view, the hidden cards are unknown, so the request is refused.
    page.open_game("#/play/klondike?from=view:KC|KD|-|-|-|-|-+home:12,12,13,13", 0);
    page.expect_console_error("400");
    page.click("[data-tool=winnable]");
    page.wait_for_notice("unknown here");
    assert_eq!(page.text(PEEKED), "");
}

#[test]
#[ignore = "needs Chromium"]
fn taking_back_a_move_that_showed_cards_marks_the_game() {
    let mut page = Page::with_new_game("klondike");
    page.click("[data-key=stock]");
    page.wait_for_moves(1);
    assert_eq!(page.text(PEEKED), "");
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    assert_eq!(page.text(PEEKED), "peeked");
    page.open_game("#/play/othello?seats=you|you&moves=d3", 1);
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    assert_eq!(page.text(PEEKED), "");
}

#[test]
#[ignore = "needs Chromium"]
fn new_games_can_be_winnable_deals_only() {
    let mut page = Page::with_new_game("klondike");
    let open = "[data-tool=options]";
    page.click(open);
    page.click("dialog [data-field=winnable]");
    // Deal 4 cannot be won, and deal 5 can.
    page.eval("document.querySelector('dialog [data-field=seed]').value = '4'");
    page.click("dialog button[type=submit]");
    page.wait_for(&format!("{SEED} === 5 && !document.querySelector('dialog')"));
    page.wait_for_moves(0);
    page.click("[data-tool=winnable]");
    page.wait_for(&format!("{VERDICT}.startsWith('Yes')"));
    // The next games can be won, too, until the box is cleared.
    page.click("[data-tool=new]");
    page.wait_for(&format!("{SEED} !== 5"));
    page.wait_for_moves(0);
    page.click("[data-tool=winnable]");
    page.wait_for(&format!("{VERDICT}.startsWith('Yes')"));
    page.click(open);
    assert_eq!(page.eval("document.querySelector('dialog [data-field=winnable]').checked"), true);
    page.click("dialog [data-field=winnable]");
    page.eval("document.querySelector('dialog [data-field=seed]').value = '4'");
    page.click("dialog button[type=submit]");
    page.wait_for(&format!("{SEED} === 4"));
    page.wait_for_moves(0);

    page.open_new_game("othello");
    page.click(open);
    page.wait_for_element("dialog[open]");
    assert_eq!(page.number("document.querySelectorAll('[data-field=winnable]').length"), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_shows_how_many_sampled_worlds_were_won() {
    let mut page = Page::with_new_game("klondike");
    page.hint();
    let shown = page.text("document.querySelector('.candidate .worlds').textContent");
    assert!(shown.starts_with("won in ") && shown.ends_with(" sampled worlds"), "{shown}");
    page.open_new_game("tetris");
    page.hint();
    assert_eq!(page.number("document.querySelectorAll('.candidate .worlds').length"), 0.0);
}
