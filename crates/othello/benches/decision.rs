//! Simulations per second in a decision at the start, with random and with heuristic rollouts.

use divan::Bencher;
use plywood_othello::Othello;
use plywood_othello::players::WithHeuristics;
use plywood_search::Mcts;

fn main() {
    divan::main();
}

const SIMULATIONS: [u64; 3] = [100, 1_000, 10_000];

#[divan::bench(args = SIMULATIONS)]
fn random_rollouts(bencher: Bencher, simulations: u64) {
    decide(bencher, simulations, false);
}

#[divan::bench(args = SIMULATIONS)]
fn heuristic_rollouts(bencher: Bencher, simulations: u64) {
    decide(bencher, simulations, true);
}

fn decide(bencher: Bencher, simulations: u64, heuristics: bool) {
    bencher.counter(divan::counter::ItemsCount::new(simulations)).bench(|| {
        let player = Mcts::new("bench").with_iterations(simulations);
        player.with_heuristics(heuristics).analyse(&Othello::start())
    });
}
