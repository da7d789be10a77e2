//! Evaluations of placements, and looking ahead by one piece.

use crate::features::NextPiece;
use crate::{Bag, Placed, Position, Randomizer};

/// Values placements. The value of a placement is its reward plus the discounted value of what
/// follows.
pub trait Evaluation {
    /// Replaces `values` by the values of a position's placements, in their order.
    fn values(&mut self, position: &Position, next: NextPiece, values: &mut Vec<f64>);

    /// Returns the reward of a placement.
    fn reward(&self, placed: &Placed) -> f64;

    /// The discount of a reward that comes a piece later.
    fn discount(&self) -> f64;

    /// The value of a lost game.
    fn loss(&self) -> f64;
}

/// The number of pieces that a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The current piece.
    One,
    /// The current and the next piece.
    Two,
}

/// Values placements at a given depth.
#[derive(Clone, Debug)]
pub struct LookAhead<E> {
    pub(crate) evaluation: E,
    depth: Depth,
    replies: Vec<f64>,
}

impl<E: Evaluation> LookAhead<E> {
    /// Looks ahead with an evaluation.
    pub fn new(evaluation: E, depth: Depth) -> Self {
        LookAhead { evaluation, depth, replies: Vec::new() }
    }

    /// Replaces `values` by the values of a position's placements, in their order. At depth two, the
    /// value of a placement is its reward plus the discounted value of the best placement of the next
    /// piece.
    pub fn values(&mut self, position: &Position, values: &mut Vec<f64>) {
        if self.depth == Depth::One {
            return self.evaluation.values(position, NextPiece::Seen(position.next()), values);
        }
        let bag = unseen(position);
        // A game at its cap is not lost: it is valued as if it continued.
        let position = &position.without_cap();
        values.clear();
        for mv in position.placements() {
            let placed = position.place(mv);
            // The piece after the next one is unknown; any piece gives the same values.
            let after = position.after(&placed, position.next(), bag);
            let later = if after.is_over() {
                self.evaluation.loss()
            } else {
                self.evaluation.values(&after, NextPiece::OneOf(bag), &mut self.replies);
                self.replies.iter().fold(f64::NEG_INFINITY, |best, &reply| best.max(reply))
            };
            values.push(self.evaluation.reward(&placed) + self.evaluation.discount() * later);
        }
    }
}

/// Returns what the piece after the next one can be.
fn unseen(position: &Position) -> Bag {
    match position.rules().randomizer {
        Randomizer::Bag if position.bag() != Bag::EMPTY => position.bag(),
        Randomizer::Bag | Randomizer::Uniform => Bag::FULL,
    }
}
