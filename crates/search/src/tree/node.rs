//! A node of the search tree: a move with its statistics.

use crate::bounds::Bounds;

/// A move in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// The sum of the values of this node's simulations, for `mover`, in fixed point. An integer sum
    /// does not depend on the order of its terms and never loses small terms.
    pub(crate) sum: i64,
    /// The number of simulations through this node.
    pub(crate) visits: u32,
    /// The index of the first outcome, if moves can have several; else of the first child, or of its item in the list of
    /// a position of another seat.
    pub(super) first: u32,
    /// Proven bounds of the value, for seat 0.
    bounds: Bounds,
    /// The number of children or outcomes.
    pub(super) count: u16,
    /// The seat that plays the move.
    pub(crate) mover: u8,
    /// Whether a proof in a child has updated `bounds`; in games with private facts, which have no proofs,
    /// whether the children are a list.
    flag: bool,
    /// The move; arbitrary at the root.
    pub(crate) mv: M,
}

/// The fixed-point scale. Steps of 2^-20 resolve a millionth of a point, and the sum of a million
/// simulations with a million points each fits in 64 bits.
pub(crate) const FIXED_POINT: f64 = (1u64 << 20) as f64;

/// Converts a value to fixed point.
#[inline]
pub(crate) fn fixed(value: f64) -> i64 {
    (value * FIXED_POINT) as i64
}

impl<M> Node<M> {
    pub(super) fn new(mv: M, mover: u8, bounds: Bounds) -> Self {
        Node { sum: 0, visits: 0, first: 0, bounds, count: 0, mover, flag: false, mv }
    }

    /// Returns the proven bounds of the value, for seat 0.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn set_bounds(&mut self, bounds: Bounds) {
        self.bounds = bounds;
    }

    /// Returns whether a proof in a child has updated the bounds. Selection ignores bounds until then.
    #[inline]
    pub(crate) fn proof_below(&self) -> bool {
        self.flag
    }

    pub(crate) fn set_proof_below(&mut self) {
        self.flag = true;
    }

    /// Returns whether the children are a list. The game must have private facts.
    #[inline]
    pub(super) fn is_listed(&self) -> bool {
        self.flag
    }

    pub(super) fn set_listed(&mut self) {
        self.flag = true;
    }

    /// Adds a simulation, with its value in fixed point.
    #[inline]
    pub(crate) fn add(&mut self, value: i64) {
        self.visits += 1;
        self.sum = self.sum.saturating_add(value);
    }

    /// Returns the sum of the values.
    pub(crate) fn sum(&self) -> f64 {
        self.sum as f64 / FIXED_POINT
    }

    /// Returns the mean of the values. NaN without visits.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.sum as f64 / (FIXED_POINT * f64::from(self.visits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_with_moves_up_to_four_bytes_take_32_bytes() {
        assert_eq!(size_of::<Node<u8>>(), 32);
        assert_eq!(size_of::<Node<u32>>(), 32);
    }
}
