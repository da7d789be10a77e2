//! The first design's player, mended.
//!
//! Equal rotations are valued once, the running totals that the network is
//! told of stay in the range that it was trained on, exploring draws among
//! legal placements, a placement is chosen by what it earns and what follows,
//! and where all leave too many holes the best of them is played.

use plywood_search::{Budget, Decision, Observer, Player, Rng};

use crate::evaluation::{Depth, LookAhead};
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
        if let Some(explored) = self.exploring_move(position) {
            return Some(explored);
        }
        self.look_ahead.values(position, &mut self.values);
        let mut best: Option<(bool, f64, Move)> = None;
        for (mv, &value) in position.placements().zip(&self.values) {
            let allowed = !self.refuses(position, mv);
            if best.is_none_or(|(other, highest, _)| (allowed, value) > (other, highest)) {
                best = Some((allowed, value, mv));
            }
        }
        best.map(|(.., mv)| mv)
    }

    /// A placement drawn at random, as often as epsilon says.
    fn exploring_move(&mut self, position: &Position) -> Option<Move> {
        if self.epsilon == 0.0 || self.rng.unit() >= self.epsilon {
            return None;
        }
        let moves: Vec<Move> = position.placements().collect();
        self.rng.pick(&moves)
    }

    /// Whether a placement leaves too many holes: it comes behind all others.
    fn refuses(&self, position: &Position, mv: Move) -> bool {
        self.limit.is_some_and(|limit| {
            position.lines() < limit.until_lines
                && position.place(mv).board.holes() > limit.max_holes
        })
    }
}

impl Player<Tetris> for DqnPlayer {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let explored = self.exploring_move(view);
        self.look_ahead.values(view, &mut self.values);
        let mut valued: Vec<(Move, f64)> =
            view.placements().zip(self.values.iter().copied()).collect();
        valued.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        valued.sort_by_key(|&(mv, _)| {
            (explored.is_some_and(|drawn| drawn != mv), self.refuses(view, mv))
        });
        Decision::unsearched(valued.into_iter().map(|(mv, value)| (mv, Some(value))))
    }
}
