//! Playing every game by mouse, touch and keyboard.

use serde_json::json;

use crate::page::{GAMES, POSITION, Page, with_replies};

#[test]
#[ignore = "needs Chromium"]
fn every_game_can_be_played_hinted_undone_watched_and_shared() {
    let mut page = Page::start();
    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    page.call("Browser.grantPermissions", &permissions);
    for game in GAMES {
        page.open_new_game(game);
        for number in 1..=3 {
            page.play_by_hand(game, number);
        }

        page.hint();

        let before = page.text(POSITION);
        page.click("[data-tool=undo]");
        page.wait_for_moves(with_replies(game, 2));
        page.click("[data-tool=redo]");
        page.wait_for_moves(with_replies(game, 3));
        assert_eq!(page.text(POSITION), before, "{game}: redo does not restore the position");

        let played = page.moves();
        page.choose("[data-tool=speed]", "Instant");
        // In Wood Block, `easy` loses this game within 20 moves.
        let player = if game == "woodblock" { "medium" } else { "easy" };
        page.watch(played + 20, |page| page.choose(".seat select", player));
        let played = page.moves();
        page.click("[data-tool=step]");
        page.wait_for_moves(played + 1);

        reload_from_the_link(&mut page, game);
    }
}

/// Opens the link of the game, changed so that the person has every seat, and asserts that the
/// position is the same.
fn reload_from_the_link(page: &mut Page, game: &str) {
    let played = page.moves();
    let before = page.text(POSITION);
    page.click("#tab-share");
    page.click("[data-tool=copy-link]");
    page.wait_for("document.getElementById('notice').textContent === 'Link copied.'");
    let link = page.text("navigator.clipboard.readText()");
    page.navigate(&link.replace("easy", "you").replace("medium", "you"));
    page.wait_for_moves(played);
    assert_eq!(page.text(POSITION), before, "{game}");
    if game == "tetris" {
        let filled = before.matches('#').count();
        let bricks = "document.querySelectorAll('.bricks .brick').length";
        assert_eq!(page.eval(bricks), filled, "not every brick is drawn");
        let coloured = "document.querySelectorAll('.bricks [class*=piece-]').length";
        assert_eq!(page.eval(coloured), filled, "not every brick has the colour of its piece");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_can_be_played_by_keyboard() {
    Page::for_every_game(|page, game| {
        match game {
            "othello" => walk_to_squares(page),
            "klondike" => turn_and_move_a_card(page),
            "woodblock" => {
                page.tab_to(".board");
                for number in 1..=3 {
                    page.put_block_down(number);
                    page.wait_for_moves(number);
                }
            }
            "tetris" => {
                page.tab_to(".board");
                for number in 1..=3 {
                    for key in ["ArrowRight", "ArrowUp", "Enter"] {
                        page.press(key);
                    }
                    page.wait_for_moves(number);
                }
            }
            _ => unreachable!("{game} is not in the list of games"),
        }
        let played = page.moves();
        page.press_control("z");
        page.wait_for_moves_that(&format!("< {played}"));
        page.press_control("y");
        page.wait_for_moves(played);
        page.tab_to("[data-tool=hint]");
        page.press("Enter");
        page.wait_for_hint();
        page.tab_to("#tab-thinking");
        page.press("ArrowRight");
        page.wait_for("document.activeElement.id === 'tab-tree'");
    });
}

/// Makes three moves of Othello with the arrow keys.
fn walk_to_squares(page: &mut Page) {
    page.tab_to(".square");
    for number in 1..=3 {
        let [columns, rows] = [0, 1].map(|axis| {
            page.number(&format!(
                "(([from, to]) => to.charCodeAt({axis}) - from.charCodeAt({axis}))(
                 [document.activeElement, document.querySelector('.square.legal')]
                 .map(square => square.dataset.key))"
            )) as i32
        });
        let mut walk = |steps: i32, [back, forth]: [&str; 2]| {
            let key = if steps < 0 { back } else { forth };
            (0..steps.abs()).for_each(|_| page.press(key));
        };
        walk(columns, ["ArrowLeft", "ArrowRight"]);
        walk(rows, ["ArrowUp", "ArrowDown"]);
        page.press("Enter");
        page.wait_for_moves(2 * number);
    }
}

/// Turns the stock twice, then chooses a card and moves it.
fn turn_and_move_a_card(page: &mut Page) {
    page.tab_to("[data-key=stock]");
    for number in 1..=2 {
        page.press("Enter");
        page.wait_for_moves(number);
    }
    page.tab_to(".card.live:not([data-key=stock])");
    page.press("Enter");
    page.press("Escape");
    assert_eq!(page.eval("document.querySelectorAll('.chosen, .drop-target').length"), 0);
    page.press("Enter");
    page.tab_to(".drop-target");
    page.press("Enter");
    page.wait_for_moves(3);
    assert_eq!(
        page.eval("document.activeElement.matches('.card')"),
        true,
        "the focus is not on the moved card"
    );
}

#[test]
#[ignore = "needs Chromium"]
fn the_focus_stays_on_an_empty_stock() {
    let mut page = Page::with_new_game("klondike");
    page.tab_to("[data-key=stock]");
    for number in 1..=8 {
        page.press("Enter");
        page.wait_for_moves(number);
    }
    let focused = "document.activeElement.getAttribute('aria-label')";
    assert_eq!(page.text(focused), "Turn the waste over");
}

#[test]
#[ignore = "needs Chromium"]
fn a_disabled_button_passes_its_focus_on() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you&moves=d3", 1);
    page.tab_to("[data-tool=undo]");
    for (moves, focused) in [(0, "redo"), (1, "undo"), (0, "redo")] {
        page.press("Enter");
        page.wait_for_moves(moves);
        assert_eq!(page.text("document.activeElement.dataset.tool"), focused);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn keys_reach_the_board_without_focus() {
    let mut page = Page::with_new_game("tetris");
    page.press("ArrowLeft");
    page.press("ArrowDown");
    page.wait_for_moves(1);
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
    page.press("ArrowDown");
    page.wait_for_moves(1);
    // In a new game the heading has the focus, not the board.
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
    page.press("ArrowDown");
    page.wait_for_moves(1);

    page.open_new_game("woodblock");
    page.put_block_down(1);
    page.wait_for_moves(1);

    page.open_new_game("othello");
    page.press("ArrowDown");
    page.press("Enter");
    page.wait_for_moves(2);
}

/// The link of a deal in which the five of clubs may be moved onto the six of diamonds.
const DEAL: &str = "#/play/klondike?seed=21&rules=draw%3D1";

#[test]
#[ignore = "needs Chromium"]
fn cards_and_blocks_are_dragged_with_the_mouse() {
    let mut page = Page::with_game(DEAL, 0);
    let [card, target] = page.middles_of_cards(["5C", "6D"]);
    page.drag(target, card);
    page.wait_for_notice("does not fit");
    assert_eq!(page.moves(), 0);
    page.drag(card, target);
    page.wait_for_moves(1);
    page.wait_for(&format!("{POSITION}.includes('6D 5C')"));

    page.open_new_game("woodblock");
    let block = page.middle_of("[data-slot='0']");
    let middle = page.middle_of(".hole:nth-child(45)");
    page.drag(block, [5.0, 5.0]);
    assert_eq!(page.moves(), 0, "a block dropped far from the board was played");
    page.drag(block, middle);
    page.wait_for_moves(1);
    assert_eq!(page.text("document.getElementById('notice').textContent"), "");
}

#[test]
#[ignore = "needs Chromium"]
fn every_game_can_be_played_by_touch() {
    let mut page = Page::on_phone();

    page.open_new_game("othello");
    page.tap(".square.legal");
    page.wait_for_moves(2);

    page.open_game(DEAL, 0);
    let [card, target] = page.middles_of_cards(["5C", "6D"]);
    page.swipe(card, target);
    page.wait_for_moves(1);
    page.tap("[data-key=stock]");
    page.wait_for_moves(2);

    page.open_new_game("woodblock");
    let block = page.middle_of("[data-slot='0']");
    let middle = page.middle_of(".hole:nth-child(65)");
    page.swipe(block, middle);
    page.wait_for_moves(1);
    page.tap("[data-slot='1']");
    page.tap(".hole:nth-child(3)");
    page.wait_for_moves(2);

    page.open_new_game("tetris");
    page.tap("[aria-label=Turn]");
    page.tap("[aria-label=Drop]");
    page.wait_for_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn the_result_is_worded_for_the_person() {
    let mut page = Page::start();
    // The shortest possible game of Othello: Black wins because White has no disc left.
    let moves = "e6;f4;e3;f6;g5;d6;e7;f5;c5";
    let ends = [
        ("you|easy", "You win!"),
        ("easy|you", "You lose."),
        ("easy|easy", "Black wins."),
        ("you|you", "Black wins."),
    ];
    for (seats, words) in ends {
        page.open_game(&format!("#/play/othello?seats={seats}&moves={moves}"), 9);
        assert_eq!(page.text("document.querySelector('.status').textContent"), words);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn holding_a_key_down_drops_one_piece() {
    let mut page = Page::with_new_game("tetris");
    let hold = |repeat: bool| {
        format!(
            "document.querySelector('.board').dispatchEvent(new KeyboardEvent('keydown',
               {{ key: 'ArrowDown', repeat: {repeat}, bubbles: true }}))"
        )
    };
    page.eval(&hold(false));
    page.wait_for_moves(1);
    page.eval(&hold(true));
    page.eval(&hold(false));
    page.wait_for_moves(2);
}

#[test]
#[ignore = "needs Chromium"]
fn a_click_on_a_move_jumps_there_with_one_request() {
    let mut page =
        Page::with_game("#/play/othello?seed=5&seats=you|you&moves=d3;c3;c4;c5;b3;c2;b4;d2", 8);
    page.click("#tab-moves");
    for (button, moves) in [("move1", 2), ("move6", 7), ("move0", 1), ("move7", 8)] {
        page.click(&format!("[data-key={button}]"));
        page.wait_for_moves(moves);
        let now = "document.querySelector('.moves [aria-current=step]').dataset.key";
        assert_eq!(page.text(now), button);
        let undone = "document.querySelectorAll('.moves .undone').length";
        assert_eq!(page.number(undone) as u64, 8 - moves);
    }
    let asked = "performance.getEntriesByType('resource')
        .filter(({ name }) => /(undo|redo)$/.test(name)).length";
    assert_eq!(page.number(asked) as u64, 4, "one request for each jump");
}
