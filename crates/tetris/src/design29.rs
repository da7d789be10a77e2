//! The two feature vectors of networks: the 29 features of the project's first design document, and the
//! four features that most small networks use.

use crate::{Board, Piece, Placed};

/// The number of the design's features.
pub const DESIGN_FEATURES: usize = 29;

/// The index of the first feature of the next piece.
pub(crate) const NEXT_PIECE: usize = 20;

/// The number of columns whose heights are features.
const COLUMNS: usize = 10;

// The design divides its features by these numbers.
const HEIGHT_SCALE: f32 = 20.0;
const HOLES_SCALE: f32 = 100.0;
const BUMPINESS_SCALE: f32 = 20.0;
const AGGREGATE_SCALE: f32 = 50.0;
const LINES_SCALE: f32 = 100.0;
const LEVEL_SCALE: f32 = 20.0;

/// Computes the design's features: ten column heights, holes, bumpiness, aggregate height, the current
/// piece (`None` once it is placed), the next piece, the lines of the game and its level.
///
/// There are always ten heights: a narrower board has zeros for the missing columns, and a wider board
/// leaves out the columns after the tenth. Bumpiness and aggregate height include all columns.
pub fn design29(
    board: &Board,
    current: Option<Piece>,
    next: Option<Piece>,
    lines: u32,
) -> [f32; DESIGN_FEATURES] {
    let mut features = [0.0; DESIGN_FEATURES];
    let profile = board.profile();
    for (feature, &height) in features.iter_mut().zip(&profile.heights[..COLUMNS]) {
        *feature = f32::from(height) / HEIGHT_SCALE;
    }
    features[10] = profile.holes as f32 / HOLES_SCALE;
    features[11] = profile.bumpiness as f32 / BUMPINESS_SCALE;
    features[12] = profile.aggregate_height as f32 / AGGREGATE_SCALE;
    if let Some(piece) = current {
        features[13 + piece.index()] = 1.0;
    }
    if let Some(piece) = next {
        features[NEXT_PIECE + piece.index()] = 1.0;
    }
    features[27] = lines as f32 / LINES_SCALE;
    features[28] = (lines / 10) as f32 / LEVEL_SCALE;
    features
}

/// Computes four features: the lines that the placement clears, holes, bumpiness and aggregate height.
pub fn compact4(placed: &Placed) -> [f32; 4] {
    let profile = placed.board.profile();
    let [holes, bumpiness, aggregate] =
        [profile.holes, profile.bumpiness, profile.aggregate_height].map(|count| count as f32);
    [f32::from(placed.lines), holes, bumpiness, aggregate]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_design_features_of_a_board() {
        // Heights 3, 2, 0, 1 and 0; one hole in each of the first two columns.
        let board = Board::from_rows(10, 20, &[0b1001, 0b0010, 0b0001]);
        let features = design29(&board, Some(Piece::I), Some(Piece::L), 57);
        let mut expected = [0.0; DESIGN_FEATURES];
        expected[..4].copy_from_slice(&[3.0 / 20.0, 2.0 / 20.0, 0.0, 1.0 / 20.0]);
        expected[10..13].copy_from_slice(&[2.0 / 100.0, 5.0 / 20.0, 6.0 / 50.0]);
        expected[13] = 1.0;
        expected[26] = 1.0;
        expected[27..].copy_from_slice(&[57.0 / 100.0, 5.0 / 20.0]);
        assert_eq!(features, expected);
    }

    #[test]
    fn without_a_current_piece_its_features_are_zero() {
        let features = design29(&Board::new(10, 20), None, Some(Piece::T), 0);
        assert_eq!(features.iter().filter(|&&feature| feature != 0.0).count(), 1);
        assert_eq!(features[22], 1.0);
    }

    #[test]
    fn narrow_and_wide_boards_have_29_features() {
        assert_eq!(design29(&Board::from_rows(4, 20, &[0b1000]), None, None, 0)[3], 0.05);
        let wide = design29(&Board::from_rows(16, 20, &[1 << 15]), None, None, 0);
        assert_eq!(wide[..10], [0.0; 10]);
        assert_eq!(wide[12], 1.0 / 50.0);
    }

    #[test]
    fn the_compact_features_of_a_placement() {
        let board = Board::from_rows(4, 20, &[0b0111, 0b0001]);
        let placed = board.place(Piece::I.shape(1), 3);
        assert_eq!(compact4(&placed), [1.0, 0.0, 4.0, 4.0]);
    }
}
