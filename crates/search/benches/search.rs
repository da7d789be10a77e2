//! Speed of the search on games whose rules are cheap.

use divan::{Bencher, black_box};
use plywood_search::{Budget, Game, Guide, Options, Player, RandomRollouts, Searcher};

#[path = "../tests/engine/toys/forest.rs"]
mod forest;
#[path = "../tests/engine/toys/luck.rs"]
mod luck;
#[path = "../tests/engine/toys/tictactoe.rs"]
mod tictactoe;
#[path = "../tests/engine/toys/veiled.rs"]
mod veiled;

use forest::Forest;
use luck::Luck;
use tictactoe::TicTacToe;
use veiled::Veiled;

fn main() {
    divan::main();
}

/// A guide with a constant evaluation, to measure the cost of the tree alone.
#[derive(Clone)]
struct Constant;

impl<G: Game> Guide<G> for Constant {
    fn static_value(&mut self, _state: &G, values: &mut [f64]) -> bool {
        values[0] = 0.5;
        true
    }
}

/// Measures decisions of one searcher. Each decision clears the tree but keeps its memory.
fn decisions<G: Game>(bencher: Bencher, start: &G, guide: impl Guide<G>, change: fn(&mut Options)) {
    const SIMULATIONS: u64 = 1000;
    let mut options = Options::default();
    options.reuse = false;
    change(&mut options);
    let mut searcher = Searcher::<G, _>::new(options, guide, 1);
    let view = start.view(0);
    let budget = Budget::simulations(SIMULATIONS);
    bencher
        .counter(divan::counter::ItemsCount::new(SIMULATIONS))
        .bench_local(|| black_box(searcher.decide(black_box(&view), &budget, &mut ())));
}

/// Measures mostly selection: the tree has one level of 20 children below the root.
#[divan::bench]
fn selection_over_20_children(bencher: Bencher) {
    decisions(bencher, &Veiled(Forest::new(1, 20, 2)), Constant, |options| {
        options.rollout_limit = 0;
        options.max_depth = plywood_search::MaxDepth::Moves(1);
    });
}

#[divan::bench]
fn tree_without_rollouts(bencher: Bencher) {
    let constant: fn(&mut Options) = |options| options.rollout_limit = 0;
    decisions(bencher, &Forest::new(1, 10, 60), Constant, constant);
}

#[divan::bench]
fn tic_tac_toe(bencher: Bencher) {
    decisions(bencher, &TicTacToe::after(&[]), RandomRollouts, |_| {});
}

#[divan::bench]
fn luck_and_its_outcomes(bencher: Bencher) {
    decisions(bencher, &Luck::hiding(3), RandomRollouts, |_| {});
}

/// Measures how long it takes to advance the root by a move, in a tree of `simulations` simulations.
#[divan::bench(args = [10_000, 100_000], sample_count = 20)]
fn advance(bencher: Bencher, simulations: u64) {
    let start = Forest::new(1, 6, 40);
    let grown = || {
        let mut searcher = Searcher::<Forest, _>::new(Options::default(), RandomRollouts, 1);
        let budget = Budget::simulations(simulations);
        let decision = searcher.decide(&start.view(0), &budget, &mut ());
        (searcher, decision.mv.expect("the game is not over"))
    };
    bencher.with_inputs(grown).bench_local_values(|(mut searcher, mv)| {
        let mut after = start;
        after.play(mv);
        searcher.observe(&start.view(0), mv, (), &after.view(0));
        searcher
    });
}
