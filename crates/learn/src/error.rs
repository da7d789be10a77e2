//! Errors of files and of training runs.

use std::error::Error;
use std::path::{Path, PathBuf};

use plywood_search::{quoted, shortened};

/// The reason why the contents of an archive cannot be used.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum ArchiveError {
    /// The bytes are not in the safetensors format.
    #[error("not a safetensors file: {}", shortened(.0))]
    NotSafetensors(String),
    /// The metadata has no string of this name.
    #[error("its metadata lacks {0:?}")]
    NoMetadata(String),
    /// There is no tensor of this name.
    #[error("it has no tensor {0:?}")]
    NoTensor(String),
    /// The string or tensor `what` has another value, type, shape or range than expected.
    #[error("its {} is {found}, expected {expected}", shortened(what))]
    Unexpected { what: String, found: String, expected: String },
}

impl ArchiveError {
    pub(crate) fn text(key: &str, found: &str, expected: impl Into<String>) -> Self {
        let (what, found) = (key.to_owned(), quoted(found));
        ArchiveError::Unexpected { what, found, expected: expected.into() }
    }

    pub(crate) fn tensor(name: &str, found: &str, expected: impl Into<String>) -> Self {
        let (what, found) = (format!("tensor {}", quoted(name)), shortened(found));
        ArchiveError::Unexpected { what, found, expected: expected.into() }
    }
}

/// The reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum FileError {
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] plywood_files::FileError),
    /// The contents are wrong.
    #[error("{}: {error}", path.display())]
    Contents { path: PathBuf, error: ArchiveError },
}

impl FileError {
    /// Returns a closure for `map_err` that adds the path to an error of the contents.
    pub fn contents(path: &Path) -> impl FnOnce(ArchiveError) -> FileError + '_ {
        move |error| FileError::Contents { path: path.to_owned(), error }
    }
}

/// The reason why a training run cannot start or continue.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum RunError {
    /// A file could not be written during the run.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file could not be read or written before the first round.
    #[error(transparent)]
    Unusable(FileError),
    /// A new run would overwrite this file.
    #[error("{} belongs to a run already; resume it, or choose another folder", .0.display())]
    Occupied(PathBuf),
    /// Another process trains in the folder of this file.
    #[error("{}: another training run is writing to it", .0.display())]
    Locked(PathBuf),
    /// The folder has no checkpoint.
    #[error("{} has no checkpoint to resume from", .0.display())]
    NoCheckpoint(PathBuf),
    /// The checkpoint lacks a string that this version writes.
    #[error(
        "{}: this checkpoint was written by an earlier version of the program and cannot be resumed",
        .0.display()
    )]
    OldCheckpoint(PathBuf),
    /// The folder lacks a file that belongs to the checkpoint, or the file is empty.
    #[error("{} is missing or empty: the run cannot be resumed without it", .0.display())]
    Missing(PathBuf),
    /// The run has done more work than the total of the trainer that is to resume it.
    #[error("the run has done {done} already, asked for {total}")]
    PastTotal { done: u64, total: u64 },
    /// A setting has the value `begun` in the checkpoint, and `asked` in the trainer that is to
    /// resume the run.
    #[error("{name} was {begun}, asked for {asked}")]
    OtherSetting { name: &'static str, begun: String, asked: String },
    /// The metrics do not match the checkpoint.
    #[error("{}: {problem}", path.display())]
    BadMetrics { path: PathBuf, problem: String },
    /// A weight became infinite or NaN.
    #[error("the training diverged, and what was saved before is kept: {0}")]
    Diverged(ArchiveError),
    /// Workers failed, or returned something else than the results of their work.
    #[error("work of a round failed: {0}")]
    Work(Box<dyn Error + Send + Sync>),
    /// The curves cannot be drawn.
    #[error("the curves cannot be drawn: {0}")]
    Drawing(String),
}

impl From<plywood_files::FileError> for RunError {
    fn from(error: plywood_files::FileError) -> Self {
        match error {
            plywood_files::FileError::Locked(path) => RunError::Locked(path),
            error => RunError::File(error.into()),
        }
    }
}

impl RunError {
    /// Returns whether the caller's folder or settings caused the error.
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            RunError::File(_) | RunError::Diverged(_) | RunError::Work(_) | RunError::Drawing(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_quote_only_the_start_of_a_file() {
        let found = "é".repeat(100_000);
        let error = ArchiveError::text("rules", &found, "rules").to_string();
        assert!(error.chars().count() < 120, "{error}");
        let error = ArchiveError::tensor(&found, "F32", "U64").to_string();
        assert!(error.chars().count() < 200, "{error}");
    }

    #[test]
    fn messages_name_the_file_once() {
        let error = std::io::Error::other("broken");
        let error = RunError::from(plywood_files::FileError::io(Path::new("run"))(error));
        assert_eq!(error.to_string(), "run: broken");
        assert!(Error::source(&error).is_none());
    }
}
