//! Simulations do not allocate after the buffers have grown.

mod counting;

use plywood_search::{Budget, Game, Guide, Options, Player, RandomRollouts, Searcher};

#[path = "engine/toys/coin.rs"]
mod coin;
#[path = "engine/toys/forest.rs"]
mod forest;
#[path = "engine/toys/tricks.rs"]
mod tricks;
#[path = "engine/toys/veiled.rs"]
mod veiled;

use coin::Coin;
use counting::ALLOCATIONS;
use forest::Forest;
use tricks::Tricks;
use veiled::Veiled;

const FEW: u64 = 2000;
const MANY: u64 = 10 * FEW;

/// A guide that rates all moves alike.
#[derive(Clone)]
struct Even;

impl<G: Game> Guide<G> for Even {
    const RATES: bool = true;
}

/// Checks the allocations of the second and third decision of a searcher. The first decision, about
/// `positions[0]`, grows the buffers.
fn allocates_for_the_answer_only<G: Game>(positions: &[G; 3]) {
    allocates_little(positions, RandomRollouts);
    allocates_little(positions, Even);
}

fn allocates_little<G: Game>(positions: &[G; 3], guide: impl Guide<G>) {
    let mut searcher = Searcher::<G, _>::new(Options::default(), guide, 1);
    let mut allocations = |position: &G, simulations| {
        let view = position.view(position.seat().unwrap_or(0));
        let before = ALLOCATIONS.get();
        let decision = searcher.decide(&view, &Budget::simulations(simulations), &mut ());
        let after = ALLOCATIONS.get();
        assert_eq!(decision.stats.simulations, simulations);
        assert!(before == 0 || after > before, "the allocator counts");
        (after - before, decision.candidates.len() as u64)
    };
    allocations(&positions[0], 2 * MANY);
    for (position, simulations) in [(&positions[1], FEW), (&positions[2], MANY)] {
        let (count, moves) = allocations(position, simulations);
        println!("{count} allocations for {moves} moves and {simulations} simulations");
        // Allows a principal variation per move, reallocated at most twice, and a few lists of moves.
        assert!(count <= 10 + 4 * moves, "{count} allocations in {simulations} simulations");
    }
}

#[test]
fn simulations_without_hidden_facts_do_not_allocate() {
    allocates_for_the_answer_only(&[1, 2, 3].map(|seed| Forest::new(seed, 10, 40)));
}

#[test]
fn simulations_with_hidden_facts_do_not_allocate() {
    allocates_for_the_answer_only(&[1, 2, 3].map(|seed| Veiled(Forest::new(seed, 10, 40))));
    allocates_for_the_answer_only(&[true, false, true].map(Coin::lying));
}

#[test]
fn simulations_with_private_hands_do_not_allocate() {
    allocates_for_the_answer_only(&[1, 2, 3].map(Tricks::new));
}
