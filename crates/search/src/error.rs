//! Errors of illegal moves and of text that cannot be read, and functions that quote input in error
//! messages.

/// Error of [`Game::try_play`](crate::Game::try_play).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

/// A position or a move that cannot be read. The message says what was wrong, where, and what was
/// expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

impl NotationError {
    /// Creates an error with its message.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError(message.into())
    }
}

/// Maximum number of characters of input that an error quotes.
const MAX_QUOTED: usize = 80;

/// Returns input in quotes for an error: escaped as by `{:?}`, and cut after about 80 characters, so
/// that long input does not make long errors.
///
/// ```
/// use plywood_search::quoted;
///
/// assert_eq!(quoted("a \"b\""), r#""a \"b\"""#);
/// assert!(quoted(&"x".repeat(100_000)).ends_with("xxx\"..."));
/// ```
pub fn quoted(text: &str) -> String {
    let mut length = 0;
    let end = text.char_indices().find(|(_, character)| {
        length += character.escape_debug().len();
        length > MAX_QUOTED
    });
    match end {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Maximum number of characters that [`shortened`] keeps of a message.
const MAX_MESSAGE: usize = 500;

/// Cuts a long message in the middle, for messages of libraries that repeat the whole input. Their
/// beginning says what was wrong, their end what was expected.
///
/// ```
/// use plywood_search::shortened;
///
/// assert_eq!(shortened("unknown field"), "unknown field");
/// assert!(shortened(&"x".repeat(100_000)).len() < 510);
/// ```
pub fn shortened(message: &str) -> String {
    let length = message.chars().count();
    if length <= MAX_MESSAGE {
        return message.to_owned();
    }
    let beginning: String = message.chars().take(MAX_MESSAGE / 2).collect();
    let end: String = message.chars().skip(length - MAX_MESSAGE / 2).collect();
    format!("{beginning}...{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_their_beginning_and_end() {
        let message = format!("begin{}end", "é".repeat(MAX_MESSAGE));
        let short = shortened(&message);
        assert!(short.starts_with("begin") && short.ends_with("end"), "{short}");
        assert_eq!(short.chars().count(), MAX_MESSAGE + 3);
        let fits = "é".repeat(MAX_MESSAGE);
        assert_eq!(shortened(&fits), fits);
    }

    #[test]
    fn quotations_are_cut_by_their_length_on_the_screen() {
        let fits = "é".repeat(MAX_QUOTED);
        assert_eq!(quoted(&fits), format!("{fits:?}"));
        assert_eq!(quoted(&format!("{fits}e")), format!("{fits:?}..."));
        // An escape such as `\u{1}` has five characters.
        let escaped = quoted(&"\u{1}".repeat(1000));
        assert_eq!(escaped.matches("\\u{1}").count(), MAX_QUOTED / 5);
    }
}
