//! A delayed reward: at each step the player takes 1 point, which ends the game, or opens one of two
//! doors. The wrong door ends the game. Five right doors in a row give 100 points.
//!
//! The best move is the right door, with a gain of 100 points.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Grab,
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corridor {
    points: u16,
    step: usize,
    over: bool,
}

pub(crate) const DOORS: [Move; 5] = [Move::Right, Move::Left, Move::Left, Move::Right, Move::Left];
pub(crate) const TREASURE: f64 = 100.0;

impl Corridor {
    /// Creates a game at the first step, with `points` scored before.
    pub(crate) fn with_points(points: u16) -> Self {
        Corridor { points, step: 0, over: false }
    }
}

impl Game for Corridor {
    type Move = Move;
    type Seen = ();
    type View = Corridor;
    const HIDDEN: bool = false;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        (!self.over).then_some(0)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        if !self.over {
            out.extend([Move::Grab, Move::Left, Move::Right]);
        }
    }

    fn play(&mut self, mv: Move) {
        let right = mv == DOORS[self.step];
        self.step += usize::from(right);
        if mv == Move::Grab {
            self.points += 1;
        } else if self.step == DOORS.len() {
            self.points += TREASURE as u16;
        }
        self.over = !right || self.step == DOORS.len();
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.points)
    }

    fn view(&self, _seat: u8) -> Corridor {
        *self
    }

    fn world(view: &Corridor, _rng: &mut Rng) -> Corridor {
        *view
    }
}
