//! What can go wrong with files and with a training run.

use std::path::{Path, PathBuf};

/// The most characters of a file that a message repeats.
const EXCERPT: usize = 80;

/// The beginning of a text that somebody else wrote.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The beginning of `one` from the first word on in which it differs from `other`.
fn difference(one: &str, other: &str) -> String {
    let same = one.split_inclusive(' ').zip(other.split_inclusive(' '));
    let same = same.take_while(|(one, other)| one == other).map(|(word, _)| word.len()).sum();
    excerpt(&one[same..])
}

/// Why a file of numbers is not what it should be.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The bytes are not of the format.
    #[error("not a safetensors file: {}", excerpt(.0))]
    NotSafetensors(String),
    /// The file says nothing about itself that we understand.
    #[error("its metadata lacks {0:?}")]
    NoMetadata(String),
    /// The metadata contradicts what was expected.
    #[error("its {key} is {:?}, expected {expected}", excerpt(found))]
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
    #[error("its tensor {:?} is {}, expected {expected}", excerpt(name), excerpt(found))]
    OtherShape {
        /// The tensor.
        name: String,
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// A number that cannot be calculated with.
    #[error("its tensor {:?} has {value} at {index}, expected finite numbers", excerpt(name))]
    NotFinite {
        /// The tensor.
        name: String,
        /// Where in it.
        index: usize,
        /// The number.
        value: f32,
    },
    /// Numbers so large that sums of them are none any more.
    #[error("its tensor {name:?} gives up to {largest:.1e}, expected {limit:.0e} at most")]
    TooGreat {
        /// The tensor.
        name: String,
        /// What it may give.
        largest: f64,
        /// The most that is read.
        limit: f64,
    },
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file could not be read or written.
    #[error(transparent)]
    File(#[from] plywood_files::FileError),
    /// The contents are wrong.
    #[error("{}: {error}", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// What is wrong with them.
        error: ArchiveError,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> FileError + '_ {
        move |error| plywood_files::FileError::io(path)(error).into()
    }

    /// Says which file the contents are of.
    pub fn contents(path: &Path) -> impl FnOnce(ArchiveError) -> FileError + '_ {
        move |error| FileError::Contents { path: path.to_owned(), error }
    }
}

/// Why a training run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file of the run could not be written on the way.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder or a file in it cannot be begun with.
    #[error(transparent)]
    Unusable(FileError),
    /// A new run would overwrite this file.
    #[error("{} belongs to a run already; resume it, or choose another folder", .0.display())]
    Occupied(PathBuf),
    /// There is nothing to resume.
    #[error("{} holds no checkpoint to resume from", .0.display())]
    NoCheckpoint(PathBuf),
    /// The run was begun with other settings.
    #[error(
        "the run was begun with {:?} and cannot be resumed with {:?}",
        difference(begun, asked),
        difference(asked, begun)
    )]
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
    /// The metrics are not those of this run.
    #[error("{}: line {line} is {:?}, expected {expected}", path.display(), excerpt(found))]
    OtherMetrics {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The numbers have grown beyond all bounds.
    #[error("the training diverged, and what was saved before is kept: {0}")]
    Diverged(ArchiveError),
    /// The curves cannot be drawn.
    #[error("the curves cannot be drawn: {0}")]
    Drawing(String),
}

impl RunError {
    /// Whether the folder or the settings that were given are at fault.
    pub fn is_input(&self) -> bool {
        !matches!(self, RunError::File(_) | RunError::Diverged(_) | RunError::Drawing(_))
    }

    /// What is wrong with a file before anything is learned was so given.
    pub(crate) fn at_the_start(self) -> Self {
        match self {
            RunError::File(error) => RunError::Unusable(error),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_repeats_little_of_a_file() {
        let found = "é".repeat(100_000);
        let (key, expected) = ("rules".to_owned(), "rules".to_owned());
        let error = ArchiveError::OtherMetadata { key, found, expected }.to_string();
        assert!(error.chars().count() < 120, "{error}");
        let [begun, asked] = ["1", "2"].map(|seed| format!("{} seed={seed} z", "long ".repeat(50)));
        let error = RunError::OtherSettings { begun, asked }.to_string();
        let expected = r#"the run was begun with "seed=1 z" and cannot be resumed with "seed=2 z""#;
        assert_eq!(error, expected);
    }

    #[test]
    fn nothing_is_said_twice() {
        let error = std::io::Error::other("broken");
        let error = RunError::from(FileError::io(Path::new("run"))(error));
        assert_eq!(error.to_string(), "run: broken");
        assert!(std::error::Error::source(&error).is_none());
    }
}
