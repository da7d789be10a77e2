//! A shape on a grid: where it can stand, and what it covers there.

use crate::bits::Cells;
use crate::grid::Grid;

/// A block in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    width: u32,
    height: u32,
    /// Its cells when it stands in the top left corner.
    cells: Cells,
    /// The same one by one: the bits are asked for far more often than found.
    offsets: Vec<u8>,
    /// Where the top left cell of its bounding box can be.
    anchors: Cells,
}

impl Shape {
    /// The shape with these filled cells, each a row and a column; it fills
    /// its bounding box from side to side and fits into the grid.
    pub(crate) fn new(grid: &Grid, filled: &[(u32, u32)]) -> Self {
        let size = grid.size();
        let height = filled.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let width = filled.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        debug_assert!(height <= size && width <= size, "a shape fits into its grid");
        let place = |&(row, column): &(u32, u32)| row * size + column;
        let mut anchors = 0;
        for row in 0..=size - height {
            for column in 0..=size - width {
                anchors |= 1 << (row * size + column);
            }
        }
        Shape {
            width,
            height,
            cells: filled.iter().fold(0, |cells, cell| cells | 1 << place(cell)),
            offsets: filled.iter().map(|cell| place(cell) as u8).collect(),
            anchors,
        }
    }

    /// The width of its bounding box.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height of its bounding box.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many cells it has.
    #[inline]
    pub fn count(&self) -> u32 {
        self.offsets.len() as u32
    }

    /// Where its top left cell can be on a board: the places it fits.
    #[inline]
    pub fn fits(&self, board: Cells) -> Cells {
        let free = !board;
        self.offsets.iter().fold(self.anchors, |fits, &offset| fits & free >> offset)
    }

    /// The cells that it covers with its top left cell at a place where it fits.
    #[inline]
    pub fn at(&self, anchor: u32) -> Cells {
        self.cells << anchor
    }
}
