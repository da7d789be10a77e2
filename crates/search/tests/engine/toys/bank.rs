//! One player makes thirty choices among eight moves; each right choice scores a point. The right
//! choice does not depend on the points scored before.

use plywood_search::{Game, Rng};

#[derive(Clone, Debug, PartialEq)]
pub struct Bank {
    points: u64,
    choices_left: u32,
}

/// The choice that adds a point.
pub const RIGHT: u8 = 5;

impl Bank {
    pub fn with(points: u64) -> Self {
        Bank { points, choices_left: 30 }
    }

    /// Creates a game with more choices than any search makes.
    pub fn endless() -> Self {
        Bank { points: 0, choices_left: u32::MAX }
    }
}

impl Game for Bank {
    type Move = u8;
    type Seen = ();
    type View = Bank;
    const HIDDEN: bool = false;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        (self.choices_left > 0).then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.choices_left > 0 {
            out.extend(0..8);
        }
    }

    fn play(&mut self, mv: u8) {
        self.choices_left -= 1;
        self.points += u64::from(mv == RIGHT);
    }

    fn score(&self, _seat: u8) -> f64 {
        self.points as f64
    }

    fn view(&self, _seat: u8) -> Bank {
        self.clone()
    }

    fn world(view: &Bank, _rng: &mut Rng) -> Bank {
        view.clone()
    }
}
