//! The rules of Othello.

use plywood_search::{Game, Rng};

use crate::bits;

/// A move: a square, or the pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// The pass, legal only if the side to move can play on no square.
    pub const PASS: Move = Move(64);

    /// Returns the move on a square, numbered along the rows from a1 = 0 to h8 = 63.
    ///
    /// # Panics
    ///
    /// If `square` is above 63.
    pub const fn at(square: u8) -> Move {
        assert!(square < 64, "a board has 64 squares");
        Move(square)
    }

    /// The square; `None` for the pass.
    #[inline]
    pub const fn square(self) -> Option<u8> {
        if self.0 < 64 { Some(self.0) } else { None }
    }
}

/// A position of Othello. Seat 0 is black and moves first; seat 1 is white.
///
/// ```
/// use plywood_othello::{Move, Othello};
/// use plywood_search::Game;
///
/// let mut board = Othello::start();
/// board.play(Move::at(19)); // d3
/// assert_eq!(board.seat(), Some(1));
/// assert_eq!(board.black().count_ones(), 4);
/// assert_eq!(board.white().count_ones(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// Discs of the side to move.
    pub(crate) own: u64,
    pub(crate) other: u64,
    /// The legal squares of the side to move, cached. For speed, `replay` does not update them.
    legal: u64,
    /// The seat to move; after the end, the seat that would move next.
    pub(crate) turn: u8,
    over: bool,
}

impl Othello {
    /// Returns the start of a game: d4 and e5 white, d5 and e4 black, black to move.
    pub fn start() -> Self {
        let (d4, e4, d5, e5) = (27, 28, 35, 36);
        Othello::from_discs(1 << e4 | 1 << d5, 1 << d4 | 1 << e5, 0)
    }

    /// Returns the position with these discs, which must be disjoint, and `seat` (0 or 1) to move.
    ///
    /// The game is over if neither side can play on any square.
    pub fn from_discs(black: u64, white: u64, seat: u8) -> Self {
        debug_assert_eq!(black & white, 0, "a square holds one disc");
        debug_assert!(seat < 2, "there are two seats");
        let (own, other) = if seat == 0 { (black, white) } else { (white, black) };
        let legal = bits::legal(own, other);
        let over = legal == 0 && bits::legal(other, own) == 0;
        Othello { own, other, legal, turn: seat, over }
    }

    /// The black discs.
    #[inline]
    pub fn black(&self) -> u64 {
        if self.turn == 0 { self.own } else { self.other }
    }

    /// The white discs.
    #[inline]
    pub fn white(&self) -> u64 {
        if self.turn == 0 { self.other } else { self.own }
    }

    /// The squares where the side to move may play; 0 if it must pass or the game is over.
    #[inline]
    pub fn legal(&self) -> u64 {
        self.legal
    }

    /// The empty squares.
    #[inline]
    pub fn empties(&self) -> u64 {
        !(self.own | self.other)
    }
}

impl Game for Othello {
    type Move = Move;
    type Seen = ();
    type View = Othello;
    const HIDDEN: bool = false;

    #[inline]
    fn seat(&self) -> Option<u8> {
        (!self.over).then_some(self.turn)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if self.legal == 0 && !self.over {
            out.push(Move::PASS);
        }
        let mut rest = self.legal;
        while rest != 0 {
            out.push(Move(rest.trailing_zeros() as u8));
            rest &= rest - 1;
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (own, other) = (self.own, self.other);
        self.turn ^= 1;
        let Some(square) = mv.square() else {
            (self.own, self.other) = (other, own);
            self.legal = bits::legal(other, own);
            return;
        };
        let (flips, replies) = bits::turn(own, other, square);
        self.own = other ^ flips;
        self.other = own ^ flips | 1 << square;
        self.legal = replies;
        if replies == 0 {
            self.over = bits::legal(self.other, self.own) == 0;
        }
    }

    #[inline]
    fn replay(&mut self, mv: Move) {
        let (own, other) = (self.own, self.other);
        let (flips, disc) = match mv.square() {
            Some(square) => (bits::flips(own, other, square), 1 << square),
            None => (0, 0),
        };
        self.turn ^= 1;
        (self.own, self.other) = (other ^ flips, own ^ flips | disc);
    }

    /// The disc difference for `seat`. After the end the empty squares count for the winner.
    fn score(&self, seat: u8) -> f64 {
        let [own, other] = [self.own, self.other].map(|discs| discs.count_ones() as i32);
        let empties = if self.over { 64 - own - other } else { 0 };
        let ahead = own - other;
        let score = ahead + ahead.signum() * empties;
        f64::from(if seat == self.turn { score } else { -score })
    }

    fn view(&self, _seat: u8) -> Othello {
        *self
    }

    fn world(view: &Othello, _rng: &mut Rng) -> Othello {
        *view
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        if self.legal != 0 {
            Some(Move(bits::pick(self.legal, rng)))
        } else {
            (!self.over).then_some(Move::PASS)
        }
    }
}
