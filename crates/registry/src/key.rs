//! Keys of settings, with their documentation.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

/// A key in the settings of a player or the rules of a game. `Display` gives its values and its
/// meaning, for help texts.
///
/// ```
/// use plywood_registry::Key;
///
/// let rollout = Key::new("rollout", "how games are played to their end");
/// let rollout = rollout.with_words(["random", "greedy"]);
/// assert_eq!(rollout.to_string(), "random | greedy: how games are played to their end");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Key {
    /// The name before the `=`.
    pub name: Cow<'static, str>,
    /// The effect of the key, and its values if they are not words.
    pub meaning: Cow<'static, str>,
    /// The valid words; empty if the values are numbers or other text.
    pub words: Vec<Cow<'static, str>>,
    /// Whether a file name is a valid value, in addition to the words.
    pub file: bool,
}

impl Key {
    /// Creates a key without a list of words: `meaning` describes the valid values.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        let (name, meaning) = (Cow::Borrowed(name), Cow::Borrowed(meaning));
        Key { name, meaning, words: Vec::new(), file: false }
    }

    /// Creates a key as [`new`](Key::new) does, from text that is built at run time.
    pub fn from_text(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        let (name, meaning) = (Cow::Owned(name.into()), Cow::Owned(meaning.into()));
        Key { name, meaning, words: Vec::new(), file: false }
    }

    /// Sets the valid words.
    pub fn with_words<W: Into<Cow<'static, str>>>(
        self,
        words: impl IntoIterator<Item = W>,
    ) -> Self {
        Key { words: words.into_iter().map(Into::into).collect(), ..self }
    }

    /// Allows file names as values.
    pub const fn with_file(mut self) -> Self {
        self.file = true;
        self
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
        assert_eq!(key.clone().with_file().to_string(), "a file: of the features");
        let words = key.with_words(["dt20", "bcts"]);
        assert_eq!(words.to_string(), "dt20 | bcts: of the features");
        assert_eq!(words.with_file().to_string(), "dt20 | bcts, or a file: of the features");
    }
}
