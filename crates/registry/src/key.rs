//! What a player or a game can be told.

use std::fmt;

use serde::Serialize;

/// A key that a player or a game takes. Shown as a text, it tells which values
/// it takes and what it does.
///
/// ```
/// use plywood_registry::Key;
///
/// let rollout = Key::new("rollout", "how games are played to their end");
/// let rollout = rollout.with_words(&["random", "greedy"]);
/// assert_eq!(rollout.to_string(), "random | greedy: how games are played to their end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it does, and which values it takes if these are no words.
    pub meaning: &'static str,
    /// The words that it takes; none if it takes numbers or other texts.
    pub words: &'static [&'static str],
    /// Whether it takes the name of a file: instead of a word, or if it has none.
    pub file: bool,
}

impl Key {
    /// A key that takes what its meaning says.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Key { name, meaning, words: &[], file: false }
    }

    /// The same, which takes one of these words.
    pub const fn with_words(self, words: &'static [&'static str]) -> Self {
        Key { words, ..self }
    }

    /// The same, which also takes the name of a file.
    pub const fn with_file(self) -> Self {
        Key { file: true, ..self }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = match (self.words.join(" | "), self.file) {
            (words, false) => words,
            (words, true) if words.is_empty() => "a file".to_owned(),
            (words, true) => format!("{words}, or a file"),
        };
        let colon = if values.is_empty() { "" } else { ": " };
        write!(f, "{values}{colon}{}", self.meaning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_which_values_it_takes() {
        let key = Key::new("weights", "of the features");
        assert_eq!(key.to_string(), "of the features");
        assert_eq!(key.with_file().to_string(), "a file: of the features");
        let words = key.with_words(&["dt20", "bcts"]);
        assert_eq!(words.to_string(), "dt20 | bcts: of the features");
        assert_eq!(words.with_file().to_string(), "dt20 | bcts, or a file: of the features");
    }
}
