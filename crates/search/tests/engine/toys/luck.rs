//! A game of chance: take a sure 0.65, or draw one of ten cards 0 to 9. Then keep the card for a tenth
//! of its number, or swap it for 0.5.
//!
//! The best move is to take. Drawing is worth 0.60: six cards are swapped for 0.5, four kept for 0.6
//! to 0.9. A search that wrongly selects the best outcome values drawing at 0.9, the value of card 9.
//! If the sure amount is below 0.60, the best move is to draw.

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
    /// Creates a game in which `next_card` will be drawn.
    pub(crate) fn hiding(next_card: u8) -> Self {
        Luck::offering(0.65, next_card)
    }

    /// Creates a game with the sure amount `sure` instead of 0.65.
    pub(crate) fn offering(sure: f64, next_card: u8) -> Self {
        Luck { next_card, stage: Stage::Start { sure } }
    }
}

impl Game for Luck {
    type Move = Move;
    /// The drawn card; `None` after other moves.
    type Seen = Option<u8>;
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
