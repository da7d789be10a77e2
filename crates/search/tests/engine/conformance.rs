//! Tests of the conformance suite: it accepts correct games and finds the faults of broken ones.

use plywood_search::nim::Nim;
use plywood_search::{ByScore, Game, Points, Rng, conformance};

use crate::panics_with;
use crate::toys::bank::Bank;
use crate::toys::broken::{Broken, Fault};
use crate::toys::coin::Coin;
use crate::toys::corridor::Corridor;
use crate::toys::dice::Dice;
use crate::toys::forest::Forest;
use crate::toys::luck::Luck;
use crate::toys::signal::Signal;
use crate::toys::tictactoe::TicTacToe;
use crate::toys::trap::Trap;
use crate::toys::tricks::Tricks;
use crate::toys::twice::Twice;
use crate::toys::veiled::Veiled;

#[test]
fn toy_games_without_hidden_facts_conform() {
    conformance::check(2000, |seed| Nim::new((seed % 30) as u8));
    conformance::check(200, Bank::with);
    conformance::check(2000, |_| TicTacToe::default());
    conformance::check(2000, |_| Trap::Start);
    conformance::check(2000, |_| Twice::in_a_row());
    conformance::check(2000, |_| Twice::with_a_pass_between());
    conformance::check(2000, |seed| Corridor::with_points((seed % 50) as u16));
    conformance::check(200, |seed| Forest::new(seed, 5, 10));
}

#[test]
fn toy_games_with_hidden_facts_conform() {
    conformance::check(2000, |seed| Coin::lying(seed % 2 == 1));
    conformance::check(2000, |seed| Luck::hiding((seed % 10) as u8));
    conformance::check(2000, |seed| Dice::shaken(&mut Rng::new(seed)));
    conformance::check(2000, |seed| Signal::new((seed % 2) as u8));
    conformance::check(2000, |_| Veiled(TicTacToe::default()));
    conformance::check(2000, |seed| Broken::by(Fault::Nothing, seed % 2 == 1));
}

#[test]
fn objectives_of_toy_games_conform() {
    conformance::check_objective(200, |_| TicTacToe::default(), &ByScore);
    conformance::check_objective(200, |seed| Forest::new(seed, 5, 10), &ByScore);
    conformance::check_objective(200, Tricks::new, &ByScore);
    conformance::check_objective(200, Tricks::new, &Points::within(-4.0, 0.0));
}

#[test]
#[should_panic(expected = "are not within 0 and 0.5")]
fn a_value_outside_the_range_is_found() {
    conformance::check_objective(200, |_| TicTacToe::default(), &Points::within(0.0, 0.5));
}

#[test]
#[should_panic(expected = "the objective is not zero-sum: [0.0, 0.0]")]
fn values_without_a_constant_sum_are_found() {
    // A draw scores 0 for both seats.
    let points = Points::within(0.0, 1.0).zero_sum();
    conformance::check_objective(200, |_| TicTacToe::default(), &points);
}

fn check(fault: Fault) {
    conformance::check(20, |seed| Broken::by(fault, seed % 2 == 1));
}

#[test]
fn each_broken_law_is_found() {
    for (fault, message) in [
        (Fault::ListsAMoveTwice, "1 is listed twice"),
        (Fault::WorldIsOfAnotherView, "a world does not agree with its view"),
        (Fault::LegalityIsHidden, "the legal moves depend on hidden facts"),
        (Fault::RandomMovesAreBiased, "was drawn"),
        (Fault::NeverEnds, "has not ended"),
        (Fault::ScoresInfinity, "the score of seat 0 is inf"),
    ] {
        panics_with(message, || check(fault));
    }
}

#[test]
#[should_panic(expected = "`move_bits` differs from `moves`")]
fn moves_that_bits_lack_are_found() {
    check(Fault::BitsLackAMove);
}

#[test]
fn an_illegal_move_is_refused_and_changes_nothing() {
    let start = TicTacToe::after(&[4]);
    let mut state = start;
    assert!(state.try_play(4).is_err());
    assert!(state.try_play(9).is_err());
    assert_eq!(state, start);
}
