//! The board: rows of bits, with dropping pieces and clearing full rows.

use crate::Shape;

/// The number of full rows that are stored below row 0. Falling pieces stop on these rows,
/// and the four rows of `Board::window` can begin below row 0.
const FLOOR: usize = 4;
/// The number of stored rows: the floor, the highest board, and four rows above it for a piece.
const STORED: usize = FLOOR + 40 + 4;

/// A board of filled and empty cells.
///
/// Row 0 is the lowest; bit 0 of a row is its leftmost cell.
///
/// ```
/// use plywood_tetris::{Board, Piece};
///
/// let board = Board::new(10, 20);
/// let placed = board.place(Piece::I.shape(0), 3);
/// assert_eq!(placed.board.row(0), 0b0001111000);
/// assert_eq!(placed.lines, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: [u16; STORED],
    width: u8,
    height: u8,
    /// The number of rows up to the highest filled cell.
    pile: u8,
}

/// The result of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The board with the piece placed and full rows cleared.
    pub board: Board,
    /// The row of the piece's lowest cells, before rows were cleared.
    pub bottom: u8,
    /// The height of the piece in rows.
    pub piece_height: u8,
    /// The number of cleared lines.
    pub lines: u8,
    /// The number of the piece's cells in cleared lines.
    pub vanished: u8,
}

/// Column heights and counts of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The height of each column: the number of rows up to its highest filled cell. Columns beyond
    /// the width have height 0.
    pub heights: [u8; 16],
    /// The number of empty cells with a filled cell anywhere above.
    pub holes: u32,
    /// The sum of the height differences between neighbouring columns.
    pub bumpiness: u32,
    /// The sum of all column heights.
    pub aggregate_height: u32,
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    /// If the width is not from 4 to 16 or the height not from 4 to 40.
    pub fn new(width: u8, height: u8) -> Self {
        assert!(crate::Rules::WIDTHS.contains(&width), "a board is 4 to 16 wide");
        assert!(crate::Rules::HEIGHTS.contains(&height), "a board is 4 to 40 high");
        let mut board = Board { rows: [0; STORED], width, height, pile: 0 };
        let full = board.full_row();
        board.rows[..FLOOR].fill(full);
        board
    }

    /// The board with these rows, the lowest first. Ignores cells beyond the width and rows beyond the
    /// height.
    ///
    /// # Panics
    /// As [`new`](Board::new).
    pub fn from_rows(width: u8, height: u8, rows: &[u16]) -> Self {
        let mut board = Board::new(width, height);
        for (row, &cells) in rows.iter().enumerate().take(usize::from(height)) {
            board.rows[FLOOR + row] = cells & board.full_row();
        }
        board.pile = (0..height).rfind(|&row| board.row(row) != 0).map_or(0, |row| row + 1);
        board
    }

    /// The number of columns.
    #[inline]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The number of rows up to the highest filled cell.
    #[inline]
    pub fn pile(&self) -> u8 {
        self.pile
    }

    /// The filled cells of a row, as bits.
    #[inline]
    pub fn row(&self, row: u8) -> u16 {
        self.rows[FLOOR + usize::from(row)]
    }

    /// Whether a cell is filled.
    #[inline]
    pub fn is_filled(&self, row: u8, column: u8) -> bool {
        self.row(row) >> column & 1 == 1
    }

    /// The bits of a full row.
    #[inline]
    pub fn full_row(&self) -> u16 {
        u16::MAX >> (16 - self.width)
    }

    /// Returns four rows from `row` upwards, the lowest in the lowest bits. Row -4 is the lowest row of
    /// the floor.
    #[inline]
    pub(crate) fn window(&self, row: i32) -> u64 {
        let first = (row + FLOOR as i32) as usize;
        let rows = &self.rows[first..first + 4];
        u64::from(rows[0])
            | u64::from(rows[1]) << 16
            | u64::from(rows[2]) << 32
            | u64::from(rows[3]) << 48
    }

    /// Whether these cells, in four rows from `row` upwards, are all empty.
    #[inline]
    pub fn is_free(&self, cells: u64, row: u8) -> bool {
        self.window(i32::from(row)) & cells == 0
    }

    /// Returns the row of a piece's lowest cells after it fell straight down from above the pile.
    #[inline]
    pub fn landing(&self, shape: &Shape, column: u8) -> u8 {
        let cells = shape.cells << column;
        let mut row = i32::from(self.pile);
        while self.window(row - 1) & cells == 0 {
            row -= 1;
        }
        row as u8
    }

    /// Returns the union of all [windows](Self::window) that begin between `row` and the top of the pile. A piece falls
    /// from above the pile to `row` if its cells, moved to its column, are disjoint from this union.
    #[inline]
    pub(crate) fn met_down_to(&self, row: u8) -> u64 {
        (row..self.pile).fold(0, |met, row| met | self.window(row.into()))
    }

    /// Whether dropping a piece fills a row.
    pub(crate) fn fills_a_row(&self, shape: &Shape, column: u8) -> bool {
        let bottom = FLOOR + usize::from(self.landing(shape, column));
        let filled = |row: u8| self.rows[bottom + usize::from(row)] | shape.row(row) << column;
        (0..shape.height).any(|row| filled(row) == self.full_row())
    }

    /// Returns the board after a piece is dropped with its leftmost cells in `column` and full rows are cleared. The
    /// piece must be within the walls. If the pile then reaches above the top, no other piece may be dropped on the
    /// returned board.
    #[inline]
    pub fn place(&self, shape: &Shape, column: u8) -> Placed {
        let mut board = *self;
        let (bottom, lines, vanished) = board.drop_piece(shape, column);
        Placed { board, bottom, piece_height: shape.height, lines, vanished }
    }

    /// Drops a piece on this board as [`place`](Board::place) does. Returns the row of the piece's lowest cells, the
    /// number of cleared rows, and the number of the piece's cells in cleared rows.
    #[inline]
    pub(crate) fn drop_piece(&mut self, shape: &Shape, column: u8) -> (u8, u8, u8) {
        let (bottom, full) = (self.landing(shape, column), self.full_row());
        let (mut lines, mut vanished) = (0, 0);
        for row in 0..shape.height {
            let cells = shape.row(row);
            let filled = &mut self.rows[FLOOR + usize::from(bottom + row)];
            *filled |= cells << column;
            if *filled == full {
                lines += 1;
                vanished += cells.count_ones() as u8;
            }
        }
        self.pile = self.pile.max(bottom + shape.height);
        if lines > 0 {
            self.clear_full_rows(bottom);
        }
        (bottom, lines, vanished)
    }

    /// Removes the full rows at or above row `bottom` and moves the rows above them down.
    fn clear_full_rows(&mut self, bottom: u8) {
        let full = self.full_row();
        let (first, pile) = (FLOOR + usize::from(bottom), FLOOR + usize::from(self.pile));
        let mut kept = first;
        for row in first..pile {
            if self.rows[row] != full {
                self.rows[kept] = self.rows[row];
                kept += 1;
            }
        }
        self.rows[kept..pile].fill(0);
        // A board that was read from text may have empty rows within the pile, so the highest row that is left may be
        // empty.
        while kept > FLOOR && self.rows[kept - 1] == 0 {
            kept -= 1;
        }
        self.pile = (kept - FLOOR) as u8;
    }

    /// The height of each column: the number of rows up to its highest filled cell. Columns beyond
    /// the width have height 0.
    #[inline]
    pub fn column_heights(&self) -> [u8; 16] {
        let mut heights = [0; 16];
        let mut covered = 0;
        for row in (0..self.pile).rev() {
            let mut tops = self.row(row) & !covered;
            covered |= tops;
            while tops != 0 {
                heights[tops.trailing_zeros() as usize] = row + 1;
                tops &= tops - 1;
            }
        }
        heights
    }

    /// Computes the heights and counts.
    #[inline]
    pub fn profile(&self) -> Profile {
        let heights = self.column_heights();
        let columns = &heights[..usize::from(self.width)];
        Profile {
            heights,
            holes: self.holes(),
            bumpiness: columns.windows(2).map(|pair| u32::from(pair[0].abs_diff(pair[1]))).sum(),
            aggregate_height: columns.iter().map(|&height| u32::from(height)).sum(),
        }
    }

    /// The number of empty cells with a filled cell anywhere above.
    #[inline]
    pub fn holes(&self) -> u32 {
        let (mut covered, mut holes) = (0, 0);
        for row in (0..self.pile).rev() {
            holes += (covered & !self.row(row)).count_ones();
            covered |= self.row(row);
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    /// A board of four columns with these lowest rows, listed from the top.
    fn board(height: u8, rows: &[&str]) -> Board {
        let bits = |row: &&str| (0..).zip(row.chars()).map(|(c, x)| u16::from(x == '#') << c).sum();
        let rows: Vec<u16> = rows.iter().rev().map(bits).collect();
        Board::from_rows(4, height, &rows)
    }

    #[test]
    fn pieces_rest_on_the_highest_cells_below() {
        let stairs = board(8, &["#...", "##..", "###."]);
        let bottoms = [0, 1, 2, 3].map(|column| stairs.landing(Piece::I.shape(1), column));
        assert_eq!(bottoms, [3, 2, 1, 0]);
        assert_eq!(stairs.landing(Piece::S.shape(1), 2), 0);
        assert_eq!(stairs.landing(Piece::Z.shape(1), 2), 1);
        assert_eq!(stairs.landing(Piece::I.shape(0), 0), 3);
    }

    #[test]
    fn pieces_do_not_slide_under_overhangs() {
        let roof = board(8, &["##..", "....", "...."]);
        assert_eq!(roof.landing(Piece::O.shape(0), 0), 3);
        assert_eq!(roof.landing(Piece::O.shape(0), 2), 0);
    }

    #[test]
    fn rows_above_cleared_ones_fall() {
        let before = board(8, &["#...", "#.##", "..##", "#.##"]);
        let placed = before.place(Piece::I.shape(1), 1);
        assert_eq!((placed.lines, placed.vanished, placed.bottom), (2, 2, 0));
        assert_eq!(placed.board, board(8, &["##..", ".###"]));
        assert_eq!(placed.board.pile(), 2);
    }

    #[test]
    fn an_emptied_board_equals_a_new_one() {
        let placed = board(8, &["##..", "##.."]).place(Piece::O.shape(0), 2);
        assert_eq!((placed.lines, placed.vanished), (2, 4));
        assert_eq!(placed.board, Board::new(4, 8));
    }

    #[test]
    fn empty_rows_inside_a_pile_are_kept() {
        let placed = board(8, &["###.", "....", "#..."]).place(Piece::I.shape(0), 0);
        assert_eq!(placed.board, board(8, &["###.", "....", "#..."]));
        let placed = board(8, &["...#", "....", "###."]).place(Piece::J.shape(0), 0);
        assert_eq!(placed.lines, 0);
        let sunk = board(8, &["###.", "....", "#..."]).place(Piece::I.shape(1), 3);
        assert_eq!(sunk.board, board(8, &["...#", "...#", "#..#"]));
    }

    #[test]
    fn the_profile_of_a_board() {
        let board = board(8, &["#...", ".#..", "#..#"]);
        let profile = board.profile();
        assert_eq!(profile.heights[..5], [3, 2, 0, 1, 0]);
        assert_eq!((profile.holes, board.holes()), (2, 2));
        assert_eq!((profile.bumpiness, profile.aggregate_height), (4, 6));
    }
}
