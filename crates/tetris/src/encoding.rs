//! Positions for networks and environments: the features of the value networks, or the cells of the board.

use plywood_search::{Encoding, write_bits};

use crate::design29::{compact4, design29};
use crate::features::{FeatureSet, NextPiece};
use crate::{Bag, Board, Move, Piece, Placed, Position, Rules, Tetris};

/// The number of rotations of an action.
const ROTATIONS: usize = 4;

/// The index of a placement: `rotation * width + column`.
fn index(view: &Position, mv: Move) -> usize {
    usize::from(mv.rotation) * usize::from(view.rules().width) + usize::from(mv.column)
}

/// The inputs of a value network: one of the [feature sets](FeatureSet).
///
/// The networks of this crate value afterstates: the board after a placement and the piece to be placed
/// on it, which is the next piece. Their inputs leave out the piece after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkInputs {
    /// The features.
    pub features: FeatureSet,
    /// The highest value of the input `lines`; higher values are clamped to it.
    pub most_lines: u32,
    /// The number of columns, which decides the number of actions.
    pub width: u8,
}

impl Encoding<Tetris> for NetworkInputs {
    fn shape(&self) -> Vec<usize> {
        vec![self.features.count()]
    }

    fn observe(&self, view: &Position, _seat: u8, out: &mut [f32]) {
        let (board, lines) = (*view.board(), view.lines().min(self.most_lines));
        match self.features {
            FeatureSet::Design29 => {
                let pieces = [view.current(), view.next()].map(Some);
                out.copy_from_slice(&design29(&board, pieces[0], pieces[1], lines));
            }
            // No piece was just placed, so no lines were just cleared.
            FeatureSet::Compact4 => out.copy_from_slice(&compact4(&Placed {
                board,
                bottom: 0,
                piece_height: 0,
                lines: 0,
                vanished: 0,
            })),
        }
    }

    fn actions(&self) -> usize {
        ROTATIONS * usize::from(self.width)
    }

    fn index(&self, view: &Position, mv: Move) -> usize {
        index(view, mv)
    }

    fn observe_after(&self, view: &Position, _seat: u8, mv: Move, out: &mut [f32]) {
        let placed = view.place(mv);
        let lines = view.lines().saturating_add(u32::from(placed.lines)).min(self.most_lines);
        let next = NextPiece::Seen(view.next());
        self.features.describe(&placed, next, lines, |numbers| out.copy_from_slice(numbers));
    }
}

/// The cells of the board, row by row and the lowest row first, with ones in the filled cells; then seven
/// numbers each for the current piece, the next piece and the bag, with ones for their pieces, in the order
/// of [`Piece::ALL`]. There are four actions for each column: `rotation * width + column`.
///
/// After a placement, the next piece is the current one, and the numbers of the next piece are zeros.
///
/// ```
/// use plywood_search::Encoding;
/// use plywood_tetris::encoding::Cells;
/// use plywood_tetris::{Rules, Tetris};
///
/// let cells = Cells::new(&Rules::default());
/// assert_eq!((cells.shape(), cells.actions()), (vec![221], 40));
///
/// let mut numbers = [0.0; 221];
/// cells.observe(Tetris::new(Rules::default(), 7).position(), 0, &mut numbers);
/// // The board is empty, and the bag has the five pieces that are neither current nor next.
/// assert_eq!(numbers[..200], [0.0; 200]);
/// assert_eq!(numbers[200..].iter().sum::<f32>(), 1.0 + 1.0 + 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    height: u8,
    width: u8,
}

/// The number of pieces.
const PIECES: usize = Piece::ALL.len();

impl Cells {
    /// The cells of games with these rules.
    pub fn new(rules: &Rules) -> Self {
        Cells { height: rules.height, width: rules.width }
    }

    /// Returns the number of cells.
    fn count(&self) -> usize {
        usize::from(self.height) * usize::from(self.width)
    }

    /// Writes a board and the sets of the current piece, the next piece and the bag.
    fn write(&self, board: &Board, sets: [Bag; 3], out: &mut [f32]) {
        let pile = board.pile().min(self.height);
        out[usize::from(pile) * usize::from(self.width)..].fill(0.0);
        for (row, start) in (0..pile).zip((0..).step_by(self.width.into())) {
            // Writes all 16 bits of a row, so it calls `write_bits` with a whole number of bytes. The zeros for bits
            // beyond the width are overwritten by the next row or by the pieces.
            write_bits(board.row(row).into(), &mut out[start..start + 16]);
        }
        let bits = |set: Bag, at: usize| u64::from(set.bits()) << (at * PIECES);
        let [current, next, bag] = sets;
        write_bits(bits(current, 0) | bits(next, 1) | bits(bag, 2), &mut out[self.count()..]);
    }
}

impl Encoding<Tetris> for Cells {
    fn shape(&self) -> Vec<usize> {
        vec![self.count() + 3 * PIECES]
    }

    fn observe(&self, view: &Position, _seat: u8, out: &mut [f32]) {
        let [current, next] = [view.current(), view.next()].map(|piece| Bag::EMPTY.with(piece));
        self.write(view.board(), [current, next, view.bag()], out);
    }

    fn actions(&self) -> usize {
        ROTATIONS * usize::from(self.width)
    }

    fn index(&self, view: &Position, mv: Move) -> usize {
        index(view, mv)
    }

    fn range(&self) -> (f32, f32) {
        (0.0, 1.0)
    }

    fn action(&self, view: &Position, _moves: &[Move], index: usize) -> Option<Move> {
        let index = u8::try_from(index).ok()?;
        let mv = Move { rotation: index / self.width, column: index % self.width };
        (view.is_legal(mv) && view.canonical(mv) == mv).then_some(mv)
    }

    fn mask(&self, view: &Position, moves: &[Move], mask: &mut [bool]) {
        mask.fill(false);
        if view.is_roomy() && !view.is_over() {
            // With room for all placements, the legal columns of a rotation are the first ones.
            for (rotation, row) in (0..).zip(mask.chunks_mut(self.width.into())) {
                row[..view.columns(rotation)].fill(true);
            }
        } else {
            moves.iter().for_each(|&mv| mask[index(view, mv)] = true);
        }
    }

    fn observe_after(&self, view: &Position, _seat: u8, mv: Move, out: &mut [f32]) {
        let sets = [Bag::EMPTY.with(view.next()), Bag::EMPTY, view.bag()];
        self.write(&view.place(mv).board, sets, out);
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, conformance};

    use super::*;
    use crate::Randomizer;

    fn rules() -> [Rules; 3] {
        let small = Rules { width: 4, height: 6, cap: Some(3), ..Rules::default() };
        let wide = Rules { width: 16, randomizer: Randomizer::Uniform, ..Rules::default() };
        [Rules::default(), small, wide]
    }

    #[test]
    fn all_encodings_keep_the_contract() {
        for rules in rules() {
            conformance::check_encoding(10, |seed| Tetris::new(rules, seed), &Cells::new(&rules));
            for features in FeatureSet::ALL {
                let inputs = NetworkInputs { features, most_lines: 100, width: rules.width };
                conformance::check_encoding(30, |seed| Tetris::new(rules, seed), &inputs);
            }
        }
    }

    #[test]
    fn an_afterstate_differs_from_the_next_position_by_the_drawn_piece() {
        let mut game = Tetris::new(Rules::default(), 5);
        let cells = Cells::new(&Rules::default());
        let mv = Move { rotation: 0, column: 2 };
        let [mut after, mut next] = [[f32::NAN; 221]; 2];
        cells.observe_after(game.position(), 0, mv, &mut after);
        game.play(mv);
        cells.observe(game.position(), 0, &mut next);
        // The board and the current piece agree. The next piece is only known after it is drawn.
        assert_eq!(after[..207], next[..207]);
        assert_eq!((after[..200].iter().sum::<f32>(), after[200..207].iter().sum()), (4.0, 1.0f32));
        assert_eq!(after[207..214], [0.0; 7]);
        assert_eq!(next[207..214].iter().sum::<f32>(), 1.0);
    }

    #[test]
    fn cells_are_those_of_the_rows_from_the_lowest_up() {
        let rules = Rules { width: 4, height: 6, ..Rules::default() };
        let mut game = Tetris::new(rules, 1);
        let cells = Cells::new(&rules);
        while game.seat().is_some() {
            let position = *game.position();
            let mut numbers = [f32::NAN; 24 + 21];
            cells.observe(&position, 0, &mut numbers);
            for (cell, number) in (0..24).zip(numbers) {
                assert_eq!(number == 1.0, position.board().is_filled(cell / 4, cell % 4));
            }
            for (index, piece) in Piece::ALL.into_iter().enumerate() {
                let is_in = [24, 31, 38].map(|first| numbers[first + index] == 1.0);
                let bag = position.bag().contains(piece);
                assert_eq!(is_in, [position.current() == piece, position.next() == piece, bag]);
            }
            let mv = position.placements().next().expect("a game that is not over has a move");
            game.play(mv);
        }
    }
}
