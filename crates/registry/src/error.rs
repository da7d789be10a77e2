//! What can be wrong with the text that comes in.

use plywood_search::NotationError;

/// Bad input: the message says what was wrong and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// A name that nothing has.
    #[error("unknown {kind} {name:?}{}", expected(name, valid))]
    UnknownName {
        /// What was looked for: a game, a player, a key.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        valid: Vec<String>,
    },
    /// A value that a key does not take.
    #[error("{key}={value:?} is not valid: expected {expected}")]
    BadValue {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A text that breaks the grammar of specs and rules.
    #[error("{text:?} cannot be read: {problem}")]
    BadGrammar {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A position that is none.
    #[error("the position cannot be read: {0}")]
    BadPosition(NotationError),
    /// A move that is none.
    #[error("the move cannot be read: {0}")]
    BadMove(NotationError),
    /// A move that may not be played.
    #[error("{mv} is not legal here; {}", legal_moves(legal))]
    IllegalMove {
        /// The move.
        mv: String,
        /// The moves that may.
        legal: Vec<String>,
    },
    /// Something that the game does not offer.
    #[error("{0}")]
    NotOffered(String),
}

/// Alike enough to have been meant: a letter or two off.
const LIKENESS: f64 = 0.7;

fn expected(name: &str, valid: &[String]) -> String {
    if valid.is_empty() {
        return ": there are none".to_owned();
    }
    let likeness = |other: &&String| strsim::jaro_winkler(name, other);
    let nearest = valid.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let guess = match nearest.filter(|other| likeness(other) > LIKENESS) {
        Some(nearest) => format!("; did you mean {nearest:?}?"),
        None => ";".to_owned(),
    };
    format!("{guess} valid: {}", valid.join(", "))
}

fn legal_moves(legal: &[String]) -> String {
    if legal.is_empty() {
        return "the game is over".to_owned();
    }
    format!("legal: {}", legal.join(" "))
}
