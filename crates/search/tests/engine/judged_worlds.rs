//! Guides that say which sampled worlds are won.

use plywood_search::{Budget, Decision, Game, Guide, JudgedWorlds, Options, Player, Searcher};

use crate::toys::luck::{Luck, Move, Stage};
use crate::view;

/// A guide that judges a world by the score at the end of the game: won with at least 0.5 points,
/// and unknown if the sure amount was taken.
#[derive(Clone)]
struct AtLeastHalf;

impl Guide<Luck> for AtLeastHalf {
    const JUDGES_WORLDS: bool = true;

    fn judge_world(&mut self, last: &Luck) -> Option<bool> {
        assert_eq!(last.seat(), None, "rollouts play games to their end");
        let sure = last.view(0) == Stage::Over { won: 0.65 };
        (!sure).then(|| last.score(0) >= 0.5)
    }
}

/// A guide with the same rollouts that judges no worlds.
#[derive(Clone)]
struct Silent;

impl Guide<Luck> for Silent {}

fn decide(guide: impl Guide<Luck>, threads: usize) -> Decision<Move> {
    // With this constant, the search visits every move often enough.
    let options = Options::default().with_exploration(Options::EXPLORATION);
    let mut searcher = Searcher::<Luck, _>::new(options, guide, 1);
    let budget = Budget::simulations(600).with_threads(threads);
    searcher.decide(&view(&Luck::hiding(0)), &budget, &mut ())
}

#[test]
fn judged_worlds_are_counted_for_each_move() {
    for threads in [1, 2] {
        let decision = decide(AtLeastHalf, threads);
        for candidate in &decision.candidates {
            let visits = candidate.visits.unwrap();
            assert!(visits > 20, "{candidate:?}");
            match candidate.mv {
                Move::Take => assert_eq!(candidate.worlds, None, "the guide judges none"),
                _ => {
                    let JudgedWorlds { sampled, won } = candidate.worlds.unwrap();
                    assert_eq!(sampled, visits);
                    // The cards 0 to 4 are lost only if they are kept.
                    assert!(sampled / 2 < won && won < sampled, "{won} of {sampled}");
                }
            }
        }
    }
}

#[test]
fn judgements_do_not_influence_a_search() {
    let mut judged = decide(AtLeastHalf, 1);
    let mut silent = decide(Silent, 1);
    assert!(silent.candidates.iter().all(|candidate| candidate.worlds.is_none()));
    judged.candidates.iter_mut().for_each(|candidate| candidate.worlds = None);
    (judged.stats.elapsed, silent.stats.elapsed) = Default::default();
    assert_eq!(judged, silent);
}
