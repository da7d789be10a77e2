//! Keys whose values are a fixed set of words.

use crate::Key;

/// A key whose values are a fixed set of words, each with a Rust value.
///
/// ```
/// use plywood_registry::{Choice, Settings};
///
/// static WIND: Choice<f64, 2> =
///     Choice::new("wind", "how hard it blows", [("calm", 0.0), ("gale", 20.0)]);
/// assert_eq!(WIND.key().to_string(), "calm | gale: how hard it blows");
///
/// let settings: Settings = "wind=gale".parse()?;
/// assert_eq!(settings.choice(&WIND)?, Some(20.0));
/// # Ok::<(), plywood_registry::InputError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Choice<T, const N: usize> {
    pub(crate) name: &'static str,
    meaning: &'static str,
    pub(crate) words: [&'static str; N],
    values: [T; N],
}

impl<T: Copy, const N: usize> Choice<T, N> {
    /// Creates a choice from its name, its description, and the words with their values.
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        pairs: [(&'static str, T); N],
    ) -> Self {
        let mut words = [""; N];
        let mut values = [pairs[0].1; N];
        // A `const fn` cannot contain a `for` loop.
        let mut index = 0;
        while index < N {
            (words[index], values[index]) = pairs[index];
            index += 1;
        }
        Choice { name, meaning, words, values }
    }

    /// Returns the key, for the list of keys of a player or a game.
    pub fn key(&self) -> Key {
        Key::new(self.name, self.meaning).with_words(self.words)
    }

    /// Returns the key, with the word for `default` as its default value. The key has no default if
    /// no word stands for `default`.
    pub fn key_with_default(&self, default: T) -> Key
    where
        T: PartialEq,
    {
        let word = self.values.iter().position(|&value| value == default);
        match word.map(|index| self.words[index]) {
            Some(word) => self.key().with_default(word),
            None => self.key(),
        }
    }

    pub(crate) fn value(&self, word: &str) -> Option<T> {
        self.words.iter().position(|&known| known == word).map(|index| self.values[index])
    }
}
