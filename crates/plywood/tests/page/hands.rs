//! What a hand touches is what moves, and what may not stay goes back.

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{moves, open_game, wait_for_moves};

#[test]
#[ignore = "needs Chromium"]
fn a_block_is_put_where_the_finger_taps() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.resize(390, 844);
    open_game(&mut browser, &server, "woodblock");
    browser.tap("[data-slot='0']");
    browser.tap(".hole:nth-child(45)");
    wait_for_moves(&mut browser, "=== 1");
    let position = browser.text("document.querySelector('#panel-share textarea').value");
    let row = position.split('/').nth(4).expect("ten rows");
    assert_eq!(row.as_bytes()[4], b'#', "{position}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_block_that_does_not_fit_goes_back_to_the_hand() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "woodblock");
    let [first, second] =
        ["0", "1"].map(|slot| browser.middle_of(&format!("[data-slot='{slot}']")));
    let middle = browser.middle_of(".hole:nth-child(45)");
    browser.drag(first, middle);
    wait_for_moves(&mut browser, "=== 1");
    browser.drag(second, middle);
    browser.wait_for("document.getElementById('notice').textContent.includes('does not fit')");
    assert_eq!(moves(&mut browser), 1);
    let elsewhere = browser.middle_of(".hole:nth-child(12)");
    browser.hover(elsewhere);
    let held = "document.querySelectorAll('.block.held, .ghost-cell').length";
    assert_eq!(browser.number(held), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_card_that_the_engine_refuses_goes_back_to_its_pile() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.before_each_page(
        "const ask = window.fetch;
         const busy = { error: { kind: 'busy', message: 'Too many at once.' } };
         window.fetch = (...words) => words[0].endsWith('/play')
           ? Promise.resolve(Response.json(busy, { status: 429 })) : ask(...words);",
    );
    browser.open(&server.url("#/play/klondike?seed=21&rules=draw%3D1"));
    wait_for_moves(&mut browser, "=== 0");
    let place = "document.querySelector(\"[data-card='5C']\").getAttribute('transform')";
    let before = browser.text(place);
    let [card, target] =
        ["5C", "6D"].map(|card| browser.middle_of(&format!("[data-card='{card}']")));
    browser.drag(card, target);
    browser.wait_for("document.getElementById('notice').textContent === 'Too many at once.'");
    browser.wait_for(&format!("{place} === '{before}' && !document.querySelector('.carried')"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_finger_takes_the_piece_to_the_other_side() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.resize(390, 844);
    open_game(&mut browser, &server, "tetris");
    let [middle, height] = browser.middle_of(".bricks + .marks + .hand .brick");
    let width = browser.number("document.querySelector('.well').getBoundingClientRect().width");
    let [left, right] = [middle - 0.4 * width, middle + 0.4 * width];
    browser.swipe([left, height + 200.0], [right, height + 200.0]);
    let told = "document.querySelector('.stage-board .unseen').textContent";
    browser.wait_for(&format!("{told}.endsWith('column 8')"));
    assert_eq!(moves(&mut browser), 0, "it is moved, not dropped");
}
