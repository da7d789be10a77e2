//! The surface of a board: the steps between neighbouring columns, and the
//! pieces that could be laid on it without leaving a hole.

use crate::Board;
use crate::piece::{Piece, Shape};

/// Where each step of height occurs, and where there is room.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    /// For the steps -2, -1, 0, 1 and 2: bit `i` says that it leads from column
    /// `i` to the next. The last is for shapes that have no such column: all bits.
    steps: [u32; 6],
    /// Columns that can take 0, 1, 2, 3 and 4 rows more.
    room: [u32; 5],
}

/// Kinds of piece, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fitting {
    /// Those that fit somewhere.
    pub kinds: u32,
    /// Those that fit in two ways or more.
    pub kinds_twice: u32,
}

impl Surface {
    /// The surface of a board.
    #[inline]
    pub fn new(board: &Board) -> Self {
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

    /// How many of the steps -2, -1, 0, 1 and 2 occur.
    #[inline]
    pub fn diversity(&self) -> u32 {
        self.steps[..5].iter().map(|&columns| u32::from(columns != 0)).sum()
    }

    /// The pieces that fit: laid so, every column of them rests on the board,
    /// and none of their cells is above its top.
    #[inline]
    pub fn fitting(&self) -> Fitting {
        let mut fitting = Fitting::default();
        for (undersides, piece) in UNDERSIDES.iter().zip(Piece::ALL) {
            let differing = &undersides[..usize::from(piece.rotations())];
            let ways: u32 = differing.iter().map(|underside| self.ways(underside)).sum();
            fitting.kinds += u32::from(ways >= 1);
            fitting.kinds_twice += u32::from(ways >= 2);
        }
        fitting
    }

    #[inline]
    fn ways(&self, underside: &Underside) -> u32 {
        let [first, second, third] = underside.steps.map(|step| self.steps[usize::from(step)]);
        let room = self.room[usize::from(underside.rows)];
        (room & first & second >> 1 & third >> 2).count_ones()
    }
}

/// What a shape needs of a surface.
#[derive(Clone, Copy)]
struct Underside {
    /// The steps between its lowest cells as numbers in [`Surface::steps`].
    steps: [u8; 3],
    /// Rows that it adds to its first column, counting those beside it.
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

/// The row of the lowest cell of a column.
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
