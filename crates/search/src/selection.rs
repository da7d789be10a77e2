//! The first phase: UCB1 among the moves of a position.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::bounds::Bounds;
use crate::tree::{FIXED_POINT, Node};

/// Up to here the functions of visits come from tables: selection asks for
/// them more often than for anything else.
const TABLE_SIZE: u32 = 4096;

static SQRT_LN: LazyLock<Vec<f32>> = LazyLock::new(|| (0..TABLE_SIZE).map(sqrt_ln).collect());
static INVERSE_SQRT: LazyLock<Vec<f32>> =
    LazyLock::new(|| (0..TABLE_SIZE).map(inverse_sqrt).collect());

/// From the `libm` crate, since the platform's own differs between machines.
fn sqrt_ln(n: u32) -> f32 {
    libm::logf(n.max(1) as f32).sqrt()
}

fn inverse_sqrt(n: u32) -> f32 {
    1.0 / (n as f32).sqrt()
}

/// The upper confidence bound rule, with its constant and the scale that
/// brings values to a range of 1.
#[derive(Clone, Copy)]
pub(crate) struct Ucb1 {
    exploration: f32,
    scale: f32,
    sqrt_ln: &'static [f32],
    inverse_sqrt: &'static [f32],
}

impl Ucb1 {
    pub(crate) fn new(exploration: f64) -> Self {
        let mut ucb = Ucb1 {
            exploration: exploration as f32,
            scale: 0.0,
            sqrt_ln: &SQRT_LN,
            inverse_sqrt: &INVERSE_SQRT,
        };
        ucb.set_range(1.0);
        ucb
    }

    /// Values spread over `range`.
    pub(crate) fn set_range(&mut self, range: f64) {
        let range = if range > 0.0 { range } else { 1.0 };
        self.scale = (1.0 / (range * FIXED_POINT)) as f32;
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
        // Moves are tried in the order of the block: if the last one has been, all have.
        if children.last().is_some_and(|child| child.visits == 0) {
            return children.iter().map(|child| usize::from(child.visits > 0)).sum();
        }
        let sqrt_ln = self.sqrt_ln.get(visits as usize).copied();
        let exploration = self.exploration * sqrt_ln.unwrap_or_else(|| self::sqrt_ln(visits));
        match proven {
            None => self.best(children, exploration, |_| false),
            Some(proven) => self
                .best(children, exploration, |child| child.bounds.settled_for(child.mover, proven)),
        }
    }

    #[inline]
    fn best<M>(
        &self,
        children: &[Node<M>],
        exploration: f32,
        is_settled: impl Fn(&Node<M>) -> bool,
    ) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let score = self.score(child, exploration);
            // Which move leads is as good as random: a branch would be mispredicted.
            let better = (score > best_score) & !is_settled(child);
            best = select_unpredictable(better, index, best);
            best_score = select_unpredictable(better, score, best_score);
        }
        best
    }

    /// `mean + exploration / sqrt(n)`, with `1 / sqrt(n)` taken out of both terms.
    #[inline]
    fn score<M>(&self, child: &Node<M>, exploration: f32) -> f32 {
        let table = self.inverse_sqrt.get(child.visits as usize).copied();
        let inverse_sqrt = table.unwrap_or_else(|| inverse_sqrt(child.visits));
        (child.sum as f32 * self.scale * inverse_sqrt + exploration) * inverse_sqrt
    }
}
