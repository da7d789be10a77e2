//! A game of luck: take a sure 0.65, or draw one of ten cards 0 to 9 and then
//! keep a tenth of it or swap it for 0.5.
//!
//! The answer is to take; drawing is worth 0.60: six cards are swapped for 0.5,
//! the others kept for 0.6 to 0.9. A search that selects among outcomes thinks
//! that it will draw the 9, for 0.9. (With a smaller sure amount than 0.60 the
//! answer is to draw.)

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Take,
    Draw,
    Keep,
    Swap,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stage {
    Start { sure: f64 },
    Holding { card: u8 },
    Over { won: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Luck {
    next_card: u8,
    stage: Stage,
}

const CARDS: usize = 10;

impl Luck {
    /// A game in which `next_card` will be drawn.
    pub(crate) fn hiding(next_card: u8) -> Self {
        Luck::offering(0.65, next_card)
    }

    /// The same with another amount to take instead.
    pub(crate) fn offering(sure: f64, next_card: u8) -> Self {
        Luck { next_card, stage: Stage::Start { sure } }
    }
}

impl Game for Luck {
    type Move = Move;
    /// The card, once it is drawn.
    type Seen = Option<u8>;
    type View = Stage;
    const SEATS: u8 = 1;
    const HIDDEN: bool = true;

    fn seat(&self) -> Option<u8> {
        match self.stage {
            Stage::Over { .. } => None,
            _ => Some(0),
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.stage {
            Stage::Start { .. } => out.extend([Move::Take, Move::Draw]),
            Stage::Holding { .. } => out.extend([Move::Keep, Move::Swap]),
            Stage::Over { .. } => {}
        }
    }

    fn play(&mut self, mv: Move) -> Option<u8> {
        self.stage = match (self.stage, mv) {
            (Stage::Start { .. }, Move::Draw) => Stage::Holding { card: self.next_card },
            (Stage::Start { sure }, _) => Stage::Over { won: sure },
            (Stage::Holding { card }, Move::Keep) => Stage::Over { won: f64::from(card) / 10.0 },
            (Stage::Holding { .. }, _) => Stage::Over { won: 0.5 },
            (over, _) => over,
        };
        (mv == Move::Draw).then_some(self.next_card)
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

    fn world(view: &Stage, rng: &mut Rng) -> Luck {
        Luck { next_card: rng.below(CARDS) as u8, stage: *view }
    }
}
