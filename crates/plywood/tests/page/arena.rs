//! Tournaments on the arena page.

use serde_json::json;

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
    let mut page = Page::at("#/arena/othello");
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
    page.click_and_delay(&["[data-tool=start]"], "arena");
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

/// Returns the texts of all elements that a selector finds.
fn texts(page: &mut Page, selector: &str) -> Vec<String> {
    let texts = page.eval(&format!(
        "[...document.querySelectorAll({selector:?})].map(element => element.textContent)"
    ));
    serde_json::from_value(texts).unwrap()
}

#[test]
#[ignore = "needs Chromium"]
fn a_tournament_has_an_opening_and_a_rank() {
    let mut page = Page::start();
    open_arena(&mut page, "othello");
    assert_eq!(page.text("document.querySelector('[aria-label=Opening]').value"), "8");
    page.eval("document.querySelector('[aria-label=Opening]').value = 3");
    page.choose("[aria-label='Rank by']", "score");
    page.click("[data-tool=start]");
    page.wait_for("document.querySelector('.status').dataset.how === 'done'");
    let opening = page.eval(
        "fetch(document.querySelector('.standings a[download]').href)
         .then(answer => answer.text())
         .then(text => JSON.parse(text.split('\\n')[0]).opening.length)",
    );
    assert_eq!(opening, 3);
    let heads = texts(&mut page, ".standings th[scope=col]");
    let interval = "95% interval";
    let expected = ["discs ahead", interval, "Mean discs", interval, "Elo", interval, ""];
    assert_eq!(heads[3..], expected);
    // The players are ranked by the first of these columns.
    let ahead = texts(&mut page, ".standings tbody td:nth-child(4)");
    let ahead: Vec<f64> =
        ahead.iter().map(|text| text.replace('−', "-").parse().unwrap()).collect();
    assert!(ahead[0] >= 0.0 && ahead[0] == -ahead[1], "{ahead:?}");
    // One-player games have no opening.
    page.choose(".arena select", "tetris");
    page.wait_for("document.querySelector('[aria-label=Opening]').closest('label').hidden");
}

/// The built-in games have at most two seats, so this test gives the page a summary of its own.
#[test]
#[ignore = "needs Chromium"]
fn standings_of_four_seats_have_places_and_lineups() {
    let mut page = Page::at("#/arena/othello");
    page.wait_for_element(".standings");
    let player = |spec: &str, mean: f64, place: f64| {
        json!({"spec": spec, "seeing": false, "games": 16, "mean": mean,
               "mean_ci95": [mean - 1.0, mean + 1.0], "mean_place": place,
               "mean_place_ci95": [place - 0.5, place + 0.5], "unit": "points", "capped": 0})
    };
    let summary = json!({
        "players": [player("rules", -8.0, 3.0), player("mcts", -4.5, 2.0)],
        "pairs": [{"a": "rules", "b": "mcts", "seeing": [false, false], "games": 16, "deals": 2,
                   "mean_difference": -3.5, "ci95": [-5.0, -2.0],
                   "one_a": {"mean": -4.25, "ci95": [-9.0, 0.5]}, "one_b": {"mean": -2.75, "ci95": null}}],
        "rank": "score", "ranking": [1, 0],
    });
    page.eval(&format!(
        "import('/standings.js').then(({{ standingsOf }}) =>
           document.querySelector('.standings').replaceChildren(...standingsOf({summary})))"
    ));
    let interval = "95% interval";
    let heads = texts(&mut page, ".standings th[scope=col]");
    assert_eq!(heads[2..], ["Mean points", interval, "Mean place", interval, ""]);
    let cells = texts(&mut page, ".standings tbody tr:first-child > *");
    assert_eq!(cells[..6], ["mcts", "16", "−4.50", "−5.50 to −3.50", "2.00", "1.50 to 2.50"]);
    assert_eq!(page.eval("document.querySelectorAll('.standings .interval').length"), 2);
    assert_eq!(
        texts(&mut page, ".pairs li"),
        [
            "rules against mcts: −3.50 points (−5.00 to −2.00); on one seat −4.25 (−9.00 to 0.50), could \
          be chance; on all seats but one −2.75"
        ]
    );
}
