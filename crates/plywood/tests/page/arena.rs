//! Tournaments on the arena page.

use crate::page::Page;
use crate::slow_page::SlowPage;

const STANDINGS: &str = ".standings tbody";
const RECORDS: &str = ".standings a[download]";
const STOPPED: &str = "document.querySelector('.status').textContent.endsWith(', stopped')";

/// Opens the arena and sets up a tournament of two fast players with four games per pair.
fn open_arena(page: &mut Page, game: &str) {
    page.open(&format!("#/arena/{game}"));
    set_up(page, "random", 4);
}

/// Opens the arena and starts a tournament of Othello that takes minutes.
fn start_long_tournament(page: &mut Page) {
    page.open("#/arena/othello");
    set_up(page, "medium", 1000);
    page.click("[data-tool=start]");
    page.wait_for_element(RECORDS);
}

/// Chooses the players `greedy` and `second`, and the number of games.
fn set_up(page: &mut Page, second: &str, games: u32) {
    page.choose("[aria-label='Player 1: who plays']", "greedy");
    page.choose("[aria-label='Player 2: who plays']", second);
    page.eval(&format!("document.querySelector('[aria-label=Games]').value = {games}"));
}

/// Waits until the standings include this many games.
fn wait_for_games(page: &mut Page, games: u64) {
    page.wait_for(&format!("document.querySelector('.standings')?.dataset.done === '{games}'"));
}

#[test]
#[ignore = "needs Chromium"]
fn tournaments_finish_and_offer_their_records() {
    let mut page = Page::start();
    for (game, total) in [("othello", 4), ("tetris", 8)] {
        open_arena(&mut page, game);
        page.click("[data-tool=start]");
        wait_for_games(&mut page, total);
        page.wait_for("document.querySelector('.status').dataset.how === 'done'");
        assert_eq!(page.eval("document.querySelectorAll('.standings tbody tr').length"), 2);
        assert_eq!(page.eval("document.querySelectorAll('.standings .interval').length"), 2);
        let records = page.eval(
            "fetch(document.querySelector('.standings a[download]').href)
             .then(answer => answer.text())
             .then(text => text.trim().split('\\n').map(JSON.parse).length)",
        );
        assert!(records.as_u64() >= Some(total), "{game}: {records} records");
        // The standings are still there after a visit to another page.
        page.go_home();
        page.click("nav a[href='#/arena']");
        wait_for_games(&mut page, total);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_stopped_tournament_is_labelled_as_stopped() {
    let mut page = Page::start();
    start_long_tournament(&mut page);
    // Choosing the next game does not change the tournament that is running.
    page.choose(".arena select", "tetris");
    page.click("[data-tool=stop]");
    page.wait_for(STOPPED);
    assert_eq!(
        page.text(&format!("document.querySelector('{RECORDS}').download")),
        "othello.jsonl"
    );
}

#[test]
#[ignore = "needs Chromium"]
fn a_reloaded_page_can_stop_its_tournament() {
    let mut page = Page::start();
    start_long_tournament(&mut page);
    let address = page.text("location.href");
    page.navigate(&address);
    page.wait_for_element(STANDINGS);
    page.click("[data-tool=stop]");
    page.wait_for(STOPPED);
}

#[test]
#[ignore = "needs Chromium"]
fn on_phones_a_started_tournament_scrolls_to_its_standings() {
    let mut page = Page::start();
    page.resize(390, 700);
    open_arena(&mut page, "othello");
    page.click("[data-tool=start]");
    page.wait_for(
        "document.querySelector('.results .status').getBoundingClientRect().bottom < innerHeight",
    );
}

#[test]
#[ignore = "needs Chromium"]
fn the_arena_remembers_the_chosen_players() {
    let mut page = Page::start();
    page.open("#/arena/othello");
    page.choose("[aria-label='Player 2: who plays']", "random");
    page.go_home();
    page.eval("history.back()");
    page.wait_for_element(".arena");
    let second = "document.querySelector(\"[aria-label='Player 2: who plays']\").value";
    assert_eq!(page.text(second), "random");
}

#[test]
#[ignore = "needs Chromium"]
fn leaving_the_arena_while_a_tournament_starts_keeps_the_new_address() {
    let mut page = SlowPage::start();
    open_arena(&mut page, "othello");
    page.delay("arena");
    page.click_at_once(&["[data-tool=start]"]);
    page.wait_for_delayed_answer();
    page.go_home();
    page.release();
    assert_eq!(page.text("location.hash"), "#/");
    // The tournament runs, and the arena shows it.
    page.click("nav a[href='#/arena']");
    page.wait_for_element(STANDINGS);
}

#[test]
#[ignore = "needs Chromium"]
fn a_late_report_is_not_taken_for_the_next_tournament() {
    let mut page = SlowPage::start();
    start_long_tournament(&mut page);
    // The last report of the first tournament arrives after the second tournament was started.
    page.mute();
    page.delay("arena");
    page.click("[data-tool=stop]");
    set_up(&mut page, "random", 4);
    page.click("[data-tool=start]");
    page.wait_for_delayed_answer();
    page.wait_for_muted_event();
    page.unmute();
    page.release();
    wait_for_games(&mut page, 4);
}
