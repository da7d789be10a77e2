//! Reproducible archives: their bytes depend only on the names, the contents and the execute
//! permissions of their files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use tar::{Archive, Builder, HeaderMode};

/// Writes the files below `root` as a compressed archive. Their paths begin with the name of `root`.
pub(super) fn pack(root: &Path, out: impl Write) -> io::Result<()> {
    let mut files = Vec::new();
    collect(root, &mut files)?;
    files.sort();
    let mut archive = Builder::new(GzEncoder::new(out, Compression::best()));
    // Stores fixed times and owners, and no permissions but the execute permission.
    archive.mode(HeaderMode::Deterministic);
    let above = root.parent().unwrap_or(root);
    for file in files {
        let name = file.strip_prefix(above).map_err(io::Error::other)?;
        archive.append_path_with_name(&file, name)?;
    }
    archive.into_inner()?.finish()?.flush()
}

/// Adds the files below `folder` to `files`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Unpacks an archive into a folder.
pub(crate) fn unpack(archive: &Path, folder: &Path) -> io::Result<()> {
    Archive::new(GzDecoder::new(fs::File::open(archive)?)).unpack(folder)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    /// Writes files in the given order with the given modification time, and returns their archive.
    fn packed(names: [&str; 3], time: SystemTime) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        fs::create_dir_all(root.join("share")).unwrap();
        for name in names {
            fs::write(root.join(name), name).unwrap();
            let file = fs::File::options().write(true).open(root.join(name)).unwrap();
            file.set_modified(time).unwrap();
        }
        let mut bytes = Vec::new();
        pack(&root, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn equal_files_make_equal_archives() {
        let first = packed(["a", "share/b", "share/c"], SystemTime::UNIX_EPOCH);
        assert_eq!(first, packed(["share/c", "share/b", "a"], SystemTime::now()));
    }

    #[test]
    fn an_archive_has_all_files_below_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("x.tar.gz");
        fs::write(&archive, packed(["a", "share/b", "share/c"], SystemTime::now())).unwrap();
        unpack(&archive, folder.path()).unwrap();
        for name in ["a", "share/b", "share/c"] {
            assert_eq!(fs::read_to_string(folder.path().join("root").join(name)).unwrap(), name);
        }
    }
}
