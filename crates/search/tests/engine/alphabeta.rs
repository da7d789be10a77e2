//! Alpha-beta search compared with plain searches without windows, tables or move ordering.

use std::sync::Arc;
use std::time::Duration;

use plywood_search::{
    AlphaBeta, Bound, Budget, Cancel, Decision, Evaluate, Game, Interval, Observer, Player,
    Progress, StoppedBy, nim::Nim,
};
use proptest::prelude::*;

use crate::oracle::any_page;
use crate::toys::script::{Page, Script};

/// Evaluates a position by its number of moves, and tries the last move first.
#[derive(Clone)]
struct ByMoves;

impl Evaluate<Script> for ByMoves {
    fn evaluate(&mut self, script: &Script) -> f64 {
        match &*script.0 {
            Page::Choice { next, .. } => 0.75 * next.len() as f64 - 1.5,
            Page::End { .. } => unreachable!("the game is over"),
        }
    }

    fn key(&self, script: &Script) -> u64 {
        (Arc::as_ptr(&script.0).addr() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn promise(&mut self, _before: &Script, mv: u8, _after: &Script, _depth: u32) -> i32 {
        mv.into()
    }
}

/// Returns the value for `seat` by a search to `depth` that tries every move.
fn plain(script: &Script, seat: u8, depth: u32) -> f64 {
    let Some(mover) = script.seat() else { return script.score(seat) };
    let sign = if mover == seat { 1.0 } else { -1.0 };
    if depth == 0 {
        return sign * ByMoves.evaluate(script);
    }
    let values = moves(script).into_iter().map(|mv| plain(&after(script, mv), mover, depth - 1));
    sign * values.fold(f64::NEG_INFINITY, f64::max)
}

fn moves(script: &Script) -> Vec<u8> {
    let mut moves = Vec::new();
    script.moves(&mut moves);
    moves
}

fn after(script: &Script, mv: u8) -> Script {
    let mut next = script.clone();
    next.play(mv);
    next
}

fn decide(script: &Script, depth: u32, budget: Budget) -> Decision<u8> {
    let budget = budget.with_analyse(true);
    AlphaBeta::new(ByMoves).with_max_depth(depth).decide(script, &budget, &mut ())
}

proptest! {
    #[test]
    fn every_move_has_the_value_of_a_plain_search(page in any_page(), depth in 1u32..6) {
        let script = Script(Arc::new(page));
        let Some(seat) = script.seat() else { return Ok(()) };
        let decision = decide(&script, depth, Budget::unlimited());
        prop_assert_eq!(decision.candidates.len(), moves(&script).len());
        let reached = decision.candidates[0].depth.expect("a searched move has a depth");
        for candidate in &decision.candidates {
            let next = after(&script, candidate.mv);
            prop_assert_eq!(candidate.value, Some(plain(&next, seat, reached - 1)));
            prop_assert_eq!((candidate.bound, candidate.depth), (Some(Bound::Exact), Some(reached)));
            prop_assert_eq!((candidate.visits, candidate.share, candidate.ci95), (None, None, None));
            if let Some(proven) = candidate.proven {
                prop_assert_eq!(proven, plain(&next, seat, 100));
            }
        }
        let best = decision.candidates.iter().filter_map(|one| one.value).fold(f64::MIN, f64::max);
        prop_assert_eq!(decision.value, Some(best));
    }

    #[test]
    fn a_player_proves_the_best_move_and_bounds_of_the_others(page in any_page()) {
        let script = Script(Arc::new(page));
        let Some(seat) = script.seat() else { return Ok(()) };
        let decision = decide(&script, 100, Budget::unlimited().with_stop_early(true));
        prop_assert_eq!(decision.stopped_by, StoppedBy::Proven);
        let value = |mv| plain(&after(&script, mv), seat, 100);
        let best = moves(&script).into_iter().map(value).fold(f64::MIN, f64::max);
        prop_assert_eq!(decision.candidates[0].proven, Some(best));
        for candidate in &decision.candidates[1..] {
            prop_assert!(value(candidate.mv) <= candidate.value.unwrap());
        }
        // The principal variation leads to the score.
        let line = &decision.candidates[0].pv;
        let end = line.iter().fold(script.clone(), |script, &mv| after(&script, mv));
        if end.seat().is_none() {
            prop_assert_eq!(end.score(seat), best);
        }
    }

    #[test]
    fn any_limit_of_positions_gives_values_of_some_depth(page in any_page(), limit in 0u64..60) {
        let script = Script(Arc::new(page));
        let Some(seat) = script.seat() else { return Ok(()) };
        let decision = decide(&script, 100, Budget::simulations(limit));
        for candidate in &decision.candidates {
            let depth = candidate.depth.expect("the first iteration is always finished");
            prop_assert_eq!(candidate.value, Some(plain(&after(&script, candidate.mv), seat, depth - 1)));
        }
    }
}

#[derive(Clone)]
struct Unknown;

impl Evaluate<Nim> for Unknown {
    fn evaluate(&mut self, _heap: &Nim) -> f64 {
        0.0
    }

    fn key(&self, heap: &Nim) -> u64 {
        let turn = u64::from(heap.seat().unwrap_or(0));
        (u64::from(heap.stones()) << 1 | turn).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[test]
fn nim_is_solved() {
    for stones in 2..60 {
        let budget = Budget::unlimited();
        let decision = AlphaBeta::new(Unknown).decide(&Nim::new(stones), &budget, &mut ());
        let won = stones % 4 != 0;
        assert_eq!(decision.candidates[0].proven, Some(if won { 0.5 } else { -0.5 }), "{stones}");
        if won {
            assert_eq!(decision.mv, Some(stones % 4));
        }
    }
}

#[test]
fn the_end_of_a_game_and_the_only_move_need_no_search() {
    let mut player = AlphaBeta::new(Unknown);
    let over = player.decide(&Nim::new(0), &Budget::unlimited(), &mut ());
    assert_eq!((over.mv, over.stopped_by), (None, StoppedBy::OnlyMove));
    let only = player.decide(&Nim::new(1), &Budget::unlimited(), &mut ());
    assert_eq!((only.mv, only.value, only.stopped_by), (Some(1), None, StoppedBy::OnlyMove));
    let analysed = Budget::unlimited().with_analyse(true);
    assert_eq!(player.decide(&Nim::new(1), &analysed, &mut ()).value, Some(0.5));
}

/// Cancels the search at its first report.
struct Canceller(Cancel, Vec<u32>);

impl Observer<u8> for Canceller {
    fn progress(&mut self, progress: &Progress<u8>) {
        self.1.push(progress.stats.max_depth);
        self.0.cancel();
    }

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: Some(Duration::ZERO) }
    }
}

#[test]
fn a_cancelled_search_keeps_its_answer() {
    let cancel = Cancel::new();
    let mut observer = Canceller(cancel.clone(), Vec::new());
    let budget = Budget::unlimited().with_cancel(cancel);
    let mut player = AlphaBeta::new(Unknown).with_max_depth(200);
    let decision = player.decide(&Nim::new(250), &budget, &mut observer);
    assert!(!observer.1.is_empty(), "the search reports its progress");
    assert!(decision.mv.is_some());
    assert_ne!(decision.stopped_by, StoppedBy::OnlyMove);
}
