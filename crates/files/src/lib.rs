//! Atomic writes, and bounded reads of files whose contents are not trusted.

use std::fs::{self, File};
use std::io::{self, Read, Write};
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

/// The extension of a file that [`write_atomically`] has not finished.
pub const PART_EXTENSION: &str = "part";

/// Replaces the contents of a file atomically: after a crash the file has all old or all new bytes.
///
/// Writes and syncs a file with the added extension [`PART_EXTENSION`], renames it to `path`, and
/// syncs the directory.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let part = path.with_added_extension(PART_EXTENSION);
    let write = || {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)?;
        let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
        File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
    };
    write().map_err(FileError::io(path))
}

/// Returns an error unless `path` names a regular file.
///
/// Check this before opening: opening a pipe blocks until its other end is opened.
pub fn check_regular(path: &Path) -> Result<(), FileError> {
    let metadata = fs::metadata(path).map_err(FileError::io(path))?;
    if metadata.is_file() { Ok(()) } else { Err(FileError::NotRegular(path.to_owned())) }
}

/// Reads a regular file. Fails if it has more than `limit` bytes.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    check_regular(path)?;
    let file = File::open(path).map_err(FileError::io(path))?;
    let bytes = file.metadata().map_err(FileError::io(path))?.len();
    let too_large = |bytes| FileError::TooLarge { path: path.to_owned(), bytes, limit };
    if bytes > limit {
        return Err(too_large(bytes));
    }
    let mut contents = Vec::new();
    // Reads up to one byte more than the limit, to detect a file that grows during the read.
    let mut bounded = file.take(limit.saturating_add(1));
    bounded.read_to_end(&mut contents).map_err(FileError::io(path))?;
    if contents.len() as u64 > limit { Err(too_large(limit + 1)) } else { Ok(contents) }
}

/// Returns whether the value of a setting looks like a file name, not like a built-in name: built-in
/// names have neither a path separator nor a dot.
///
/// ```
/// assert!(plywood_files::looks_like_path("weights.safetensors"));
/// assert!(!plywood_files::looks_like_path("classic10"));
/// ```
pub fn looks_like_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_part_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.safetensors");
        for bytes in [&b"first"[..], b"second and longer", b"3"] {
            write_atomically(&path, bytes).unwrap();
            assert_eq!(read_bounded(&path, 100).unwrap(), bytes);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn directories_large_files_and_missing_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_bounded(folder.path(), 100).unwrap_err();
        assert!(matches!(error, FileError::NotRegular(_)));
        let path = folder.path().join("file");
        assert!(read_bounded(&path, 100).unwrap_err().is_not_found());
        fs::write(&path, [0; 101]).unwrap();
        let error = read_bounded(&path, 100).unwrap_err();
        assert!(matches!(error, FileError::TooLarge { bytes: 101, limit: 100, .. }), "{error}");
        assert_eq!(read_bounded(&path, u64::MAX).unwrap().len(), 101);
    }
}
