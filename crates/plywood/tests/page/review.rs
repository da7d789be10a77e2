//! Reviews of games on the page, and links that repeat them.

use serde_json::Value;

use crate::own_game::{connect_four, example};
use crate::page::{IDLE, Page};

/// An expression that is true once the review that is shown has ended.
const DONE: &str = "document.querySelector('.review .status')?.dataset.how === 'done'";
const STATUS: &str = "document.querySelector('.review .status').textContent";
const FOUND: &str = ".review-found:not([hidden])";
const NOW: &str = "Number(document.querySelector('.review-graph').getAttribute('aria-valuenow'))";

/// A whole game of Othello, played by a beginner with the black discs.
const GAME: &str = "seed=3&moves=f5;f6;e6;f4;g6;f7;g5;e7;d6;c7;e3;h6;e8;f3;g4;h5;f8;g3;d3;c5;h4;h3;c6;d7;c8;d8;\
    g2;b6;c4;e2;f2;e1;a6;b3;b5;c3;c2;b2;d2;c1;g7;b7;a1;h1;h2;g1;f1;a4;d1;b1;b4;g8;a3;a5;a2;b8;a8;a7;h8;h7";
const MOVES: u64 = 60;

/// Opens the finished game and reviews it with few simulations by the button below the board.
pub fn review_othello(page: &mut Page) {
    page.open_game(&format!("#/play/othello?{GAME}&seats=you|medium"), MOVES);
    page.choose("[aria-label='Simulations for each move']", "60");
    page.click("[data-tool=review]");
    page.wait_for(DONE);
}

/// Returns the summary of the review that is shown.
fn summary(page: &mut Page) -> Value {
    page.eval(
        "fetch('/api/v1/review_state', { method: 'POST', headers: { 'content-type': 'application/json' },
           body: JSON.stringify({ review: JSON.parse(sessionStorage.getItem('review')).review }) })
         .then(answer => answer.json()).then(({ summary }) => summary)",
    )
}

/// Returns the moves of a summary whose marks have a sign.
fn marked(summary: &Value) -> Vec<Value> {
    let moves = summary["moves"].as_array().expect("a list of moves");
    let has_sign =
        |one: &&Value| matches!(one["mark"].as_str(), Some("inaccuracy" | "mistake" | "blunder"));
    moves.iter().filter(has_sign).cloned().collect()
}

#[test]
#[ignore = "needs Chromium"]
fn a_finished_game_is_reviewed_from_the_button_to_the_worst_moves() {
    let mut page = Page::start();
    review_othello(&mut page);
    assert_eq!(page.text(STATUS), "60 of 60 positions");
    let summary = summary(&mut page);
    let marked = marked(&summary);
    assert!(!marked.is_empty(), "a game without mistakes tests nothing");

    // The graph has all marks, and the list of moves has their signs.
    let signs = "document.querySelectorAll('.review-graph .plot .plot-mark').length";
    assert_eq!(page.number(signs), marked.len() as f64);
    page.click("#tab-moves");
    let listed = page.eval(
        "[...document.querySelectorAll('.moves button')].flatMap((one, at) =>
           one.querySelector('.sign') ? [[at, one.querySelector('.sign .unseen').textContent.trim()]] : [])",
    );
    let expected: Vec<Value> =
        marked.iter().map(|one| serde_json::json!([one["ply"], one["mark"]])).collect();
    assert_eq!(listed, Value::from(expected));

    // A click on the graph and keys go to positions of the game.
    page.click("#tab-review");
    page.click(".review-graph .plot");
    page.wait_for_moves_that("< 60");
    let clicked = page.moves();
    assert!((20..40).contains(&clicked), "{clicked}");
    page.eval("document.querySelector('.review-graph').focus()");
    for (key, moves) in
        [("ArrowRight", clicked + 1), ("ArrowLeft", clicked), ("Home", 0), ("ArrowUp", 1)]
    {
        page.press(key);
        page.wait_for_moves(moves);
        assert_eq!(page.number(NOW), moves as f64);
    }
    let words = page.text("document.querySelector('.review-graph').getAttribute('aria-valuetext')");
    assert!(words.starts_with("Move 1, Black f5: "), "{words}");

    // The page goes to the position before the worst move, and plays the better line there.
    let worst = summary["players"][0]["worst"].as_array().expect("a list").clone();
    let buttons =
        "[...document.querySelectorAll('.worst button')].filter(one => !one.hidden).length";
    assert_eq!(page.number(buttons), worst.len() as f64);
    let ply = worst[0].as_u64().expect("a ply");
    page.click("[data-worst='0']");
    page.wait_for_moves(ply);
    let best = &summary["moves"][ply as usize]["best"];
    let line = best["pv"].as_array().expect("a line").len().min(32);
    page.wait_for(&format!(
        "document.querySelectorAll('.tracing .line-number').length >= {}",
        line.min(2)
    ));

    // The table has the totals of the summary.
    let cells = page.eval(
        "[...document.querySelectorAll('.review tbody tr')].map(row => row.cells[1].textContent)",
    );
    let player = &summary["players"][0];
    for (name, row) in
        [("best", 2), ("good", 3), ("inaccuracies", 4), ("mistakes", 5), ("blunders", 6)]
    {
        assert_eq!(cells[row].as_str(), Some(player[name].to_string().as_str()), "{name}: {cells}");
    }
}

#[test]
#[ignore = "needs Chromium"]
fn quick_clicks_start_one_review() {
    let mut page = Page::with_game(&format!("#/play/othello?{GAME}&seats=you|medium"), MOVES);
    page.choose("[aria-label='Simulations for each move']", "60");
    page.eval(
        "window.reviews = 0;
         const fetched = window.fetch;
         window.fetch = (url, ...rest) => {
           if (/\\/review$/.test(url)) window.reviews += 1;
           return fetched(url, ...rest);
         };
         for (let at = 0; at < 3; at += 1) document.querySelector('[data-tool=review]').click();
         0",
    );
    page.wait_for(DONE);
    assert_eq!(page.number("reviews"), 1.0);
    // The next review can be started.
    page.click(".review [data-tool=start]");
    page.wait_for(&format!("reviews === 2 && {DONE}"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_review_that_waits_shows_its_place() {
    let mut page = Page::with_game(&format!("#/analysis/othello?{GAME}"), MOVES);
    page.eval(
        "window.other = fetch('/api/v1/review', { method: 'POST', headers: { 'content-type': 'application/json' },
           body: JSON.stringify({ page: 'other', game: 'othello', moves: ['f5'], simulations: 1000000000 }) })
         .then(answer => answer.json()); 0",
    );
    page.eval("other.then(() => 0)");
    page.choose("[aria-label='Simulations for each move']", "60");
    page.click("[data-tool=review]");
    page.wait_for(&format!("{STATUS}.startsWith('Waits: 1 before this review')"));
    page.eval(
        "other.then(({ review }) => fetch('/api/v1/review_stop', { method: 'POST',
           headers: { 'content-type': 'application/json' }, body: JSON.stringify({ review }) })).then(() => 0)",
    );
    page.wait_for(&format!("{DONE} && {STATUS} === '60 of 60 positions'"));
}

#[test]
#[ignore = "needs Chromium"]
fn losses_that_are_not_known_are_not_called_insignificant() {
    let heading = "document.querySelector('.review-found h3').textContent";
    // A player that does not search gives no values before the exact endgame.
    let mut page = Page::with_game(
        "#/play/othello?seed=3&moves=f5;f6;e6;f4&seats=you|medium&review=random",
        4,
    );
    page.wait_for(DONE);
    assert_eq!(page.text(heading), "Your losses are not known");
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_with_impossible_numbers_is_mended() {
    let mut page = Page::start();
    for (at, moves) in [("-1", 0), ("1.5", 2)] {
        page.open_game(&format!("#/play/othello?{GAME}&seats=you|medium&at={at}"), moves);
    }
    let link = format!("#/play/othello?seed=3&moves=f5&review=hard,simulations={}", "9".repeat(20));
    page.open(&link);
    page.wait_for("!document.querySelector('.review [data-tool=stop]').disabled");
    page.click(".review [data-tool=stop]");
    page.wait_for("document.querySelector('.review [data-tool=stop]').disabled");
}

#[test]
#[ignore = "needs Chromium"]
fn a_review_by_time_says_that_its_link_does_not_repeat_it() {
    let notes = "document.querySelector('.review-notes').textContent";
    let mut page =
        Page::with_game("#/play/othello?seed=3&moves=f5;f6&seats=you|medium&review=expert", 2);
    page.wait_for(DONE);
    assert!(page.text(notes).contains("does not repeat"));
    assert!(page.text("location.hash").ends_with("review=expert"));
    page.choose("[aria-label='Simulations for each move']", "60");
    page.click(".review [data-tool=start]");
    page.wait_for(&format!("{DONE} && location.hash.includes('simulations%3D60')"));
    assert_eq!(page.text(notes), "");
}

#[test]
#[ignore = "needs Chromium"]
fn a_stopped_review_shows_what_is_done() {
    let mut page = Page::with_game(&format!("#/analysis/othello?{GAME}"), MOVES);
    page.choose("[aria-label='Simulations for each move']", "50000");
    page.click("[data-tool=review]");
    page.wait_for_element(FOUND);
    page.wait_for("/left$/.test(document.querySelector('.review .status').textContent)");
    page.click(".review [data-tool=stop]");
    page.wait_for("document.querySelector('.review .status').textContent.endsWith(', stopped')");
    let summary = summary(&mut page);
    let moves = summary["moves"].as_array().expect("a list of moves").len();
    assert!((1..60).contains(&moves), "{moves}");
    // The incomplete review can be used: a key goes to the first position.
    page.eval("document.querySelector('.review-graph').focus()");
    page.press("Home");
    page.wait_for(&format!("{NOW} < 60 && {IDLE}"));
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_repeats_a_review_at_its_position() {
    let mut page = Page::start();
    review_othello(&mut page);
    page.eval("document.querySelector('.review-graph').focus()");
    page.press("Home");
    page.wait_for_moves(0);
    page.wait_for("location.hash.includes('at=0')");
    let found = "document.querySelector('.review-found').innerText";
    let before = (page.text(found), summary(&mut page)["moves"].clone());
    let link = page.text("location.hash");
    assert!(link.contains("review=hard%2Csimulations%3D60"), "{link}");

    // A reloaded page shows the same review. Another tab starts a new review, with equal results.
    let id = "JSON.parse(sessionStorage.getItem('review')).review";
    let first = page.text(id);
    page.open(&link);
    page.wait_for(DONE);
    assert_eq!(page.text(id), first);
    page.eval("sessionStorage.clear()");
    page.open(&link);
    page.wait_for(DONE);
    assert_ne!(page.text(id), first);
    page.wait_for_moves(0);
    assert_eq!((page.text(found), summary(&mut page)["moves"].clone()), before);
}

#[test]
#[ignore = "needs Chromium"]
fn a_review_follows_the_game_to_the_other_page_and_back_from_another_line() {
    let mut page = Page::start();
    review_othello(&mut page);
    page.click("[data-tool=analyse]");
    // The heading has the focus once the other page is complete.
    page.wait_for("document.activeElement.matches('h1:has(.beside)')");
    page.wait_for(DONE);
    page.wait_for_moves(MOVES);
    // After another first move, the marks of the review do not apply. The graph leads back to the reviewed game.
    page.eval("document.querySelector('.review-graph').focus()");
    page.press("Home");
    page.wait_for_moves(0);
    page.click("[data-key=c4]");
    page.wait_for_moves(1);
    page.wait_for("document.querySelector('.review-move').textContent.includes('another game')");
    page.click("#tab-moves");
    assert_eq!(page.number("document.querySelectorAll('.moves .sign').length"), 0.0);
    page.click("#tab-review");
    page.eval("document.querySelector('.review-graph').focus()");
    page.press("End");
    page.wait_for_moves(MOVES);
    page.wait_for(DONE);
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_of_a_tournament_is_opened_in_review() {
    let mut page = Page::at("#/arena/othello");
    page.choose("[aria-label='Player 1: who plays']", "greedy");
    page.choose("[aria-label='Player 2: who plays']", "random");
    page.eval("document.querySelector('[aria-label=Games]').value = 4");
    page.click("[data-tool=start]");
    page.wait_for("document.querySelector('.status').dataset.how === 'done'");
    page.click(".finished-games summary");
    page.wait_for("document.querySelectorAll('.games-list a').length === 4");
    let row = page.text("document.querySelector('.games-list li').textContent");
    assert!(row.contains("greedy") && row.contains("random"), "{row}");
    page.click(".games-list a");
    page.wait_for_element(FOUND);
    // The shortest game of Othello has nine moves.
    page.wait_for_moves_that(">= 9");
    page.wait_for("location.hash.includes('review=hard')");
    assert!(page.text("location.hash").starts_with("#/analysis/othello?"));
    page.wait_for("document.querySelector('.review [data-tool=stop]').disabled");
    // Mistakes of other players do not become exercises.
    assert_eq!(page.eval("localStorage.getItem('plywood exercises')"), Value::Null);
}

#[test]
#[ignore = "needs Chromium"]
fn a_users_game_is_reviewed_on_the_plain_board() {
    let mut page = Page::of(connect_four());
    // The first player gives the game away with the last move.
    page.open_game("#/play/connect-four?seed=3&moves=1;4;1;4;7;4;7;4&seats=you|easy", 8);
    page.choose("[aria-label='Simulations for each move']", "400");
    page.click("[data-tool=review]");
    page.wait_for(DONE);
    let worst = page.text("document.querySelector('[data-worst=\"0\"] strong').textContent");
    assert!(worst.contains("??"), "{worst}");
    let picture = "document.querySelector('.plain-picture').textContent";
    page.click("[data-worst='0']");
    page.wait_for("document.querySelector('.plain-picture.tracing')");
    let shown = page.text(picture).matches('X').count() as u64;
    assert!(shown > page.moves() / 2, "{shown}");
}

#[test]
#[ignore = "needs Chromium"]
fn luck_is_shown_where_something_comes_to_light() {
    let mut page = Page::at("#/play/tetris?seed=4&rules=cap%3D12&seats=random");
    page.choose("[data-tool=speed]", "Instant");
    page.wait_for("document.querySelector('.play').hasAttribute('data-over')");
    page.choose("[aria-label='Simulations for each move']", "20");
    page.click("[data-tool=review]");
    page.wait_for(DONE);
    page.wait_for_element(".review-graph .plot .plot-luck");
    let rows = "[...document.querySelectorAll('.review tbody th')].map(one => one.textContent)";
    assert!(page.eval(rows).as_array().expect("a list").contains(&Value::from("Luck")));
}

#[test]
#[ignore = "needs Chromium"]
fn a_review_fits_a_phone() {
    let mut page = Page::on_phone();
    review_othello(&mut page);
    let wider = page.number("document.documentElement.scrollWidth") - 390.0;
    assert!(wider <= 0.0, "{wider} pixels too wide");
    page.tap("[data-worst='0']");
    page.wait_for_element(".tracing");
    let shown = "document.querySelector('.board').getBoundingClientRect().top";
    assert!(page.number(shown) >= 0.0, "the board is not in the window");
}

#[test]
#[ignore = "needs Chromium"]
fn a_lost_review_is_reported() {
    let mut page = Page::expecting("status of 404");
    page.expect_console_error("net::ERR_");
    review_othello(&mut page);
    page.kill_server();
    page.restart_server();
    page.click("[data-tool=undo]");
    page.wait_for_moves_that("< 60");
    // The results so far are still shown, and the review can be started again.
    page.wait_for_element(FOUND);
    page.click(".review [data-tool=start]");
    page.wait_for(&format!("{DONE} && {STATUS} === '60 of 60 positions'"));
}

#[test]
#[ignore = "needs Chromium"]
fn private_facts_stay_private_until_the_game_is_over() {
    const YOUR_MOVE: &str = "document.querySelector('.plain-moves button:not([disabled])')";
    const OVER: &str = "document.querySelector('.play').hasAttribute('data-over')";
    let mut page = Page::of(example("leduc"));
    page.open("#/play/leduc?seed=3&seats=you|random");
    page.choose("[data-tool=speed]", "Instant");
    page.click("[data-move=call]");
    page.wait_for_at_least(2);
    page.wait_for(YOUR_MOVE);
    page.click("#tab-review");
    page.choose("[aria-label='Reviewer: who plays']", "mcts");
    page.choose("[aria-label='Simulations for each move']", "50");
    page.click(".review [data-tool=start]");
    page.wait_for(DONE);
    let seats = "[...new Set(summary.moves.map(({ seat }) => seat))]";
    let running = summary(&mut page);
    page.eval(&format!("window.summary = {running}; 0"));
    assert_eq!(page.eval(seats), serde_json::json!([0]), "{running}");

    // The link has no review, since it could not repeat it.
    assert!(!page.text("location.hash").contains("review="));
    while page.eval(&format!("Boolean({OVER})")) == false {
        page.eval(&format!("{YOUR_MOVE}?.click(); 0"));
        page.wait_for(&format!("{OVER} || ({YOUR_MOVE} && {IDLE})"));
    }
    page.click("[data-tool=review]");
    page.wait_for(&format!("{DONE} && !{STATUS}.startsWith('1 of 1 ')"));
    let over = summary(&mut page);
    page.eval(&format!("window.summary = {over}; 0"));
    assert_eq!(page.eval(&format!("{seats}.length")), 2, "{over}");
}
