//! Seat 0 sees a coin and waves one of two flags; seat 1 does not see the coin and guesses it. The
//! tree of seat 0 depends on the coin: a player that reuses that tree for seat 1 always guesses right.

use plywood_search::{Game, Rng};

#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    pub coin: u8,
    flag: Option<u8>,
    pub guess: Option<u8>,
}

/// What a seat sees. Only seat 0 sees the coin.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    coin: Option<u8>,
    flag: Option<u8>,
    guess: Option<u8>,
}

impl Signal {
    pub fn new(coin: u8) -> Self {
        Signal { coin, flag: None, guess: None }
    }
}

impl Game for Signal {
    type Move = u8;
    type Seen = ();
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        match (self.flag, self.guess) {
            (None, _) => Some(0),
            (Some(_), None) => Some(1),
            _ => None,
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_some() {
            out.extend([0, 1]);
        }
    }

    fn play(&mut self, mv: u8) {
        if self.flag.is_none() {
            self.flag = Some(mv);
        } else {
            self.guess = Some(mv);
        }
    }

    fn score(&self, seat: u8) -> f64 {
        let right = self.guess == Some(self.coin);
        if self.guess.is_some() && right == (seat == 1) { 1.0 } else { 0.0 }
    }

    fn view(&self, seat: u8) -> View {
        View { coin: (seat == 0).then_some(self.coin), flag: self.flag, guess: self.guess }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        let coin = view.coin.unwrap_or_else(|| rng.below(2) as u8);
        Signal { coin, flag: view.flag, guess: view.guess }
    }
}
