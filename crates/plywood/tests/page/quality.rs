//! Studies of players on the arena page.

use serde_json::{Value, json};

use crate::page::Page;
use crate::slow_page::SlowPage;

const START: &str = "#panel-quality [data-tool=start]";
const DONE: &str = "document.querySelector('#panel-quality .status').dataset.how === 'done'";
const STOPPED: &str =
    "document.querySelector('#panel-quality .status').textContent.endsWith(', stopped')";

/// Opens the quality tab and sets up a study of Othello's `mcts`.
fn open_quality(page: &mut Page, positions: u32, seeds: u32) {
    page.open("#/arena/othello");
    page.click("#tab-quality");
    page.choose("#panel-quality [aria-label='Player 1: who plays']", "mcts");
    page.choose("[aria-label='Positions']", &positions.to_string());
    page.choose("[aria-label='Seeds']", &seeds.to_string());
}

/// Starts a study that takes minutes, and waits for its first plots.
fn start_long_study(page: &mut Page) {
    open_quality(page, 200, 50);
    page.click(START);
    page.wait_for_element(".indicator .plot");
}

/// Measures a player that searches and one that does not, and waits for the end.
pub fn measure_players(page: &mut Page) {
    open_quality(page, 6, 3);
    page.choose("[aria-label='Simulations a decision']", "60");
    page.click("#panel-quality .entrants + button");
    page.choose("#panel-quality [aria-label='Player 2: who plays']", "random");
    page.click(START);
    page.wait_for(DONE);
}

/// Returns the text of an indicator for a player.
fn words(page: &mut Page, indicator: &str, player: usize) -> String {
    page.text(&format!(
        "document.querySelectorAll('[data-indicator=\"{indicator}\"] .plot-words')[{player}].textContent"
    ))
}

/// Returns the rows of a player's table of an indicator.
fn table(page: &mut Page, indicator: &str) -> Vec<Vec<String>> {
    let rows = page.eval(&format!(
        "[...document.querySelectorAll('[data-indicator=\"{indicator}\"] tbody tr')]
           .map(row => [...row.cells].map(cell => cell.textContent))"
    ));
    serde_json::from_value(rows).unwrap()
}

/// Returns the summary of the study in the address.
fn summary(page: &mut Page) -> Value {
    page.eval(
        "fetch('/api/v1/quality_state', { method: 'POST', headers: { 'content-type': 'application/json' },
           body: JSON.stringify({ study: new URLSearchParams(location.hash.split('?')[1]).get('study') }) })
         .then(answer => answer.json()).then(({ summary }) => summary)",
    )
}

#[test]
#[ignore = "needs Chromium"]
fn a_study_shows_four_plots_with_their_values_and_survives_a_reload() {
    let mut page = Page::start();
    measure_players(&mut page);
    let names = "[...document.querySelectorAll('.indicator')].map(one => one.dataset.indicator)";
    let expected = json!(["Consistency", "Convergence", "Tree balance", "Rollout quality"]);
    assert_eq!(page.eval(names), expected);

    let measured = summary(&mut page)["players"].clone();
    let percent = |share: &Value| format!("{:.0}%", 100.0 * share.as_f64().unwrap());
    for player in 0..2 {
        let shown = words(&mut page, "Consistency", player);
        let share = percent(&measured[player]["consistency"]["mean"]);
        assert!(shown.starts_with(&format!("{share} (")), "{shown}: {share}");
    }
    let effective = measured[0]["tree_balance"]["mean"].as_f64().unwrap();
    let legal = measured[0]["legal_moves"].as_f64().unwrap();
    let shown = words(&mut page, "Tree balance", 0);
    assert!(shown.starts_with(&format!("{effective:.1} (")), "{shown}: {effective}");
    assert!(shown.ends_with(&format!(" of {legal:.1} legal moves")), "{shown}: {legal}");
    assert!(words(&mut page, "Convergence", 0).contains("simulations"));
    assert!(words(&mut page, "Rollout quality", 0).contains("standard error of a value"));
    for indicator in ["Convergence", "Tree balance", "Rollout quality"] {
        let shown = words(&mut page, indicator, 1);
        assert_eq!(shown, "Nothing to measure: this player has no simulations.");
    }

    // Four plots of the searching player and one of the other, each with a text for screen readers.
    let labels = "[...document.querySelectorAll('.indicators svg[role=img]')]
                    .filter(plot => plot.getAttribute('aria-label').length > 20).length";
    assert_eq!(page.eval(labels), 5);
    let curve: Vec<String> =
        table(&mut page, "Convergence").into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(curve, ["1", "2", "5", "10", "20", "50", "60"]);
    let points =
        page.number("document.querySelectorAll('[data-indicator=Convergence] circle').length");
    assert_eq!(points, 7.0);
    let groups = table(&mut page, "Rollout quality");
    let positions: u32 = groups.iter().map(|row| row[3].parse::<u32>().unwrap()).sum();
    assert_eq!(positions, 6);

    let shown = "document.querySelector('.indicators').innerText";
    let before = page.text(shown);
    let address = page.text("location.href");
    assert!(address.contains("#/arena/othello?study="), "{address}");
    page.navigate(&address);
    page.wait_for(DONE);
    assert_eq!(page.text(shown), before);
    assert!(page.eval("document.querySelector('#panel-tournament').hidden").as_bool().unwrap());
}

#[test]
#[ignore = "needs Chromium"]
fn tables_open_by_keyboard_and_stay_open_while_results_arrive() {
    let mut page = Page::start();
    start_long_study(&mut page);
    page.tab_to("[data-indicator=Convergence] summary");
    page.press("Enter");
    page.wait_for_element("[data-indicator=Convergence] details[open]");
    let done = page.text("document.querySelector('.indicators').dataset.done");
    page.wait_for(&format!("document.querySelector('.indicators').dataset.done !== '{done}'"));
    assert_eq!(
        page.eval("document.querySelector('[data-indicator=Convergence] details').open"),
        true
    );
    assert_eq!(
        page.eval("document.activeElement.matches('[data-indicator=Convergence] summary')"),
        true
    );
    page.click("#panel-quality [data-tool=stop]");
    page.wait_for(STOPPED);
}

#[test]
#[ignore = "needs Chromium"]
fn a_reloaded_page_can_stop_its_study_and_keeps_its_results() {
    let mut page = Page::start();
    start_long_study(&mut page);
    let address = page.text("location.href");
    page.navigate(&address);
    page.wait_for_element(".indicator .plot");
    page.click("#panel-quality [data-tool=stop]");
    page.wait_for(STOPPED);
    assert_eq!(page.eval("document.querySelectorAll('.indicator').length"), 4);
}

#[test]
#[ignore = "needs Chromium"]
fn the_address_is_the_task_on_the_open_tab() {
    let mut page = Page::start();
    measure_players(&mut page);
    page.click("#tab-tournament");
    page.choose("#panel-tournament [aria-label='Player 2: who plays']", "random");
    page.choose("[aria-label=Games]", "2");
    page.click("#panel-tournament [data-tool=start]");
    page.wait_for("location.hash.includes('arena=')");
    page.eval("document.querySelector('#tab-tournament').focus()");
    page.press("ArrowRight");
    page.wait_for("location.hash.includes('study=')");
    assert!(page.eval("document.activeElement.id === 'tab-quality'").as_bool().unwrap());
    // Both tasks are still there after a visit to another page.
    page.go_home();
    page.click("nav a[href='#/arena']");
    page.wait_for(DONE);
    page.wait_for_element("#panel-tournament .standings tbody");
}

/// The results are taller than the window when the page decides whether to scroll to them.
#[test]
#[ignore = "needs Chromium"]
fn a_wide_page_does_not_scroll_when_results_appear() {
    let mut page = SlowPage::start();
    open_quality(&mut page, 2, 2);
    page.middle_of(START);
    page.click_and_delay(&[START], "quality_state");
    page.wait_for(DONE);
    let tall = "document.querySelector('#panel-quality .results').getBoundingClientRect().height";
    assert!(page.number(tall) > 900.0);
    page.eval(
        "window.scrolls = 0; Element.prototype.scrollIntoView = () => { window.scrolls += 1; }; 0",
    );
    page.release();
    assert_eq!(page.number("scrolls"), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn a_lost_study_is_reported() {
    let mut page = Page::expecting("status of 404");
    page.open("#/arena/othello?study=unknown");
    page.wait_for("document.querySelector('#panel-quality .status').dataset.how === 'lost'");
    let status = page.text("document.querySelector('#panel-quality .status').textContent");
    assert!(status.starts_with("The engine has lost this study"), "{status}");
}

#[test]
#[ignore = "needs Chromium"]
fn the_plots_fit_a_phone_in_every_game() {
    let mut page = Page::on_phone();
    for game in ["klondike", "woodblock", "tetris"] {
        page.open(&format!("#/arena/{game}"));
        page.click("#tab-quality");
        page.choose("#panel-quality [aria-label='Player 1: who plays']", "mcts");
        page.choose("[aria-label='Positions']", "2");
        page.choose("[aria-label='Seeds']", "2");
        page.choose("[aria-label='Simulations a decision']", "10");
        page.click(START);
        page.wait_for(DONE);
        assert_eq!(page.eval("document.querySelectorAll('.indicator .plot-bar').length"), 2);
        let wider = page.number("document.documentElement.scrollWidth") - 390.0;
        assert!(wider <= 0.0, "{game}: {wider} pixels too wide");
    }
}
