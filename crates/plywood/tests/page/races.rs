//! Race conditions: late or lost answers of the server, and input before an answer arrives.

use crate::page::{IDLE, Page};
use crate::slow_page::SlowPage;

/// An expression for the number of searches that the page has requested.
const SEARCHES: &str = "performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/think')).length";

#[test]
#[ignore = "needs Chromium"]
fn extra_clicks_on_undo_and_redo_do_nothing() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you&moves=d3;c3", 2);
    // If the server refused a request, the console would show an error and fail the test.
    let thrice = |tool: &str| {
        format!("for (const _ of [1, 2, 3]) document.querySelector('[data-tool={tool}]').click()")
    };
    page.eval(&thrice("undo"));
    page.wait_for_moves(0);
    page.eval(&thrice("redo"));
    page.wait_for_moves(2);
    // Plays c4, which deletes the undone moves. An immediate click on an undone move does nothing.
    page.click("#tab-moves");
    page.eval(&thrice("undo"));
    page.wait_for_moves(0);
    page.eval(
        "for (const place of ['[data-key=c4]', '[data-key=move1]']) document.querySelector(place)
           .dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    page.wait_for_moves(1);
    page.click("#tab-thinking");
    page.hint();
}

#[test]
#[ignore = "needs Chromium"]
fn the_last_of_many_search_requests_wins() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    page.eval(
        "for (const tool of [...Array(10).fill('step'), 'hint'])
           document.querySelector(`[data-tool=${tool}]`).click()",
    );
    page.wait_for(&format!("document.querySelector('.mark.best') && {IDLE}"));
    assert_eq!(page.number(SEARCHES), 2.0, "the first, which had started, and the last");
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_during_the_opponents_turn_does_not_move_for_it() {
    let mut page = SlowPage::with_game("#/play/othello?seed=5&seats=you|greedy", 0);
    page.mute();
    page.click_at_once(&[".square.legal"]);
    page.wait_for_muted_event();
    page.click_at_once(&["[data-tool=hint]"]);
    page.unmute();
    // After the hint, the opponent searches again, and the move that it chooses is played.
    page.wait_for_moves(2);
    page.hint();
    page.wait_for_element(".mark.best");
}

#[test]
#[ignore = "needs Chromium"]
fn a_lost_answer_does_not_move_for_the_person() {
    let mut page = SlowPage::with_game("#/play/othello?seed=5&seats=you|greedy", 0);
    page.choose("[data-tool=speed]", "Instant");
    page.eval("window.muted = new Promise(() => {}); [delayed, dropped] = ['think', 'think']");
    page.click_at_once(&[".square.legal"]);
    page.wait_for("waiting.length > 0 && unheard > 0");
    // A page that becomes visible asks for the state of its game.
    page.eval("document.dispatchEvent(new Event('visibilitychange'))");
    page.eval("muted = null; release()");
    page.wait_for_moves(2);
    // The next move succeeds only if the server has the same moves as the page.
    page.click_at_once(&[".square.legal"]);
    page.wait_for_moves(4);
}

#[test]
#[ignore = "needs Chromium"]
fn a_lost_answer_is_retried() {
    let mut page = SlowPage::start();
    page.open_home();
    page.eval("dropped = 'new'; location.hash = '#/play/othello'");
    page.wait_for_moves(0);
}

#[test]
#[ignore = "needs Chromium"]
fn keys_are_ignored_until_the_game_is_open() {
    let mut page = SlowPage::start();
    page.open_home();
    page.delay("new");
    page.eval("location.hash = '#/play/tetris?seed=5'");
    page.wait_for_delayed_answer();
    page.press_control("z");
    page.press("ArrowDown");
    page.release();
    page.wait_for_moves(0);
}

#[test]
#[ignore = "needs Chromium"]
fn leaving_a_game_starts_no_search() {
    let mut page = SlowPage::with_game("#/play/othello?seats=you|you&moves=d3", 1);
    page.click_and_delay(&["[data-tool=undo]", "[data-tool=hint]", "[data-tool=new]"], "undo");
    page.wait_for_moves(0);
    page.release();
    assert_eq!(page.number(SEARCHES), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn late_answers_do_not_navigate_after_cancelling() {
    let mut page = SlowPage::with_game("#/play/tetris?seed=5", 0);
    let address = page.text("location.hash");

    page.click("[data-tool=options]");
    page.click_and_delay(&["dialog .primary"], "look");
    page.click_at_once(&["dialog .buttons button:last-child"]);
    page.release();
    assert_eq!(page.text("location.hash"), address);

    page.fill_paste_field("#/play/othello?moves=d3");
    page.click_and_delay(&["[data-tool=open]"], "look");
    page.go_home();
    page.release();
    assert_eq!(page.text("location.hash"), "#/");
}

#[test]
#[ignore = "needs Chromium"]
fn a_double_click_moves_a_card_once() {
    // In this deal the five of clubs may be moved onto the six of diamonds.
    let mut page = SlowPage::with_game("#/play/klondike?seed=21&rules=draw%3D1", 0);
    page.click("[data-card='5C']");
    page.wait_for_element(".drop-target");
    page.click_and_delay(&[".drop-target", ".drop-target"], "play");
    page.release();
    page.wait_for_moves(1);
}

#[test]
#[ignore = "needs Chromium"]
fn the_table_may_be_redrawn_during_a_drag() {
    // The stock is empty, and the dragged card is the top card of the waste. Turning the waste over
    // removes this card from the table during the drag.
    let turns = ["turn", "move T4 5C T7", "turn;turn;turn;turn;turn;turn;turn"].join(";");
    let mut page = SlowPage::with_game(&format!("#/play/klondike?seed=21&moves={turns}"), 9);
    page.click_and_delay(&[".target[data-key=stock]"], "play");
    let point = |kind: &str, target: &str, place: u32| {
        format!(
            "{target}.dispatchEvent(new PointerEvent('pointer{kind}',
               {{ bubbles: true, clientX: {place}, clientY: {place} }}))"
        )
    };
    page.eval(&point("down", "document.querySelector('.card[aria-label*=waste]')", 100));
    page.eval(&point("move", "window", 120));
    page.release();
    page.wait_for_moves(10);
    page.eval(&point("move", "window", 140));
    page.eval(&point("up", "window", 140));
    assert_eq!(page.number("document.querySelectorAll('.carried').length"), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn going_back_while_a_game_opens_stays_back() {
    let mut page = SlowPage::start();
    page.expect_console_error("status of 400 (Bad Request)");
    page.open("");
    for game in ["#/play/othello", "#/play/othello?moves=a1"] {
        page.wait_for_element(".game-card");
        page.delay("new");
        page.eval(&format!("location.hash = '{game}'"));
        page.wait_for_element(".play");
        page.wait_for_delayed_answer();
        page.eval("history.back()");
        page.wait_for_element(".game-card");
        page.release();
        assert_eq!(page.eval("Boolean(document.querySelector('.game-card'))"), true);
        assert_eq!(page.text("location.hash"), "");
        assert_eq!(page.text("document.title"), "Plywood");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_second_click_does_not_move_for_the_other_seat() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    // The server would refuse a second request, and the console error would fail the test.
    page.eval(
        "document.querySelectorAll('.square.legal').forEach(square =>
           square.dispatchEvent(new MouseEvent('click', { bubbles: true })))",
    );
    page.wait_for_moves(1);
    page.click("[data-tool=undo]");
    page.wait_for_moves(0);
}
