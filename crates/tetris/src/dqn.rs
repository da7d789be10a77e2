//! `dqn`: a player with a trained network. It corrects faults of the project's first DQN player.
//!
//! Corrections: Equal shapes are valued once. The input `lines` is clamped to the trained range.
//! Exploration samples only from the legal placements. The value of a placement includes its
//! reward. If every placement leaves too many holes, the player still plays the best placement.

use plywood_search::{Decision, Rng};

use crate::evaluation::{Depth, LookAhead};
use crate::unsearched::unsearched_player;
use crate::value_network::{NetworkEvaluation, ValueNetwork};
use crate::{Move, Position};

/// A limit on the holes that a placement may leave, as in the project's first design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HoleLimit {
    /// Placements that leave more holes than this rank behind all others.
    pub max_holes: u32,
    /// The limit applies while the game has fewer cleared lines than this.
    pub until_lines: u32,
}

/// A player that ranks placements by a network.
#[derive(Clone, Debug)]
pub struct DqnPlayer {
    look_ahead: LookAhead<NetworkEvaluation>,
    limit: Option<HoleLimit>,
    epsilon: f64,
    rng: Rng,
    values: Vec<f64>,
}

unsearched_player!(DqnPlayer);

impl DqnPlayer {
    /// A player that explores with the probability `epsilon`.
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

    /// Returns the placement to play; `None` when the game is over.
    pub fn best_move(&mut self, position: &Position) -> Option<Move> {
        self.rank(position).mv
    }

    fn rank(&mut self, position: &Position) -> Decision<Move> {
        let explored = self.exploring_move(position);
        self.look_ahead.values(position, &mut self.values);
        let mut valued: Vec<(Move, f64)> =
            position.placements().zip(self.values.iter().copied()).collect();
        valued.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        valued.sort_by_key(|&(mv, _)| {
            (explored.is_some_and(|drawn| drawn != mv), self.leaves_too_many_holes(position, mv))
        });
        Decision::unsearched(valued.into_iter().map(|(mv, value)| (mv, Some(value))))
    }

    /// Draws a random placement with the probability epsilon; otherwise returns `None`.
    fn exploring_move(&mut self, position: &Position) -> Option<Move> {
        if self.epsilon == 0.0 || self.rng.unit() >= self.epsilon {
            return None;
        }
        let moves: Vec<Move> = position.placements().collect();
        self.rng.pick(&moves)
    }

    fn leaves_too_many_holes(&self, position: &Position, mv: Move) -> bool {
        self.limit.is_some_and(|limit| {
            position.lines() < limit.until_lines
                && position.place(mv).board.holes() > limit.max_holes
        })
    }
}
