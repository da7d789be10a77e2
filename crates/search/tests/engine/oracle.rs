//! Random small games, compared with a plain minimax search.

use std::sync::Arc;

use plywood_search::{
    Budget, Expansion, Game, Interval, Observer, Player, Progress, RandomRollouts, Searcher,
    StoppedBy,
};
use proptest::prelude::*;

use crate::options;
use crate::toys::script::{Margin, Page, Script};

const GREATEST_MARGIN: i8 = 2;

pub(crate) fn any_page() -> impl Strategy<Value = Page> {
    let end = (-GREATEST_MARGIN..=GREATEST_MARGIN).prop_map(|margin| Page::End { margin });
    end.prop_recursive(4, 60, 3, |page| {
        let next = prop::collection::vec(page.prop_map(Arc::new), 1..=3);
        (0..2u8, next).prop_map(|(seat, next)| Page::Choice { seat, next })
    })
}

/// An observer that checks bounds and intervals after every simulation.
struct Checker {
    expected: f64,
}

impl Observer<u8> for Checker {
    fn progress(&mut self, progress: &Progress<u8>) {
        if let Some([lower, upper]) = progress.stats.bounds {
            assert!(lower <= self.expected && self.expected <= upper, "{progress:?}");
        }
        for candidate in &progress.candidates {
            if let (Some(value), Some([lower, upper])) = (candidate.value, candidate.ci95) {
                assert!(lower <= value && value <= upper, "{candidate:?}");
            }
        }
    }

    fn interval(&self) -> Interval {
        Interval { simulations: Some(1), time: None }
    }
}

fn for_seat(seat: u8, margin: i8) -> f64 {
    if seat == 0 { f64::from(margin) } else { -f64::from(margin) }
}

fn is_solved(script: &Script, objective: Margin, expansion: Expansion, seed: u64) {
    let Some(seat) = script.seat() else { return };
    let mut moves = Vec::new();
    script.moves(&mut moves);
    let expected = for_seat(seat, script.0.minimax());
    let options = options(|options| options.variations.expansion = expansion);
    let mut searcher = Searcher::with_objective(options, RandomRollouts, objective, seed);
    let budget = Budget::simulations(100_000);
    let decision = searcher.decide(script, &budget, &mut Checker { expected });
    let mut after = script.clone();
    after.play(decision.mv.expect("there is a move"));
    assert_eq!(for_seat(seat, after.0.minimax()), expected, "the move is not optimal");
    if moves.len() > 1 {
        assert_eq!(decision.stopped_by, StoppedBy::Proven);
        assert_eq!(decision.value, Some(expected));
        assert_eq!(decision.candidates[0].proven, Some(expected));
    }
    for candidate in &decision.candidates {
        let mut after = script.clone();
        after.play(candidate.mv);
        let truth = for_seat(seat, after.0.minimax());
        assert!(candidate.proven.is_none_or(|proven| proven == truth), "{candidate:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn what_is_proven_of_a_random_game_is_its_minimax_value(page in any_page(), seed: u64) {
        let script = Script(Arc::new(page));
        for most in [None, Some(GREATEST_MARGIN)] {
            for expansion in [Expansion::OneChild, Expansion::AllThenLeaf, Expansion::AllThenChild] {
                is_solved(&script, Margin { most }, expansion, seed);
            }
        }
    }
}
