//! Evaluations of a board: features for `greedy`, and a value for searches.

use crate::bits::Cells;
use crate::grid::Grid;

/// The features that `greedy` compares, the most important first. Greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Features {
    /// The number of free cells.
    pub free_cells: u32,
    /// The number of pairs of neighbouring cells that are both filled or both free. Blocks placed
    /// side by side leave straight edges and many such pairs.
    pub alignment: u32,
    /// The number of places where a 3x3 square fits.
    pub compactness: u32,
}

impl Features {
    /// Returns the features of a board.
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

/// Weight of free cells in [`value`]. A border between a free and a filled cell has the weight -1.
const FREE_CELL: i32 = 2;
const SQUARE: i32 = 1;
/// The cost of a free cell without a free neighbour in [`value`]. Only a 1x1 block can fill it, so
/// its row and column are hard to clear.
const DEAD_CELL: i32 = 4;

/// Returns the value of a board, larger is better:
/// `2 * free cells + places for 3x3 squares - borders - 4 * dead cells`.
#[inline]
pub fn value(grid: &Grid, board: Cells) -> i32 {
    let free = (grid.cells() & !board).count_ones() as i32;
    let (borders, squares) = (grid.borders(board) as i32, grid.squares(board) as i32);
    FREE_CELL * free + SQUARE * squares - borders - DEAD_CELL * grid.dead_cells(board) as i32
}
