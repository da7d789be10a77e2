//! Writes of whole files.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::FileError;
use crate::operation::{attempt, write};
use crate::read::check_regular_or_missing;

/// The extension of a file that [`write_atomically`] has not finished.
pub const PART_EXTENSION: &str = "part";

/// Replaces the contents of a file atomically: after a crash the file has all old or all new bytes.
///
/// Writes and syncs a file with the added extension [`PART_EXTENSION`], renames it to `path`, and
/// syncs the directory. Refuses to replace a pipe or a device.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let part = path.with_added_extension(PART_EXTENSION);
    check_regular_or_missing(path)?;
    check_regular_or_missing(&part)?;
    let write_part = || {
        let mut file = attempt(|| File::create(&part))?;
        write(&mut file, bytes)?;
        attempt(|| file.sync_all())?;
        attempt(|| fs::rename(&part, path))
    };
    let written = write_part().inspect_err(|_| {
        // Fails if the part was not created. The error to report is the first one.
        let _ = fs::remove_file(&part);
    });
    written.and_then(|()| sync_directory_of(path)).map_err(FileError::io(path))
}

/// Creates a file with these contents. If the file exists, it is not changed, and the result is an
/// error. After a failed write there is no file.
pub fn create_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = attempt(|| File::create_new(path)).map_err(FileError::io(path))?;
    let written = write(&mut file, bytes)
        .and_then(|()| attempt(|| file.sync_all()))
        .and_then(|()| sync_directory_of(path));
    if written.is_err() {
        // The error to report is the first one.
        let _ = fs::remove_file(path);
    }
    written.map_err(FileError::io(path))
}

/// Creates a directory and its parents. Succeeds if the directory exists.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    attempt(|| fs::create_dir_all(path)).map_err(FileError::io(path))
}

/// Syncs the directory that holds a file, so that a new name survives a power cut.
fn sync_directory_of(path: &Path) -> io::Result<()> {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    attempt(|| File::open(directory.unwrap_or(Path::new(".")))?.sync_all())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::fail_at;

    #[test]
    fn a_file_is_replaced_and_no_part_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.safetensors");
        for bytes in [&b"first"[..], b"second and longer", b"3"] {
            write_atomically(&path, bytes).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_replacement_leaves_all_old_or_all_new_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for number in 1.. {
            fs::write(&path, "old").unwrap();
            let (written, failed) = fail_at(number, || write_atomically(&path, b"new bytes"));
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a part remains");
            let contents = fs::read(&path).unwrap();
            if !failed {
                assert!(number > 5 && contents == b"new bytes");
                return written.unwrap();
            }
            assert!(written.unwrap_err().to_string().starts_with(path.to_str().unwrap()));
            assert!(contents == b"old" || contents == b"new bytes", "{contents:?}");
        }
    }

    #[test]
    fn a_failed_new_file_is_removed_and_an_old_one_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        for number in 1.. {
            let (written, failed) = fail_at(number, || create_file(&path, b"a game"));
            if !failed {
                assert!(number > 4);
                written.unwrap();
                break;
            }
            assert!(written.unwrap_err().to_string().starts_with(path.to_str().unwrap()));
            assert!(!path.exists(), "operation {number}");
        }
        create_file(&path, b"another game").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"a game");
    }
}
