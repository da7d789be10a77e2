//! Bounded reads of files whose contents are not trusted.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use crate::FileError;

/// Returns an error unless `path` names a regular file. Opening a pipe would block until its other
/// end is opened.
fn check_regular(path: &Path) -> Result<(), FileError> {
    let metadata = fs::metadata(path).map_err(FileError::io(path))?;
    if metadata.is_file() { Ok(()) } else { Err(FileError::NotRegular(path.to_owned())) }
}

/// Returns an error if `path` names something other than a regular file.
pub(crate) fn check_regular_or_missing(path: &Path) -> Result<(), FileError> {
    match check_regular(path) {
        Err(error) if error.is_not_found() => Ok(()),
        checked => checked,
    }
}

/// Reads a regular file. Fails if it has more than `limit` bytes.
pub fn read_bounded(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    check_regular(path)?;
    let file = File::open(path).map_err(FileError::io(path))?;
    read_to_end(&file, path, limit)
}

/// Reads the rest of an open file. Fails if the file has more than `limit` bytes.
pub(crate) fn read_to_end(file: &File, path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
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

/// Returns the bytes before the zero bytes at the end.
///
/// A power cut can leave zero bytes at the end of a text file: the new length was stored, the last
/// contents were not.
///
/// ```
/// assert_eq!(plywood_files::without_zero_tail(b"one\ntw\0\0"), b"one\ntw");
/// ```
pub fn without_zero_tail(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

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
