//! What players judge placements by, and how they look ahead with it.

use crate::features::NextPiece;
use crate::{Bag, Placed, Position, Randomizer};

/// A value for each placement: what it earns at once and what is to be
/// expected after it.
pub trait Evaluation {
    /// Replaces `values` by those of all placements of a position, in their order.
    fn values(&mut self, position: &Position, next: NextPiece, values: &mut Vec<f64>);

    /// What a placement earns at once, of its value.
    fn earned(&self, placed: &Placed) -> f64;

    /// What something counts that comes a piece later.
    fn discount(&self) -> f64;

    /// What a lost game counts.
    fn loss(&self) -> f64;
}

/// How many pieces a player looks at: the current one, or the next one too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The current piece.
    One,
    /// The current and the next piece.
    Two,
}

/// Values placements, looking ahead if asked to.
#[derive(Clone, Debug)]
pub struct LookAhead<E> {
    evaluation: E,
    depth: Depth,
    replies: Vec<f64>,
}

impl<E: Evaluation> LookAhead<E> {
    /// Looks ahead by an evaluation.
    pub fn new(evaluation: E, depth: Depth) -> Self {
        LookAhead { evaluation, depth, replies: Vec::new() }
    }

    /// What is looked ahead with.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// Replaces `values` by those of all placements of a position, in their
    /// order. With the next piece, a placement is worth what it earns and the
    /// best that can follow; what comes after that piece is not seen.
    pub fn values(&mut self, position: &Position, values: &mut Vec<f64>) {
        if self.depth == Depth::One {
            return self.evaluation.values(position, NextPiece::Seen(position.next()), values);
        }
        let bag = unseen(position);
        // At the cap the game is not lost: it is valued as if it went on.
        let position = &position.without_cap();
        values.clear();
        for mv in position.placements() {
            let placed = position.place(mv);
            // The piece that appears then has no part in what is valued.
            let after = position.after(&placed, position.next(), bag);
            let later = if after.is_over() {
                self.evaluation.loss()
            } else {
                self.evaluation.values(&after, NextPiece::OneOf(bag), &mut self.replies);
                self.replies.iter().fold(f64::NEG_INFINITY, |best, &reply| best.max(reply))
            };
            values.push(self.evaluation.earned(&placed) + self.evaluation.discount() * later);
        }
    }
}

/// What the piece after the next one can be.
fn unseen(position: &Position) -> Bag {
    match position.rules().randomizer {
        Randomizer::Bag if position.bag() != Bag::EMPTY => position.bag(),
        Randomizer::Bag | Randomizer::Uniform => Bag::FULL,
    }
}

/// The number of the highest value, the first of equals.
pub(crate) fn highest(values: &[f64]) -> Option<usize> {
    let mut best = None;
    for (number, &value) in values.iter().enumerate() {
        if best.is_none_or(|(_, highest)| value > highest) {
            best = Some((number, value));
        }
    }
    best.map(|(number, _)| number)
}
