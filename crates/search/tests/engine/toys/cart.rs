//! Two seats push one cart over a field of gold: seat 0 one to three squares east, seat 1 one to three
//! squares south. Both get all the gold of the squares where the cart stops. The game ends when the
//! mover has no square left.
//!
//! The best first move is 1, worth 58; the others are worth 38 and 35. A search that treats the seats as
//! opponents moves 3, and so do a greedy player and the mean of random games.

use plywood_search::{Game, Rng};

const SIDE: usize = 6;

const GOLD: [[u8; SIDE]; SIDE] = [
    [0, 2, 0, 6, 3, 2],
    [0, 9, 9, 2, 8, 8],
    [9, 0, 6, 7, 0, 5],
    [0, 4, 3, 3, 3, 8],
    [7, 2, 8, 8, 8, 8],
    [7, 2, 3, 1, 1, 3],
];

/// An upper limit of the gold in a game: at most ten stops with at most nine each.
pub(crate) const MOST_GOLD: f64 = 90.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cart {
    east: usize,
    south: usize,
    mover: u8,
    gold: u8,
}

impl Cart {
    pub(crate) fn new() -> Self {
        Cart { east: 0, south: 0, mover: 0, gold: 0 }
    }

    /// Returns the number of squares that the mover can push the cart.
    fn room(&self) -> usize {
        let at = if self.mover == 0 { self.east } else { self.south };
        (SIDE - 1 - at).min(3)
    }
}

impl Game for Cart {
    /// The number of squares by which the cart is pushed.
    type Move = u8;
    type Seen = ();
    type View = Cart;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        (self.room() > 0).then_some(self.mover)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.room() as u8);
    }

    fn play(&mut self, squares: u8) {
        let at = if self.mover == 0 { &mut self.east } else { &mut self.south };
        *at += usize::from(squares);
        self.gold += GOLD[self.south][self.east];
        self.mover = 1 - self.mover;
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.gold)
    }

    fn view(&self, _seat: u8) -> Cart {
        *self
    }

    fn world(view: &Cart, _rng: &mut Rng) -> Cart {
        *view
    }
}
