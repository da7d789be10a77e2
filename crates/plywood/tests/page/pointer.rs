//! Dragging and tapping: the touched block or card moves, and an illegal drop is undone.

use crate::page::{POSITION, Page};

#[test]
#[ignore = "needs Chromium"]
fn a_tap_puts_the_block_on_the_touched_cell() {
    let mut page = Page::on_phone();
    page.open_new_game("woodblock");
    page.tap("[data-slot='0']");
    page.tap(".hole:nth-child(45)");
    page.wait_for_moves(1);
    let position = page.text(POSITION);
    let row = position.split('/').nth(4).expect("ten rows");
    assert_eq!(row.as_bytes()[4], b'#', "{position}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_block_that_does_not_fit_returns_to_the_hand() {
    let mut page = Page::with_new_game("woodblock");
    let [first, second] = ["0", "1"].map(|slot| page.middle_of(&format!("[data-slot='{slot}']")));
    let middle = page.middle_of(".hole:nth-child(45)");
    page.drag(first, middle);
    page.wait_for_moves(1);
    page.drag(second, middle);
    page.wait_for_notice("does not fit");
    assert_eq!(page.moves(), 1);
    page.hover_over(".hole:nth-child(12)");
    let held = "document.querySelectorAll('.block.held, .ghost-cell').length";
    assert_eq!(page.number(held), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_card_refused_by_the_server_returns_to_its_pile() {
    let mut page = Page::with_script(
        "const ask = window.fetch;
         const busy = { error: { kind: 'busy', message: 'Too many at once.' } };
         window.fetch = (...words) => words[0].endsWith('/play')
           ? Promise.resolve(Response.json(busy, { status: 429 })) : ask(...words);",
    );
    page.open_game("#/play/klondike?seed=21&rules=draw%3D1", 0);
    let place = "document.querySelector(\"[data-card='5C']\").getAttribute('transform')";
    let before = page.text(place);
    let [card, target] = page.middles_of_cards(["5C", "6D"]);
    page.drag(card, target);
    page.wait_for("document.getElementById('notice').textContent === 'Too many at once.'");
    page.wait_for(&format!("{place} === '{before}' && !document.querySelector('.carried')"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_swipe_moves_the_piece_across_the_board() {
    let mut page = Page::on_phone();
    page.open_new_game("tetris");
    let [middle, height] = page.middle_of(".hand .brick");
    let width = page.number("document.querySelector('.well').getBoundingClientRect().width");
    let [left, right] = [middle - 0.4 * width, middle + 0.4 * width];
    page.swipe([left, height + 200.0], [right, height + 200.0]);
    let spoken = "document.querySelector('.stage-board .unseen').textContent";
    page.wait_for(&format!("{spoken}.endsWith('column 8')"));
    assert_eq!(page.moves(), 0, "the piece was dropped");
}
