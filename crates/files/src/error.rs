//! Errors of files.

use std::io;
use std::path::{Path, PathBuf};

/// The reason why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the variants and their messages explain the fields")]
pub enum FileError {
    /// An operation of the file system failed.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    /// The path names a directory, a pipe or a device.
    #[error("{}: expected a regular file", .0.display())]
    NotRegular(PathBuf),
    /// The file is larger than the limit of the read.
    #[error("{}: {bytes} bytes, expected {limit} at most", path.display())]
    TooLarge { path: PathBuf, bytes: u64, limit: u64 },
    /// Another process has locked the file.
    #[error("{}: another process is writing to it", .0.display())]
    Locked(PathBuf),
}

impl FileError {
    /// Returns a closure for `map_err` that adds the path to an I/O error.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> FileError + '_ {
        move |error| FileError::Io { path: path.to_owned(), error }
    }

    /// Returns whether the error is that the file does not exist.
    pub fn is_not_found(&self) -> bool {
        matches!(self, FileError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}
