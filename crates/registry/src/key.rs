//! Keys of settings, with their documentation.

use std::fmt;

use serde::Serialize;

/// A key in the settings of a player or the rules of a game. `Display` gives its values and its
/// meaning, for help texts.
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
    /// The name before the `=`.
    pub name: &'static str,
    /// The effect of the key, and its values if they are not words.
    pub meaning: &'static str,
    /// The valid words; empty if the values are numbers or other text.
    pub words: &'static [&'static str],
    /// Whether a file name is a valid value, in addition to the words.
    pub file: bool,
}

impl Key {
    /// Creates a key without a list of words: `meaning` describes the valid values.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Key { name, meaning, words: &[], file: false }
    }

    /// Sets the valid words.
    pub const fn with_words(self, words: &'static [&'static str]) -> Self {
        Key { words, ..self }
    }

    /// Allows file names as values.
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
    fn text_of_a_key_lists_its_values() {
        let key = Key::new("weights", "of the features");
        assert_eq!(key.to_string(), "of the features");
        assert_eq!(key.with_file().to_string(), "a file: of the features");
        let words = key.with_words(&["dt20", "bcts"]);
        assert_eq!(words.to_string(), "dt20 | bcts: of the features");
        assert_eq!(words.with_file().to_string(), "dt20 | bcts, or a file: of the features");
    }
}
