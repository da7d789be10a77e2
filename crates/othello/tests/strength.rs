//! Players beat weaker ones; seeds are fixed, so the results repeat.

#[path = "../benches/strength/matches.rs"]
mod matches;

use matches::play_match;
use plywood_othello::Othello;
use plywood_othello::players::{self, Rollouts};
use plywood_search::{Mcts, RandomPlayer};

#[test]
fn hard_beats_random() {
    let tally = play_match(
        50,
        |seed| players::hard().with_seed(seed).into(),
        |seed| RandomPlayer::new(seed).into(),
    );
    assert!(tally.wins >= 49, "{tally:?}");
}

#[test]
fn ten_times_the_simulations_win() {
    let mcts = |simulations| {
        move |seed| {
            let mcts: Mcts<Othello> = Mcts::new("mcts");
            mcts.with_iterations(simulations).with_seed(seed).with_guide(Rollouts::Random).into()
        }
    };
    let tally = play_match(100, mcts(1000), mcts(100));
    assert!(tally.wins >= 80, "{tally:?}");
}
