//! Files that only one process at a time can write to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::FileError;
use crate::operation::{attempt, write};
use crate::read::{check_regular_or_missing, read_to_end};

/// A file that is locked against other processes and grows at its end.
///
/// Dropping the value unlocks the file.
#[derive(Debug)]
pub struct LockedFile {
    file: File,
    path: PathBuf,
    /// The length in bytes up to the end of the last complete append. After a failed append the
    /// file may be longer.
    length: u64,
}

impl LockedFile {
    /// Opens and locks a regular file, which is created if it does not exist.
    ///
    /// Fails with [`FileError::Locked`] if another process, or another value of this process, has
    /// locked the file.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        check_regular_or_missing(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = attempt(|| options.open(path)).map_err(FileError::io(path))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FileError::Locked(path.to_owned()),
            TryLockError::Error(error) => FileError::io(path)(error),
        })?;
        let length = file.metadata().map_err(FileError::io(path))?.len();
        Ok(LockedFile { file, path: path.to_owned(), length })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the length in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads the whole file. Fails if it has more than `limit` bytes.
    pub fn read(&mut self, limit: u64) -> Result<Vec<u8>, FileError> {
        self.file.rewind().map_err(FileError::io(&self.path))?;
        read_to_end(&self.file, &self.path, limit)
    }

    /// Cuts the file to `length` bytes.
    pub fn truncate(&mut self, length: u64) -> Result<(), FileError> {
        attempt(|| self.file.set_len(length)).map_err(FileError::io(&self.path))?;
        self.length = length;
        Ok(())
    }

    /// Appends bytes with one write, so a process that is killed leaves at most one incomplete
    /// append, at the end of the file. After a failed append, the next append removes the
    /// incomplete bytes.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.truncate(self.length)?;
        let end = SeekFrom::Start(self.length);
        let written = self.file.seek(end).and_then(|_| write(&mut self.file, bytes));
        written.map_err(FileError::io(&self.path))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Waits until all contents are on the disk.
    pub fn sync(&self) -> Result<(), FileError> {
        attempt(|| self.file.sync_all()).map_err(FileError::io(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::faults::fail_at;

    #[test]
    fn a_file_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let first = LockedFile::open(&path).unwrap();
        assert!(matches!(LockedFile::open(&path), Err(FileError::Locked(_))));
        drop(first);
        LockedFile::open(&path).unwrap();
    }

    /// Every operation of three appends fails once. An append that failed is repeated.
    #[test]
    fn appends_continue_after_a_failed_one() {
        let lines = ["a short line\n", "a line that is much longer\n", "end\n"];
        for number in 1.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.jsonl");
            let mut file = LockedFile::open(&path).unwrap();
            let append = |file: &mut LockedFile, line: &str| match file.append(line.as_bytes()) {
                Ok(()) => {}
                Err(error) => {
                    assert!(error.to_string().starts_with(path.to_str().unwrap()), "{error}");
                    file.append(line.as_bytes()).unwrap();
                }
            };
            let ((), failed) = fail_at(number, || {
                lines.iter().for_each(|line| append(&mut file, line));
            });
            assert_eq!(fs::read_to_string(&path).unwrap(), lines.concat(), "operation {number}");
            assert_eq!(file.length(), lines.concat().len() as u64);
            if !failed {
                assert!(number > 6);
                break;
            }
        }
    }

    /// The part that a failed append leaves can be longer than the line of the next append.
    #[test]
    fn a_part_of_a_failed_append_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = LockedFile::open(&folder.path().join("games.jsonl")).unwrap();
        let write_of_first_append = 2;
        let (failed, _) = fail_at(write_of_first_append, || file.append(&[b'x'; 1000]));
        failed.unwrap_err();
        assert_eq!(fs::metadata(file.path()).unwrap().len(), 500);
        file.append(b"short\n").unwrap();
        assert_eq!(file.read(100).unwrap(), b"short\n");
    }
}
