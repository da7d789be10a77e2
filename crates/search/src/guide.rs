//! Default guide: uniform random rollouts.

use crate::{Game, Guide};

/// Uniform random rollouts without a static evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRollouts;

impl<G: Game> Guide<G> for RandomRollouts {}
