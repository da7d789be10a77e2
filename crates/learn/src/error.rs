//! What can go wrong with files and with a training run.

use std::path::{Path, PathBuf};

/// Why a file of numbers is not what it should be.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The bytes are not of the format.
    #[error("not a safetensors file: {0}")]
    NotSafetensors(String),
    /// The file says nothing about itself that we understand.
    #[error("its metadata lacks {0:?}")]
    NoMetadata(String),
    /// The metadata contradicts what was expected.
    #[error("its {key} is {found:?}, expected {expected}")]
    OtherMetadata {
        /// What the metadata is about.
        key: String,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// A tensor is not there.
    #[error("it has no tensor {0:?}")]
    NoTensor(String),
    /// A tensor has another type or shape.
    #[error("its tensor {name:?} is {found}, expected {expected}")]
    OtherShape {
        /// The tensor.
        name: String,
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A number that cannot be calculated with.
    #[error("its tensor {name:?} has {value} at {index}, expected finite numbers")]
    NotFinite {
        /// The tensor.
        name: String,
        /// Where in it.
        index: usize,
        /// The number.
        value: f32,
    },
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder, a pipe or a device.
    #[error("{}: expected a regular file", .0.display())]
    NotRegular(PathBuf),
    /// The file is larger than anything we write.
    #[error("{}: {bytes} bytes, expected {limit} at most", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The largest that is read.
        limit: u64,
    },
    /// The contents are wrong.
    #[error("{}: {source}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        source: ArchiveError,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> FileError + '_ {
        move |source| FileError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn contents(path: &Path) -> impl FnOnce(ArchiveError) -> FileError + '_ {
        move |source| FileError::Contents { path: path.to_owned(), source }
    }
}

/// Why a training run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file of the run cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A new run would overwrite another one.
    #[error("{} holds a run already; resume it, or choose another folder", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to resume.
    #[error("{} holds no checkpoint to resume from", .0.display())]
    NoCheckpoint(PathBuf),
    /// The run was begun with other settings.
    #[error("the run was begun with {begun:?} and cannot be resumed with {asked:?}")]
    OtherSettings {
        /// What it was begun with.
        begun: String,
        /// What was asked for now.
        asked: String,
    },
    /// The metrics end before the checkpoint.
    #[error("{}: {bytes} bytes, expected at least the {expected} of the checkpoint", path.display())]
    ShortMetrics {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// Its size at the checkpoint.
        expected: u64,
    },
    /// The curves cannot be drawn.
    #[error("the curves cannot be drawn: {0}")]
    Drawing(String),
}
