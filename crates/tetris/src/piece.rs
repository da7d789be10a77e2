//! The seven pieces and their shapes.

use serde::{Deserialize, Serialize};

/// A piece. The notation lists the pieces of a bag in the order of these variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Piece {
    /// Four cells in a row.
    I,
    /// The square.
    O,
    /// Three cells in a row with one over the middle.
    T,
    /// Two pairs of cells, the upper pair to the right.
    S,
    /// Two pairs of cells, the upper pair to the left.
    Z,
    /// Three cells in a row with one over the left end.
    J,
    /// Three cells in a row with one over the right end.
    L,
}

/// A piece in one rotation, as the cells of its bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Four rows of 16 bits, the lowest row in the lowest bits; bit 0 of a row
    /// is its leftmost cell.
    pub cells: u64,
    /// Columns of the bounding box.
    pub width: u8,
    /// Rows of the bounding box.
    pub height: u8,
}

impl Shape {
    /// The cells of a row of the bounding box, counted from the bottom.
    #[inline]
    pub const fn row(&self, row: u8) -> u16 {
        (self.cells >> (16 * row)) as u16
    }

    /// A shape from rows of bits, with the leftmost cell in bit 0.
    const fn from_rows(top: u16, bottom: u16, width: u8, height: u8) -> Shape {
        let cells = if height == 1 { bottom as u64 } else { (top as u64) << 16 | bottom as u64 };
        Shape { cells, width, height }
    }

    /// Turns the shape clockwise by a quarter: the left column becomes the top row.
    const fn turned(self) -> Shape {
        let mut cells = 0;
        let mut row = 0;
        while row < self.height {
            let mut column = 0;
            while column < self.width {
                if self.row(row) >> column & 1 == 1 {
                    cells |= 1 << (16 * (self.width - 1 - column) + row);
                }
                column += 1;
            }
            row += 1;
        }
        Shape { cells, width: self.height, height: self.width }
    }
}

impl Piece {
    /// All pieces, in order.
    pub const ALL: [Piece; 7] =
        [Piece::I, Piece::O, Piece::T, Piece::S, Piece::Z, Piece::J, Piece::L];

    /// The letter of the piece.
    pub const fn letter(self) -> char {
        match self {
            Piece::I => 'I',
            Piece::O => 'O',
            Piece::T => 'T',
            Piece::S => 'S',
            Piece::Z => 'Z',
            Piece::J => 'J',
            Piece::L => 'L',
        }
    }

    /// Returns the piece of a letter in upper or lower case; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_uppercase())
    }

    /// The index in [`Piece::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number of rotations with different shapes; later rotations repeat these shapes.
    #[inline]
    pub const fn rotations(self) -> u8 {
        match self {
            Piece::O => 1,
            Piece::I | Piece::S | Piece::Z => 2,
            Piece::T | Piece::J | Piece::L => 4,
        }
    }

    /// Returns the shape after `rotation` quarter turns clockwise from the spawn orientation, in which
    /// the I is horizontal and T, J and L have their flat side down.
    #[inline]
    pub const fn shape(self, rotation: u8) -> &'static Shape {
        &SHAPES[self as usize][(rotation & 3) as usize]
    }
}

/// The spawn orientations: (top row, bottom row, width, height), leftmost cell in bit 0.
const SPAWN: [Shape; 7] = [
    Shape::from_rows(0, 0b1111, 4, 1),
    Shape::from_rows(0b11, 0b11, 2, 2),
    Shape::from_rows(0b010, 0b111, 3, 2),
    Shape::from_rows(0b110, 0b011, 3, 2),
    Shape::from_rows(0b011, 0b110, 3, 2),
    Shape::from_rows(0b001, 0b111, 3, 2),
    Shape::from_rows(0b100, 0b111, 3, 2),
];

static SHAPES: [[Shape; 4]; 7] = {
    let mut shapes = [[SPAWN[0]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut shape = SPAWN[piece];
        let mut rotation = 0;
        while rotation < 4 {
            shapes[piece][rotation] = shape;
            shape = shape.turned();
            rotation += 1;
        }
        piece += 1;
    }
    shapes
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a shape, the top row first.
    fn drawn(piece: Piece, rotation: u8) -> String {
        let shape = piece.shape(rotation);
        let cell = |row: u8, column: u8| if shape.row(row) >> column & 1 == 1 { '#' } else { '.' };
        let line = |row| (0..shape.width).map(|column| cell(row, column)).collect::<String>();
        (0..shape.height).rev().map(line).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn shapes_turn_clockwise() {
        let expected = [
            ["####", "#/#/#/#", "####", "#/#/#/#"],
            ["##/##"; 4],
            [".#./###", "#./##/#.", "###/.#.", ".#/##/.#"],
            [".##/##.", "#./##/.#", ".##/##.", "#./##/.#"],
            ["##./.##", ".#/##/#.", "##./.##", ".#/##/#."],
            ["#../###", "##/#./#.", "###/..#", ".#/.#/##"],
            ["..#/###", "#./#./##", "###/#..", "##/.#/.#"],
        ];
        for (piece, rotations) in Piece::ALL.into_iter().zip(expected) {
            for (rotation, shape) in (0..4).zip(rotations) {
                assert_eq!(drawn(piece, rotation), shape, "{piece:?} turned {rotation} times");
            }
        }
    }

    #[test]
    fn later_rotations_repeat_the_first_ones() {
        for piece in Piece::ALL {
            let different = piece.rotations();
            for rotation in 0..4 {
                assert_eq!(piece.shape(rotation), piece.shape(rotation % different));
                for other in 0..rotation.min(different) {
                    let same = piece.shape(rotation) == piece.shape(other);
                    assert_eq!(same, rotation % different == other, "{piece:?}");
                }
            }
        }
    }

    #[test]
    fn letters_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::from_letter(piece.letter().to_ascii_lowercase()), Some(piece));
        }
        assert_eq!(Piece::from_letter('X'), None);
        assert_eq!(Piece::from_letter('İ'), None);
    }
}
