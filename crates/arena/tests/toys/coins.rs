//! A game of luck for one player with known values: in each round, the player takes a safe point or tosses
//! a coin for three points.

use plywood_search::{Game, Notation, NotationError, Rng};

pub const SAFE: u8 = 0;
pub const GAMBLE: u8 = 1;

/// Points of a safe move.
const SAFE_POINTS: u32 = 1;
/// Points of a won toss. A toss is won with probability 1/2, so its value is 1.5.
const TOSS_POINTS: u32 = 3;

/// The state of a game. It has the tosses of all rounds; a view has none of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Coins {
    rounds: u32,
    played: u32,
    points: u32,
    /// The bits of the tosses of the rounds to come.
    tosses: u64,
    /// A toss shows heads with probability `1 - 0.5^flips`.
    flips: u32,
}

impl Coins {
    /// Bit `n` of `tosses` is the toss of round `n`.
    pub fn new(rounds: u32, tosses: u64) -> Self {
        Coins { rounds, played: 0, points: 0, tosses, flips: 1 }
    }

    /// Coins that nearly always show heads.
    pub fn biased(rounds: u32, tosses: u64) -> Self {
        Coins { flips: 6, ..Coins::new(rounds, tosses) }
    }

    pub fn rounds_left(&self) -> u32 {
        self.rounds - self.played
    }
}

impl Game for Coins {
    type Move = u8;
    type Seen = Option<bool>;
    /// The game without the tosses to come.
    type View = Coins;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        (self.played < self.rounds).then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.played < self.rounds {
            out.extend([SAFE, GAMBLE]);
        }
    }

    fn play(&mut self, mv: u8) -> Option<bool> {
        let heads = self.tosses & 1 == 1;
        (self.tosses, self.played) = (self.tosses.rotate_right(1), self.played + 1);
        self.points += match (mv, heads) {
            (SAFE, _) => SAFE_POINTS,
            (_, true) => TOSS_POINTS,
            _ => 0,
        };
        (mv == GAMBLE).then_some(heads)
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.points)
    }

    fn view(&self, _seat: u8) -> Coins {
        Coins { tosses: 0, ..self.clone() }
    }

    fn world(view: &Coins, rng: &mut Rng) -> Coins {
        let tosses = (0..view.flips).fold(0, |tosses, _| tosses | rng.bits());
        Coins { tosses, ..view.clone() }
    }
}

impl Notation for Coins {
    fn read_position(&self, _text: &str) -> Result<Self, NotationError> {
        Ok(self.clone())
    }

    fn write_position(view: &Coins) -> String {
        format!("{} of {}, {} points", view.played, view.rounds, view.points)
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        match text {
            "safe" => Ok(SAFE),
            "gamble" => Ok(GAMBLE),
            _ => Err(NotationError::new(format!("`{text}`: expected safe or gamble"))),
        }
    }

    fn write_move(&self, mv: u8) -> String {
        if mv == SAFE { "safe" } else { "gamble" }.to_owned()
    }

    fn picture(view: &Coins) -> String {
        Coins::write_position(view)
    }
}
