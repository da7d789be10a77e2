//! Every game is played from its first move to a link, by mouse, finger and keys.

use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;
use crate::table::{
    CALM, GAMES, hint, moves, open_game, play_by_hand, put_block_down, wait_for_moves, watch,
    with_answers,
};

const POSITION: &str = "document.querySelector('#panel-share textarea').value";

#[test]
#[ignore = "needs Chromium"]
fn every_game_is_played_hinted_undone_watched_and_shared() {
    let server = Server::start();
    let mut browser = Browser::start();
    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    browser.call("Browser.grantPermissions", &permissions);
    for game in GAMES {
        open_game(&mut browser, &server, game);
        for number in 1..=3 {
            play_by_hand(&mut browser, game, number);
        }

        hint(&mut browser);

        let before = browser.text(POSITION);
        browser.click("[data-tool=undo]");
        wait_for_moves(&mut browser, &format!("=== {}", with_answers(game, 2)));
        browser.click("[data-tool=redo]");
        wait_for_moves(&mut browser, &format!("=== {}", with_answers(game, 3)));
        assert_eq!(browser.text(POSITION), before, "{game}: redo takes undo back");

        let played = moves(&mut browser);
        browser.choose("[data-tool=speed]", "Instant");
        watch(&mut browser, played + 20, |browser| browser.choose(".seat select", "easy"));
        let played = moves(&mut browser);
        browser.click("[data-tool=step]");
        wait_for_moves(&mut browser, &format!("=== {}", played + 1));

        reload_from_the_link(&mut browser, game);
    }
}

/// The link restores the game, whoever sits where.
fn reload_from_the_link(browser: &mut Browser, game: &str) {
    let played = moves(browser);
    let before = browser.text(POSITION);
    browser.click("#tab-share");
    browser.click("[data-tool=copy-link]");
    browser.wait_for("document.getElementById('notice').textContent === 'Link copied.'");
    let link = browser.text("navigator.clipboard.readText()");
    browser.open(&link.replace("easy", "you").replace("medium", "you"));
    wait_for_moves(browser, &format!("=== {played}"));
    assert_eq!(browser.text(POSITION), before, "{game}");
    if game == "tetris" {
        let filled = before.matches('#').count();
        let bricks = "document.querySelectorAll('.bricks .brick').length";
        assert_eq!(browser.eval(bricks), filled, "every brick is drawn");
        let coloured = "document.querySelectorAll('.bricks [class*=piece-]').length";
        assert_eq!(browser.eval(coloured), filled, "every brick knows its piece");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn keys_are_enough_for_every_game() {
    let server = Server::start();
    let mut browser = Browser::start();
    for game in GAMES {
        open_game(&mut browser, &server, game);
        match game {
            "othello" => walk_to_squares(&mut browser),
            "klondike" => turn_and_move_a_card(&mut browser),
            "woodblock" => {
                browser.tab_to(".board");
                for number in 1..=3 {
                    put_block_down(&mut browser, number);
                    wait_for_moves(&mut browser, &format!("=== {number}"));
                }
            }
            "tetris" => {
                browser.tab_to(".board");
                for number in 1..=3 {
                    for key in ["ArrowRight", "ArrowUp", "Enter"] {
                        browser.press(key);
                    }
                    wait_for_moves(&mut browser, &format!("=== {number}"));
                }
            }
            _ => unreachable!("every game of the list has a way"),
        }
        let played = moves(&mut browser);
        browser.press_control("z");
        wait_for_moves(&mut browser, &format!("< {played}"));
        browser.press_control("y");
        wait_for_moves(&mut browser, &format!("=== {played}"));
        browser.tab_to("[data-tool=hint]");
        browser.press("Enter");
        browser.wait_for(&format!("document.querySelector('.candidate.best') && {CALM}"));
        browser.tab_to("#tab-thinking");
        browser.press("ArrowRight");
        browser.wait_for("document.activeElement.id === 'tab-tree'");
    }
}

/// Three moves of Othello with the arrow keys.
fn walk_to_squares(browser: &mut Browser) {
    browser.tab_to(".square");
    for number in 1..=3 {
        let [columns, rows] = [0, 1].map(|axis| {
            browser.number(&format!(
                "(([from, to]) => to.charCodeAt({axis}) - from.charCodeAt({axis}))(
                 [document.activeElement, document.querySelector('.square.legal')]
                 .map(square => square.dataset.key))"
            )) as i32
        });
        let mut walk = |steps: i32, [back, forth]: [&str; 2]| {
            let key = if steps < 0 { back } else { forth };
            (0..steps.abs()).for_each(|_| browser.press(key));
        };
        walk(columns, ["ArrowLeft", "ArrowRight"]);
        walk(rows, ["ArrowUp", "ArrowDown"]);
        browser.press("Enter");
        wait_for_moves(browser, &format!("=== {}", 2 * number));
    }
}

/// The stock is turned twice, then a card is chosen and sent.
fn turn_and_move_a_card(browser: &mut Browser) {
    browser.tab_to("[data-key=stock]");
    for number in 1..=2 {
        browser.press("Enter");
        wait_for_moves(browser, &format!("=== {number}"));
    }
    browser.tab_to(".card.live:not([data-key=stock])");
    browser.press("Enter");
    browser.press("Escape");
    assert_eq!(browser.eval("document.querySelectorAll('.chosen, .drop-target').length"), 0);
    browser.press("Enter");
    browser.tab_to(".drop-target");
    browser.press("Enter");
    wait_for_moves(browser, "=== 3");
    assert_eq!(browser.eval("document.activeElement.matches('.card')"), true, "it goes along");
}

#[test]
#[ignore = "needs Chromium"]
fn a_stock_that_runs_out_keeps_the_focus() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "klondike");
    browser.tab_to("[data-key=stock]");
    for number in 1..=8 {
        browser.press("Enter");
        wait_for_moves(&mut browser, &format!("=== {number}"));
    }
    let focused = "document.activeElement.getAttribute('aria-label')";
    assert_eq!(browser.text(focused), "Turn the waste over");
}

#[test]
#[ignore = "needs Chromium"]
fn a_button_that_goes_out_of_use_hands_its_focus_on() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url("#/play/othello?seed=5&seats=you|you&moves=d3"));
    wait_for_moves(&mut browser, "=== 1");
    browser.tab_to("[data-tool=undo]");
    for (moves, focused) in [(0, "redo"), (1, "undo"), (0, "redo")] {
        browser.press("Enter");
        wait_for_moves(&mut browser, &format!("=== {moves}"));
        assert_eq!(browser.text("document.activeElement.dataset.tool"), focused);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn keys_find_the_board_by_themselves() {
    let server = Server::start();
    let mut browser = Browser::start();
    open_game(&mut browser, &server, "tetris");
    browser.press("ArrowLeft");
    browser.press("ArrowDown");
    wait_for_moves(&mut browser, "=== 1");
    browser.click("[data-tool=undo]");
    wait_for_moves(&mut browser, "=== 0");
    browser.press("ArrowDown");
    wait_for_moves(&mut browser, "=== 1");
    // A new game begins at its heading.
    browser.click("[data-tool=new]");
    wait_for_moves(&mut browser, "=== 0");
    browser.press("ArrowDown");
    wait_for_moves(&mut browser, "=== 1");

    open_game(&mut browser, &server, "woodblock");
    put_block_down(&mut browser, 1);
    wait_for_moves(&mut browser, "=== 1");

    open_game(&mut browser, &server, "othello");
    browser.press("ArrowDown");
    browser.press("Enter");
    wait_for_moves(&mut browser, "=== 2");
}

/// A deal in which the five of clubs may go on the six of diamonds.
const DEAL: &str = "#/play/klondike?seed=21&rules=draw%3D1";

#[test]
#[ignore = "needs Chromium"]
fn cards_and_blocks_are_dragged_with_the_mouse() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.open(&server.url(DEAL));
    wait_for_moves(&mut browser, "=== 0");
    let [card, target] =
        ["5C", "6D"].map(|card| browser.middle_of(&format!("[data-card='{card}']")));
    browser.drag(target, card);
    browser.wait_for("document.getElementById('notice').textContent.includes('does not fit')");
    assert_eq!(moves(&mut browser), 0);
    browser.drag(card, target);
    wait_for_moves(&mut browser, "=== 1");
    browser.wait_for("document.querySelector('#panel-share textarea').value.includes('6D 5C')");

    open_game(&mut browser, &server, "woodblock");
    let block = browser.middle_of("[data-slot='0']");
    let middle = browser.middle_of(".hole:nth-child(45)");
    browser.drag(block, [5.0, 5.0]);
    assert_eq!(moves(&mut browser), 0, "who lets go far from the board has thought better of it");
    browser.drag(block, middle);
    wait_for_moves(&mut browser, "=== 1");
    assert_eq!(browser.text("document.getElementById('notice').textContent"), "");
}

#[test]
#[ignore = "needs Chromium"]
fn a_finger_is_enough_for_every_game() {
    let server = Server::start();
    let mut browser = Browser::start();
    browser.resize(390, 844);

    open_game(&mut browser, &server, "othello");
    browser.tap(".square.legal");
    wait_for_moves(&mut browser, "=== 2");

    browser.open(&server.url(DEAL));
    wait_for_moves(&mut browser, "=== 0");
    let [card, target] =
        ["5C", "6D"].map(|card| browser.middle_of(&format!("[data-card='{card}']")));
    browser.swipe(card, target);
    wait_for_moves(&mut browser, "=== 1");
    browser.tap("[data-key=stock]");
    wait_for_moves(&mut browser, "=== 2");

    open_game(&mut browser, &server, "woodblock");
    let block = browser.middle_of("[data-slot='0']");
    let middle = browser.middle_of(".hole:nth-child(65)");
    browser.swipe(block, middle);
    wait_for_moves(&mut browser, "=== 1");
    browser.tap("[data-slot='1']");
    browser.tap(".hole:nth-child(3)");
    wait_for_moves(&mut browser, "=== 2");

    open_game(&mut browser, &server, "tetris");
    browser.tap("[aria-label=Turn]");
    browser.tap("[aria-label=Drop]");
    wait_for_moves(&mut browser, "=== 1");
}
