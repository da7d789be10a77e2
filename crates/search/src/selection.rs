//! The first phase: UCB1 among the moves of a position.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::bounds::Bounds;
use crate::tree::{FIXED_POINT, Node};

/// Below this, functions of visits come from tables: selection asks for them
/// more often than for anything else. A power of two, so that a masked number
/// needs no check of bounds.
const TABLE_SIZE: usize = 4096;
type Table = [f32; TABLE_SIZE];

static SQRT_LN: LazyLock<Table> = LazyLock::new(|| std::array::from_fn(|n| sqrt_ln(n as u32)));
static INVERSE_SQRT: LazyLock<Table> =
    LazyLock::new(|| std::array::from_fn(|n| inverse_sqrt(n as u32)));

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
    sqrt_ln: &'static Table,
    inverse_sqrt: &'static Table,
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
    /// one with the highest `mean + c * sqrt(ln N / n)`.
    pub(crate) fn select<M>(&self, children: &[Node<M>], visits: u32) -> usize {
        // Moves are tried in the order of the block: if the last one has been, all have.
        if children.last().is_some_and(|child| child.visits == 0) {
            return children.iter().map(|child| usize::from(child.visits > 0)).sum();
        }
        // No child has more visits than its parent.
        if (visits as usize) < TABLE_SIZE {
            let exploration = self.exploration * self.sqrt_ln[visits as usize];
            let table = |n| self.inverse_sqrt[n as usize % TABLE_SIZE];
            self.best(children, exploration, table, |_| false)
        } else {
            self.select_beyond_tables(children, visits, |_| false)
        }
    }

    /// The same, passing over moves that cannot improve on what is `proven`.
    pub(crate) fn select_unsettled<M>(
        &self,
        children: &[Node<M>],
        visits: u32,
        proven: Bounds,
    ) -> usize {
        match children.iter().position(|child| child.visits == 0) {
            Some(untried) => untried,
            None => self.select_beyond_tables(children, visits, |child| {
                child.bounds.settled_for(child.mover, proven)
            }),
        }
    }

    fn select_beyond_tables<M>(
        &self,
        children: &[Node<M>],
        visits: u32,
        is_settled: impl Fn(&Node<M>) -> bool,
    ) -> usize {
        self.best(children, self.exploration * sqrt_ln(visits), inverse_sqrt, is_settled)
    }

    #[inline(always)]
    fn best<M>(
        &self,
        children: &[Node<M>],
        exploration: f32,
        inverse_sqrt: impl Fn(u32) -> f32,
        is_settled: impl Fn(&Node<M>) -> bool,
    ) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            // `mean + exploration / sqrt(n)`, with `1 / sqrt(n)` taken out of both terms.
            let root = inverse_sqrt(child.visits);
            let score = (child.sum as f32 * self.scale * root + exploration) * root;
            // Which move leads is as good as random: a branch would be mispredicted.
            let better = (score > best_score) & !is_settled(child);
            best = select_unpredictable(better, index, best);
            best_score = select_unpredictable(better, score, best_score);
        }
        best
    }
}
