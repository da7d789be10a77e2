//! A two-ply trap: `Safe` is a draw, `Trap` loses to one reply out of four.
//!
//! The best move is `Safe`, worth 1/2. A search that credits replies to the wrong seat expects the
//! opponent to choose a losing reply.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Safe,
    Trap,
    Reply(u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Trap {
    #[default]
    Start,
    Sprung,
    Over {
        scores: [u8; 2],
    },
}

pub(crate) const PUNISHMENT: Move = Move::Reply(2);

impl Game for Trap {
    type Move = Move;
    type Seen = ();
    type View = Trap;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        match self {
            Trap::Start => Some(0),
            Trap::Sprung => Some(1),
            Trap::Over { .. } => None,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self {
            Trap::Start => out.extend([Move::Safe, Move::Trap]),
            Trap::Sprung => out.extend((0..4).map(Move::Reply)),
            Trap::Over { .. } => {}
        }
    }

    fn play(&mut self, mv: Move) {
        *self = match mv {
            Move::Safe => Trap::Over { scores: [0, 0] },
            Move::Trap => Trap::Sprung,
            PUNISHMENT => Trap::Over { scores: [0, 1] },
            Move::Reply(_) => Trap::Over { scores: [1, 0] },
        };
    }

    fn score(&self, seat: u8) -> f64 {
        match self {
            Trap::Over { scores } => f64::from(scores[usize::from(seat)]),
            _ => 0.0,
        }
    }

    fn view(&self, _seat: u8) -> Trap {
        *self
    }

    fn world(view: &Trap, _rng: &mut Rng) -> Trap {
        *view
    }
}
