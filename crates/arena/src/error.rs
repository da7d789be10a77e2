//! What can go wrong with a tournament.

use std::path::PathBuf;

use plywood_registry::InputError;

/// Why a tournament cannot be held, or its records not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// What was asked for makes no tournament.
    #[error("{argument}: {problem}")]
    Input {
        /// The argument that is to blame.
        argument: &'static str,
        /// What is wrong with it and what was expected.
        problem: String,
    },
    /// A folder that holds something else than what was asked for.
    #[error("{}: {problem}", path.display())]
    Folder {
        /// The folder or file.
        path: PathBuf,
        /// What is wrong with it and what to do about it.
        problem: String,
    },
    /// A file that cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A player that broke the rules.
    #[error("{player} broke the rules: {problem}")]
    Player {
        /// Its spec.
        player: String,
        /// What it did.
        problem: String,
    },
    /// A plot that cannot be drawn.
    #[error(transparent)]
    Plot(#[from] crate::plots::PlotError),
}

impl ArenaError {
    /// Whether the input is to blame, and not the running of it.
    pub fn is_input(&self) -> bool {
        matches!(self, ArenaError::Input { .. } | ArenaError::Folder { .. })
    }

    pub(crate) fn input(argument: &'static str) -> impl Fn(InputError) -> ArenaError {
        move |error| ArenaError::Input { argument, problem: error.to_string() }
    }

    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> ArenaError {
        let path = path.into();
        move |error| ArenaError::File { path, error }
    }
}
