//! What a board is worth: the order of `greedy`, and a value for searches.

use crate::bits::Cells;
use crate::grid::Grid;

/// What `greedy` looks at, in this order: of two boards the one with the
/// greater features is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Features {
    /// Free cells.
    pub free_cells: u32,
    /// Pairs of neighbouring cells that are alike, both filled or both free:
    /// blocks that lie along others leave straight edges.
    pub alignment: u32,
    /// Places with room for a 3x3 square: free space that hangs together.
    pub compactness: u32,
}

impl Features {
    /// The features of a board.
    #[inline]
    pub fn of(grid: &Grid, board: Cells) -> Self {
        let size = grid.size();
        Features {
            free_cells: (grid.cells() & !board).count_ones(),
            alignment: 2 * size * (size - 1) - grid.borders(board),
            compactness: grid.squares(board),
        }
    }
}

/// Weights of the value of a board; a border, the unit, costs 1.
const FREE_CELL: i32 = 2;
const SQUARE: i32 = 1;
/// A cell that only a single one can fill keeps two lines from clearing.
const DEAD_CELL: i32 = 4;

/// The value of a board as one number, larger is better: free cells and room
/// for squares, against borders and dead cells.
#[inline]
pub fn value(grid: &Grid, board: Cells) -> i32 {
    let free = (grid.cells() & !board).count_ones() as i32;
    let (borders, squares) = (grid.borders(board) as i32, grid.squares(board) as i32);
    FREE_CELL * free + SQUARE * squares - borders - DEAD_CELL * grid.dead_cells(board) as i32
}
