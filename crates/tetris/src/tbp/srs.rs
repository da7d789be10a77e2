//! The cells of a piece around its centre in the Super Rotation System.

use super::message::{Location, Orientation};
use crate::{Move, Piece};

/// All orientations, by quarter turns clockwise.
pub(crate) const ORIENTATIONS: [Orientation; 4] =
    [Orientation::North, Orientation::East, Orientation::South, Orientation::West];

/// The column of a piece's centre where it spawns.
const SPAWN_X: i32 = 4;

/// The column and the row of each of four cells, counted to the right and upwards.
type Cells = [(i32, i32); 4];

/// The cells of a piece in its spawn orientation.
const fn north(piece: Piece) -> Cells {
    match piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
        Piece::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
    }
}

fn offsets(piece: Piece, orientation: Orientation) -> Cells {
    north(piece).map(|(x, y)| match orientation {
        Orientation::North => (x, y),
        Orientation::East => (y, -x),
        Orientation::South => (-x, -y),
        Orientation::West => (-y, x),
    })
}

/// The lower left corner of a piece's bounding box, relative to its centre.
fn corner(piece: Piece, orientation: Orientation) -> (i32, i32) {
    let cells = offsets(piece, orientation);
    cells.iter().fold((0, 0), |(left, low), &(x, y)| (left.min(x), low.min(y)))
}

impl Location {
    /// The location of a piece that was placed by `mv` and has its lowest cells in row `bottom`.
    pub(crate) fn of(piece: Piece, mv: Move, bottom: u8) -> Location {
        let orientation = ORIENTATIONS[usize::from(mv.rotation & 3)];
        let (left, low) = corner(piece, orientation);
        Location { piece, orientation, x: i32::from(mv.column) - left, y: i32::from(bottom) - low }
    }

    /// Returns the column and the row of each cell.
    pub(crate) fn cells(&self) -> Cells {
        offsets(self.piece, self.orientation)
            .map(|(x, y)| (self.x.saturating_add(x), self.y.saturating_add(y)))
    }
}

/// Returns the leftmost column of a piece that is rotated at its spawn place.
pub(crate) fn spawn_column(piece: Piece, rotation: u8) -> u8 {
    let (left, _) = corner(piece, ORIENTATIONS[usize::from(rotation & 3)]);
    (SPAWN_X + left) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_match_the_shapes() {
        for piece in Piece::ALL {
            for rotation in 0..4 {
                let shape = piece.shape(rotation);
                let location = Location::of(piece, Move { rotation, column: 2 }, 5);
                let cells = location.cells().map(|(x, y)| 1u64 << (16 * (y - 5) + x));
                assert_eq!(cells.iter().sum::<u64>(), shape.cells << 2, "{location:?}");
            }
        }
    }

    #[test]
    fn cells_of_an_upright_i() {
        let upright = Location { piece: Piece::I, orientation: Orientation::East, x: 9, y: 2 };
        assert_eq!(upright.cells(), [(9, 3), (9, 2), (9, 1), (9, 0)]);
    }

    /// The specification of the protocol defines these centres.
    #[test]
    fn centres_of_the_i_and_the_o() {
        let centres = |piece| {
            [0, 1, 2, 3].map(|rotation| {
                let Location { x, y, .. } = Location::of(piece, Move { rotation, column: 0 }, 0);
                (x, y)
            })
        };
        assert_eq!(centres(Piece::O), [(0, 0), (0, 1), (1, 1), (1, 0)]);
        assert_eq!(centres(Piece::I), [(1, 0), (0, 2), (2, 0), (0, 1)]);
    }

    #[test]
    fn pieces_spawn_in_the_middle() {
        assert_eq!([0, 1, 2, 3].map(|rotation| spawn_column(Piece::T, rotation)), [3, 4, 3, 3]);
        assert_eq!(spawn_column(Piece::I, 0), 3);
        assert_eq!(spawn_column(Piece::O, 0), 4);
    }
}
