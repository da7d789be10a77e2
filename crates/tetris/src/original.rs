//! The first design's player.

use plywood_search::{Budget, Candidate, Decision, Observer, Player, Rng, Stats, StoppedBy};

use crate::design29::compact4;
use crate::find_best_move::{
    Afterstate, BestMove, Limits, Question, Statistics, Stop, find_best_move,
};
use crate::{Move, Position, Tetris};

/// Weights of lines, holes, bumpiness and aggregate height: those that Lee
/// published in 2013, found by a genetic algorithm.
const COMPACT_WEIGHTS: [f64; 4] = [0.760666, -0.35663, -0.184483, -0.510066];

/// The linear value on [`compact4`] that stands in for the design's network
/// until there is one.
pub fn linear_value(after: &Afterstate) -> f64 {
    let terms = compact4(&after.placed);
    COMPACT_WEIGHTS
        .iter()
        .zip(terms)
        .fold(0.0, |sum, (weight, term)| sum + weight * f64::from(term))
}

/// Plays what [`find_best_move`] finds, on [`linear_value`].
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
            find_best_move(&Question::from(view), &self.limits, explore, linear_value, watch);
        self.statistics = statistics;

        let mut stats = Stats::default();
        (stats.simulations, stats.threads) = (u64::from(statistics.evaluations), 1);
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
