//! Simulations that solve their leaves exactly do not allocate.

#[path = "../../search/tests/counting/mod.rs"]
mod counting;

use counting::ALLOCATIONS;
use plywood_othello::players::Rollouts;
use plywood_othello::{Endings, Knowledge, Othello};
use plywood_search::{Budget, Game, Notation, Options, Player, Searcher};

/// Positions with at least 14 empty squares, so that many leaves are solved and the root is not proven soon.
const POSITIONS: [&str; 2] = [
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X",
];

#[test]
fn solved_leaves_do_not_allocate() {
    let endings = Endings { leaves: Endings::MAX_LEAVES, ..Endings::NONE };
    let knowledge = Knowledge { rollouts: Rollouts::Heuristic, endings };
    let mut searcher = Searcher::<Othello, _>::new(Options::default(), knowledge, 1);
    let mut decide = |text: &str, simulations| {
        let board = Othello::start().read_position(text).expect("a position");
        let before = ALLOCATIONS.get();
        let decision = searcher.decide(&board.view(0), &Budget::simulations(simulations), &mut ());
        (ALLOCATIONS.get() - before, decision)
    };
    let (first, _) = decide(POSITIONS[0], 60_000);
    assert!(first > 0, "the allocator counts");
    let (count, decision) = decide(POSITIONS[1], 20_000);
    assert_eq!(decision.stats.simulations, 20_000);
    let [lower, upper] = decision.stats.bounds.expect("nothing is hidden");
    println!("{count} allocations, value {lower} to {upper}, depth {}", decision.stats.max_depth);
    assert!(decision.stats.max_depth >= 10, "the search reaches positions with 8 empty squares");
    let moves = decision.candidates.len() as u64;
    assert!(count <= 10 + 4 * moves, "{count} allocations in 20,000 simulations");
}
