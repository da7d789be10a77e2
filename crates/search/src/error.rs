//! Errors of moves and of their text form.

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
