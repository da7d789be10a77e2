//! Errors of commands: bad input or failures while running.

use std::io;

use plywood_arena::{ArenaError, Field};
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
    /// The user interrupted the command, which has shown its results so far.
    #[error("interrupted")]
    Interrupted,
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
        match error {
            ArenaError::Input { field, problem } => {
                Failure::Input(format!("{}: {problem}", argument_of(field)))
            }
            ArenaError::FewOpenings { .. } => Failure::Input(format!(
                "--games: {error}; ask for fewer games or another --opening"
            )),
            error => Failure::Running(error.into()),
        }
    }
}

/// Returns the argument that sets a field of an arena's or a study's plan.
pub(crate) fn argument_of(field: Field) -> &'static str {
    match field {
        Field::Game => "GAME",
        Field::Rules => "--rules",
        // The threads of a decision are a key of a player's spec; `--threads` is for parallel games.
        Field::Players | Field::Threads => "--player",
        Field::Games => "--games",
        Field::Seed => "--seed",
        Field::Opening => "--opening",
        Field::Gauntlet => "--gauntlet",
        Field::MaxMoves => "--max-moves",
        Field::Simulations => "--simulations",
        Field::Time => "--time",
        Field::Memory => "--memory",
        Field::Sprt => "--sprt",
        Field::Shard => "--shard",
        Field::Positions => "--positions",
        Field::Position => "--position",
        Field::Moves => "--game",
        Field::Player => "--player",
        // Only requests of the API name a seat.
        Field::Seat => "seat",
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
