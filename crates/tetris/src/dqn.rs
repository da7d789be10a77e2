//! The first design's player, mended.
//!
//! Equal rotations are valued once, the running totals that the network is
//! told of stay in the range that it was trained on, exploring draws among
//! legal placements, a placement is chosen by what it earns and what follows,
//! and where all leave too many holes the best of them is played.

use plywood_search::{Budget, Decision, Observer, Player, Rng};

use crate::evaluation::{Depth, LookAhead, highest};
use crate::judged::ranked;
use crate::value_network::{NetworkEvaluation, ValueNetwork};
use crate::{Move, Position, Tetris};

/// When holes are refused: the first design's rule, with a way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleLimit {
    /// More holes than this are refused ...
    pub max_holes: u32,
    /// ... while fewer lines than this were cleared in the game.
    pub until_lines: u32,
}

/// Plays by a network.
#[derive(Clone, Debug)]
pub struct DqnPlayer {
    look_ahead: LookAhead<NetworkEvaluation>,
    limit: Option<HoleLimit>,
    epsilon: f64,
    rng: Rng,
    values: Vec<f64>,
}

impl DqnPlayer {
    /// A player that explores with a probability of `epsilon`.
    pub fn new(
        network: ValueNetwork,
        depth: Depth,
        limit: Option<HoleLimit>,
        epsilon: f64,
        seed: u64,
    ) -> Self {
        let look_ahead = LookAhead::new(NetworkEvaluation::new(network), depth);
        DqnPlayer { look_ahead, limit, epsilon, rng: Rng::new(seed), values: Vec::new() }
    }

    /// The placement that it plays; `None` when the game is over.
    pub fn best_move(&mut self, position: &Position) -> Option<Move> {
        if self.epsilon > 0.0 && self.rng.unit() < self.epsilon {
            let moves: Vec<Move> = position.placements().collect();
            return self.rng.pick(&moves);
        }
        self.value(position);
        highest(&self.values).and_then(|best| position.placements().nth(best))
    }

    /// Values all placements; those that are refused come behind all others.
    fn value(&mut self, position: &Position) {
        self.look_ahead.values(position, &mut self.values);
        let Some(limit) = self.limit.filter(|limit| position.lines() < limit.until_lines) else {
            return;
        };
        let refused = |mv| position.place(mv).board.holes() > limit.max_holes;
        let lowest = self.values.iter().copied().fold(f64::INFINITY, f64::min);
        let top = self.values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (value, mv) in self.values.iter_mut().zip(position.placements()) {
            if refused(mv) {
                *value += lowest - top - 1.0;
            }
        }
    }
}

impl Player<Tetris> for DqnPlayer {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let explored = if self.epsilon > 0.0 { self.best_move(view) } else { None };
        self.value(view);
        let mut decision = ranked(view.placements().zip(self.values.iter().copied()));
        if let Some(explored) = explored {
            decision.candidates.sort_by_key(|candidate| candidate.mv != explored);
            decision.mv = Some(explored);
            decision.value = decision.candidates.first().and_then(|first| first.value);
        }
        decision
    }
}
