//! Shapes on a grid.

use crate::bits::Cells;
use crate::grid::{Grid, rectangle};

/// A block in one orientation.
pub(crate) struct Shape {
    /// The cells of the block when its bounding box is in the top left corner of the grid.
    cells: Cells,
    /// The bit numbers of `cells`, stored because `fits` loops over them.
    offsets: Vec<u8>,
    /// The cells where the top left cell of the bounding box can be on an empty grid.
    anchors: Cells,
}

impl Shape {
    /// Returns the different orientations of a shape: as given, then by quarter turns clockwise.
    ///
    /// `filled` must be sorted, touch all sides of its bounding box and fit into the grid.
    pub(crate) fn turns(grid: &Grid, filled: Vec<(u32, u32)>) -> Vec<Self> {
        quarter_turns(filled).iter().map(|filled| Shape::new(grid, filled)).collect()
    }

    fn new(grid: &Grid, filled: &[(u32, u32)]) -> Self {
        let size = grid.size();
        let height = filled.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let width = filled.iter().map(|(_, column)| column + 1).max().unwrap_or(0);
        debug_assert!(height <= size && width <= size, "a shape fits into its grid");
        let offsets: Vec<u8> =
            filled.iter().map(|(row, column)| (row * size + column) as u8).collect();
        let cells = offsets.iter().fold(0, |cells, offset| cells | 1 << offset);
        let anchors = rectangle(size, size - width + 1, size - height + 1);
        Shape { cells, offsets, anchors }
    }

    /// The number of cells of the block.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.offsets.len() as u32
    }

    /// The bit numbers of its cells when it is in the top left corner.
    pub(crate) fn offsets(&self) -> &[u8] {
        &self.offsets
    }

    /// The anchors where the shape fits on an empty grid.
    pub(crate) fn anchors(&self) -> Cells {
        self.anchors
    }

    /// Returns the anchors where the shape fits: the cells where the top left cell of its bounding
    /// box can be on this board.
    #[inline]
    pub(crate) fn fits(&self, board: Cells) -> Cells {
        let free = !board;
        self.offsets.iter().fold(self.anchors, |fits, &offset| fits & free >> offset)
    }

    /// Returns the cells that the shape covers at an anchor where it fits.
    #[inline]
    pub(crate) fn at(&self, anchor: u32) -> Cells {
        self.cells << anchor
    }
}

fn quarter_turns(filled: Vec<(u32, u32)>) -> Vec<Vec<(u32, u32)>> {
    let mut turns = vec![filled];
    while let Some(last) = turns.last() {
        let height = last.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let mut next: Vec<_> =
            last.iter().map(|&(row, column)| (column, height - 1 - row)).collect();
        next.sort_unstable();
        if next == turns[0] {
            break;
        }
        turns.push(next);
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_one_two_or_four_orientations() {
        assert_eq!(quarter_turns(vec![(0, 0)]).len(), 1);
        assert_eq!(quarter_turns(vec![(0, 0), (0, 1), (0, 2)]).len(), 2);
        // `.##/##.`
        assert_eq!(quarter_turns(vec![(0, 1), (0, 2), (1, 0), (1, 1)]).len(), 2);
        // `##/#.` clockwise: `##/.#`, `.#/##`, `#./##`.
        let expected = [
            [(0, 0), (0, 1), (1, 0)],
            [(0, 0), (0, 1), (1, 1)],
            [(0, 1), (1, 0), (1, 1)],
            [(0, 0), (1, 0), (1, 1)],
        ];
        assert_eq!(quarter_turns(expected[0].to_vec()), expected);
    }
}
