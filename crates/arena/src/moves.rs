//! The moves of a recorded game.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The moves of a game in its notation, in order. Serialized as a list of strings.
///
/// In memory the moves are one string: a `Vec<String>` of short moves takes five times the space,
/// and the games of a tournament can have millions of moves.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    text: String,
    /// The end of each move in `text`.
    ends: Vec<usize>,
}

impl Moves {
    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a move at the end.
    pub fn push(&mut self, mv: &str) {
        self.text.push_str(mv);
        self.ends.push(self.text.len());
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Returns the bytes that the moves take on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.text.capacity() + size_of_val(self.ends.as_slice())
    }
}

impl<S: AsRef<str>> FromIterator<S> for Moves {
    fn from_iter<I: IntoIterator<Item = S>>(moves: I) -> Self {
        let mut all = Moves::default();
        moves.into_iter().for_each(|mv| all.push(mv.as_ref()));
        all
    }
}

/// Writes the moves as a list of strings.
impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListOfMoves;

        impl<'de> Visitor<'de> for ListOfMoves {
            type Value = Moves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of moves")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Moves, A::Error> {
                let mut moves = Moves::default();
                while let Some(mv) = list.next_element::<String>()? {
                    moves.push(&mv);
                }
                moves.shrink_to_fit();
                Ok(moves)
            }
        }

        deserializer.deserialize_seq(ListOfMoves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_a_list_of_strings_in_json() {
        let list = ["move T4 5C T7", "", "é\n\"", "turn"];
        let moves: Moves = list.iter().collect();
        assert_eq!(moves.len(), 4);
        assert!(moves.iter().eq(list));
        let json = serde_json::to_string(&moves).unwrap();
        assert_eq!(json, serde_json::to_string(&list).unwrap());
        assert_eq!(serde_json::from_str::<Moves>(&json).unwrap(), moves);
        assert_eq!(format!("{moves:?}"), format!("{list:?}"));
    }

    #[test]
    fn moves_with_the_same_text_may_differ() {
        let split: Moves = ["a", "bc"].iter().collect();
        assert_ne!(split, ["ab", "c"].iter().collect());
        assert!(Moves::default().is_empty() && !split.is_empty());
    }
}
