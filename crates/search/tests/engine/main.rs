//! Tests of the search on small games with known answers.

#![allow(clippy::disallowed_methods, reason = "measures real time")]

mod accounting;
mod alphabeta;
mod budgets;
mod conformance;
mod edges;
mod equilibrium;
mod focus;
mod golden;
mod honesty;
mod judged_worlds;
mod leduc;
mod leduc_players;
mod notation;
mod options;
mod oracle;
mod outline;
mod private;
mod reuse;
mod seats;
mod seeds;
mod solved;
mod toys;
mod tricks;
mod weights;

use std::panic::{AssertUnwindSafe, catch_unwind};

use plywood_search::{
    Budget, Cut, Decision, Game, Options, Player, RandomRollouts, Searcher, TreeNode,
};

/// The whole tree, including nodes without visits.
const WHOLE_TREE: Cut = Cut { depth: usize::MAX, min_visits: 0 };

type Tree<G> = TreeNode<<G as Game>::Move, <G as Game>::Seen>;

/// Returns the default options, modified by `change`.
fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

fn searcher<G: Game>(options: Options, seed: u64) -> Searcher<G, RandomRollouts> {
    Searcher::new(options, RandomRollouts, seed)
}

/// Returns the view of the seat to move, or of seat 0 if the game is over.
fn view<G: Game>(state: &G) -> G::View {
    state.view(state.seat().unwrap_or(0))
}

/// Plays a move and lets the searcher observe it.
fn follow<G: Game>(
    searcher: &mut Searcher<G, RandomRollouts>,
    state: &mut G,
    mv: G::Move,
) -> G::Seen {
    let before = view(state);
    let seen = state.play(mv);
    searcher.observe(&before, mv, seen, &view(state));
    seen
}

/// Returns the decision of a new searcher with default options.
fn decide<G: Game>(state: &G, budget: &Budget, seed: u64) -> Decision<G::Move> {
    searcher::<G>(Options::default(), seed).decide(&view(state), budget, &mut ())
}

/// Returns the tree of a new searcher's decision.
fn grow<G: Game>(state: &G, options: Options, budget: &Budget, seed: u64) -> Tree<G> {
    let mut searcher = searcher::<G>(options, seed);
    searcher.decide(&view(state), budget, &mut ());
    searcher.tree(&WHOLE_TREE).expect("a decision leaves a tree")
}

/// Asserts that `check` panics with a message that contains `expected`.
fn panics_with(expected: &str, check: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err(expected);
    let formatted = panic.downcast_ref::<String>().map(String::as_str);
    let message = formatted.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    assert!(message.contains(expected), "{message} instead of {expected}");
}
