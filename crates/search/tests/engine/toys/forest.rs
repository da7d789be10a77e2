//! A game that is too large to prove, to fill trees. A hash of the moves played gives the number of
//! legal moves and the winner, so the best move is unknown.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Forest {
    scrambled: u64,
    branching: u8,
    moves_left: u8,
}

impl Forest {
    /// Creates the game of a seed. The first position has `branching` moves, every other position 0 to
    /// 2 fewer. A game has `length` moves.
    pub(crate) fn new(seed: u64, branching: u8, length: u8) -> Self {
        Forest { scrambled: seed << 2, branching, moves_left: length }
    }
}

impl Game for Forest {
    type Move = u8;
    type Seen = ();
    type View = Forest;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        (self.moves_left > 0).then_some(self.moves_left % 2)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.moves_left > 0 {
            out.extend(0..self.branching - (self.scrambled % 4).min(2) as u8);
        }
    }

    fn play(&mut self, mv: u8) {
        let mixed = (self.scrambled ^ u64::from(mv)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.scrambled = mixed ^ (mixed >> 29);
        self.moves_left -= 1;
    }

    fn score(&self, seat: u8) -> f64 {
        if self.moves_left > 0 {
            return 0.0;
        }
        f64::from(u8::from((self.scrambled >> 20) % 2 == u64::from(seat)))
    }

    fn view(&self, _seat: u8) -> Forest {
        *self
    }

    fn world(view: &Forest, _rng: &mut Rng) -> Forest {
        *view
    }
}
