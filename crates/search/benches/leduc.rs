//! Leduc poker: chips and exploitability of the search, compared with random play and a
//! near-equilibrium.
//!
//! `cargo bench -p plywood-search --bench leduc [-- SIMULATIONS ...]`; 200, 1,000, 4,000 and 16,000
//! simulations by default.

#[path = "../tests/engine/equilibrium.rs"]
mod equilibrium;
#[path = "../../../examples/leduc/game.rs"]
mod leduc;
#[path = "../tests/engine/leduc_players.rs"]
mod leduc_players;
/// The path by which `leduc_players.rs`, a module of the tests, imports the game.
mod toys {
    pub(crate) use crate::leduc;
}

use equilibrium::GameTree;
use leduc::{Move, View};
use leduc_players::{
    CHIPS, always_call, deals, play_match, random, searched_move, searched_strategy,
};
use plywood_search::{ByScore, Rng};

/// The number of decisions for each view. The frequencies of their moves are the mixed strategy of
/// the search.
const SEEDS: u64 = 100;

/// The number of deals of a match. Each deal is played twice, with seats swapped.
const DEALS: u64 = 2000;

/// The first seed of the matches. Nothing was tuned on these deals.
const FIRST_SEED: u64 = 1 << 41;

/// The simulations of the search that maximises its win probability, the wrong objective for bets.
const BY_SCORE_SIMULATIONS: u64 = 1000;

fn main() {
    let asked: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let budgets = if asked.is_empty() { vec![200, 1000, 4000, 16_000] } else { asked };
    let tree = GameTree::new(deals());
    println!(
        "{} information sets, {SEEDS} seeds each; matches of {DEALS} deals\n",
        tree.sets.len()
    );
    println!(
        "| player | exploitability | against random | against always-call | against CFR+ |\n\
         |---|---|---|---|---|"
    );
    let solved = tree.solve(10_000);
    let equilibrium = || {
        let mut rng = Rng::new(1);
        let (tree, solved) = (&tree, &solved);
        move |view: &View, _: u64| -> Move {
            let set = tree.sets.iter().position(|(known, _)| known == view);
            let set = set.expect("every view is in the tree");
            let mut left = rng.unit();
            let mut chosen = tree.sets[set].1.iter().zip(&solved[set]).filter(|(_, weight)| {
                left -= *weight;
                left < 0.0
            });
            chosen.next().map_or(Move::Call, |(&mv, _)| mv)
        }
    };
    let row = |name: String, exploitability: f64, player: &dyn Fn(&View, u64) -> Move| {
        let matches = [
            play_match(DEALS, FIRST_SEED, player, random()),
            play_match(DEALS, FIRST_SEED, player, always_call),
            play_match(DEALS, FIRST_SEED, player, equilibrium()),
        ];
        let cells = matches.map(|(mean, half)| format!("{mean:+.2} +- {half:.2}"));
        println!("| {name} | {exploitability:.3} | {} |", cells.join(" | "));
    };
    let uniform = std::cell::RefCell::new(random());
    row("random".to_owned(), tree.exploitability(&tree.uniform()), &|view, seed| {
        uniform.borrow_mut()(view, seed)
    });
    for simulations in budgets {
        let strategy = searched_strategy(&tree, CHIPS, simulations, SEEDS);
        row(
            format!("search, {simulations} simulations"),
            tree.exploitability(&strategy),
            &|view, seed| searched_move(view, CHIPS, simulations, seed),
        );
    }
    let strategy = searched_strategy(&tree, ByScore, BY_SCORE_SIMULATIONS, SEEDS);
    row(
        format!("search by win probability, {BY_SCORE_SIMULATIONS} simulations"),
        tree.exploitability(&strategy),
        &|view, seed| searched_move(view, ByScore, BY_SCORE_SIMULATIONS, seed),
    );
    let own = std::cell::RefCell::new(equilibrium());
    row("CFR+, 10,000 iterations".to_owned(), tree.exploitability(&solved), &|view, seed| {
        own.borrow_mut()(view, seed)
    });
    println!("\nvalue of the game for the first seat: {:.4} chips", tree.value(&solved));
}
