//! Rock, paper, scissors over three rounds, as hidden moves in turn: seat 0 chooses face down, seat 1
//! answers, and then both choices are seen. A win scores a point for the winner and costs the loser one.
//!
//! Every round is worth 0 to both seats. A search of seat 1 that branches on the hidden choice wins every
//! round in its tree.

use plywood_search::{Game, Rng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Rock,
    Paper,
    Scissors,
}

use Hand::{Paper, Rock, Scissors};

pub(crate) const HANDS: [Hand; 3] = [Rock, Paper, Scissors];

pub(crate) const ROUNDS: usize = 3;

/// A choice that waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    FaceDown,
    Known(Hand),
}

/// What both seats see of the rounds so far, and what a seat knows of the round being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    rounds: Vec<[Hand; 2]>,
    choice: Option<Choice>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RockPaperScissors {
    rounds: Vec<[Hand; 2]>,
    choice: Option<Hand>,
}

impl RockPaperScissors {
    pub(crate) fn new() -> Self {
        RockPaperScissors { rounds: Vec::new(), choice: None }
    }
}

/// Returns the points of the first hand against the second: 1, 0 or -1.
fn points(first: Hand, second: Hand) -> f64 {
    match (first, second) {
        (Rock, Scissors) | (Paper, Rock) | (Scissors, Paper) => 1.0,
        _ if first == second => 0.0,
        _ => -1.0,
    }
}

impl Game for RockPaperScissors {
    type Move = Hand;
    /// The choice of seat 0, which the answer of seat 1 reveals.
    type Seen = Option<Hand>;
    type View = View;
    const HIDDEN: bool = true;
    const PRIVATE: bool = true;

    fn seat(&self) -> Option<u8> {
        (self.rounds.len() < ROUNDS).then_some(u8::from(self.choice.is_some()))
    }

    fn moves(&self, out: &mut Vec<Hand>) {
        if self.seat().is_some() {
            out.extend(HANDS);
        }
    }

    fn play(&mut self, hand: Hand) -> Option<Hand> {
        let revealed = self.choice.take();
        match revealed {
            Some(first) => self.rounds.push([first, hand]),
            None => self.choice = Some(hand),
        }
        revealed
    }

    /// Seat 1 sees that seat 0 has chosen, but not what. The answer is seen by both.
    fn move_shown(hand: Hand, mover: u8, seat: u8) -> Hand {
        if mover == 0 && seat == 1 { Rock } else { hand }
    }

    fn score(&self, seat: u8) -> f64 {
        let first = self.rounds.iter().map(|&[first, second]| points(first, second)).sum::<f64>();
        if seat == 0 { first } else { -first }
    }

    fn view(&self, seat: u8) -> View {
        let look = |hand| if seat == 0 { Choice::Known(hand) } else { Choice::FaceDown };
        View { rounds: self.rounds.clone(), choice: self.choice.map(look) }
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        let choice = view.choice.and_then(|choice| match choice {
            Choice::Known(hand) => Some(hand),
            Choice::FaceDown => rng.pick(&HANDS),
        });
        RockPaperScissors { rounds: view.rounds.clone(), choice }
    }
}
