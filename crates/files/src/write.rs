//! Writes of whole files.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::FileError;
use crate::operation::{attempt, write};
use crate::read::check_regular_or_missing;

/// The extension of a file that [`write_atomically`] has not finished.
pub const PART_EXTENSION: &str = "part";

/// Replaces the contents of a file atomically: after a crash the file has all old or all new bytes.
/// If several threads or programs write to one path, the file has the bytes of one of them.
///
/// Writes and syncs a file whose name ends with [`PART_EXTENSION`], renames it to `path`, and syncs
/// the directory. Refuses to replace a pipe or a device.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let part = part_of(path);
    check_regular_or_missing(path)?;
    let write_part = || {
        let mut file = attempt(|| File::create(&part))?;
        write(&mut file, bytes)?;
        attempt(|| file.sync_all())?;
        attempt(|| fs::rename(&part, path))
    };
    let written = write_part().inspect_err(|_| {
        // This fails if the part was not created. The first error is reported.
        let _ = fs::remove_file(&part);
    });
    written.and_then(|()| sync_directory_of(path)).map_err(FileError::io(path))
}

/// Returns a name beside `path` that no other writer uses.
fn part_of(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let unique = format!("{}-{number}.{PART_EXTENSION}", process::id());
    path.with_added_extension(unique)
}

/// Removes the unfinished files that killed writers have left in a folder. The caller must ensure
/// that no other program writes to the folder.
pub fn remove_parts(folder: &Path) -> Result<(), FileError> {
    let remove = || {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == PART_EXTENSION) {
                attempt(|| fs::remove_file(&path))?;
            }
        }
        Ok(())
    };
    remove().map_err(FileError::io(folder))
}

/// Creates a file with these contents. Fails without a change if the file exists. Removes the new
/// file if the write fails.
pub fn create_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = attempt(|| File::create_new(path)).map_err(FileError::io(path))?;
    let written = write(&mut file, bytes)
        .and_then(|()| attempt(|| file.sync_all()))
        .and_then(|()| sync_directory_of(path));
    if written.is_err() {
        // The first error is reported, even if this fails too.
        let _ = fs::remove_file(path);
    }
    written.map_err(FileError::io(path))
}

/// Creates a directory and its parents. Succeeds if the directory exists.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    attempt(|| fs::create_dir_all(path)).map_err(FileError::io(path))
}

/// Syncs the directory that holds a file, so that a new or changed directory entry survives a power
/// cut.
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
    fn writers_of_one_path_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("summary.json");
        let contents = ["a".repeat(100_000), "b".repeat(50_000), "c".repeat(10)];
        std::thread::scope(|scope| {
            for own in &contents {
                scope.spawn(|| {
                    for _ in 0..50 {
                        write_atomically(&path, own.as_bytes()).unwrap();
                        let found = fs::read_to_string(&path).unwrap();
                        assert!(contents.contains(&found), "{} torn bytes", found.len());
                    }
                });
            }
        });
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
