//! Settings of players and rules of games: `key=value,key=value`.

use std::fmt;
use std::time::Duration;

use plywood_search::quoted;

use crate::{Choice, InputError, Key};

/// Keys and values, in the order of the text.
///
/// A value with a special character (comma, colon, equals sign, brace, quote, backslash, whitespace)
/// must be in double quotes. Inside quotes, `\"` and `\\` are escapes.
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
    /// See [`Settings::untrusted`].
    untrusted: bool,
}

/// Returns whether a character must be quoted in a value.
fn is_special(c: char) -> bool {
    matches!(c, ',' | ':' | '{' | '}' | '"' | '\\' | '=') || c.is_whitespace()
}

impl Settings {
    /// Marks the settings as untrusted, for example if they come from an HTTP request:
    /// [`local`](Settings::local) then refuses file names and commands.
    pub fn untrusted(self) -> Self {
        Settings { untrusted: true, ..self }
    }

    /// Returns the value of a key that names a file or a command on this machine. Fails if the settings
    /// are [`untrusted`](Settings::untrusted).
    pub fn local(&self, key: &str) -> Result<Option<&str>, InputError> {
        match self.get(key) {
            Some(value) if self.untrusted => Err(InputError::NotOffered(format!(
                "{key}={} names a file or a command, which is not allowed here: \
                 expected a built-in name",
                quoted(value)
            ))),
            value => Ok(value),
        }
    }

    /// Returns the text value of a key; `None` if the settings do not contain the key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Returns the keys, in the order of the text.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(key, _)| key.as_str())
    }

    /// Returns a copy of the settings without `key`.
    pub fn without(&self, key: &str) -> Self {
        let others = self.pairs.iter().filter(|(name, _)| name != key);
        Settings { pairs: others.cloned().collect(), ..*self }
    }

    /// Returns a copy of the settings with `key` set to `value`, which replaces an earlier value.
    pub fn with(&self, key: &str, value: &str) -> Self {
        let mut settings = self.without(key);
        settings.pairs.push((key.to_owned(), value.to_owned()));
        settings
    }

    /// Fails if a key is not among `valid`.
    pub fn check(&self, valid: &[Key]) -> Result<(), InputError> {
        let is_known = |key: &str| valid.iter().any(|known| known.name == key);
        match self.pairs.iter().find(|(key, _)| !is_known(key)) {
            None => Ok(()),
            Some((key, _)) => Err(InputError::UnknownName {
                kind: "key",
                name: key.clone(),
                valid: valid.iter().map(|known| known.name.to_string()).collect(),
            }),
        }
    }

    /// Returns the value of a key as parsed by `read`; `Ok(None)` if the key is missing. Fails if
    /// `read` returns `None`. The error message contains `expected`, which describes valid values.
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

    /// Returns the value of a key as a whole number of at least 1; `Ok(None)` if the key is missing.
    pub fn count(&self, key: &str) -> Result<Option<u64>, InputError> {
        self.read(key, "a whole number of at least 1", |text| {
            text.parse().ok().filter(|&count| count > 0)
        })
    }

    /// Returns the value of a key as a number from `low` to `high`; `Ok(None)` if the key is missing.
    pub fn number(&self, key: &str, low: f64, high: f64) -> Result<Option<f64>, InputError> {
        self.read(key, &format!("a number from {low} to {high}"), |text| {
            text.parse().ok().filter(|number| (low..=high).contains(number))
        })
    }

    /// Returns the value of a choice; `Ok(None)` if the settings do not contain its key.
    pub fn choice<T: Copy, const N: usize>(
        &self,
        choice: &Choice<T, N>,
    ) -> Result<Option<T>, InputError> {
        let expected = format!("one of {}", choice.words.join(", "));
        self.read(choice.name, &expected, |text| choice.value(text))
    }

    /// Returns the value of a key as a length of time, such as `500ms`; `Ok(None)` if the key is
    /// missing.
    pub fn duration(&self, key: &str) -> Result<Option<Duration>, InputError> {
        self.read(key, DURATION, |text| read_duration(text).ok())
    }

    /// Returns the value of a key, such as `64MB`, as a number of bytes; `Ok(None)` if the key is
    /// missing.
    pub fn bytes(&self, key: &str) -> Result<Option<usize>, InputError> {
        self.read(key, BYTES, |text| read_bytes(text).ok())
    }
}

const DURATION: &str = "a length of time above 0 such as 500ms, 2s or 1m";
const BYTES: &str = "a size of at least 64kB and at most 1000TB, such as 512MB or 2GB";

/// The smallest memory limit in bytes: enough for the root, its children and a small tree.
const MIN_BYTES: f64 = 64e3;
/// The largest memory limit in bytes. A larger size is most likely a typing error.
const MAX_BYTES: f64 = 1e15;

/// Reads a length of time such as `500ms`, `2s` or `1m`.
pub fn read_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| format!("expected {DURATION}"))
}

/// Reads a size such as `512MB`, `64kB` or `2GiB`, or a number of bytes.
pub fn read_bytes(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let scale = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        _ => f64::NAN,
    };
    let bytes = digits.trim_end().parse::<f64>().unwrap_or(f64::NAN) * scale;
    if (MIN_BYTES..=MAX_BYTES).contains(&bytes) {
        Ok(bytes as usize)
    } else {
        Err(format!("expected {BYTES}"))
    }
}

/// Writes a length of time as [`read_duration`] reads it.
pub(crate) fn write_duration(duration: Duration) -> String {
    humantime::format_duration(duration).to_string().replace(' ', "")
}

/// Writes a number of bytes as [`read_bytes`] reads it.
pub(crate) fn write_bytes(bytes: usize) -> String {
    const GIB: usize = 1 << 30;
    if bytes.is_multiple_of(GIB) { format!("{}GiB", bytes / GIB) } else { bytes.to_string() }
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
                .ok_or_else(|| broken(format!("expected key=value, found {}", quoted(rest))))?;
            let key = key.trim();
            if key.is_empty() || key.contains(|c: char| is_special(c)) {
                let key = quoted(key);
                return Err(broken(format!("expected a key before '=', found {key}")));
            }
            let (value, after) = read_value(after).map_err(broken)?;
            if settings.get(key).is_some() {
                return Err(broken(format!("duplicate key {}", quoted(key))));
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

/// Reads a value. Returns the value and the rest of the text, which is empty or starts with a comma.
fn read_value(text: &str) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(',').unwrap_or(text.len());
        let value = &text[..end];
        return match value.chars().find(|&c| is_special(c)) {
            Some(c) => Err(format!("a value with {c:?} must be in double quotes")),
            None if value.is_empty() => Err("expected a value after '='".to_owned()),
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
                    Some(c) => Err(format!("expected ',' after the closing quote, found {c:?}")),
                };
            }
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => value.push(c),
                _ => return Err("expected '\"' or '\\' after a backslash in quotes".to_owned()),
            },
            c => value.push(c),
        }
    }
    Err("expected a closing quote".to_owned())
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
        fn any_value_survives_a_round_trip(values in prop::collection::vec(".*", 0..5)) {
            let pairs = values.into_iter().enumerate().map(|(k, value)| (format!("key{k}"), value));
            let settings = Settings { pairs: pairs.collect(), ..Settings::default() };
            prop_assert_eq!(settings.to_string().parse::<Settings>(), Ok(settings));
        }

        #[test]
        fn parsing_never_panics(text in ".*") {
            if let Ok(settings) = text.parse::<Settings>() {
                prop_assert_eq!(settings.to_string().parse::<Settings>(), Ok(settings));
            }
            let _ = read_bytes(&text);
            let _ = read_duration(&text);
        }
    }

    #[test]
    fn syntax_errors_are_reported() {
        for text in ["a", "a=", "=1", "a=1,", "a=1,a=2", "a=\"1", "a=\"1\"2", "a=b:c", "a=\"\\n\""]
        {
            assert!(text.parse::<Settings>().is_err(), "{text} was accepted");
        }
        let error = "a=1,,b=2".parse::<Settings>().unwrap_err();
        assert!(error.to_string().contains("expected a key before '='"), "{error}");
    }

    /// The page has its own code to read and write settings, whose tests use this table, too.
    #[test]
    fn values_are_quoted_as_in_the_table_of_the_page() {
        let table = include_str!("../tests/data/settings.json");
        let cases: Vec<(Option<String>, String)> = serde_json::from_str(table).unwrap();
        for (value, text) in cases {
            let written = format!("key={text}");
            let Some(value) = value else {
                assert!(written.parse::<Settings>().is_err(), "{written} was accepted");
                continue;
            };
            let settings = Settings::default().with("key", &value);
            assert_eq!(settings.to_string(), written);
            assert_eq!(written.parse::<Settings>(), Ok(settings));
        }
    }

    #[test]
    fn untrusted_settings_cannot_name_files() {
        let settings: Settings = "weights=w.bin,c=1".parse().unwrap();
        assert_eq!(settings.local("weights"), Ok(Some("w.bin")));
        let settings = settings.untrusted();
        assert!(matches!(settings.local("weights"), Err(InputError::NotOffered(_))));
        assert_eq!(settings.local("absent"), Ok(None));
        assert!(settings.without("c").local("weights").is_err());
        assert_eq!(settings.get("c"), Some("1"));
    }

    #[test]
    fn sizes_and_numbers_are_range_checked() {
        assert_eq!(read_bytes("64MB"), Ok(64_000_000));
        assert_eq!(read_bytes("1.5 GiB"), Ok(1_610_612_736));
        assert_eq!(read_bytes("1TB"), Ok(1_000_000_000_000));
        assert_eq!(read_bytes("1TiB"), Ok(1 << 40));
        for bad in ["", "MB", "64XB", "nan", "infGB", "-1GB", "1kB", "64é", "1001TB"] {
            let error = read_bytes(bad).unwrap_err();
            assert!(error.contains("64kB") && error.contains("1000TB"), "{bad}: {error}");
        }
        let settings: Settings = "c=NaN,n=0,t=0s".parse().unwrap();
        assert!(settings.number("c", 0.0, 10.0).is_err());
        assert!(settings.count("n").is_err());
        assert!(settings.duration("t").is_err());
        assert_eq!(settings.count("absent"), Ok(None));
    }
}
