//! A seat that moves twice in a row: `Safe` is a draw; after `Bold` the same seat picks one of four
//! moves, of which one wins and the others lose.
//!
//! The best move is `Bold`, worth 1. A search that assumes alternating seats expects the opponent to
//! pick. With `passing` the opponent moves between `Bold` and the pick, but can only pass.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Safe,
    Bold,
    Pass,
    Pick(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    Passing,
    Picking,
    Over { scores: [u8; 2] },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twice {
    passing: bool,
    stage: Stage,
}

pub(crate) const WIN: Move = Move::Pick(1);

impl Twice {
    pub(crate) fn in_a_row() -> Self {
        Twice { passing: false, stage: Stage::Start }
    }

    pub(crate) fn with_a_pass_between() -> Self {
        Twice { passing: true, stage: Stage::Start }
    }
}

impl Game for Twice {
    type Move = Move;
    type Seen = ();
    type View = Twice;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        match self.stage {
            Stage::Start | Stage::Picking => Some(0),
            Stage::Passing => Some(1),
            Stage::Over { .. } => None,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.stage {
            Stage::Start => out.extend([Move::Safe, Move::Bold]),
            Stage::Passing => out.push(Move::Pass),
            Stage::Picking => out.extend((0..4).map(Move::Pick)),
            Stage::Over { .. } => {}
        }
    }

    fn play(&mut self, mv: Move) {
        self.stage = match mv {
            Move::Safe => Stage::Over { scores: [0, 0] },
            Move::Bold if self.passing => Stage::Passing,
            Move::Bold | Move::Pass => Stage::Picking,
            WIN => Stage::Over { scores: [1, 0] },
            Move::Pick(_) => Stage::Over { scores: [0, 1] },
        };
    }

    fn score(&self, seat: u8) -> f64 {
        match self.stage {
            Stage::Over { scores } => f64::from(scores[usize::from(seat)]),
            _ => 0.0,
        }
    }

    fn view(&self, _seat: u8) -> Twice {
        *self
    }

    fn world(view: &Twice, _rng: &mut Rng) -> Twice {
        *view
    }
}
