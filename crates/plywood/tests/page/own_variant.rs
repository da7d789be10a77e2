//! A variant of Wood Block that a user's program registers. The page has none of its rules: it shows what the server
//! sends.

use crate::own_game::example;
use crate::page::Page;

#[test]
#[ignore = "needs Chromium"]
fn the_page_follows_the_rules_of_a_changed_wood_block() {
    let mut page = Page::of(example("six_block"));
    page.open_game("#/play/woodblock?seed=1", 0);
    assert_eq!(page.text("document.querySelector('h1').textContent"), "Six Block");
    assert_eq!(page.number("document.querySelectorAll('.hole').length"), 36.0);
    assert_eq!(page.number("document.querySelectorAll('.region').length"), 4.0, "the boxes");

    // Three bars below each other fill the first box. Before the last one is placed, the board shows that the box
    // will be cleared.
    for number in 1..=3 {
        page.press(&number.to_string());
        for key in ["ArrowLeft", "ArrowUp"] {
            (0..6).for_each(|_| page.press(key));
        }
        (1..number).for_each(|_| page.press("ArrowDown"));
        if number == 3 {
            page.wait_for("document.querySelectorAll('.going').length === 9");
            let outlook = page.text("document.querySelector('.outlook').textContent");
            assert!(outlook.contains("clears box a1 to c3; the next hand fits"), "{outlook}");
        }
        page.press("Enter");
        page.wait_for_moves(number);
    }
    page.wait_for("document.querySelectorAll('.board .wood:not(.leaving, .block *)').length === 0");
    page.hint();
    page.wait_for_element(".best-shape");
}
