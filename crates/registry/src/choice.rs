//! Keys that take one of a few words.

use crate::Key;

/// A key that takes one of a few words, with what each of them stands for.
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
    /// A choice by its name, what it does, and the value of each word.
    pub const fn new(
        name: &'static str,
        meaning: &'static str,
        pairs: [(&'static str, T); N],
    ) -> Self {
        let mut words = [""; N];
        let mut values = [pairs[0].1; N];
        let mut at = 0;
        while at < N {
            (words[at], values[at]) = pairs[at];
            at += 1;
        }
        Choice { name, meaning, words, values }
    }

    /// The key as a player or a game lists it.
    pub const fn key(&'static self) -> Key {
        Key::new(self.name, self.meaning).with_words(&self.words)
    }

    pub(crate) fn value(&self, word: &str) -> Option<T> {
        self.words.iter().position(|&known| known == word).map(|at| self.values[at])
    }
}
