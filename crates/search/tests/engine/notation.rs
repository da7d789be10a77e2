//! Tests of the conformance suite for notations: moves may be written by the state in which they are
//! made, and each fault of a notation is found.

use plywood_search::nim::Nim;
use plywood_search::{Game, Notation, NotationError, Rng, conformance};

use crate::panics_with;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    ReadAsAnother,
    NoWords,
    TwoLines,
    SameWords,
    WordsOfASecret,
}

/// A heap of stones, of which a move takes one or two. A move is written as the number of stones that
/// it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heap {
    stones: u8,
    secret: u8,
    fault: Fault,
}

impl Game for Heap {
    type Move = u8;
    type Seen = ();
    type View = (u8, Fault);
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        (self.stones > 0).then_some(0)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.stones.min(2));
    }

    fn play(&mut self, taken: u8) {
        self.stones -= taken;
    }

    fn score(&self, _seat: u8) -> f64 {
        0.0
    }

    fn view(&self, _seat: u8) -> (u8, Fault) {
        (self.stones, self.fault)
    }

    fn world(&(stones, fault): &(u8, Fault), rng: &mut Rng) -> Heap {
        Heap { stones, secret: rng.below(100) as u8, fault }
    }
}

impl Notation for Heap {
    fn read_position(&self, text: &str) -> Result<Heap, NotationError> {
        let stones = text.parse().map_err(|_| NotationError::new("expected a number"))?;
        Ok(Heap { stones, ..*self })
    }

    fn write_position((stones, _): &(u8, Fault)) -> String {
        stones.to_string()
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        let left: u8 = text.parse().map_err(|_| NotationError::new("expected a number"))?;
        let too_many = || NotationError::new("expected at most the stones of the heap");
        let taken = self.stones.checked_sub(left).ok_or_else(too_many)?;
        Ok(if self.fault == Fault::ReadAsAnother { 1 } else { taken })
    }

    fn write_move(&self, taken: u8) -> String {
        (self.stones - taken).to_string()
    }

    fn describe_move(&self, taken: u8) -> String {
        match self.fault {
            Fault::NoWords => String::new(),
            Fault::TwoLines => format!("take {taken}\nof {}", self.stones),
            Fault::WordsOfASecret => format!("take {taken}, the secret is {}", self.secret),
            Fault::SameWords => format!("take some of {}", self.stones),
            Fault::Nothing | Fault::ReadAsAnother => format!("take {taken} of {}", self.stones),
        }
    }

    fn picture((stones, _): &(u8, Fault)) -> String {
        "| ".repeat(usize::from(*stones)) + "."
    }
}

fn check(fault: Fault) {
    conformance::check_notation(5, |seed| Heap { stones: 9, secret: seed as u8, fault });
}

#[test]
fn moves_may_be_written_by_the_state_in_which_they_are_made() {
    check(Fault::Nothing);
}

#[test]
fn a_move_without_words_is_described_by_its_notation() {
    assert_eq!(Nim::new(3).describe_move(2), "2");
    assert_eq!(Nim::seat_of(&Nim::new(3)), None);
}

#[test]
fn each_fault_of_a_notation_is_found() {
    for (fault, message) in [
        (Fault::ReadAsAnother, "was read as another move"),
        (Fault::NoWords, "a move is written on one line"),
        (Fault::TwoLines, "a move is written on one line"),
        (Fault::SameWords, "are both described as \"take some of 9\""),
        (Fault::WordsOfASecret, "the text of a move depends on hidden facts"),
    ] {
        panics_with(message, || check(fault));
    }
}
