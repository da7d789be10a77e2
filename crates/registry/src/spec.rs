//! Player specs: `name:key=value,key=value`.

use std::fmt;

use crate::{InputError, Settings};

/// A player's name and settings.
///
/// ```
/// use plywood_registry::Spec;
///
/// let spec: Spec = "mcts:simulations=1000,c=1.4".parse()?;
/// assert_eq!(spec.name, "mcts");
/// assert_eq!(spec.settings.get("c"), Some("1.4"));
/// # Ok::<(), plywood_registry::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name of the player.
    pub name: String,
    /// The settings after the colon.
    pub settings: Settings,
}

impl Spec {
    /// Returns the spec without one of its keys.
    pub fn without(&self, key: &str) -> Self {
        Spec { name: self.name.clone(), settings: self.settings.without(key) }
    }
}

/// Returns the display name of a player. Omniscient players are marked, because their results are not
/// comparable with those of other players.
pub fn marked(name: &str, omniscient: bool) -> String {
    let mark = if omniscient { " (sees what is hidden)" } else { "" };
    format!("{name}{mark}")
}

impl std::str::FromStr for Spec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let broken = |problem: &str| InputError::BadGrammar {
            text: text.to_owned(),
            problem: problem.to_owned(),
        };
        let (name, settings) = match text.split_once(':') {
            Some((_, "")) => return Err(broken("expected key=value after ':'")),
            Some((name, settings)) => (name, settings.parse()?),
            None => (text, Settings::default()),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || !name.chars().all(is_name) {
            return Err(broken("expected a player's name, such as mcts or mcts:simulations=1000"));
        }
        Ok(Spec { name: name.to_owned(), settings })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let settings = self.settings.to_string();
        let colon = if settings.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{settings}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parsed_specs_survive_a_round_trip(text in "[a-z]{0,3}:?[a-z=,\"\\\\ :{}0-9]{0,20}") {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
            }
        }
    }

    #[test]
    fn names_and_colons() {
        assert_eq!("hard".parse::<Spec>().unwrap().to_string(), "hard");
        let spec: Spec = r#"gtp:command="edax -gtp""#.parse().unwrap();
        assert_eq!(spec.settings.get("command"), Some("edax -gtp"));
        for bad in ["", ":a=1", "mcts:", "m cts", "mcts:a", "é"] {
            assert!(bad.parse::<Spec>().is_err(), "{bad} was accepted");
        }
    }
}
