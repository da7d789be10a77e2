//! Errors of commands: bad input or failures while running.

use std::io;

use plywood_arena::ArenaError;
use plywood_registry::InputError;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input was wrong; the message names the argument.
    #[error("{0}")]
    Input(String),
    /// The reader of stdout closed the pipe; not an error for the user.
    #[error("the output was closed")]
    ClosedPipe,
    /// Any other failure.
    #[error("{0:#}")]
    Running(anyhow::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Running(error.into()),
        }
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        if error.is_input() {
            Failure::Input(error.to_string())
        } else {
            Failure::Running(error.into())
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure::Running(error)
    }
}

/// Adds the name of the argument to an input error.
pub(crate) trait InArgument<T> {
    fn in_argument(self, argument: &str) -> Result<T, Failure>;
}

impl<T> InArgument<T> for Result<T, InputError> {
    fn in_argument(self, argument: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::Input(format!("{argument}: {error}")))
    }
}
