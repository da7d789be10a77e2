//! Solved games: the search finds the best move, and proves it in games without hidden facts.

use std::collections::HashMap;

use crate::toys::bank::{self, Bank};
use crate::toys::corridor::{self, Corridor};
use crate::toys::tictactoe::TicTacToe;
use crate::toys::trap::{self, Trap};
use crate::toys::twice::{self, Twice};
use crate::toys::veiled::Veiled;
use crate::{decide, searcher, view};
use plywood_search::nim::Nim;
use plywood_search::{Budget, Game, Options, Player, StoppedBy};

/// The minimax values of all positions for seat 0.
#[derive(Default)]
struct Oracle {
    known: HashMap<TicTacToe, f64>,
}

impl Oracle {
    fn value(&mut self, state: TicTacToe) -> f64 {
        if let Some(&value) = self.known.get(&state) {
            return value;
        }
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let after = moves.iter().map(|&mv| {
            let mut after = state;
            after.play(mv);
            self.value(after)
        });
        let value = match state.seat() {
            Some(0) => after.fold(0.0, f64::max),
            Some(_) => after.fold(1.0, f64::min),
            None => 0.5 + (state.score(0) - state.score(1)) / 2.0,
        };
        self.known.insert(state, value);
        value
    }
}

#[test]
fn tic_tac_toe_is_proven_from_every_position() {
    let mut oracle = Oracle::default();
    assert_eq!(oracle.value(TicTacToe::default()), 0.5);
    assert_eq!(oracle.known.len(), 5478);
    let open: Vec<_> =
        oracle.known.keys().copied().filter(|state| state.seat().is_some()).collect();
    assert_eq!(open.len(), 4520);
    for state in open {
        let decision = decide(&state, &Budget::unlimited(), 1);
        let mut after = state;
        after.try_play(decision.mv.expect("there is a move")).expect("it is legal");
        assert_eq!(oracle.value(after), oracle.value(state), "not optimal: {state:?}");
        if decision.stopped_by == StoppedBy::OnlyMove {
            assert_eq!(decision.candidates.len(), 1);
            continue;
        }
        assert_eq!(decision.stopped_by, StoppedBy::Proven, "{state:?}");
        let for_seat_0 = oracle.value(state);
        let expected = if state.seat() == Some(0) { for_seat_0 } else { 1.0 - for_seat_0 };
        assert_eq!(decision.value, Some(expected), "{state:?}");
        assert_eq!(decision.candidates[0].proven, Some(expected), "{state:?}");
        assert_eq!(decision.stats.bounds, Some([expected, expected]), "{state:?}");
    }
}

#[test]
fn nim_is_proven_from_every_heap_up_to_twenty() {
    for stones in 2..=20 {
        let decision = decide(&Nim::new(stones), &Budget::unlimited(), 1);
        let won = stones % 4 != 0;
        assert_eq!(decision.stopped_by, StoppedBy::Proven);
        assert_eq!(decision.value, Some(if won { 1.0 } else { 0.0 }), "{stones} stones");
        assert_eq!(decision.candidates[0].proven, decision.value);
        if won {
            assert_eq!(decision.mv, Some(stones % 4), "{stones} stones");
        }
    }
}

#[test]
fn nim_is_solved_without_proofs() {
    for stones in (2..=20).filter(|stones| stones % 4 != 0) {
        let decision = decide(&Veiled(Nim::new(stones)), &Budget::simulations(100_000), 1);
        assert_eq!(decision.stopped_by, StoppedBy::Simulations);
        assert_eq!(decision.candidates[0].proven, None);
        assert_eq!(decision.stats.bounds, None);
        let expected = if stones < 4 { stones } else { stones % 4 };
        assert_eq!(decision.mv, Some(expected), "{stones} stones");
    }
}

#[test]
fn the_search_avoids_the_trap() {
    for seed in 0..20 {
        let proven = decide(&Trap::Start, &Budget::unlimited(), seed);
        assert_eq!((proven.mv, proven.value), (Some(trap::Move::Safe), Some(0.5)));
        assert_eq!(proven.candidates[1].mv, trap::Move::Trap);

        let believed = decide(&Veiled(Trap::Start), &Budget::simulations(500), seed);
        assert_eq!((believed.mv, believed.value), (Some(trap::Move::Safe), Some(0.5)));
        let trap = &believed.candidates[1];
        assert!(trap.value.is_some_and(|value| value < 0.5), "{trap:?}");
        assert_eq!(trap.pv, [trap::Move::Trap, trap::PUNISHMENT]);
    }
}

#[test]
fn the_opponent_finds_the_punishing_reply() {
    let mut sprung = Trap::Start;
    sprung.play(trap::Move::Trap);
    for seed in 0..20 {
        let proven = decide(&sprung, &Budget::unlimited(), seed);
        assert_eq!((proven.mv, proven.value), (Some(trap::PUNISHMENT), Some(1.0)));
        let believed = decide(&Veiled(sprung), &Budget::simulations(100), seed);
        assert_eq!((believed.mv, believed.value), (Some(trap::PUNISHMENT), Some(1.0)));
    }
}

#[test]
fn values_are_credited_right_if_a_seat_moves_twice() {
    goes_for_the_second_move(Twice::in_a_row(), &[twice::Move::Bold, twice::WIN]);
}

#[test]
fn values_are_credited_right_after_a_pass() {
    let bold = [twice::Move::Bold, twice::Move::Pass, twice::WIN];
    goes_for_the_second_move(Twice::with_a_pass_between(), &bold);
}

fn goes_for_the_second_move(start: Twice, line: &[twice::Move]) {
    for seed in 0..20 {
        let proven = decide(&start, &Budget::unlimited(), seed);
        assert_eq!((proven.mv, proven.value), (Some(twice::Move::Bold), Some(1.0)));
        assert_eq!(proven.candidates[0].pv, line);

        let believed = decide(&Veiled(start), &Budget::simulations(500), seed);
        assert_eq!(believed.mv, Some(twice::Move::Bold));
        assert!(believed.value.is_some_and(|value| value > 0.75), "{believed:?}");
        assert_eq!(believed.candidates[0].pv, line);
    }
}

#[test]
fn a_large_delayed_reward_is_found() {
    for seed in 0..20 {
        let start = Corridor::with_points(40);
        let proven = decide(&start, &Budget::unlimited(), seed);
        assert_eq!(proven.stopped_by, StoppedBy::Proven);
        assert_eq!(proven.value, Some(corridor::TREASURE), "the gain, not the whole score");
        assert_eq!(proven.candidates[0].pv, corridor::DOORS);
        assert_eq!(proven.stats.bounds, Some([corridor::TREASURE; 2]));

        // Few rollouts find the reward, so that the search must try the moves that seem inferior.
        let options = Options::default().with_exploration(Options::EXPLORATION);
        let budget = Budget::simulations(5000);
        let mut searcher = searcher::<Veiled<Corridor>>(options, seed);
        let believed = searcher.decide(&view(&Veiled(start)), &budget, &mut ());
        assert_eq!(believed.mv, Some(corridor::DOORS[0]));
        assert_eq!(believed.candidates[0].pv, corridor::DOORS);
        let value = believed.value.expect("the chosen move was tried");
        assert!((50.0..=corridor::TREASURE).contains(&value), "{value}");
        let grab = believed.candidates.iter().find(|c| c.mv == corridor::Move::Grab);
        assert_eq!(grab.and_then(|grab| grab.value), Some(1.0));
    }
}

/// Returns the visits of `best` divided by all visits, averaged over ten searches.
fn share<G: Game>(state: &G, best: G::Move, simulations: u64) -> f64 {
    const SEEDS: u64 = 10;
    let shares = (0..SEEDS).map(|seed| {
        let decision = decide(state, &Budget::simulations(simulations), seed);
        decision.candidates.iter().find(|c| c.mv == best).and_then(|c| c.share).unwrap_or(0.0)
    });
    shares.sum::<f64>() / SEEDS as f64
}

fn share_grows<G: Game>(state: &G, best: G::Move) {
    let shares = [100, 1000, 10_000].map(|simulations| share(state, best, simulations));
    assert!(shares[0] < shares[1] && shares[1] < shares[2], "{shares:?} of {state:?}");
    assert!(shares[2] > 0.5, "{shares:?} of {state:?}");
}

#[test]
fn the_share_of_the_best_move_grows_with_simulations() {
    share_grows(&Veiled(Trap::Start), trap::Move::Safe);
    share_grows(&Veiled(Twice::with_a_pass_between()), twice::Move::Bold);
    share_grows(&Veiled(Nim::new(7)), 3);
    share_grows(&Veiled(Nim::new(17)), 1);
    // X on 0 and 1 threatens 2; O has the centre and must block.
    share_grows(&Veiled(TicTacToe::after(&[0, 4, 1])), 2);
    // After a corner opening, every reply but the centre loses.
    share_grows(&Veiled(TicTacToe::after(&[0])), 4);
}

#[test]
fn points_scored_before_do_not_change_a_decision() {
    let decision = |points| {
        let mut decision = decide(&Bank::with(points), &Budget::simulations(3000), 1);
        decision.stats.elapsed = std::time::Duration::ZERO;
        decision
    };
    let poor = decision(0);
    assert_eq!(poor.mv, Some(bank::RIGHT));
    for points in [1000, 50_000_000, 400_000_000_000] {
        assert_eq!(decision(points), poor, "{points} points");
    }
}
