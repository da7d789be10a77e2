//! Positions for networks and environments: the features of the value networks, or planes of the board.

use plywood_search::Encoding;

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

/// Planes of the board, the lowest row first: the filled cells; then seven planes each for the current
/// piece, the next piece and the bag, with ones in the planes of their pieces.
///
/// After a placement, the next piece is the current one, and the planes of the next piece are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes {
    height: u8,
    width: u8,
}

/// The number of planes.
const PLANES: usize = 1 + 3 * Piece::ALL.len();

impl Planes {
    /// The planes of games with these rules.
    pub fn new(rules: &Rules) -> Self {
        Planes { height: rules.height, width: rules.width }
    }

    /// Writes a board and the sets of the current piece, the next piece and the bag.
    fn write(&self, board: &Board, sets: [Bag; 3], out: &mut [f32]) {
        let width = usize::from(self.width);
        let (cells, pieces) = out.split_at_mut(usize::from(self.height) * width);
        for (row, numbers) in (0..self.height).zip(cells.chunks_exact_mut(width)) {
            for (column, number) in (0..self.width).zip(numbers) {
                *number = f32::from(u8::from(board.is_filled(row, column)));
            }
        }
        let present = sets.iter().flat_map(|set| Piece::ALL.map(|piece| set.contains(piece)));
        for (plane, is_present) in pieces.chunks_exact_mut(cells.len()).zip(present) {
            plane.fill(f32::from(u8::from(is_present)));
        }
    }
}

impl Encoding<Tetris> for Planes {
    fn shape(&self) -> Vec<usize> {
        vec![PLANES, usize::from(self.height), usize::from(self.width)]
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
            conformance::check_encoding(10, |seed| Tetris::new(rules, seed), &Planes::new(&rules));
            for features in FeatureSet::ALL {
                let inputs = NetworkInputs { features, most_lines: 100, width: rules.width };
                conformance::check_encoding(30, |seed| Tetris::new(rules, seed), &inputs);
            }
        }
    }

    #[test]
    fn an_afterstate_differs_from_the_next_position_by_the_drawn_piece() {
        let mut game = Tetris::new(Rules::default(), 5);
        let planes = Planes::new(&Rules::default());
        let mv = Move { rotation: 0, column: 2 };
        let [mut after, mut next] = [(); 2].map(|()| vec![0.0; PLANES * 200]);
        planes.observe_after(game.position(), 0, mv, &mut after);
        game.play(mv);
        planes.observe(game.position(), 0, &mut next);
        // The filled cells and the current piece are known; the next piece is not.
        assert_eq!(after[..8 * 200], next[..8 * 200]);
        assert_eq!(after[8 * 200..15 * 200].iter().sum::<f32>(), 0.0);
        assert_eq!(next[8 * 200..15 * 200].iter().sum::<f32>(), 200.0);
    }
}
