//! The grid: its lines and boxes, clearing of full lines and boxes, and features of a board.

use crate::bits::{Cells, runs};

/// The side of a box, and of the square that [`Grid::squares`] counts.
const BOX: u32 = 3;

/// A square grid as bit masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    size: u32,
    cells: Cells,
    first_row: Cells,
    first_column: Cells,
    /// The cells with a neighbour to the right.
    before_last_column: Cells,
    /// The cells with a neighbour below.
    before_last_row: Cells,
    /// The top left cells of all 3x3 squares in the grid.
    square_corners: Cells,
    /// The top left cells of the boxes; 0 if the grid has no boxes.
    box_corners: Cells,
    /// The cells of the box in the top left corner.
    first_box: Cells,
}

/// The masks of a grid, from which planners derive masks in their own word type.
pub(crate) struct Masks {
    pub(crate) first_row: Cells,
    pub(crate) first_column: Cells,
    pub(crate) before_last_column: Cells,
    pub(crate) before_last_row: Cells,
    pub(crate) square_corners: Cells,
    pub(crate) box_corners: Cells,
    pub(crate) first_box: Cells,
}

/// A board after its full lines were cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cleared {
    pub(crate) board: Cells,
    /// The number of rows, columns and boxes that were full.
    pub(crate) lines: u32,
}

/// Returns the cells of a rectangle in the top left corner of a grid of `size` columns.
pub(crate) fn rectangle(size: u32, width: u32, height: u32) -> Cells {
    (0..height).fold(0, |set, row| set | ((1 << width) - 1) << (row * size))
}

impl Grid {
    /// The largest size: its 100 cells fit into [`Cells`].
    pub(crate) const MAX_SIZE: u8 = 10;

    /// Returns a grid of `size` rows and columns, 1 to [`MAX_SIZE`](Self::MAX_SIZE).
    ///
    /// With `boxes`, full 3x3 boxes clear as full lines do, and `size` must be a multiple of 3.
    pub(crate) fn new(size: u8, boxes: bool) -> Self {
        debug_assert!((1..=Grid::MAX_SIZE).contains(&size), "a grid has 1 to 10 rows");
        let size = u32::from(size);
        let corner = |width, height| rectangle(size, width, height);
        let boxes = if boxes { size / BOX } else { 0 };
        let box_corner = |number| (number / boxes * size + number % boxes) * BOX;
        let squares = (size + 1).saturating_sub(BOX);
        Grid {
            size,
            cells: corner(size, size),
            first_row: corner(size, 1),
            first_column: corner(1, size),
            before_last_column: corner(size - 1, size),
            before_last_row: corner(size, size - 1),
            square_corners: corner(squares, squares),
            box_corners: (0..boxes * boxes).fold(0, |set, number| set | 1 << box_corner(number)),
            first_box: corner(BOX, BOX),
        }
    }

    /// The masks that planners use.
    pub(crate) fn masks(&self) -> Masks {
        Masks {
            first_row: self.first_row,
            first_column: self.first_column,
            before_last_column: self.before_last_column,
            before_last_row: self.before_last_row,
            square_corners: self.square_corners,
            box_corners: self.box_corners,
            first_box: self.first_box,
        }
    }

    /// The number of rows, which is also the number of columns.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// All cells.
    #[inline]
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Whether full boxes clear as full lines do.
    #[inline]
    pub(crate) fn has_boxes(&self) -> bool {
        self.box_corners != 0
    }

    /// Returns the cells of each row, column and box.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Cells> {
        let rows = (0..self.size).map(|number| self.first_row << (number * self.size));
        let columns = (0..self.size).map(|number| self.first_column << number);
        let corners = (0..self.size * self.size).filter(|cell| self.box_corners >> cell & 1 == 1);
        rows.chain(columns).chain(corners.map(|corner| self.first_box << corner))
    }

    /// Returns the cells of each box as `[column, row]`; nothing if the grid has no boxes.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = impl Iterator<Item = [i8; 2]>> {
        let corners = (0..self.size * self.size).filter(|cell| self.box_corners >> cell & 1 == 1);
        corners.map(|corner| {
            let cells = (0..BOX * BOX).map(move |cell| [cell % BOX, cell / BOX]);
            let [left, top] = [corner % self.size, corner / self.size];
            cells.map(move |[column, row]| [(left + column) as i8, (top + row) as i8])
        })
    }

    /// Counts the pairs of neighbouring cells of which one is filled and one is free.
    #[inline]
    pub(crate) fn borders(&self, board: Cells) -> u32 {
        let across = (board ^ board >> 1) & self.before_last_column;
        let down = (board ^ board >> self.size) & self.before_last_row;
        across.count_ones() + down.count_ones()
    }

    /// Counts the places where a 3x3 square fits.
    #[inline]
    pub(crate) fn squares(&self, board: Cells) -> u32 {
        let across = runs(!board, BOX, 1);
        (runs(across, BOX, self.size) & self.square_corners).count_ones()
    }

    /// Counts the free cells without a free neighbour.
    #[inline]
    pub(crate) fn dead_cells(&self, board: Cells) -> u32 {
        let free = self.cells & !board;
        let across = free & free >> 1 & self.before_last_column;
        let down = free & free >> self.size;
        (free & !(across | across << 1 | down | down << self.size)).count_ones()
    }

    /// Returns the cells of the rows that have at most `free` free cells.
    #[inline]
    pub(crate) fn nearly_full_rows(&self, board: Cells, free: u32) -> Cells {
        let rows = (0..self.size).map(|number| self.first_row << (number * self.size));
        rows.filter(|row| (row & !board).count_ones() <= free).fold(0, |rows, row| rows | row)
    }

    /// Clears all full rows, columns and boxes at once.
    #[inline]
    pub(crate) fn clear(&self, board: Cells) -> Cleared {
        // `runs` finds the first cells of full lines. The product has all cells of these lines.
        let rows = runs(board, self.size, 1) & self.first_column;
        let columns = runs(board, self.size, self.size) & self.first_row;
        let mut full = (rows * self.first_row) | (columns * self.first_column);
        let mut lines = rows.count_ones() + columns.count_ones();
        if self.has_boxes() {
            let boxes = runs(runs(board, BOX, 1), BOX, self.size) & self.box_corners;
            full |= boxes * self.first_box;
            lines += boxes.count_ones();
        }
        Cleared { board: board & !full, lines }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Computes [`Grid::clear`] line by line.
    fn cleared_slowly(size: u32, boxes: bool, board: Cells) -> Cleared {
        let cell = |row: u32, column: u32| 1u128 << (row * size + column);
        let mut lines: Vec<Cells> = Vec::new();
        for k in 0..size {
            lines.push((0..size).fold(0, |line, j| line | cell(k, j)));
            lines.push((0..size).fold(0, |line, j| line | cell(j, k)));
        }
        if boxes {
            for corner in 0..9 {
                let (row, column) = (corner / 3 * 3, corner % 3 * 3);
                lines.push((0..9).fold(0, |set, j| set | cell(row + j / 3, column + j % 3)));
            }
        }
        lines.retain(|line| board & line == *line);
        let left = lines.iter().fold(board, |board, line| board & !line);
        Cleared { board: left, lines: lines.len() as u32 }
    }

    proptest! {
        #[test]
        fn clearing_agrees_with_the_slow_version(some: u128, gaps: [u128; 4], size in 1u8..=10, boxes: bool) {
            let grid = Grid::new(size, boxes && size == 9);
            // Boards with many gaps, and boards with few gaps, which have full lines.
            let few = gaps.iter().fold(grid.cells(), |cells, gap| cells & gap) ^ grid.cells();
            for board in [some & grid.cells(), few, few | some & grid.cells()] {
                let expected = cleared_slowly(u32::from(size), boxes && size == 9, board);
                prop_assert_eq!(grid.clear(board), expected);
            }
        }
    }

    proptest! {
        #[test]
        fn features_agree_with_counting_cell_by_cell(some: u128, more: u128, size in 1u8..=10) {
            let grid = Grid::new(size, false);
            let n = i32::from(size);
            for board in [some & grid.cells(), (some | more) & grid.cells()] {
                let on_grid = |row: i32, column: i32| (0..n).contains(&row) && (0..n).contains(&column);
                let filled = |row: i32, column: i32| board >> (row * n + column) & 1 == 1;
                let free = |row: i32, column: i32| on_grid(row, column) && !filled(row, column);
                let (mut borders, mut squares, mut dead, mut rows) = (0, 0, 0, 0u128);
                for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
                    let around = [(row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)];
                    for (below, right) in &around[..2] {
                        let differ = || filled(*below, *right) != filled(row, column);
                        borders += u32::from(on_grid(*below, *right) && differ());
                    }
                    squares += u32::from((0..9).all(|k| free(row + k / 3, column + k % 3)));
                    let alone = around.iter().all(|&(row, column)| !free(row, column));
                    dead += u32::from(free(row, column) && alone);
                    let full = (0..n).filter(|&column| filled(row, column)).count() as i32;
                    rows |= u128::from(full >= n - 3) << (row * n + column);
                }
                prop_assert_eq!(grid.borders(board), borders);
                prop_assert_eq!(grid.squares(board), squares);
                prop_assert_eq!(grid.dead_cells(board), dead);
                prop_assert_eq!(grid.nearly_full_rows(board, 3), rows);
            }
        }
    }

    #[test]
    fn every_line_of_every_grid_clears() {
        for size in 1..=Grid::MAX_SIZE {
            let grid = Grid::new(size, size == 9);
            assert_eq!(grid.cells().count_ones(), u32::from(size).pow(2));
            let boxes = if size == 9 { 9 } else { 0 };
            let all = Cleared { board: 0, lines: 2 * u32::from(size) + boxes };
            assert_eq!(grid.clear(grid.cells()), all);
        }
    }
}
