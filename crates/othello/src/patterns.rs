//! The patterns of the learned evaluation, and their indices in a position.
//!
//! An index is a number in base 3, with a digit for each square of a pattern: 0 for an empty square, 1 for a disc of
//! the side to move, 2 for a disc of the opponent. Each disc adds a constant to an index. Therefore the indices of all
//! patterns are a sum of precomputed vectors, one for each row of the board and each side.

use std::sync::LazyLock;

use plywood_learn::{Pattern, square_symmetries};

/// The squares of one image of each pattern, from a1 = 0 to h8 = 63. The other images are its turned and reflected
/// copies.
const SHAPES: [&[u8]; 11] = [
    // The edge with both X-squares.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // Corners of 3x3 and of 2x5 squares.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // Rows 2 to 4.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of 8 to 4 squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// The number of images of all patterns.
pub(crate) const INSTANCES: usize = 46;

/// The number of weights for the number of empty squares modulo 4, which says who is likely to make the last move.
const COUNTS: usize = 4;

/// The number of active weights of a position: one for each image of a pattern, and one for the number of empty
/// squares.
pub(crate) const ACTIVE: usize = INSTANCES + 1;

/// The number of indices of a stage: those of the patterns, followed by those of the number of empty squares.
pub(crate) const INDICES: usize = 167_265 + COUNTS;

/// The number of different weights of a stage. Two indices of a pattern share a weight if a symmetry of the board maps
/// one to the other.
pub(crate) const WEIGHTS: usize = 113_877 + COUNTS;

/// The number of stages of a game. A stage is 4 discs long.
pub(crate) const STAGES: usize = 15;

/// Returns the stage of a position with this number of empty squares.
#[inline(always)]
pub(crate) fn stage(empties: u32) -> usize {
    (60u32.saturating_sub(empties) as usize / 4).min(STAGES - 1)
}

/// A number for each image of a pattern, and two zeros that fill the last vector register.
type Vector = [u16; INSTANCES + 2];

/// The tables that turn positions into indices and weights.
pub(crate) struct PatternMap {
    /// What the discs of one side in a row add to the indices, by row and by the set of discs.
    rows: [[Vector; 256]; 8],
    /// The first index of each image's pattern among the indices of a stage.
    first_index: [u32; INSTANCES],
    /// The number of the weight that each index of a stage selects.
    pub(crate) weight_of: Vec<u32>,
}

/// The tables, which are built at their first use.
pub(crate) static MAP: LazyLock<Box<PatternMap>> = LazyLock::new(PatternMap::new);

impl PatternMap {
    fn new() -> Box<Self> {
        let mut map = Box::new(PatternMap {
            rows: [[[0; INSTANCES + 2]; 256]; 8],
            first_index: [0; INSTANCES],
            weight_of: Vec::with_capacity(INDICES),
        });
        let (mut instance, mut weights) = (0, 0);
        for shape in SHAPES {
            let pattern = Pattern::new(3, shape, &square_symmetries(8));
            for cells in pattern.instances() {
                map.first_index[instance] = map.weight_of.len() as u32;
                for (digit, &square) in (0..).zip(cells) {
                    let (row, column) = (usize::from(square / 8), square % 8);
                    for discs in (0..256).filter(|discs| discs >> column & 1 == 1) {
                        map.rows[row][discs][instance] += 3u16.pow(digit);
                    }
                }
                instance += 1;
            }
            map.weight_of.extend((0..pattern.indices()).map(|i| weights + pattern.weight_of(i)));
            weights += pattern.weights() as u32;
        }
        map.weight_of.extend(weights..weights + COUNTS as u32);
        debug_assert_eq!((instance, map.weight_of.len()), (INSTANCES, INDICES));
        debug_assert_eq!(weights as usize + COUNTS, WEIGHTS);
        map
    }

    /// Calls `visit` with each index of a position, as a number below `INDICES`.
    #[inline(always)]
    pub(crate) fn each_index(&self, own: u64, other: u64, mut visit: impl FnMut(usize)) {
        let mut indices = [0; INSTANCES + 2];
        for (row, sums) in self.rows.iter().enumerate() {
            let mine = &sums[usize::from((own >> (8 * row)) as u8)];
            let theirs = &sums[usize::from((other >> (8 * row)) as u8)];
            for ((index, mine), theirs) in indices.iter_mut().zip(mine).zip(theirs) {
                *index += mine + 2 * theirs;
            }
        }
        for (&index, &first) in indices.iter().zip(&self.first_index) {
            visit(first as usize + usize::from(index));
        }
        visit(INDICES - COUNTS + (!(own | other)).count_ones() as usize % COUNTS);
    }

    /// Returns the numbers of the active weights of a position.
    #[inline]
    pub(crate) fn active(&self, own: u64, other: u64) -> [u32; ACTIVE] {
        let (mut active, mut next) = ([0; ACTIVE], 0);
        self.each_index(own, other, |index| {
            active[next] = self.weight_of[index];
            next += 1;
        });
        active
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Rng};

    use super::*;
    use crate::Othello;
    use crate::symmetry::symmetric;

    /// Returns positions of random games.
    fn positions() -> Vec<Othello> {
        let (mut rng, mut positions) = (Rng::new(1), Vec::new());
        for _ in 0..20 {
            let mut board = Othello::start();
            while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
                positions.push(board);
                board.play(mv);
            }
        }
        positions
    }

    #[test]
    fn the_tables_have_the_sizes_of_the_constants() {
        assert_eq!(MAP.weight_of.len(), INDICES);
        assert_eq!(MAP.weight_of.iter().max(), Some(&(WEIGHTS as u32 - 1)));
        assert!(MAP.first_index.iter().all(|&first| (first as usize) < INDICES));
        assert_ne!(MAP.first_index[INSTANCES - 1], 0, "46 images");
    }

    #[test]
    fn indices_are_those_of_the_squares_one_by_one() {
        for board in positions() {
            let digit = |square: u8| {
                usize::from(board.own >> square & 1 == 1)
                    + 2 * usize::from(board.other >> square & 1 == 1)
            };
            let (mut expected, mut first) = (Vec::new(), 0);
            for shape in SHAPES {
                let pattern = Pattern::new(3, shape, &square_symmetries(8));
                for cells in pattern.instances() {
                    let index = cells.iter().rev().fold(0, |sum, &square| 3 * sum + digit(square));
                    expected.push(first + index);
                }
                first += pattern.indices();
            }
            // The index of the number of empty squares, which counts modulo 4.
            expected.push(first + board.empties().count_ones() as usize % 4);
            let mut found = Vec::new();
            MAP.each_index(board.own, board.other, |index| found.push(index));
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_active_weights() {
        for board in positions() {
            let sorted = |own, other| {
                let mut active = MAP.active(own, other);
                active.sort_unstable();
                active
            };
            let expected = sorted(board.own, board.other);
            for (own, other) in symmetric(board.own).into_iter().zip(symmetric(board.other)) {
                assert_eq!(sorted(own, other), expected);
            }
        }
    }

    #[test]
    fn stages_have_four_discs() {
        assert_eq!([60, 57, 56, 20, 4, 3, 0].map(stage), [0, 0, 1, 10, 14, 14, 14]);
    }
}
