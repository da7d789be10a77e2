//! What can be wrong with a caller's moves and texts.

/// The move is not legal in the state it was played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move is not legal here")]
pub struct IllegalMove;

/// A text that is no position or no move; the message says what was wrong,
/// where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(String);

impl NotationError {
    /// An error with its message.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError(message.into())
    }
}
