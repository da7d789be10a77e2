//! Stronger players beat weaker players. Seeds are fixed, so the results are reproducible.

use plywood_arena::summary::{PlayerResults, Tally};
use plywood_arena::{Plan, Summary, Tournament};
use plywood_registry::Games;
use plywood_search::Cancel;

/// Returns the wins, draws and losses of the first player against the second.
fn tally(first: &str, second: &str, games: u32) -> Tally {
    let mut registry = Games::default();
    registry.add(plywood_othello::entry());
    let plan = Plan::new("othello", &[first, second], games, 1);
    let tournament = Tournament::new(&registry, plan).unwrap();
    let played = tournament.run(Vec::new(), 2, &Cancel::new(), &mut ()).unwrap();
    match Summary::new(&tournament, &played, 0.0).players[0].results {
        PlayerResults::Versus { tally, .. } => tally,
        _ => unreachable!("Othello is a game of two"),
    }
}

#[test]
fn hard_beats_random() {
    let tally = tally("hard", "random", 50);
    assert!(tally.wins >= 49, "{tally:?}");
}

#[test]
fn ten_times_the_simulations_win() {
    let mcts = |simulations| format!("mcts:rollout=random,simulations={simulations}");
    let tally = tally(&mcts(1000), &mcts(100), 100);
    assert!(tally.wins >= 80, "{tally:?}");
}
