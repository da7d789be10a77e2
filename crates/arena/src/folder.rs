//! The folder of a tournament or a study.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use plywood_files::{FileError, LockedFile, PART_EXTENSION, write_atomically};
use serde::Serialize;

use crate::ArenaError;

/// Locks a folder for a writer, such as `arena`, by the file `name` in it. Creates an empty file if
/// there is none.
pub(crate) fn lock(folder: &Path, name: &str, writer: &str) -> Result<LockedFile, ArenaError> {
    LockedFile::open(&folder.join(name)).map_err(|error| match error {
        FileError::Locked(path) => wrong(&path, format!("another {writer} is writing to it")),
        error => error.into(),
    })
}

/// Returns whether a folder does not exist, or holds only files that a writer killed at its start leaves
/// behind: an empty `locked` file, and unfinished files.
pub(crate) fn is_empty(folder: &Path, locked: &str) -> Result<bool, ArenaError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries.map_err(FileError::io(folder))?,
    };
    let is_left_over = |entry: &fs::DirEntry| {
        let path = PathBuf::from(entry.file_name());
        let is_part = path.extension().is_some_and(|extension| extension == PART_EXTENSION);
        let is_empty = || entry.metadata().is_ok_and(|file| file.is_file() && file.len() == 0);
        is_part || path == Path::new(locked) && is_empty()
    };
    Ok(entries.filter_map(Result::ok).all(|entry| is_left_over(&entry)))
}

/// Writes files into a folder. Returns their paths.
pub(crate) fn write_all<N: AsRef<Path>>(
    folder: &Path,
    files: Vec<(N, String)>,
) -> Result<Vec<PathBuf>, ArenaError> {
    let write = |(name, text): (N, String)| {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes())?;
        Ok(path)
    };
    files.into_iter().map(write).collect()
}

/// Returns the document as JSON, followed by a line break.
pub(crate) fn json_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("plain data has a JSON form") + "\n"
}

/// Returns an error about the contents of a folder or a file.
pub(crate) fn wrong(path: &Path, problem: impl Into<String>) -> ArenaError {
    ArenaError::Folder { path: path.to_owned(), problem: problem.into() }
}
