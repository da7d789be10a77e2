//! A game with a face-down coin: take 0.6 points, or go on and guess the side for 1 point.
//!
//! The best move is to take 0.6; going on is worth 0.5. A search that uses the hidden side of the coin
//! values going on at 1.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Take,
    GoOn,
    Heads,
    Tails,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    Start,
    Guessing,
    Over { won: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coin {
    heads: bool,
    stage: Stage,
}

impl Coin {
    /// Creates a game with one hidden fact: the side of the coin.
    pub(crate) fn lying(heads: bool) -> Self {
        Coin { heads, stage: Stage::Start }
    }
}

impl Game for Coin {
    type Move = Move;
    /// Whether the coin shows heads; `None` if the move was not a guess.
    type Seen = Option<bool>;
    type View = Stage;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        match self.stage {
            Stage::Over { .. } => None,
            _ => Some(0),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.stage {
            Stage::Start => out.extend([Move::Take, Move::GoOn]),
            Stage::Guessing => out.extend([Move::Heads, Move::Tails]),
            Stage::Over { .. } => {}
        }
    }

    fn play(&mut self, mv: Move) -> Option<bool> {
        let guess = |right| Stage::Over { won: if right { 1.0 } else { 0.0 } };
        let (stage, seen) = match mv {
            Move::Take => (Stage::Over { won: 0.6 }, None),
            Move::GoOn => (Stage::Guessing, None),
            Move::Heads => (guess(self.heads), Some(self.heads)),
            Move::Tails => (guess(!self.heads), Some(self.heads)),
        };
        self.stage = stage;
        seen
    }

    fn score(&self, _seat: u8) -> f64 {
        match self.stage {
            Stage::Over { won } => won,
            _ => 0.0,
        }
    }

    fn view(&self, _seat: u8) -> Stage {
        self.stage
    }

    fn world(view: &Stage, rng: &mut Rng) -> Coin {
        Coin { heads: rng.below(2) == 1, stage: *view }
    }
}
