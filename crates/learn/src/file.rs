//! Files that are whole or not there, and files of people that are not trusted.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use crate::error::FileError;

/// Writes a file so that it holds the old bytes or the new ones whenever the
/// machine stops: into a file beside it, onto the disk, then in its place.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let beside = path.with_added_extension("tmp");
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    write().map_err(FileError::io(path))
}

/// The bytes of a regular file, if they are at most `limit`.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    // Asked before opening, since opening a pipe waits for its other end.
    if !fs::metadata(path).map_err(FileError::io(path))?.is_file() {
        return Err(FileError::NotRegular(path.to_owned()));
    }
    let file = File::open(path).map_err(FileError::io(path))?;
    let bytes = file.metadata().map_err(FileError::io(path))?.len();
    let too_large = |bytes| FileError::TooLarge { path: path.to_owned(), bytes, limit };
    if bytes > limit {
        return Err(too_large(bytes));
    }
    let mut contents = Vec::new();
    // One more than the limit, to notice a file that grows meanwhile.
    file.take(limit + 1).read_to_end(&mut contents).map_err(FileError::io(path))?;
    if contents.len() as u64 > limit { Err(too_large(limit + 1)) } else { Ok(contents) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.safetensors");
        for bytes in [&b"first"[..], b"second and longer", b"3"] {
            write_atomically(&path, bytes).unwrap();
            assert_eq!(read_limited(&path, 100).unwrap(), bytes);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn folders_large_files_and_missing_ones_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_limited(folder.path(), 100).unwrap_err();
        assert!(matches!(error, FileError::NotRegular(_)));
        let path = folder.path().join("file");
        assert!(matches!(read_limited(&path, 100), Err(FileError::Io { .. })));
        fs::write(&path, [0; 101]).unwrap();
        let error = read_limited(&path, 100).unwrap_err();
        assert!(matches!(error, FileError::TooLarge { bytes: 101, limit: 100, .. }), "{error}");
    }
}
