//! The whole state of a game, with its future pieces.

use plywood_search::{Game, IllegalMove, Rng};

use crate::{Bag, Board, Move, Piece, Position, Rules};

/// A game of Tetris: the visible position and the generator of the future pieces.
///
/// The k-th piece depends only on the seed and k, not on the moves.
///
/// ```
/// use plywood_search::Game;
/// use plywood_tetris::{Move, Rules, Tetris};
///
/// let (mut left, mut right) = (Tetris::new(Rules::default(), 7), Tetris::new(Rules::default(), 7));
/// let seen = left.play(Move { rotation: 0, column: 0 });
/// assert_eq!(right.play(Move { rotation: 0, column: 6 }), seen);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tetris {
    pub(crate) position: Position,
    /// The generator of the future pieces.
    pub(crate) future: Rng,
}

impl Tetris {
    /// Starts the game of a seed.
    ///
    /// # Panics
    /// If the width or the height is not valid.
    pub fn new(rules: Rules, seed: u64) -> Self {
        let (mut bag, mut future) = (Bag::EMPTY, Rng::new(seed));
        let pieces = [(); 2].map(|()| bag.draw(rules.randomizer, &mut future));
        let board = Board::new(rules.width, rules.height);
        Tetris { position: Position::new(rules, board, pieces, bag, 0), future }
    }

    /// The visible position.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

impl Game for Tetris {
    type Move = Move;
    /// The piece that became visible.
    type Seen = Piece;
    type View = Position;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    #[inline]
    fn seat(&self) -> Option<u8> {
        (!self.position.is_over()).then_some(0)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.position.list_placements(out);
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Piece {
        let mut bag = self.position.bag();
        let next = bag.draw(self.position.rules().randomizer, &mut self.future);
        self.position.play(mv, next, bag);
        next
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.position.lines())
    }

    fn view(&self, _seat: u8) -> Position {
        self.position
    }

    fn world(view: &Position, rng: &mut Rng) -> Tetris {
        Tetris { position: *view, future: Rng::new(rng.bits()) }
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        let position = &self.position;
        if position.is_roomy() && !position.is_over() {
            let number = rng.below(position.placements_with_room());
            return position.placements().nth(number);
        }
        scratch.clear();
        self.moves(scratch);
        rng.pick(scratch)
    }

    /// Accepts all rotations; of rotations with equal shapes, [`moves`](Game::moves) lists the first.
    fn try_play(&mut self, mv: Move) -> Result<Piece, IllegalMove> {
        if self.position.is_legal(mv) { Ok(self.play(mv)) } else { Err(IllegalMove) }
    }
}
