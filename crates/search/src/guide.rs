//! The guide of those who have none.

use crate::{Game, Guide};

/// Uniformly random rollouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomRollouts;

impl<G: Game> Guide<G> for RandomRollouts {}
