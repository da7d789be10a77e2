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
    /// The index of the first child; in games with hidden facts, of the first outcome.
    pub(super) first: u32,
    /// Proven bounds of the value, for seat 0, or the [`Sibling`] of a node in a list. Both are stored as
    /// bits, because a node has at most one of them and takes 32 bytes.
    extra: [u32; 2],
    /// The number of children or outcomes.
    pub(super) count: u16,
    /// The seat that plays the move.
    pub(crate) mover: u8,
    /// Whether a proof in a child has updated `bounds`. Selection ignores bounds until then.
    pub(crate) proof_below: bool,
    /// The move; arbitrary at the root.
    pub(crate) mv: M,
}

/// The place of a node in the list of children of another seat's position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sibling {
    /// The number of visits of the position in worlds where the move was legal.
    pub(crate) available: u32,
    /// The index of the next child, or [`NONE`](super::NONE).
    pub(super) next: u32,
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
        let extra = [bounds.lower.to_bits(), bounds.upper.to_bits()];
        Node { sum: 0, visits: 0, first: 0, extra, count: 0, mover, proof_below: false, mv }
    }

    /// Returns the proven bounds of the value, for seat 0. The node must not be in a list.
    #[inline]
    pub(crate) fn bounds(&self) -> Bounds {
        let [lower, upper] = self.extra.map(f32::from_bits);
        Bounds { lower, upper }
    }

    pub(crate) fn set_bounds(&mut self, bounds: Bounds) {
        self.extra = [bounds.lower, bounds.upper].map(f32::to_bits);
    }

    /// Returns the place in a list. The node must be in one.
    #[inline]
    pub(crate) fn sibling(&self) -> Sibling {
        let [available, next] = self.extra;
        Sibling { available, next }
    }

    pub(super) fn set_sibling(&mut self, sibling: Sibling) {
        self.extra = [sibling.available, sibling.next];
    }

    /// Counts a visit of the position in a world, if the move is legal there.
    #[inline]
    pub(crate) fn add_available(&mut self, is_legal: bool) {
        self.extra[0] = self.extra[0].saturating_add(u32::from(is_legal));
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
