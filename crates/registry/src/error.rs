//! Errors in user input.

use plywood_search::{NotationError, quoted};

/// An error in user input. The message says what was wrong, where, and what was expected. It quotes
/// only the beginning of long input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum InputError {
    /// An unknown name of a game, a player or a key. `kind` says what was expected, such as
    /// `player`.
    #[error("unknown {kind} {}{}", quoted(name), expected(name, valid))]
    UnknownName { kind: &'static str, name: String, valid: Vec<String> },
    /// An invalid value of a key.
    #[error("{key}={} is not valid: expected {expected}", quoted(value))]
    BadValue { key: String, value: String, expected: String },
    /// A syntax error in `text`, the whole spec or the whole rules.
    #[error("{} cannot be read: {problem}", quoted(text))]
    BadGrammar { text: String, problem: String },
    /// A position that cannot be read.
    #[error("the position cannot be read: {0}")]
    BadPosition(NotationError),
    /// A move that cannot be read.
    #[error("the move cannot be read: {0}")]
    BadMove(NotationError),
    /// An illegal move.
    #[error("{mv} is not legal here; {}", legal_moves(legal))]
    IllegalMove { mv: String, legal: Vec<String> },
    /// A text that is not the moves of a game: `moves` moves were read, and the rest, which begins
    /// with `found`, does not begin with a legal move. `place` is the number of its first
    /// character, from 1.
    #[error("{} is not a legal move (character {place}, after move {moves})", quoted(found))]
    NoMove { found: String, place: usize, moves: usize },
    /// A valid request that is not available for this game, position or user.
    #[error("{0}")]
    NotOffered(String),
}

/// The Jaro-Winkler similarity that a suggestion must exceed; it allows one or two wrong letters.
const MIN_SIMILARITY: f64 = 0.7;

fn expected(name: &str, valid: &[String]) -> String {
    if valid.is_empty() {
        return ": there are none".to_owned();
    }
    let similarity = |other: &&String| strsim::jaro_winkler(name, other);
    let nearest = valid.iter().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    let suggestion = match nearest.filter(|other| similarity(other) > MIN_SIMILARITY) {
        Some(nearest) => format!("; did you mean {nearest:?}?"),
        None => ";".to_owned(),
    };
    format!("{suggestion} valid: {}", valid.join(", "))
}

fn legal_moves(legal: &[String]) -> String {
    if legal.is_empty() {
        return "the game is over".to_owned();
    }
    format!("legal: {}", legal.join(" "))
}
