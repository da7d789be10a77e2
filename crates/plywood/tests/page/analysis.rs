//! Tests of what the page shows of a search (candidates and tree), and of the analysis page.

use serde_json::json;

use crate::page::{IDLE, Page};

#[test]
#[ignore = "needs Chromium"]
fn the_tree_of_every_game_opens_and_shows_positions() {
    Page::for_every_game(|page, game| {
        page.choose_player_with_tree(game);
        page.open_tree();
        let preview = "document.querySelector('.tree-preview').innerHTML";
        page.wait_for(&format!("{preview}.includes('<svg')"));
        let deep = page.text(preview);
        let on_top = "(({ x, y }) => document.elementFromPoint(x + 5, y + 5).id)(
            document.querySelector('#tab-tree').getBoundingClientRect())";
        assert_eq!(page.text(on_top), "tab-tree", "{game}: the preview covers the tabs");
        page.hover_over(".tree-branches > .branches > li:last-child > details > summary");
        page.wait_for(&format!("{preview}.includes('<svg') && {preview} !== {}", json!(deep)));
        page.click(".branches summary");
        page.wait_for("!document.querySelector('.branches details').open");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_searches_until_it_is_stopped() {
    let mut page = Page::with_game("#/analysis/othello", 0);
    page.paste("d3; c3; c4");
    page.wait_for_moves(3);
    page.eval(
        "window.said = 0;
         document.querySelectorAll('.status, .thinking-status').forEach(line =>
           new MutationObserver(changes => (said += changes.length))
             .observe(line, { childList: true, characterData: true, subtree: true }))",
    );
    page.wait_for("document.querySelector('.share-line') && document.querySelector('.interval')");
    // Waits for 20,000 simulations: outside the analysis page, this player stops after 10,000.
    page.wait_for(
        "(([, number, unit]) => number * { k: 1e3, M: 1e6 }[unit] > 20000)(
         document.querySelector('.stats dd').textContent.match(/([0-9.]+) ([kM])/))",
    );
    let running = "document.querySelector('.play').dataset.analysing === 'yes'";
    assert_eq!(page.eval(running), true, "the search is still running");
    assert!(page.number("said") <= 6.0, "screen readers would repeat the status");
    page.click("[data-tool=think]");
    page.wait_for(&format!("!({running})"));
    page.wait_for("document.querySelector('.thinking-state').textContent.includes('stopped')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_stopped_analysis_shows_its_tree_and_a_new_game_none() {
    let mut page = Page::with_game("#/analysis/othello", 0);
    page.click("#tab-tree");
    page.wait_for_element(".mark.best");
    page.wait_for("document.querySelector('.tree').innerText.includes('Stop the analysis')");
    page.click("[data-tool=think]");
    page.wait_for_element(".branches summary");
    // A new game must not request the old game's tree: the server would refuse the request, and the
    // console error would fail the test.
    page.click("[data-tool=new]");
    page.wait_for_moves(0);
    page.wait_for("document.querySelector('.tree').innerText.includes('No tree yet')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_without_a_search_has_no_tree() {
    let mut page = Page::at("#/play/tetris?seed=5&seats=greedy");
    page.wait_for_at_least(1);
    page.click("#tab-tree");
    page.wait_for("document.querySelector('.tree').innerText.includes('without a search')");
}

#[test]
#[ignore = "needs Chromium"]
fn a_search_without_a_tree_says_so() {
    let mut page = Page::with_new_game("klondike");
    page.choose("[data-seat=Hints] select", "thoughtful");
    page.hint();
    page.click("#tab-tree");
    page.wait_for("document.querySelector('.tree').innerText.includes('searches without one')");
}

#[test]
#[ignore = "needs Chromium"]
fn lines_are_never_shown_as_percentages() {
    let mut page = Page::with_game("#/play/tetris?seed=5&rules=cap%3D1", 0);
    page.hint();
    let worth = page.text("document.querySelector('.candidate .value').textContent");
    assert!(!worth.contains('%'), "{worth}");
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_without_visits_has_no_value() {
    let mut page = Page::with_game("#/play/othello?seats=you|you", 0);
    page.choose("[data-seat=Hints] [data-field=simulations]", "1");
    page.hint();
    let values = page.text(
        "[...document.querySelectorAll('.candidate .value')]
           .map(one => one.textContent === '–').join()",
    );
    assert_eq!(values, "false,true,true,true");
    let labels = page.number("document.querySelectorAll('.mark-text:not(:empty)').length");
    assert_eq!(labels, 1.0);
}

#[test]
#[ignore = "needs Chromium"]
fn all_candidates_are_marked_after_the_hovered_one_is_gone() {
    let mut page = Page::with_game("#/play/othello?seed=5&seats=you|you", 0);
    page.hint();
    // Sends no `pointerleave` event: a real row that is redrawn under the mouse gets none either.
    page.eval(
        "document.querySelector('.candidate').dispatchEvent(new PointerEvent('pointerenter'))",
    );
    page.wait_for_element(".tracing .line-number");
    page.eval(
        "document.querySelector('.square.legal').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    page.wait_for_moves(1);
    page.eval("document.querySelector('[data-tool=hint]').click()");
    page.wait_for(&format!(
        "document.querySelectorAll('.marks .mark').length === 3 && {IDLE}
         && !document.querySelector('.tracing .line-number')"
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn a_hint_highlights_its_block() {
    let mut page = Page::with_new_game("woodblock");
    page.hint();
    let best = page.text("document.querySelector('.candidate.best').dataset.candidate");
    let slot = page.text("document.querySelector('.block.advised').dataset.slot");
    assert_eq!(best[..1].parse::<u32>().unwrap(), slot.parse::<u32>().unwrap() + 1);
}
