//! The feature vectors that networks are trained on, by name.

use crate::design29::{DESIGN_FEATURES, NEXT_PIECE, compact4, design29};
use crate::{Bag, Piece, Placed};

/// How a network sees a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// The first design's 29 numbers.
    Design29,
    /// Lines, holes, bumpiness and aggregate height.
    Compact4,
}

/// What is known of the piece after a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextPiece {
    /// It is seen.
    Seen(Piece),
    /// It will be one of these.
    OneOf(Bag),
}

impl FeatureSet {
    /// All of them.
    pub const ALL: [FeatureSet; 2] = [FeatureSet::Design29, FeatureSet::Compact4];

    /// The name in a player's spec and in a file of weights.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::Design29 => "design29",
            FeatureSet::Compact4 => "compact4",
        }
    }

    /// How many numbers there are.
    pub const fn count(self) -> usize {
        match self {
            FeatureSet::Design29 => DESIGN_FEATURES,
            FeatureSet::Compact4 => 4,
        }
    }

    /// Tells `take` the numbers of a placement, after which the game has
    /// `lines` lines. Where the next piece is not seen, each that it can be is
    /// told by its probability.
    #[inline]
    pub fn describe(self, placed: &Placed, next: NextPiece, lines: u32, take: impl FnOnce(&[f32])) {
        match (self, next) {
            (FeatureSet::Compact4, _) => take(&compact4(placed)),
            (FeatureSet::Design29, NextPiece::Seen(next)) => {
                take(&design29(&placed.board, None, Some(next), lines));
            }
            (FeatureSet::Design29, NextPiece::OneOf(bag)) => {
                let mut features = design29(&placed.board, None, None, lines);
                for piece in bag.pieces() {
                    features[NEXT_PIECE + piece.index()] = 1.0 / bag.count() as f32;
                }
                take(&features);
            }
        }
    }

    /// What brings each number to the order of one for a network that learns:
    /// the design's own scale leaves holes, the most telling of all, at a few
    /// hundredths.
    pub fn gains(self) -> Vec<f32> {
        match self {
            FeatureSet::Design29 => {
                let mut gains = vec![1.0; DESIGN_FEATURES];
                gains[..10].fill(4.0);
                gains[10] = 10.0;
                gains
            }
            FeatureSet::Compact4 => vec![0.25, 0.1, 0.05, 0.02],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn as_many_numbers_as_gains() {
        let placed = Board::new(10, 20).place(Piece::T.shape(0), 3);
        for features in FeatureSet::ALL {
            let next = NextPiece::Seen(Piece::I);
            features.describe(&placed, next, 0, |numbers| {
                assert_eq!(numbers.len(), features.count());
            });
            assert_eq!(features.gains().len(), features.count());
        }
    }

    #[test]
    fn an_unseen_piece_is_told_by_its_probability() {
        let placed = Board::new(10, 20).place(Piece::T.shape(0), 3);
        let bag = Bag::EMPTY.with(Piece::I).with(Piece::L);
        FeatureSet::Design29.describe(&placed, NextPiece::OneOf(bag), 0, |numbers| {
            assert_eq!(numbers[NEXT_PIECE..NEXT_PIECE + 7], [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
        });
    }
}
