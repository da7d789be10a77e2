//! Up to three rolls of a die: keep the number, or roll again. Walking away before the first roll
//! scores 4 points.
//!
//! The best move is to roll, worth 14/3. With one roll left the value is 7/2, with two rolls
//! 3/6 * 5 + 3/6 * 7/2 = 17/4, with three rolls 2/6 * 11/2 + 4/6 * 17/4 = 14/3.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    WalkAway,
    Roll,
    Keep,
}

/// The public part: the number of rolls, the number on the die, and whether the game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    rolled: u8,
    shows: u8,
    points: Option<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dice {
    rolls: [u8; 3],
    table: Table,
}

impl Dice {
    /// Creates a game whose rolls are drawn by `rng`.
    pub(crate) fn shaken(rng: &mut Rng) -> Self {
        Dice::world(&Table::default(), rng)
    }
}

impl Game for Dice {
    type Move = Move;
    /// The number on the die after the move.
    type Seen = u8;
    type View = Table;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        self.table.points.is_none().then_some(0)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        match self.table {
            Table { points: Some(_), .. } => {}
            Table { rolled: 0, .. } => out.extend([Move::WalkAway, Move::Roll]),
            Table { rolled: 3, .. } => out.push(Move::Keep),
            _ => out.extend([Move::Keep, Move::Roll]),
        }
    }

    fn play(&mut self, mv: Move) -> u8 {
        match mv {
            Move::WalkAway => self.table.points = Some(4),
            Move::Keep => self.table.points = Some(self.table.shows),
            Move::Roll => {
                self.table.shows = self.rolls[usize::from(self.table.rolled)];
                self.table.rolled += 1;
            }
        }
        self.table.shows
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.table.points.unwrap_or(0))
    }

    fn view(&self, _seat: u8) -> Table {
        self.table
    }

    fn world(view: &Table, rng: &mut Rng) -> Dice {
        Dice { rolls: [0; 3].map(|_| 1 + rng.below(6) as u8), table: *view }
    }
}
