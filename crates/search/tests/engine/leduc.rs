//! Leduc poker: the rules, the solver, and the search's strength. The whole table is printed by
//! `cargo bench -p plywood-search --bench leduc`.

use plywood_search::{ByScore, Game, Rng, conformance};

use crate::equilibrium::GameTree;
use crate::leduc_players::{
    CHIPS, always_call, deals, play_match, random, searched_move, searched_strategy,
};
use crate::toys::leduc::{Leduc, MOST_CHIPS, Move};

/// The value of the game for seat 0 with the best play of both seats.
const VALUE: f64 = -0.0856;

/// The exploitability of uniformly random play, as published with OpenSpiel.
const RANDOM_EXPLOITABILITY: f64 = 4.747_222_222 / 2.0;

/// The first seed of the matches. Nothing was tuned on these deals.
const FIRST_SEED: u64 = 1 << 40;

#[test]
fn scores_are_chips() {
    let played = |hands, board, moves: &[Move]| {
        let mut game = Leduc::new(hands, board);
        for &mv in moves {
            game.try_play(mv).expect("the move is legal");
        }
        assert_eq!(game.seat(), None);
        assert_eq!(game.score(0), -game.score(1));
        game.score(0)
    };
    use Move::{Call, Fold, Raise};
    assert_eq!(played([2, 1], 0, &[Raise, Fold]), 1.0);
    assert_eq!(played([2, 1], 0, &[Call, Raise, Fold]), -1.0);
    assert_eq!(played([2, 1], 0, &[Call, Call, Call, Call]), 1.0);
    assert_eq!(played([2, 1], 1, &[Call, Call, Call, Call]), -1.0, "a pair wins");
    assert_eq!(played([1, 1], 0, &[Raise, Raise, Call, Call, Call]), 0.0, "equal ranks");
    let most = [Raise, Raise, Call, Call, Raise, Raise, Call];
    assert_eq!(played([2, 1], 0, &most), MOST_CHIPS);
    assert_eq!(played([2, 1], 0, &[Raise, Call, Raise, Fold]), 3.0);
}

#[test]
fn the_objective_of_chips_is_zero_sum() {
    let start = |seed| Leduc::deal(&mut Rng::new(seed));
    conformance::check_objective(1000, start, &CHIPS.zero_sum());
}

#[test]
fn the_solver_finds_the_known_value() {
    let deals = deals();
    assert_eq!(deals.len(), 3 * 3 * 3 - 3, "not three of a rank");
    assert!((deals.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
    let tree = GameTree::new(deals);
    assert_eq!(tree.sets.len(), 288);
    let random = tree.exploitability(&tree.uniform());
    assert!((random - RANDOM_EXPLOITABILITY).abs() < 1e-6, "{random}");
    let solved = tree.solve(1000);
    let left = tree.exploitability(&solved);
    assert!((0.0..0.003).contains(&left), "{left}");
    let value = tree.value(&solved);
    assert!((value - VALUE).abs() < 0.003, "{value}");
}

#[test]
fn the_search_wins_chips_from_weak_players() {
    let search = |view: &_, seed| searched_move(view, CHIPS, 200, seed);
    let (mean, half) = play_match(400, FIRST_SEED, search, random());
    assert!(mean - half > 0.0, "{mean} +- {half} against random");
    let (mean, half) = play_match(400, FIRST_SEED, search, always_call);
    assert!(mean - half > 0.0, "{mean} +- {half} against calls");
}

#[test]
fn the_search_is_less_exploitable_than_random_play() {
    let tree = GameTree::new(deals());
    let chips = tree.exploitability(&searched_strategy(&tree, CHIPS, 200, 10));
    assert!(chips < RANDOM_EXPLOITABILITY / 2.0, "{chips}");
    let by_score = tree.exploitability(&searched_strategy(&tree, ByScore, 200, 10));
    assert!(by_score > chips, "{by_score} by win probability, {chips} by chips");
}
