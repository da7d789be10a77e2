//! The moves of Klondike and their text.

use plywood_search::{NotationError, quoted};

use crate::Card;

/// A move. Piles are numbered from 0 to 6 and suits as in [`Card::suit`]; in text
/// both start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the examples explain the fields")]
pub enum Command {
    /// Deals from the stock to the waste, after turning the waste over if the
    /// stock is empty.
    Turn,
    /// Moves the top of the waste to a pile: `move W T3`.
    WasteToPile { to: u8 },
    /// Moves the top of the waste home, that is, to its foundation: `move W F1`.
    WasteHome { suit: u8 },
    /// Moves the top of a pile home: `move T6 F2`.
    PileHome { from: u8, suit: u8 },
    /// Moves the top of a foundation back to a pile: `move F2 T5`.
    HomeToPile { suit: u8, to: u8 },
    /// Moves the run that begins with `card` from pile to pile: `move T4 9D T7`.
    PileToPile { from: u8, card: Card, to: u8 },
}

/// The source or target in the text of a command.
enum Place {
    Waste,
    Pile(u8),
    Foundation(u8),
}

fn place(text: &str) -> Option<Place> {
    match text.to_ascii_uppercase().as_bytes() {
        b"W" => Some(Place::Waste),
        [b'T', number @ b'1'..=b'7'] => Some(Place::Pile(number - b'1')),
        [b'F', number @ b'1'..=b'4'] => Some(Place::Foundation(number - b'1')),
        _ => None,
    }
}

impl Command {
    /// Reads a command; letters may be of either case.
    pub fn read(text: &str) -> Result<Command, NotationError> {
        let words: Vec<&str> = text.split_whitespace().take(5).collect();
        let expected = |what: &str| {
            Err(NotationError::new(format!("{} is no command: expected {what}", quoted(text))))
        };
        let (from, card, to) = match words[..] {
            [turn] if turn.eq_ignore_ascii_case("turn") => return Ok(Command::Turn),
            [verb, from, to] if verb.eq_ignore_ascii_case("move") => (from, None, to),
            [verb, from, card, to] if verb.eq_ignore_ascii_case("move") => (from, Some(card), to),
            _ => return expected("turn, or such as move W T3, move T6 F2, move T4 9D T7"),
        };
        let (Some(from), Some(to)) = (place(from), place(to)) else {
            return expected("places W, T1 to T7 and F1 to F4");
        };
        match (from, card, to) {
            (Place::Waste, None, Place::Pile(to)) => Ok(Command::WasteToPile { to }),
            (Place::Waste, None, Place::Foundation(suit)) => Ok(Command::WasteHome { suit }),
            (Place::Pile(from), None, Place::Foundation(suit)) => {
                Ok(Command::PileHome { from, suit })
            }
            (Place::Foundation(suit), None, Place::Pile(to)) => {
                Ok(Command::HomeToPile { suit, to })
            }
            (Place::Pile(from), Some(card), Place::Pile(to)) => {
                Ok(Command::PileToPile { from, card: Card::read(card)?, to })
            }
            (Place::Pile(_), None, Place::Pile(_)) => {
                expected("the first card of the run between two piles, as in move T4 9D T7")
            }
            (_, Some(_), _) => expected("a card only between two piles, as in move T4 9D T7"),
            _ => expected("a way from W or a pile to a foundation, or from anywhere to a pile"),
        }
    }
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match *self {
            Command::Turn => write!(f, "turn"),
            Command::WasteToPile { to } => write!(f, "move W T{}", to + 1),
            Command::WasteHome { suit } => write!(f, "move W F{}", suit + 1),
            Command::PileHome { from, suit } => write!(f, "move T{} F{}", from + 1, suit + 1),
            Command::HomeToPile { suit, to } => write!(f, "move F{} T{}", suit + 1, to + 1),
            Command::PileToPile { from, card, to } => {
                write!(f, "move T{} {card} T{}", from + 1, to + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_kind_of_command_survives_a_round_trip_through_text() {
        let nine = Card::read("9D").unwrap();
        let commands = [
            ("turn", Command::Turn),
            ("move W T3", Command::WasteToPile { to: 2 }),
            ("move W F1", Command::WasteHome { suit: 0 }),
            ("move F2 T5", Command::HomeToPile { suit: 1, to: 4 }),
            ("move T6 F2", Command::PileHome { from: 5, suit: 1 }),
            ("move T4 9D T7", Command::PileToPile { from: 3, card: nine, to: 6 }),
        ];
        for (text, command) in commands {
            assert_eq!(command.to_string(), text);
            assert_eq!(Command::read(text), Ok(command));
            assert_eq!(Command::read(&format!(" {} ", text.to_lowercase())), Ok(command));
        }
        assert_eq!(Command::read("MOVE t4  9♦ t7"), Ok(commands[5].1));
        assert_eq!(size_of::<Command>(), 4);
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, part) in [
            ("quit", "expected turn, or such as"),
            ("", "expected turn, or such as"),
            ("move", "expected turn, or such as"),
            ("move W T8", "places W, T1 to T7 and F1 to F4"),
            ("move F5 T1", "places W, T1 to T7 and F1 to F4"),
            ("move T1 T2", "the first card of the run"),
            ("move T1 1D T2", "is no card"),
            ("move W 9D T2", "a card only between two piles"),
            ("move F1 F2", "from W or a pile to a foundation"),
            ("move T1 W", "from W or a pile to a foundation"),
            ("move T1 9D T2 T3", "expected turn, or such as"),
        ] {
            let message = Command::read(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*|(move|turn|[WTF][0-9]?|9D|é| ){0,9}") {
            match Command::read(&text) {
                Ok(command) => prop_assert_eq!(Command::read(&command.to_string()), Ok(command)),
                Err(error) => {
                    prop_assert!(!error.to_string().contains('\n'));
                    prop_assert!(error.to_string().len() < 300);
                }
            }
        }
    }
}
