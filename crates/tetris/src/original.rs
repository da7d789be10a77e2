//! `original`: the player of the project's first design document, a fixed reference for later players.

use plywood_search::{Candidate, Decision, Rng, Stats, StoppedBy};

use crate::find_best_move::{
    Afterstate, BestMove, SearchInput, Statistics, Stop, Thresholds, find_best_move,
};
use crate::unsearched::unsearched_player;
use crate::value_network::ValueNetwork;
use crate::{Move, Position};

/// A player that plays the result of [`find_best_move`] with a network on the design's features. As in
/// the design, values do not include the reward of a placement, and the input `lines` is not clamped to
/// the trained range. The design has no weights, so the network was trained for this project.
///
/// If the result is the invalid move or an illegal exploring move, the [`Decision`] has no move and
/// no candidates: the player gives up although there are legal moves.
#[derive(Clone, Debug)]
pub struct Original {
    thresholds: Thresholds,
    epsilon: f64,
    rng: Rng,
    statistics: Statistics,
}

unsearched_player!(Original);

/// Returns the network's value of an afterstate.
fn network_value(after: &Afterstate) -> f64 {
    f64::from(ValueNetwork::original().value(&after.features))
}

impl Original {
    /// A player that explores with the probability `epsilon`.
    pub fn new(thresholds: Thresholds, epsilon: f64, seed: u64) -> Self {
        Original { thresholds, epsilon, rng: Rng::new(seed), statistics: Statistics::default() }
    }

    /// The counts of the last search.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn rank(&mut self, view: &Position) -> Decision<Move> {
        let mut valued: Vec<(Move, f64)> = Vec::new();
        let listed = |found: BestMove| {
            let mv = found.placement(view.current()).filter(|&mv| view.is_legal(mv))?;
            Some(view.canonical(mv))
        };
        let watch = |found: BestMove| {
            if let Some(mv) = listed(found)
                && valued.iter().all(|&(other, _)| other != mv)
            {
                valued.push((mv, found.value));
            }
        };
        let explore = (self.epsilon > 0.0).then_some((self.epsilon, &mut self.rng));
        let (best, statistics) = find_best_move(
            &SearchInput::from(view),
            &self.thresholds,
            explore,
            network_value,
            watch,
        );
        self.statistics = statistics;

        let mut stats = Stats::default();
        (stats.simulations, stats.threads) = (u64::from(statistics.evaluations), 1);
        stats.details = statistics.details();
        let stopped_by = match statistics.stop {
            Stop::GoodEnough => StoppedBy::GoodEnough,
            Stop::MaxEvaluations => StoppedBy::Simulations,
            Stop::NoPiece | Stop::Explored | Stop::Exhausted => StoppedBy::Decided,
        };
        let chosen = if best.is_invalid() { None } else { listed(best) };
        let Some(chosen) = chosen.filter(|_| !view.is_over()) else {
            return Decision::new(Vec::new(), stats, stopped_by);
        };
        let skipped = view.placements().filter(|mv| valued.iter().all(|(other, _)| other != mv));
        let mut candidates: Vec<(Move, Option<f64>)> =
            valued.iter().map(|&(mv, value)| (mv, Some(value))).collect();
        candidates.extend(skipped.map(|mv| (mv, None)));
        candidates.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        candidates.sort_by_key(|&(mv, _)| mv != chosen);
        let candidates = candidates.into_iter().map(|(mv, value)| Candidate::unsearched(mv, value));
        Decision::new(candidates.collect(), stats, stopped_by)
    }
}
