//! The grid and the blocks under a game's rules, as masks of one word type for planners.

use crate::bits::{Bits, runs};
use crate::position::Position;
use crate::rules::Rules;

/// The masks for a game's rules. [`Bits`] explains why there are two word types.
#[derive(Debug)]
pub(crate) struct Layout<B> {
    pub(crate) rules: Rules,
    pub(crate) size: u32,
    pub(crate) cells: B,
    /// The first cell of each row.
    first_column: B,
    /// The first cell of each column.
    first_row: B,
    before_last_column: B,
    before_last_row: B,
    square_corners: B,
    box_corners: B,
    first_box: B,
    /// Multiplication by this factor moves the cells of the first column to adjacent bits, from bit `column_shift` on.
    column_factor: B,
    column_shift: u32,
    /// The cells of each row, column and box.
    lines: Vec<B>,
    /// The orientations of each block.
    pub(crate) blocks: Vec<Vec<Block<B>>>,
    /// For each shape, its share of the blocks in hands.
    pub(crate) shares: Vec<f64>,
}

/// A block in one orientation.
#[derive(Debug)]
pub(crate) struct Block<B> {
    /// The cells of the block in the top left corner of the grid.
    cells: B,
    /// The cells counted back from the last cell: bit `last - offset` for each cell.
    /// [`covering`](Self::covering) shifts this set.
    reversed: B,
    offsets: Vec<u8>,
    /// The bit number of the last cell.
    last: u8,
    /// The anchors (cells of the top left corner) at which the block is inside the grid.
    anchors: B,
    /// The number of cells.
    pub(crate) count: u32,
    /// The number of sides of its cells that do not adjoin another of its cells.
    pub(crate) perimeter: u32,
}

/// A position within a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State<B> {
    pub(crate) board: B,
    pub(crate) streak: u16,
    /// The points since the position for which the hand is planned.
    pub(crate) points: u32,
}

impl<B: Bits> State<B> {
    pub(crate) fn of(position: &Position) -> Self {
        State { board: B::of(position.board()), streak: position.streak(), points: 0 }
    }
}

impl<B: Bits> Layout<B> {
    /// Returns the masks for these rules. `B` must have a bit for each cell of the grid.
    pub(crate) fn new(rules: &Rules) -> Self {
        let masks = rules.grid().masks();
        let size = rules.grid().size();
        let variant = rules.variant().shapes();
        let total: f64 = variant.iter().map(|shape| shape.weight).sum();
        let column_shift = (size - 1) * (size - 1);
        let factor =
            (0..size).fold(0, |factor, row| factor | 1 << (column_shift - row * (size - 1)));
        let block =
            |number| rules.turns(number).iter().map(|shape| Block::new(size, shape)).collect();
        Layout {
            rules: rules.clone(),
            size,
            cells: B::of(rules.grid().cells()),
            first_column: B::of(masks.first_column),
            first_row: B::of(masks.first_row),
            before_last_column: B::of(masks.before_last_column),
            before_last_row: B::of(masks.before_last_row),
            square_corners: B::of(masks.square_corners),
            box_corners: B::of(masks.box_corners),
            first_box: B::of(masks.first_box),
            column_factor: B::of(factor),
            column_shift,
            lines: rules.grid().lines().map(B::of).collect(),
            blocks: (0..variant.len()).map(|number| block(number as u8)).collect(),
            shares: variant.iter().map(|shape| shape.weight / total).collect(),
        }
    }

    /// Clears all full lines and boxes. Returns the board and the number of lines and boxes cleared.
    #[inline(always)]
    fn clear(&self, board: B) -> (B, u32) {
        let rows = runs(board, self.size, 1) & self.first_column;
        let columns = runs(board, self.size, self.size) & self.first_row;
        let mut boxes = B::NONE;
        if self.box_corners != B::NONE {
            boxes = runs(runs(board, 3, 1), 3, self.size) & self.box_corners;
        }
        if rows | columns | boxes == B::NONE {
            return (board, 0);
        }
        let full = rows.times(self.first_row)
            | columns.times(self.first_column)
            | boxes.times(self.first_box);
        (board & !full, rows.count() + columns.count() + boxes.count())
    }

    /// Returns the state after a block is placed at an anchor where it fits, and whether the placement
    /// cleared anything.
    #[inline(always)]
    pub(crate) fn place(&self, state: State<B>, block: &Block<B>, anchor: u32) -> (State<B>, bool) {
        let (board, lines) = self.clear(state.board | block.cells << anchor);
        if lines == 0 {
            return (
                State { board, streak: 0, points: state.points.saturating_add(block.count) },
                false,
            );
        }
        let streak = state.streak.saturating_add(1);
        let points = self.rules.points(block.count, lines, streak, board == B::NONE);
        (State { board, streak, points: state.points.saturating_add(points) }, true)
    }

    /// Returns the anchors, of those given, at which placing the block clears a line or box.
    #[inline(always)]
    pub(crate) fn clearing(&self, board: B, block: &Block<B>, anchors: B) -> B {
        let mut clearing = B::NONE;
        for &line in &self.lines {
            let mut gaps = line & !board;
            if gaps.count() <= block.count {
                // To clear the line, the block must cover all its gaps.
                let mut covering = anchors;
                while gaps != B::NONE && covering != B::NONE {
                    covering = covering & block.covering(gaps.first());
                    gaps = gaps.rest();
                }
                clearing = clearing | covering;
            }
        }
        clearing
    }

    /// Counts the pairs of neighbouring cells of which one is filled and one is free.
    #[inline(always)]
    pub(crate) fn borders(&self, board: B) -> u32 {
        let across = (board ^ board >> 1) & self.before_last_column;
        let down = (board ^ board >> self.size) & self.before_last_row;
        across.count() + down.count()
    }

    /// Counts the places where a 3x3 square fits.
    #[inline(always)]
    pub(crate) fn squares(&self, board: B) -> u32 {
        (runs(runs(!board, 3, 1), 3, self.size) & self.square_corners).count()
    }

    /// Counts the sides of free cells on the border of the grid.
    #[inline(always)]
    pub(crate) fn open_edges(&self, board: B) -> u32 {
        let free = self.cells & !board;
        let last_row = self.cells & !self.before_last_row;
        let last_column = self.cells & !self.before_last_column;
        let across = (free & self.first_column).count() + (free & last_column).count();
        across + (free & self.first_row).count() + (free & last_row).count()
    }

    /// Returns the free cells without a free neighbour.
    #[inline(always)]
    pub(crate) fn dead_cells(&self, board: B) -> B {
        let free = self.cells & !board;
        let across = free & free >> 1 & self.before_last_column;
        let down = free & free >> self.size;
        free & !(across | across << 1 | down | down << self.size)
    }

    /// Returns a row as bits, the leftmost cell lowest.
    #[inline(always)]
    pub(crate) fn row(&self, board: B, row: u32) -> u32 {
        (board >> (row * self.size)).low() & ((1 << self.size) - 1)
    }

    /// Returns a column as bits, the top cell lowest.
    #[inline(always)]
    pub(crate) fn column(&self, board: B, column: u32) -> u32 {
        let cells = board >> column & self.first_column;
        (cells.times(self.column_factor) >> self.column_shift).low() & ((1 << self.size) - 1)
    }
}

impl<B: Bits> Block<B> {
    fn new(size: u32, shape: &crate::shape::Shape) -> Self {
        let offsets = shape.offsets();
        let is_cell = |row: u32, column: u32| {
            column < size && offsets.contains(&((row * size + column) as u8))
        };
        let edges = offsets.iter().map(|&offset| {
            let (row, column) = (u32::from(offset) / size, u32::from(offset) % size);
            let inner = u32::from(is_cell(row + 1, column)) + u32::from(is_cell(row, column + 1));
            (4, 2 * inner)
        });
        let last = offsets.iter().max().copied().unwrap_or(0);
        let (all, inner) = edges.fold((0, 0), |sum, edge| (sum.0 + edge.0, sum.1 + edge.1));
        Block {
            cells: B::of(shape.at(0)),
            reversed: B::of(offsets.iter().fold(0, |cells, offset| cells | 1 << (last - offset))),
            offsets: offsets.to_vec(),
            last,
            anchors: B::of(shape.anchors()),
            count: shape.count(),
            perimeter: all - inner,
        }
    }

    /// Returns the anchors at which the block covers a cell. Some of them may be outside the grid.
    #[inline(always)]
    fn covering(&self, cell: u32) -> B {
        let last = u32::from(self.last);
        if cell >= last { self.reversed << (cell - last) } else { self.reversed >> (last - cell) }
    }

    /// Returns the board after a placement that clears nothing.
    #[inline(always)]
    pub(crate) fn on(&self, board: B, anchor: u32) -> B {
        board | self.cells << anchor
    }

    /// Returns the anchors at which the block fits on a board.
    #[inline(always)]
    pub(crate) fn fits(&self, board: B) -> B {
        let free = !board;
        self.offsets.iter().fold(self.anchors, |fits, &offset| fits & free >> u32::from(offset))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Variant;
    use crate::bits::Cells;
    use crate::woodblock::Woodblock;
    use plywood_search::{Game, Rng};

    /// Plays a random game and checks every placement against the rules.
    fn check<B: Bits>(rules: &Rules, seed: u64) {
        let (layout, grid) = (Layout::<B>::new(rules), rules.grid());
        let (mut game, mut rng) = (Woodblock::new(rules.clone(), seed), Rng::new(seed));
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            let position = game.position();
            let (state, after) = (State::<B>::of(position), position.after(mv));
            let block = position.hand()[usize::from(mv.slot)].unwrap();
            let block = &layout.blocks[usize::from(block)][usize::from(mv.turn)];
            let anchor = u32::from(mv.row) * grid.size() + u32::from(mv.column);
            assert_eq!(block.fits(state.board).cells() >> anchor & 1, 1);
            let (placed, cleared) = layout.place(state, block, anchor);
            let (all, one) = (block.fits(state.board), B::of(1 << anchor));
            assert_eq!(layout.clearing(state.board, block, all) & one != B::NONE, cleared);
            assert!(cleared || block.on(state.board, anchor) == placed.board);
            let board = after.board;
            let expected =
                State { board: B::of(board), streak: after.streak, points: after.points };
            assert_eq!(placed, expected);
            assert_eq!(layout.borders(placed.board), grid.borders(board));
            assert_eq!(layout.squares(placed.board), grid.squares(board));
            assert_eq!(layout.dead_cells(placed.board).count(), grid.dead_cells(board));
            let cell = |row: u32, column: u32| (board >> (row * grid.size() + column) & 1) as u32;
            for one in 0..grid.size() {
                let row: u32 = (0..grid.size()).map(|other| cell(one, other) << other).sum();
                let column: u32 = (0..grid.size()).map(|other| cell(other, one) << other).sum();
                assert_eq!(layout.row(placed.board, one), row);
                assert_eq!(layout.column(placed.board, one), column);
            }
            game.play(mv);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn layouts_agree_with_the_rules(name in prop::sample::select(Variant::NAMES.to_vec()), rotate: bool, seed: u64) {
            let rules = Rules::new(Variant::named(name).unwrap(), rotate, None);
            check::<Cells>(&rules, seed);
            if rules.grid().size() <= 8 {
                check::<u64>(&rules, seed);
            }
        }
    }

    #[test]
    fn perimeters_are_counted_by_hand() {
        let rules = Rules::default();
        let layout = Layout::<u128>::new(&rules);
        for (rows, perimeter) in
            [("#", 4), ("###", 8), ("##/##", 8), ("###/###/###", 12), ("##/#.", 8)]
        {
            let shapes = rules.variant().shapes();
            let shape = shapes.iter().position(|shape| shape.rows.join("/") == rows).unwrap();
            assert_eq!(layout.blocks[shape][0].perimeter, perimeter, "{rows}");
        }
    }
}
