//! Evaluations of placements, and looking ahead by one piece.

use crate::features::NextPiece;
use crate::{Bag, Placed, Position, Randomizer};

/// An evaluation of placements. The value of a placement is `reward + discount * later`, where `later`
/// is the value of the game after the placement.
pub trait Evaluation {
    /// Replaces `values` by the values of a position's placements, in their order.
    fn values(&mut self, position: &Position, next: NextPiece, values: &mut Vec<f64>);

    /// Returns the reward of a placement.
    fn reward(&self, placed: &Placed) -> f64;

    /// The factor by which a reward is multiplied for each piece of delay.
    fn discount(&self) -> f64;

    /// The value of a lost game.
    fn loss(&self) -> f64;
}

/// The number of pieces that an evaluation places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The current piece.
    One,
    /// The current and the next piece.
    Two,
}

/// An evaluation of placements at a given depth.
#[derive(Clone, Debug)]
pub struct LookAhead<E> {
    pub(crate) evaluation: E,
    depth: Depth,
    replies: Vec<f64>,
}

impl<E: Evaluation> LookAhead<E> {
    /// A look-ahead of this depth with an evaluation.
    pub fn new(evaluation: E, depth: Depth) -> Self {
        LookAhead { evaluation, depth, replies: Vec::new() }
    }

    /// Replaces `values` by the values of a position's placements, in their order. At depth two, the
    /// value is `reward + discount * later`, where `later` is the highest value of a placement of the
    /// next piece, or [`loss`](Evaluation::loss) if the game is lost.
    pub fn values(&mut self, position: &Position, values: &mut Vec<f64>) {
        if self.depth == Depth::One {
            return self.evaluation.values(position, NextPiece::Seen(position.next()), values);
        }
        let bag = unseen(position);
        // A game that reaches its cap is not lost, so it is valued as if it had no cap.
        let position = &position.without_cap();
        values.clear();
        for mv in position.placements() {
            let placed = position.place(mv);
            // The third piece is unknown. `position.next()` is a placeholder that has no effect.
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

/// Returns the pieces that can come after the next one.
fn unseen(position: &Position) -> Bag {
    match position.rules().randomizer {
        Randomizer::Bag if position.bag() != Bag::EMPTY => position.bag(),
        Randomizer::Bag | Randomizer::Uniform => Bag::FULL,
    }
}
