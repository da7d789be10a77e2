//! Keys of settings, with their documentation.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A key in the settings of a player or the rules of a game. `Display` gives its values, its meaning and
/// its default, for help texts.
///
/// ```
/// use plywood_registry::Key;
///
/// let rollout = Key::new("max_rollout", "how games are played to their end");
/// assert_eq!(rollout.label(), "Max rollout");
/// let rollout = rollout.with_words(["random", "greedy"]).with_default("random");
/// let text = "random | greedy: how games are played to their end; left out: random";
/// assert_eq!(rollout.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The name before the `=`.
    pub name: Cow<'static, str>,
    /// The effect of the key, and its valid values unless `words` lists them.
    pub meaning: Cow<'static, str>,
    /// The valid words; empty if the values are numbers or other text.
    pub words: Vec<Cow<'static, str>>,
    /// Whether a file name is a valid value, in addition to the words.
    pub file: bool,
    /// The value that is used if the key is left out; `None` if leaving it out has an effect that no value has.
    pub default: Option<Cow<'static, str>>,
    label: Option<Cow<'static, str>>,
    word_labels: Vec<Cow<'static, str>>,
}

impl Key {
    /// Creates a key without a list of words: `meaning` describes the valid values.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Key::made_of(Cow::Borrowed(name), Cow::Borrowed(meaning))
    }

    /// Creates a key as [`new`](Key::new) does, from text that is built at run time.
    pub fn from_text(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Key::made_of(Cow::Owned(name.into()), Cow::Owned(meaning.into()))
    }

    const fn made_of(name: Cow<'static, str>, meaning: Cow<'static, str>) -> Self {
        Key {
            name,
            meaning,
            words: Vec::new(),
            file: false,
            default: None,
            label: None,
            word_labels: Vec::new(),
        }
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

    /// Sets the value that is used if the key is left out.
    pub fn with_default(self, default: impl Into<Cow<'static, str>>) -> Self {
        Key { default: Some(default.into()), ..self }
    }

    /// Sets the display name, such as `Cards turned at once`.
    pub fn with_label(self, label: impl Into<Cow<'static, str>>) -> Self {
        Key { label: Some(label.into()), ..self }
    }

    /// Sets the display names of the words, in the order of the words, such as `the top one only`.
    pub fn with_word_labels<W: Into<Cow<'static, str>>>(
        self,
        labels: impl IntoIterator<Item = W>,
    ) -> Self {
        Key { word_labels: labels.into_iter().map(Into::into).collect(), ..self }
    }

    /// Returns the display name. The default is the name with spaces for underscores and a capital first letter.
    pub fn label(&self) -> Cow<'_, str> {
        match &self.label {
            Some(label) => Cow::Borrowed(label),
            None => Cow::Owned(capitalised(&self.name.replace('_', " "))),
        }
    }
}

/// Returns `text` with a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Key", 7)?;
        fields.serialize_field("name", &self.name)?;
        fields.serialize_field("label", &self.label())?;
        fields.serialize_field("meaning", &self.meaning)?;
        fields.serialize_field("words", &self.words)?;
        fields.serialize_field("word_labels", &self.word_labels)?;
        fields.serialize_field("file", &self.file)?;
        fields.serialize_field("default", &self.default)?;
        fields.end()
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
        write!(f, "{values}{colon}{}", self.meaning)?;
        self.default.iter().try_for_each(|default| write!(f, "; left out: {default}"))
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
        let text = "dt20 | bcts, or a file: of the features";
        assert_eq!(words.clone().with_file().to_string(), text);
        let text = format!("{text}; left out: bcts");
        assert_eq!(words.with_file().with_default("bcts").to_string(), text);
    }

    #[test]
    fn the_label_of_a_key_is_its_name_in_words() {
        let key = Key::new("max_holes", "");
        assert_eq!(key.label(), "Max holes");
        assert_eq!(key.with_label("Most holes").label(), "Most holes");
        assert_eq!(Key::new("é", "").label(), "É");
        assert_eq!(Key::new("", "").label(), "");
    }
}
