//! The feature vectors of networks, by name.

use crate::design29::{DESIGN_FEATURES, NEXT_PIECE, compact4, design29};
use crate::{Bag, Piece, Placed};

/// A set of features of a placement, the inputs of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// The 29 features of the project's first design.
    Design29,
    /// Lines, holes, bumpiness and aggregate height.
    Compact4,
}

/// What is known of the next piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextPiece {
    /// The piece is known.
    Seen(Piece),
    /// The piece is one of these, with equal probabilities.
    OneOf(Bag),
}

impl FeatureSet {
    /// All feature sets.
    pub const ALL: [FeatureSet; 2] = [FeatureSet::Design29, FeatureSet::Compact4];

    /// The name in a player's spec and in a file of weights.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureSet::Design29 => "design29",
            FeatureSet::Compact4 => "compact4",
        }
    }

    /// The number of features.
    pub const fn count(self) -> usize {
        match self {
            FeatureSet::Design29 => DESIGN_FEATURES,
            FeatureSet::Compact4 => 4,
        }
    }

    /// Calls `take` with the features of a placement. `lines` is the game's number of cleared lines
    /// after the placement. An unknown next piece is described by the probability of each piece.
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

    /// Returns a factor for each feature that scales its values to about 1 for training. Without these
    /// factors, the design's feature for holes, the most informative one, is only a few hundredths.
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
    fn each_feature_has_a_gain() {
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
    fn unknown_next_pieces_have_probabilities() {
        let placed = Board::new(10, 20).place(Piece::T.shape(0), 3);
        let bag = Bag::EMPTY.with(Piece::I).with(Piece::L);
        FeatureSet::Design29.describe(&placed, NextPiece::OneOf(bag), 0, |numbers| {
            assert_eq!(numbers[NEXT_PIECE..NEXT_PIECE + 7], [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5]);
        });
    }
}
