//! Selection among the children of a position by UCB1.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::bounds::Bounds;
use crate::tree::{FIXED_POINT, Node};

/// The size of the lookup tables. Below this number of visits, selection, the hottest loop of the
/// search, computes no logarithm and no root. A power of two makes the bounds check of `%` free.
const TABLE_SIZE: usize = 4096;
type Table = [f32; TABLE_SIZE];

static SQRT_LN: LazyLock<Table> = LazyLock::new(|| std::array::from_fn(|n| sqrt_ln(n as u32)));
static INVERSE_SQRT: LazyLock<Table> =
    LazyLock::new(|| std::array::from_fn(|n| inverse_sqrt(n as u32)));

/// Returns `sqrt(ln n)`. The logarithm is `libm`'s: the platform's results differ between machines.
fn sqrt_ln(n: u32) -> f32 {
    libm::logf(n.max(1) as f32).sqrt()
}

fn inverse_sqrt(n: u32) -> f32 {
    1.0 / (n as f32).sqrt()
}

/// The UCB1 rule: its exploration constant, and the scale that maps fixed-point values to a range of 1.
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

    /// Sets the difference between the largest and the smallest value. 0 counts as 1.
    pub(crate) fn set_range(&mut self, range: f64) {
        let range = if range > 0.0 { range } else { 1.0 };
        self.scale = (1.0 / (range * FIXED_POINT)) as f32;
    }

    /// Returns the index of the child to descend to: the first untried one, else the one with the
    /// highest `mean + c * sqrt(ln N / n)`, where `N` is `visits` and the mean is scaled.
    pub(crate) fn select<M>(&self, children: &[Node<M>], visits: u32) -> usize {
        // Children are tried in order, so all have visits if the last one has.
        if children.last().is_some_and(|child| child.visits == 0) {
            return children.iter().map(|child| usize::from(child.visits > 0)).sum();
        }
        // No child has more visits than its parent, so one comparison covers all children.
        if (visits as usize) < TABLE_SIZE {
            let exploration = self.exploration * self.sqrt_ln[visits as usize];
            let table = |n| self.inverse_sqrt[n as usize % TABLE_SIZE];
            self.best(children, exploration, table, |_| false)
        } else {
            self.select_beyond_tables(children, visits, |_| false)
        }
    }

    /// Selects like [`select`](Ucb1::select), but skips children that cannot improve on the `proven`
    /// bounds of the position.
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
            // Branchless: which child leads is unpredictable.
            let better = (score > best_score) & !is_settled(child);
            best = select_unpredictable(better, index, best);
            best_score = select_unpredictable(better, score, best_score);
        }
        best
    }
}
