//! Exercises: one's own mistakes, kept in the browser.

use serde_json::{Value, json};

use crate::page::{GAMES, Page};
use crate::review::review_othello;

const TASK: &str = "document.querySelector('.practice .status').textContent";
const VERDICT: &str = "document.querySelector('.judgement').textContent";
const COUNT: &str = "JSON.parse(localStorage.getItem('plywood exercises')).exercises.length";
/// An Othello endgame in which d1 and a5 win by 4 discs, b4 loses by 4 and b8 by 16.
const ENDING: &str = "X-O-OXOO-XOOXXXX-OXOOXXOO-XXOXXO-OXOXXXOXXOOOXXO-OOOOXX---XOXX-- X";
/// A position of Othello after 12 moves in which a search of e8 hardly visits the blunder b8.
const MIDGAME: &str = "--------------------X------OXX-----XXXX----OOOOO--O-OO---------- X";
/// Two moves from the start of each game.
const MOVES: [[&str; 2]; 4] = [["d3", "c4"], ["turn", "turn"], ["1@a1", "1@b1"], ["r0x0", "r0x1"]];

/// Stores an exercise that is due in the browser.
fn keep(page: &mut Page, game: &str, position: &str, [played, best]: [&str; 2]) {
    let exercise = json!({
        "game": game, "rules": "", "position": position, "number": 1, "player": "hard",
        "unit": "points", "played": {"move": played, "words": played},
        "best": {"move": best, "value": 1.0, "pv": [best], "words": [best]},
        "loss": 3.0, "lossUnit": "points", "due": 0, "solved": 0,
    });
    page.eval(&format!(
        "localStorage.setItem('plywood exercises', JSON.stringify({{ schema: 1, exercises: [{exercise}] }}))"
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn mistakes_of_a_reviewed_game_are_kept_over_a_reload_and_solved() {
    let mut page = Page::start();
    review_othello(&mut page);
    let kept = page.number(COUNT);
    assert!(kept >= 1.0, "no mistake is kept");
    // A second review of the same game adds no exercises.
    page.click(".review [data-tool=start]");
    page.wait_for("document.querySelector('.review .status').dataset.how === 'done'");
    assert_eq!(page.number(COUNT), kept);

    page.go_home();
    page.click("[aria-label='Exercises of Othello']");
    page.wait_for_element(".square.legal");
    let task = page.text(TASK);
    assert!(task.contains("find a better move than"), "{task}");
    let first = page.eval("JSON.parse(localStorage.getItem('plywood exercises')).exercises[0]");

    // The move that was played in the game is not accepted as a solution. After a wrong answer, the exercise
    // comes last.
    page.click(&format!("[data-key={}]", first["played"]["move"].as_str().unwrap()));
    page.wait_for_element("[data-tool=next]:not([hidden])");
    assert!(page.text(VERDICT).starts_with("That is the move of the game."));
    page.wait_for_element(".tracing");
    let address = page.text("location.href");
    page.navigate(&address);
    page.wait_for_element(".square.legal");
    assert_eq!(page.number(COUNT), kept);

    // Solving it moves it into the future.
    while page.text(TASK) != task {
        page.click("[data-tool=solution]");
        page.click("[data-tool=next]");
        page.wait_for_element(".square.legal");
    }
    page.click(&format!("[data-key={}]", first["best"]["move"].as_str().unwrap()));
    page.wait_for_element(".judgement[data-solved=yes]");
    assert!(page.text(VERDICT).starts_with("Right:"));
    let due = "JSON.parse(localStorage.getItem('plywood exercises')).exercises
                 .filter(({ due, solved }) => solved === 1 && due > Date.now()).length";
    assert_eq!(page.number(due), 1.0);

    // A second click forgets all exercises.
    page.click("[data-tool=forget]");
    assert_eq!(page.number(COUNT), kept);
    page.click("[data-tool=forget]");
    page.wait_for(&format!("{TASK}.startsWith('No exercises yet')"));
    assert_eq!(page.number(COUNT), 0.0);
}

#[test]
#[ignore = "needs Chromium"]
fn other_moves_are_compared_by_the_server() {
    let mut page = Page::start();
    page.open_home();
    for (mv, expected) in [
        ("a5", "Right: it is as good. The stored move was d1"),
        ("b8", "Not good enough: it loses 20 discs and the win, exactly. Better was d1"),
    ] {
        keep(&mut page, "othello", ENDING, ["b4", "d1"]);
        page.open("#/exercises/othello");
        page.click(&format!("[data-key={mv}].legal"));
        page.wait_for_element(".judgement[data-solved]");
        let verdict = page.text(VERDICT);
        assert!(verdict.starts_with(expected), "{mv}: {verdict}");
        page.wait_for_element(".tracing");
    }
    // Plays the better move, d1, by keyboard.
    keep(&mut page, "othello", ENDING, ["b4", "d1"]);
    page.open("#/exercises/othello");
    page.wait_for_element(".square.legal");
    page.eval("document.querySelector('[data-key=d2]').focus()");
    page.press("ArrowUp");
    page.press("Enter");
    page.wait_for_element(".judgement[data-solved=yes]");
    assert!(page.text(VERDICT).starts_with("Right: d1"));
    assert_eq!(page.eval("document.activeElement.dataset.tool"), "next");
}

#[test]
#[ignore = "needs Chromium"]
fn a_blunder_that_a_search_hardly_visits_is_not_accepted() {
    let mut page = Page::start();
    page.open_home();
    keep(&mut page, "othello", MIDGAME, ["g7", "e8"]);
    page.open("#/exercises/othello");
    page.click("[data-key=b8].legal");
    page.wait_for_element(".judgement[data-solved=no]");
    let verdict = page.text(VERDICT);
    assert!(verdict.starts_with("Not good enough: it loses "), "{verdict}");
}

#[test]
#[ignore = "needs Chromium"]
fn forgotten_exercises_do_not_come_back_with_their_review() {
    let mut page = Page::start();
    review_othello(&mut page);
    assert!(page.number(COUNT) >= 1.0, "no mistake is kept");
    page.click(".review a[href^='#/exercises']");
    page.wait_for_element(".square.legal");
    page.click("[data-tool=forget]");
    page.click("[data-tool=forget]");
    page.wait_for(&format!("{TASK}.startsWith('No exercises yet')"));
    for back in ["history.back()", "location.reload()"] {
        page.eval(&format!("{back}; 0"));
        page.wait_for("document.querySelector('.review .status')?.dataset.how === 'done'");
        page.wait_for_element("[data-tool=keep]");
        assert_eq!(page.number(COUNT), 0.0, "after {back}");
        // Changes the status, so that the next `wait_for` waits until the page has drawn it again.
        page.eval("document.querySelector('.review .status').dataset.how = 'old'");
    }
    // The person can store the exercises again. The test clicks with a script, since the header of the page
    // may cover the button.
    page.eval("document.querySelector('[data-tool=keep]').click()");
    assert!(page.number(COUNT) >= 1.0, "no mistake is kept again");
}

#[test]
#[ignore = "needs Chromium"]
fn every_board_takes_exercises() {
    let mut page = Page::on_phone();
    page.open_home();
    for (game, moves) in GAMES.into_iter().zip(MOVES) {
        let position = page.text(&format!(
            "fetch('/api/v1/look', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }},
               body: JSON.stringify({{ game: '{game}', seed: 5 }}) }})
             .then(answer => answer.json()).then(({{ state }}) => state.position)"
        ));
        keep(&mut page, game, &position, moves);
        page.open(&format!("#/exercises/{game}"));
        page.wait_for_element("[data-tool=solution]:not([hidden])");
        page.click("[data-tool=solution]");
        page.wait_for_element("[data-tool=next]:not([hidden])");
        page.wait_for_element(".tracing");
        let wider = page.number("document.documentElement.scrollWidth") - 390.0;
        assert!(wider <= 0.0, "{game}: {wider} pixels too wide");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn broken_exercises_are_dropped() {
    let mut page = Page::expecting("status of 400");
    page.open_home();
    keep(&mut page, "othello", "no position", ["d3", "c4"]);
    page.open("#/exercises/othello");
    page.wait_for(&format!("{TASK}.startsWith('No exercises yet')"));
    page.wait_for_notice("cannot be opened");
    page.eval("localStorage.setItem('plywood exercises', '{')");
    page.open("");
    page.wait_for_element(".game-card");
    assert_eq!(page.eval("document.querySelector('[href^=\"#/exercises\"]')"), Value::Null);
}

#[test]
#[ignore = "needs Chromium"]
fn exercises_work_where_the_browser_stores_nothing() {
    let mut page = Page::with_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });",
    );
    review_othello(&mut page);
    page.click(".review a[href^='#/exercises']");
    page.wait_for_element(".square.legal");
    page.click("[data-tool=solution]");
    page.wait_for_element("[data-tool=next]:not([hidden])");
}

#[test]
#[ignore = "needs Chromium"]
fn exercises_continue_after_a_restart_of_the_server() {
    let mut page = Page::expecting("net::ERR_");
    page.expect_console_error("status of 404");
    page.open_home();
    keep(&mut page, "othello", ENDING, ["b4", "d1"]);
    page.open("#/exercises/othello");
    page.click("[data-key=b4].legal");
    page.wait_for_element("[data-tool=next]:not([hidden])");
    page.kill_server();
    page.click("[data-tool=next]");
    page.wait_for_notice("does not answer");
    page.server.restart();
    page.wait_for("document.getElementById('banner').hidden");
    page.click("[data-tool=next]:not([hidden])");
    page.click("[data-key=a5].legal");
    page.wait_for_element(".judgement[data-solved=yes]");
}
