//! The first phase: UCB1 among the moves of a position.

use std::sync::LazyLock;

use crate::bounds::Bounds;
use crate::tree::Node;

/// `sqrt(ln n)` for small `n`, where most selections happen.
static SQRT_LN: LazyLock<Vec<f32>> = LazyLock::new(|| (0..4096).map(sqrt_ln).collect());

/// From the `libm` crate, since the platform's own differs between machines.
fn sqrt_ln(n: u32) -> f32 {
    libm::sqrtf(libm::logf(n.max(1) as f32))
}

/// The upper confidence bound rule, with its constant and the scale that
/// brings values to a range of 1.
#[derive(Clone, Copy)]
pub(crate) struct Ucb1 {
    exploration: f32,
    scale: f32,
    sqrt_ln: &'static [f32],
}

impl Ucb1 {
    pub(crate) fn new(exploration: f64) -> Self {
        Ucb1 { exploration: exploration as f32, scale: 1.0, sqrt_ln: &SQRT_LN }
    }

    /// Values spread over `range`.
    pub(crate) fn set_range(&mut self, range: f64) {
        self.scale = if range > 0.0 { (1.0 / range) as f32 } else { 1.0 };
    }

    /// The index of the child to walk into: the first untried one, else the
    /// one with the highest `mean + c * sqrt(ln N / n)`. Moves that cannot
    /// improve on what is `proven` of the position are passed over.
    #[inline]
    pub(crate) fn select<M>(
        &self,
        children: &[Node<M>],
        visits: u32,
        proven: Option<Bounds>,
    ) -> usize {
        let sqrt_ln = self.sqrt_ln.get(visits as usize).copied().unwrap_or_else(|| sqrt_ln(visits));
        let exploration = self.exploration * sqrt_ln;
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            if proven.is_some_and(|proven| child.bounds.settled_for(child.mover, proven)) {
                continue;
            }
            if child.visits == 0 {
                return index;
            }
            let score = child.scaled_mean(self.scale) + exploration / (child.visits as f32).sqrt();
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }
}
