//! Each preset is stronger than the next weaker preset.
//!
//! Seeds are fixed and no player has a time limit, so the results repeat. Every comparison asserts a
//! margin of at least two standard errors, so that chance is an unlikely cause. The comment after a
//! comparison is the margin, in standard errors, measured when its number of games was chosen.
//!
//! In Klondike, `expert` is not compared with `hard`, because enough games would take many minutes.
//! `docs/results/levels.md` has longer tournaments.

mod games;

use plywood::registry::{Settings, Spec};
use plywood::search::Cancel;
use plywood_arena::{GameRecord, Plan, Tournament};

use games::GAMES;

const SEED: u64 = 5;
/// The least margin between two presets, in standard errors.
const MARGIN: f64 = 2.0;

/// Returns the spec of a preset without its time limit, so that its decisions repeat.
fn without_clock(game: &str, preset: &str) -> String {
    let mut session = GAMES.find(game).unwrap().open(&Settings::default(), None, SEED).unwrap();
    let player = session.seat_player(&preset.parse::<Spec>().unwrap(), SEED).unwrap();
    // Keeps the tests fast: a preset whose searches normally end by their time limit gets far fewer simulations
    // here than it makes in that time.
    let most = if (game, preset) == ("woodblock", "expert") { 100 } else { 10_000 };
    let simulations = session.budget(player).simulations.expect(preset).min(most);
    format!("{preset}:simulations={simulations}")
}

/// Plays a tournament of a stronger and a weaker preset, and returns its records.
fn play(game: &str, rules: &str, presets: [&str; 2], games: u32) -> Vec<GameRecord> {
    let players = presets.map(|preset| without_clock(game, preset));
    let players = [players[0].as_str(), &players[1]];
    // Two-player games start with random moves. These need no search, so they make the games fast.
    let opening = if game == "othello" { 20 } else { 6 };
    let plan = Plan { rules: rules.to_owned(), opening, ..Plan::new(game, &players, games, SEED) };
    let tournament = Tournament::new(&GAMES, plan).unwrap();
    tournament.run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap()
}

/// Asserts that the mean of independent samples is at least [`MARGIN`] standard errors above 0.
fn assert_above_zero(samples: &[f64], what: &str) {
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    println!("{what}: {mean:.3}, standard error {error:.3}, {:.1} errors", mean / error);
    assert!(mean >= MARGIN * error, "{what}: mean {mean:.3}, standard error {error:.3}");
}

/// Asserts that the stronger preset wins a match. A sample is the sum of the results of the two
/// games with the same opening; a result is 1, 0 or -1.
fn assert_wins(game: &str, presets: [&str; 2], games: u32) {
    let mut samples = vec![0.0; games as usize / 2];
    for record in play(game, "", presets, games) {
        let stronger = record.seats.iter().position(|&player| player == 0).unwrap();
        let lead = record.result.scores[stronger] - record.result.scores[1 - stronger];
        samples[record.round as usize] += if lead == 0.0 { 0.0 } else { lead.signum() };
    }
    assert_above_zero(&samples, &format!("{game}: {presets:?}"));
}

/// Asserts that the stronger preset scores more with the same seeds. A sample is
/// `scale(score of the stronger) - scale(score of the weaker)` for one seed.
fn assert_scores_more(
    game: &str,
    rules: &str,
    presets: [&str; 2],
    games: u32,
    scale: fn(f64) -> f64,
) {
    let mut samples = vec![0.0; games as usize];
    for record in play(game, rules, presets, games) {
        let sign = if record.seats[0] == 0 { 1.0 } else { -1.0 };
        samples[record.round as usize] += sign * scale(record.result.scores[0]);
    }
    assert_above_zero(&samples, &format!("{game}: {presets:?}"));
}

#[test]
fn othello_presets_are_ordered() {
    assert_wins("othello", ["medium", "easy"], 24); // 7.4
    assert_wins("othello", ["hard", "medium"], 40); // 2.5
    assert_wins("othello", ["expert", "hard"], 24); // 2.8
}

#[test]
fn connect_four_presets_are_ordered() {
    assert_wins("connect-four", ["medium", "easy"], 24); // 6.9
    assert_wins("connect-four", ["hard", "medium"], 80); // 3.4
    assert_wins("connect-four", ["expert", "hard"], 160); // 4.4
}

#[test]
fn klondike_presets_are_ordered() {
    let cards = |score| score;
    assert_scores_more("klondike", "", ["medium", "easy"], 60, cards); // 3.0
    assert_scores_more("klondike", "", ["hard", "medium"], 80, cards); // 3.7
}

#[test]
fn wood_block_presets_are_ordered() {
    // Scores differ by large factors, so their logarithms are compared.
    let rules = "variant=blast8,cap=60";
    assert_scores_more("woodblock", rules, ["medium", "easy"], 40, f64::ln_1p); // 3.4
    assert_scores_more("woodblock", rules, ["hard", "medium"], 24, f64::ln_1p); // 3.3
    assert_scores_more("woodblock", rules, ["expert", "hard"], 24, f64::ln_1p); // 4.5
}

#[test]
fn tetris_presets_are_ordered() {
    let rules = "height=4,randomizer=uniform,end=strict";
    let lines = |score| score;
    assert_scores_more("tetris", rules, ["medium", "easy"], 100, lines); // 3.8
    assert_scores_more("tetris", rules, ["hard", "medium"], 60, lines); // 5.0
    assert_scores_more("tetris", "height=4", ["expert", "hard"], 40, lines); // 3.7
}
