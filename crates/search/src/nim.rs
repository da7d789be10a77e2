//! Nim with one heap: a complete small game for documentation and tests.

use crate::{Game, Notation, NotationError, Rng, quoted};

/// The names of the seats.
const SEATS: [&str; 2] = ["first", "second"];

/// A heap of stones. A move takes one to three stones; the player who takes the last stone wins.
///
/// With best play the player to move loses if and only if the heap is a multiple of four.
///
/// ```
/// use plywood_search::{Game, nim::Nim};
///
/// let mut heap = Nim::new(4);
/// heap.play(3);
/// heap.play(1);
/// assert_eq!(heap.seat(), None);
/// assert_eq!(heap.score(1), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    stones: u8,
    to_move: u8,
}

impl Nim {
    /// Creates a heap with the first player to move.
    pub fn new(stones: u8) -> Self {
        Nim { stones, to_move: 0 }
    }

    /// Returns the number of stones.
    pub fn stones(&self) -> u8 {
        self.stones
    }
}

impl Game for Nim {
    type Move = u8;
    type Seen = ();
    type View = Nim;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        (self.stones > 0).then_some(self.to_move)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.stones.min(3));
    }

    fn play(&mut self, taken: u8) {
        self.stones -= taken;
        self.to_move = 1 - self.to_move;
    }

    fn score(&self, seat: u8) -> f64 {
        if self.stones == 0 && seat != self.to_move { 1.0 } else { 0.0 }
    }

    fn view(&self, _seat: u8) -> Nim {
        self.clone()
    }

    fn world(view: &Nim, _rng: &mut Rng) -> Nim {
        view.clone()
    }
}

impl Notation for Nim {
    fn read_position(&self, text: &str) -> Result<Nim, NotationError> {
        let expected =
            || NotationError::new(format!("expected '<stones> <seat>', found {}", quoted(text)));
        let (stones, seat) = text.split_once(' ').ok_or_else(expected)?;
        let to_move = SEATS.iter().position(|&name| name == seat).ok_or_else(expected)? as u8;
        Ok(Nim { stones: stones.parse().map_err(|_| expected())?, to_move })
    }

    fn write_position(heap: &Nim) -> String {
        format!("{} {}", heap.stones, SEATS[heap.to_move as usize])
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        let expected =
            |_| NotationError::new(format!("expected 1, 2 or 3, found {}", quoted(text)));
        text.parse().map_err(expected)
    }

    fn write_move(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn picture(heap: &Nim) -> String {
        let stones = "| ".repeat(heap.stones as usize);
        format!("{stones}\n{} to move", SEATS[heap.to_move as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn notation_conforms() {
        conformance::check_notation(100, |seed| Nim::new((seed % 30) as u8));
    }

    #[test]
    fn texts_of_a_heap() {
        let mut heap = Nim::new(5);
        heap.play(2);
        assert_eq!(heap.stones(), 3);
        assert_eq!(Nim::write_position(&heap), "3 second");
        assert_eq!(Nim::picture(&heap), "| | | \nsecond to move");
        assert_eq!(heap.read_position("7 first"), Ok(Nim::new(7)));
        for text in ["", "7", "7 third", "many first"] {
            let error = heap.read_position(text).unwrap_err().to_string();
            assert_eq!(error, format!("expected '<stones> <seat>', found {text:?}"));
        }
        let error = Nim::new(5).read_move("all").unwrap_err().to_string();
        assert_eq!(error, "expected 1, 2 or 3, found \"all\"");
    }
}
