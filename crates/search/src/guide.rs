//! The default guide, and the positions that a guide rates.

use crate::{Game, Guide};

/// Uniform random rollouts without a static evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRollouts;

impl<G: Game> Guide<G> for RandomRollouts {}

/// A position that [`Guide::rate`] rates.
pub struct Leaf<'a, G: Game> {
    /// A world in which the position was reached. Other worlds share the position, so a rating should
    /// follow from the mover's view.
    pub state: &'a G,
    /// The legal moves.
    pub moves: &'a [G::Move],
    /// The weight of each move, at least 0; 1 at first. Weights need not add up to 1.
    pub weights: &'a mut [f32],
    /// The value for each seat, NaN at first; only the first is read if the objective is zero-sum.
    /// If a value that is read stays NaN, the search plays a rollout.
    pub values: &'a mut [f64],
}
