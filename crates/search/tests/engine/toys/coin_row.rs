//! Three seats take coins in turn from either end of a row, and keep their values.
//!
//! In [`ROW`] the best move is `Right`, worth 13 if each seat maximises its own sum (max^n); `Left` is
//! worth 7. A search that treats both other seats as opponents of seat 0 (paranoid) values `Right` at
//! only 6, so it takes `Left`. So do a search that negates values as with two seats, the mean of random
//! games, and a greedy player.

use plywood_search::{Game, Rng};

/// A row in which every position has one best move for its mover.
pub(crate) const ROW: [u8; COINS] = [5, 1, 1, 9, 2, 4];

const COINS: usize = 6;

/// The least and the greatest sum of two coins of [`ROW`].
pub(crate) const RANGE: (f64, f64) = (2.0, 14.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CoinRow {
    coins: [u8; COINS],
    /// The coins that are left: `coins[left..right]`.
    left: usize,
    right: usize,
    sums: [u8; 3],
}

impl CoinRow {
    pub(crate) fn new(coins: [u8; COINS]) -> Self {
        CoinRow { coins, left: 0, right: coins.len(), sums: [0; 3] }
    }
}

impl Game for CoinRow {
    type Move = Move;
    type Seen = ();
    type View = CoinRow;
    const HIDDEN: bool = false;

    fn seats(&self) -> u8 {
        3
    }

    fn seat(&self) -> Option<u8> {
        let taken = self.coins.len() - (self.right - self.left);
        (self.left < self.right).then_some((taken % 3) as u8)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.right - self.left {
            0 => {}
            1 => out.push(Move::Left),
            _ => out.extend([Move::Left, Move::Right]),
        }
    }

    fn play(&mut self, mv: Move) {
        let mover = usize::from(self.seat().unwrap_or(0));
        let taken = match mv {
            Move::Left => {
                self.left += 1;
                self.left - 1
            }
            Move::Right => {
                self.right -= 1;
                self.right
            }
        };
        self.sums[mover] += self.coins[taken];
    }

    fn score(&self, seat: u8) -> f64 {
        f64::from(self.sums[usize::from(seat)])
    }

    fn view(&self, _seat: u8) -> CoinRow {
        *self
    }

    fn world(view: &CoinRow, _rng: &mut Rng) -> CoinRow {
        *view
    }
}
