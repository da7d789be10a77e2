//! The surface of a board: the height steps between neighbouring columns, and the pieces that fit
//! without leaving a hole.

use crate::Board;
use crate::piece::{Piece, Shape};

/// The columns at which each height step occurs, and the room above each column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// Masks for the steps -2, -1, 0, 1 and 2: bit `i` is set if this step leads from column `i` to the
    /// next. The sixth mask has all bits set: it stands for the missing steps of narrow shapes.
    steps: [u32; 6],
    /// Masks of the columns with at least 0, 1, 2, 3 and 4 empty rows at the top.
    room: [u32; 5],
}

impl Surface {
    /// The surface of a board.
    #[inline]
    pub(crate) fn new(board: &Board) -> Self {
        let heights = board.column_heights();
        let mut steps = [0; 6];
        for (column, pair) in heights[..usize::from(board.width())].windows(2).enumerate() {
            let step = i16::from(pair[1]) - i16::from(pair[0]);
            for (mask, known) in steps.iter_mut().zip(-2..=2) {
                *mask |= u32::from(step == known) << column;
            }
        }
        steps[5] = u32::MAX;
        let mut room = [u32::from(board.full_row()); 5];
        for rows in 1..5 {
            room[rows] = room[rows - 1] & !u32::from(board.row(board.height() - rows as u8));
        }
        Surface { steps, room }
    }

    /// Returns how many of the steps -2, -1, 0, 1 and 2 occur.
    #[inline]
    pub(crate) fn diversity(&self) -> u32 {
        self.steps[..5].iter().map(|&columns| u32::from(columns != 0)).sum()
    }

    /// Counts the pieces that fit in at least one way, and the pieces that fit in at least two ways. A
    /// piece fits if each of its columns rests on the board and no cell is above the top.
    #[inline]
    pub(crate) fn fitting(&self) -> [u32; 2] {
        let mut kinds = [0; 2];
        for (undersides, piece) in UNDERSIDES.iter().zip(Piece::ALL) {
            let differing = &undersides[..usize::from(piece.rotations())];
            let ways: u32 = differing.iter().map(|underside| self.ways(underside)).sum();
            kinds[0] += u32::from(ways >= 1);
            kinds[1] += u32::from(ways >= 2);
        }
        kinds
    }

    #[inline]
    fn ways(&self, underside: &Underside) -> u32 {
        let [first, second, third] = underside.steps.map(|step| self.steps[usize::from(step)]);
        let room = self.room[usize::from(underside.rows)];
        (room & first & second >> 1 & third >> 2).count_ones()
    }
}

/// The underside of a shape, which must match the surface.
#[derive(Clone, Copy)]
struct Underside {
    /// The steps between the lowest cells of a shape's columns, as indices into [`Surface::steps`].
    steps: [u8; 3],
    /// The number of rows from the lowest cell of the shape's first column to the shape's top.
    rows: u8,
}

impl Underside {
    const fn new(shape: &Shape) -> Underside {
        let mut steps = [5; 3];
        let mut column = 1;
        while column < shape.width {
            let step = lowest(shape, column) as i8 - lowest(shape, column - 1) as i8;
            steps[column as usize - 1] = (step + 2) as u8;
            column += 1;
        }
        Underside { steps, rows: shape.height - lowest(shape, 0) }
    }
}

/// Returns the row of the lowest cell of a column.
const fn lowest(shape: &Shape, column: u8) -> u8 {
    let mut row = 0;
    while shape.row(row) >> column & 1 == 0 {
        row += 1;
    }
    row
}

static UNDERSIDES: [[Underside; 4]; 7] = {
    let mut undersides = [[Underside { steps: [5; 3], rows: 0 }; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            undersides[piece][rotation] = Underside::new(Piece::ALL[piece].shape(rotation as u8));
            rotation += 1;
        }
        piece += 1;
    }
    undersides
};
