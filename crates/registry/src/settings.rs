//! `key=value,key=value`: the settings of a player and the rules of a game.

use std::fmt;
use std::time::Duration;

use crate::{Choice, InputError, Key};

/// Keys and their values, in the order in which they were written.
///
/// A value with a comma, a colon, a brace or a space stands in double quotes,
/// with `\"` and `\\` inside them.
///
/// ```
/// use plywood_registry::Settings;
///
/// let settings: Settings = r#"draw=3,name="a, b""#.parse()?;
/// assert_eq!(settings.get("name"), Some("a, b"));
/// assert_eq!(settings.to_string(), r#"draw=3,name="a, b""#);
/// # Ok::<(), plywood_registry::InputError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pairs: Vec<(String, String)>,
    /// Whoever wrote them may not name files of this machine.
    untrusted: bool,
}

/// What must be quoted in a value.
fn is_special(c: char) -> bool {
    matches!(c, ',' | ':' | '{' | '}' | '"' | '\\' | '=') || c.is_whitespace()
}

impl Settings {
    /// The same as written by somebody who may name neither files nor commands
    /// of this machine.
    pub fn untrusted(self) -> Self {
        Settings { untrusted: true, ..self }
    }

    /// The value of a key that names a file or a command; an error if whoever
    /// wrote it may not do that.
    pub fn local(&self, key: &str) -> Result<Option<&str>, InputError> {
        match self.get(key) {
            Some(value) if self.untrusted => Err(InputError::NotOffered(format!(
                "{key}={value:?} would name a file or a command of this machine: \
                 expected a built-in name"
            ))),
            value => Ok(value),
        }
    }

    /// The value of a key, as it was written.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The same without one of the keys.
    pub fn without(&self, key: &str) -> Self {
        let others = self.pairs.iter().filter(|(name, _)| name != key);
        Settings { pairs: others.cloned().collect(), ..*self }
    }

    /// Complains of the first key that is not among `valid`.
    pub fn check(&self, valid: &[Key]) -> Result<(), InputError> {
        let is_known = |key: &str| valid.iter().any(|known| known.name == key);
        match self.pairs.iter().find(|(key, _)| !is_known(key)) {
            None => Ok(()),
            Some((key, _)) => Err(InputError::UnknownName {
                kind: "key",
                name: key.clone(),
                valid: valid.iter().map(|known| known.name.to_owned()).collect(),
            }),
        }
    }

    /// The value of a key, read by `read`; `expected` tells what it takes.
    pub fn read<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, InputError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match read(value) {
            Some(read) => Ok(Some(read)),
            None => Err(InputError::BadValue {
                key: key.to_owned(),
                value: value.to_owned(),
                expected: expected.to_owned(),
            }),
        }
    }

    /// The value of a key that takes a whole number of at least 1.
    pub fn count(&self, key: &str) -> Result<Option<u64>, InputError> {
        self.read(key, "a whole number of at least 1", |text| {
            text.parse().ok().filter(|&count| count > 0)
        })
    }

    /// The value of a key that takes a number from `low` to `high`.
    pub fn number(&self, key: &str, low: f64, high: f64) -> Result<Option<f64>, InputError> {
        self.read(key, &format!("a number from {low} to {high}"), |text| {
            text.parse().ok().filter(|number| (low..=high).contains(number))
        })
    }

    /// The value of a key that takes one of a few words.
    pub fn choice<T: Copy, const N: usize>(
        &self,
        choice: &Choice<T, N>,
    ) -> Result<Option<T>, InputError> {
        let expected = format!("one of {}", choice.words.join(", "));
        self.read(choice.name, &expected, |text| choice.value(text))
    }

    /// The value of a key that takes a length of time.
    pub fn duration(&self, key: &str) -> Result<Option<Duration>, InputError> {
        self.read(key, DURATION, |text| read_duration(text).ok())
    }

    /// The value of a key that takes a number of bytes.
    pub fn bytes(&self, key: &str) -> Result<Option<usize>, InputError> {
        self.read(key, BYTES, |text| read_bytes(text).ok())
    }
}

const DURATION: &str = "a length of time above 0 such as 500ms, 2s or 1m";
const BYTES: &str = "a size of at least 64kB such as 512MB or 2GB";

/// Room for a root and its moves, and a little tree.
const LEAST_BYTES: f64 = 64e3;

/// Reads `500ms`, `2s`, `1m`.
pub fn read_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| format!("expected {DURATION}"))
}

/// Reads `512MB`, `64kB`, `2GiB`, or plain bytes.
pub fn read_bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => f64::NAN,
    };
    let bytes = digits.trim_end().parse::<f64>().unwrap_or(f64::NAN) * scale;
    if (LEAST_BYTES..=1e15).contains(&bytes) {
        Ok(bytes as usize)
    } else {
        Err(format!("expected {BYTES}"))
    }
}

impl std::str::FromStr for Settings {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let broken = |problem: String| InputError::BadGrammar { text: text.to_owned(), problem };
        let mut settings = Settings::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (key, after) = rest
                .split_once('=')
                .ok_or_else(|| broken(format!("expected key=value, found {rest:?}")))?;
            let key = key.trim();
            if key.is_empty() || key.contains(|c: char| is_special(c)) {
                return Err(broken(format!("expected a key before '=', found {key:?}")));
            }
            let (value, after) = read_value(after).map_err(broken)?;
            if settings.get(key).is_some() {
                return Err(broken(format!("the key {key:?} stands there twice")));
            }
            settings.pairs.push((key.to_owned(), value));
            rest = match after.strip_prefix(',') {
                Some("") => return Err(broken("expected key=value after the last ','".to_owned())),
                Some(next) => next,
                None => after,
            };
        }
        Ok(settings)
    }
}

/// Reads a value, and gives back the text from the comma behind it on.
fn read_value(text: &str) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(',').unwrap_or(text.len());
        let value = &text[..end];
        return match value.chars().find(|&c| is_special(c)) {
            Some(c) => Err(format!("a value with {c:?} must stand in double quotes")),
            None if value.is_empty() => Err("a value is missing behind '='".to_owned()),
            None => Ok((value.to_owned(), &text[end..])),
        };
    };
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((index, c)) = chars.next() {
        match c {
            '"' => {
                let after = &quoted[index + 1..];
                return match after.chars().next() {
                    None | Some(',') => Ok((value, after)),
                    Some(c) => Err(format!("expected ',' behind the closing quote, found {c:?}")),
                };
            }
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                _ => return Err("a backslash in quotes stands before '\"' or '\\'".to_owned()),
            },
            c => value.push(c),
        }
    }
    Err("a closing quote is missing".to_owned())
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, (key, value)) in self.pairs.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            if value.is_empty() || value.contains(is_special) {
                let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, "{comma}{key}=\"{escaped}\"")?;
            } else {
                write!(f, "{comma}{key}={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_value_comes_back(values in prop::collection::vec(".*", 0..5)) {
            let pairs = values.into_iter().enumerate().map(|(k, value)| (format!("key{k}"), value));
            let settings = Settings { pairs: pairs.collect(), ..Settings::default() };
            prop_assert_eq!(settings.to_string().parse::<Settings>(), Ok(settings));
        }

        #[test]
        fn no_text_panics(text in ".*") {
            if let Ok(settings) = text.parse::<Settings>() {
                prop_assert_eq!(settings.to_string().parse::<Settings>(), Ok(settings));
            }
            let _ = read_bytes(&text);
            let _ = read_duration(&text);
        }
    }

    #[test]
    fn broken_grammar_is_named() {
        for text in ["a", "a=", "=1", "a=1,", "a=1,a=2", "a=\"1", "a=\"1\"2", "a=b:c", "a=\"\\n\""]
        {
            assert!(text.parse::<Settings>().is_err(), "{text} was taken");
        }
        let error = "a=1,,b=2".parse::<Settings>().unwrap_err();
        assert!(error.to_string().contains("expected a key before '='"), "{error}");
    }

    #[test]
    fn untrusted_settings_name_no_files() {
        let settings: Settings = "weights=w.bin,c=1".parse().unwrap();
        assert_eq!(settings.local("weights"), Ok(Some("w.bin")));
        let settings = settings.untrusted();
        assert!(matches!(settings.local("weights"), Err(InputError::NotOffered(_))));
        assert_eq!(settings.local("absent"), Ok(None));
        assert!(settings.without("c").local("weights").is_err());
        assert_eq!(settings.get("c"), Some("1"));
    }

    #[test]
    fn sizes_and_numbers() {
        assert_eq!(read_bytes("64MB"), Ok(64_000_000));
        assert_eq!(read_bytes("1.5 GiB"), Ok(1_610_612_736));
        for bad in ["", "MB", "64XB", "nan", "infGB", "-1GB", "1kB", "64é"] {
            assert!(read_bytes(bad).is_err(), "{bad} was taken");
        }
        let settings: Settings = "c=NaN,n=0,t=0s".parse().unwrap();
        assert!(settings.number("c", 0.0, 10.0).is_err());
        assert!(settings.count("n").is_err());
        assert!(settings.duration("t").is_err());
        assert_eq!(settings.count("absent"), Ok(None));
    }
}
