//! Searches are deterministic for a seed.

use std::time::Duration;

use plywood_search::{Budget, Decision, Game, Options, Player, Rng};

use crate::toys::dice::Dice;
use crate::toys::forest::Forest;
use crate::toys::luck::Luck;
use crate::{WHOLE_TREE, follow, searcher, view};

/// Plays a game with one searcher for all seats. Returns all decisions, with the elapsed time set to 0,
/// and the last tree.
fn game<G: Game>(start: &G, budget: &Budget, seed: u64) -> (Vec<Decision<G::Move>>, String) {
    let mut state = start.clone();
    let mut searcher = searcher::<G>(Options::default(), seed);
    let mut decisions = Vec::new();
    loop {
        let mut decision = searcher.decide(&view(&state), budget, &mut ());
        decision.stats.elapsed = Duration::ZERO;
        let mv = decision.mv;
        decisions.push(decision);
        let Some(mv) = mv else { break };
        follow(&mut searcher, &mut state, mv);
    }
    (decisions, format!("{:?}", searcher.tree(&WHOLE_TREE)))
}

fn repeats<G: Game>(start: &G) {
    for threads in 1..=3 {
        for stop_early in [false, true] {
            let budget = Budget::simulations(500).with_threads(threads).with_stop_early(stop_early);
            let first = game(start, &budget, 7);
            assert_eq!(first, game(start, &budget, 7), "{threads} threads");
            assert_ne!(first.0[0], game(start, &budget, 8).0[0], "{threads} threads");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    repeats(&Forest::new(1, 6, 8));
    repeats(&Luck::hiding(3));
    repeats(&Dice::shaken(&mut Rng::new(2)));
}

#[test]
fn the_result_depends_on_the_number_of_threads() {
    let start = Forest::new(1, 6, 8);
    let one = game(&start, &Budget::simulations(500), 7);
    let two = game(&start, &Budget::simulations(500).with_threads(2), 7);
    assert_ne!(one, two);
}
