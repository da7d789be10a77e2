//! Proven bounds of values: score-bounded MCTS (Cazenave and Saffidine 2010).

use crate::tree::Node;

/// A proven lower and upper bound of a position's value for seat 0. Seat 1 minimises that value. The
/// bounds are `f32` so that a tree node takes 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) lower: f32,
    pub(crate) upper: f32,
}

impl Bounds {
    /// Returns the bounds before any proof: the range of the objective, infinite if it has no range.
    pub(crate) fn of_range(range: Option<(f64, f64)>) -> Self {
        let (lower, upper) = range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        Bounds { lower: lower as f32, upper: upper as f32 }
    }

    /// Returns the bounds of a known value.
    pub(crate) fn exact(value: f64) -> Self {
        Bounds { lower: value as f32, upper: value as f32 }
    }

    /// Returns the bounds with `shift` added to both.
    pub(crate) fn shifted(self, shift: f64) -> Self {
        let by = |bound| (f64::from(bound) + shift) as f32;
        Bounds { lower: by(self.lower), upper: by(self.upper) }
    }

    /// Returns whether the value is proven.
    #[inline]
    pub(crate) fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// Clamps a value to the bounds.
    #[inline]
    pub(crate) fn clamp(self, value: f64) -> f64 {
        let (lower, upper) = (f64::from(self.lower), f64::from(self.upper));
        if value < lower {
            lower
        } else if value > upper {
            upper
        } else {
            value
        }
    }

    /// Returns the bounds of a position in which `mover` chooses among `moves`.
    pub(crate) fn of_choice(mover: u8, moves: impl Iterator<Item = Bounds>) -> Self {
        let better = if mover == 0 { f32::max } else { f32::min };
        moves
            .reduce(|a, b| Bounds {
                lower: better(a.lower, b.lower),
                upper: better(a.upper, b.upper),
            })
            .expect("a position that is not over has a move")
    }

    /// Returns the intersection of the bounds that two trees have proven for the same move.
    pub(crate) fn and(self, other: Bounds) -> Self {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns whether a move with these bounds cannot give `mover` more than the bounds of the
    /// `position` already guarantee.
    #[inline]
    pub(crate) fn settled_for(self, mover: u8, position: Bounds) -> bool {
        let first = mover == 0;
        (first & (self.upper <= position.lower)) | (!first & (self.lower >= position.upper))
    }
}

/// Returns the bounds of a position from its children.
pub(crate) fn of_children<M>(children: &[Node<M>]) -> Bounds {
    Bounds::of_choice(children[0].mover, children.iter().map(Node::bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Bounds = Bounds { lower: 0.0, upper: 1.0 };

    #[test]
    fn one_winning_move_proves_a_win_and_a_loss_needs_all_moves() {
        let (win, loss, draw) = (Bounds::exact(1.0), Bounds::exact(0.0), Bounds::exact(0.5));
        assert_eq!(Bounds::of_choice(0, [OPEN, win].into_iter()), win);
        assert_eq!(Bounds::of_choice(1, [OPEN, loss].into_iter()), loss);
        assert_eq!(Bounds::of_choice(0, [loss, loss].into_iter()), loss);
        assert_eq!(
            Bounds::of_choice(0, [OPEN, draw].into_iter()),
            Bounds { lower: 0.5, upper: 1.0 }
        );
    }

    #[test]
    fn moves_that_cannot_improve_are_settled() {
        let at_least_draw = Bounds { lower: 0.5, upper: 1.0 };
        assert!(Bounds::exact(0.5).settled_for(0, at_least_draw));
        assert!(!OPEN.settled_for(0, at_least_draw));
        assert!(!Bounds::exact(0.5).settled_for(1, at_least_draw));
        assert!(Bounds::exact(1.0).settled_for(1, at_least_draw));
    }
}
