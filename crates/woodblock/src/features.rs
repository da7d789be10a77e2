//! The patterns of a board that the learned value has weights for.

use plywood_learn::{Pattern, square_symmetries};

use crate::bits::Bits;
use crate::layout::Layout;

/// The side of a window.
const WINDOW: u32 = 4;
/// The minimum number of cells of a shape whose places are counted. Smaller shapes nearly always fit.
const COUNTED: u32 = 4;
/// The number of cases that are distinguished for the number of places of a shape: 0, 1, 2, and more.
const PLACES: usize = 4;
/// The number of cases that are distinguished for the number of counted shapes without a place: 0 to 6, and more.
const MISFITS: usize = 8;
/// The number of cases that are distinguished for the streak: 0 to 6, and more.
const STREAKS: usize = 8;

/// The features of boards under given rules, and the numbers of their weights. A feature has an index in a table, which
/// selects its weight. A board has these features:
///
/// - each window of 4x4 cells in the grid with a border of filled cells around it; all windows share a table;
/// - each row and column, with a table for each distance from the edge of the grid;
/// - the number of free cells;
/// - the number of places of each shape with at least four cells, and the number of such shapes without a place;
/// - the streak.
///
/// Indices of symmetric windows or lines share a weight.
#[derive(Debug)]
pub(crate) struct FeatureMap {
    lines: usize,
    free: usize,
    places: usize,
    misfits: usize,
    streaks: usize,
    /// The number of the weight that each index selects.
    weight_of: Vec<u32>,
    weights: usize,
    /// The shapes whose places are counted.
    counted: Vec<usize>,
}

/// The active weights of a board by number, each with the number of features that select it.
pub(crate) type Counts = Vec<(u32, f32)>;

impl FeatureMap {
    pub(crate) fn new<B: Bits>(layout: &Layout<B>) -> Self {
        let size = layout.size as usize;
        let (mut weight_of, mut weights) = (Vec::new(), 0);
        let mut add = |table: Option<&Pattern>, indices: usize| {
            let first = weight_of.len();
            let number = |index| table.map_or(index as u32, |table| table.weight_of(index));
            weight_of.extend((0..indices).map(|index| weights + number(index)));
            weights += table.map_or(indices, Pattern::weights) as u32;
            first
        };
        let window = window();
        add(Some(&window), window.indices());
        let cells: Vec<u8> = (0..size as u8).collect();
        let reversed: Vec<u8> = cells.iter().rev().copied().collect();
        let line = Pattern::new(2, &cells, &[cells.clone(), reversed]);
        let lines: Vec<usize> =
            (0..size.div_ceil(2)).map(|_| add(Some(&line), line.indices())).collect();
        let free = add(None, size * size + 1);
        let large = |&shape: &usize| layout.blocks[shape][0].count >= COUNTED;
        let counted: Vec<usize> = (0..layout.blocks.len()).filter(large).collect();
        let places = add(None, PLACES * counted.len());
        let misfits = add(None, MISFITS);
        let streaks = add(None, STREAKS);
        let (lines, weights) = (lines[0], weights as usize);
        FeatureMap { lines, free, places, misfits, streaks, weight_of, weights, counted }
    }

    /// The number of weights.
    pub(crate) fn weights(&self) -> usize {
        self.weights
    }

    /// Returns the number of the weight that each index selects.
    pub(crate) fn weight_of(&self) -> &[u32] {
        &self.weight_of
    }

    /// Calls `use_index` with the index of a board in each table.
    #[inline(always)]
    pub(crate) fn each_index<B: Bits>(
        &self,
        layout: &Layout<B>,
        board: B,
        streak: u16,
        mut use_index: impl FnMut(usize),
    ) {
        let size = layout.size;
        // The rows of the grid, with a border of filled cells around them.
        let mut rows = [u32::MAX; 12];
        let border = 1 | 1 << (size + 1);
        for number in 0..size {
            let (row, column) = (layout.row(board, number), layout.column(board, number));
            rows[number as usize + 1] = row << 1 | border;
            let table = self.lines + ((number.min(size - 1 - number) as usize) << size);
            use_index(table + row as usize);
            use_index(table + column as usize);
        }
        for column in 0..size - 1 {
            let nibble = |row: u32| rows[row as usize] >> column & 15;
            let mut index = nibble(0) << 4 | nibble(1) << 8 | nibble(2) << 12;
            for row in WINDOW - 1..size + 2 {
                index = index >> 4 | nibble(row) << 12;
                use_index(index as usize);
            }
        }
        use_index(self.free + (layout.cells & !board).count() as usize);
        let mut misfits = 0;
        for (number, &shape) in self.counted.iter().enumerate() {
            let places = layout.blocks[shape][0].fits(board);
            let count = (places.count() as usize).min(PLACES - 1);
            misfits += usize::from(count == 0);
            use_index(self.places + PLACES * number + count);
        }
        use_index(self.misfits + misfits.min(MISFITS - 1));
        use_index(self.streaks + usize::from(streak).min(STREAKS - 1));
    }

    /// Returns the active weights of a board, each with the number of features that select it.
    pub(crate) fn counts<B: Bits>(&self, layout: &Layout<B>, board: B, streak: u16) -> Counts {
        let mut active = Vec::new();
        self.each_index(layout, board, streak, |index| active.push(self.weight_of[index]));
        active.sort_unstable();
        let same = active.chunk_by(|one, other| one == other);
        same.map(|chunk| (chunk[0], chunk.len() as f32)).collect()
    }
}

/// Returns the pattern of a window: the first row has the lowest digits.
fn window() -> Pattern {
    let side = WINDOW as u8;
    let cells: Vec<u8> = (0..side * side).collect();
    Pattern::new(2, &cells, &square_symmetries(side))
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Rng};

    use super::*;
    use crate::bits::Cells;
    use crate::{Rules, Variant, Woodblock};

    /// The image of a board under the symmetry of this number, by its cells.
    fn image(size: u32, board: Cells, which: u32) -> Cells {
        let mut image = 0;
        for cell in (0..size * size).filter(|cell| board >> cell & 1 == 1) {
            let (mut x, mut y) = (cell % size, cell / size);
            if which & 1 != 0 {
                x = size - 1 - x;
            }
            if which & 2 != 0 {
                y = size - 1 - y;
            }
            image |= 1 << if which & 4 != 0 { x * size + y } else { y * size + x };
        }
        image
    }

    #[test]
    fn symmetric_boards_have_the_same_patterns() {
        for name in Variant::NAMES {
            let rules = Rules::new(Variant::named(name).unwrap(), false, None);
            let layout = Layout::<Cells>::new(&rules);
            let map = FeatureMap::new(&layout);
            let first_of_places = map.weight_of[map.places];
            let end_of_places = map.weight_of[map.misfits];
            // Places are counted for each shape, and the image of a shape is another one.
            let patterns = |board| {
                let mut counts = map.counts(&layout, board, 1);
                counts.retain(|(weight, _)| !(first_of_places..end_of_places).contains(weight));
                counts
            };
            let (mut game, mut rng) = (Woodblock::new(rules.clone(), 5), Rng::new(5));
            while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play(mv);
                let board = game.position().board();
                for which in 1..8 {
                    let image = image(layout.size, board, which);
                    assert_eq!(patterns(image), patterns(board), "{name} {which}");
                }
            }
        }
    }

    #[test]
    fn a_board_has_as_many_patterns_as_counted_by_hand() {
        let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
        let layout = Layout::<u64>::new(&rules);
        let map = FeatureMap::new(&layout);
        let counts = map.counts(&layout, 0, 0);
        let total: f32 = counts.iter().map(|(_, count)| count).sum();
        // 49 windows, 16 lines, the free cells, 25 shapes with their misfits, the streak.
        assert_eq!(total, 49.0 + 16.0 + 1.0 + 25.0 + 1.0 + 1.0);
        // Of the windows, 25 are empty.
        assert!(counts.contains(&(0, 25.0)));
    }
}
