//! The first design's player.

use plywood_search::{Budget, Candidate, Decision, Observer, Player, Rng, Stats, StoppedBy};

use crate::find_best_move::{
    Afterstate, BestMove, Limits, Question, Statistics, Stop, find_best_move,
};
use crate::value_network::ValueNetwork;
use crate::{Move, Position, Tetris};

/// Plays what [`find_best_move`] finds on the design's network: by what the
/// network expects alone, and told of all lines of the game, however many.
///
/// Where that is the invalid move, or an exploring move that is not legal, it
/// decides on nothing: a [`Decision`] without a move and without candidates,
/// on which its game ends although there are legal moves.
#[derive(Clone, Debug)]
pub struct Original {
    limits: Limits,
    epsilon: f64,
    rng: Rng,
    statistics: Statistics,
}

impl Original {
    /// A player with these limits that explores with a probability of `epsilon`.
    pub fn new(limits: Limits, epsilon: f64, seed: u64) -> Self {
        Original { limits, epsilon, rng: Rng::new(seed), statistics: Statistics::default() }
    }

    /// How the search behind the last decision went.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// What the design's network makes of its features.
pub fn network_value(after: &Afterstate) -> f64 {
    f64::from(ValueNetwork::original().value(&after.features))
}

impl Player<Tetris> for Original {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
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
        let (best, statistics) =
            find_best_move(&Question::from(view), &self.limits, explore, network_value, watch);
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
