//! The files that users without a compiler install: an archive of the program and a wheel, with
//! their checksums.

mod archive;
mod check;

use std::env::consts::EXE_SUFFIX;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

pub(crate) use archive::unpack;

use crate::command::{host, output};
use crate::third_party::third_party;
use crate::{program, python};

/// Folder of the results.
const FOLDER: &str = "target/dist";

/// The version of all packages of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Documents of the repository that are in the archive.
const TEXTS: [&str; 5] =
    ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "docs/install.md"];

/// The file in the archive with the licences of the crates in the program.
const LICENCES: &str = "LICENSE-THIRD-PARTY.md";

/// Folder of the manual pages in the archive.
const PAGES: &str = "share/man/man1";

/// Files with completions: the shell, and the place where it looks for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/plywood"),
    ("zsh", "share/zsh/site-functions/_plywood"),
    ("fish", "share/fish/vendor_completions.d/plywood.fish"),
];

/// Builds the archive with all optimisations, and the wheel if `with_wheel`; checks the archive, and
/// prints the paths.
pub(crate) fn dist(with_wheel: bool) -> Result<()> {
    empty(Path::new(FOLDER))?;
    let mut files = vec![build("release", Path::new(FOLDER))?];
    if with_wheel {
        let built = python::build_wheel()?;
        let wheel = Path::new(FOLDER).join(built.file_name().context("the wheel has no name")?);
        copy(&built, &wheel)?;
        files.push(wheel);
    }
    let sums = Path::new(FOLDER).join("SHA256SUMS");
    fs::write(&sums, checksums(&files)?)?;
    files.push(sums);
    println!();
    for path in files {
        println!("{:>10} {}", fs::metadata(&path)?.len(), path.display());
    }
    Ok(())
}

/// Builds and checks the archive in the profile of the other tests, which have built most crates
/// already.
pub(crate) fn test() -> Result<()> {
    let folder = Path::new(FOLDER).join("dev");
    empty(&folder)?;
    build("dev", &folder)?;
    Ok(())
}

/// Builds the archive in `folder`, checks it and returns its path.
fn build(profile: &str, folder: &Path) -> Result<PathBuf> {
    println!("\n$ cargo rustc --profile {profile} --bin plywood -- -C strip=symbols");
    let program = program::build(profile, &["-C", "strip=symbols"])?;
    let name = format!("plywood-{VERSION}-{}", host()?);
    let [staged, unpacked] = ["staged", "unpacked"].map(|step| folder.join(step));
    stage(&program, &staged.join(&name))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    archive::pack(&staged.join(&name), File::create(&archive)?)
        .with_context(|| format!("cannot write {}", archive.display()))?;
    check::check(&archive, &unpacked.join(&name))?;
    for folder in [staged, unpacked] {
        fs::remove_dir_all(folder)?;
    }
    println!("{} works", archive.display());
    Ok(archive)
}

/// Copies the program and its documents to `root`, and writes licences, completions and manual
/// pages. The layout is that of `/usr/local`, so that the archive can be unpacked there.
fn stage(program: &Path, root: &Path) -> Result<()> {
    copy(program, &program_in(root))?;
    for text in TEXTS {
        copy(Path::new(text), &text_in(root, text))?;
    }
    fs::write(text_in(root, LICENCES), third_party("plywood")?)?;
    for (shell, place) in COMPLETIONS {
        let path = root.join(place);
        fs::write(in_new_folder(&path)?, output(program, &["completions", shell])?)?;
    }
    output(program, &["man", "--out", &root.join(PAGES).to_string_lossy()])?;
    Ok(())
}

/// Returns the path of the program in the archive unpacked at `root`.
fn program_in(root: &Path) -> PathBuf {
    root.join(format!("bin/plywood{EXE_SUFFIX}"))
}

/// Returns the path of a document in the archive unpacked at `root`.
fn text_in(root: &Path, text: &str) -> PathBuf {
    let name = text.rsplit_once('/').map_or(text, |(_, name)| name);
    root.join("share/doc/plywood").join(name)
}

/// Copies a file with its permissions.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, in_new_folder(to)?)
        .with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Creates the folder of a file if it is missing, and returns the file's path.
fn in_new_folder(path: &Path) -> Result<&Path> {
    let folder = path.parent().context("a file is in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(path)
}

/// Returns the checksums of files as lines for `sha256sum --check`, which must run in the folder of
/// the files.
fn checksums(files: &[PathBuf]) -> Result<String> {
    let mut lines = Vec::new();
    for file in files {
        let name = file.file_name().context("a file has a name")?.to_string_lossy();
        writeln!(lines, "{:x}  {name}", Sha256::digest(fs::read(file)?))?;
    }
    Ok(String::from_utf8(lines)?)
}

/// Creates the folder, or removes its contents if it exists.
fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_is_built_by_the_tested_compiler() {
        let dockerfile = include_str!("../../Dockerfile");
        let compiler = concat!("FROM rust:", env!("CARGO_PKG_RUST_VERSION"), "-");
        assert!(dockerfile.contains(compiler), "expected {compiler}");
    }

    /// The digests of the empty text and of `abc` in FIPS 180-2.
    #[test]
    fn checksums_have_the_format_of_sha256sum() {
        let folder = tempfile::tempdir().unwrap();
        let [empty, abc] = ["empty", "abc"].map(|name| folder.path().join(name));
        fs::write(&empty, "").unwrap();
        fs::write(&abc, "abc").unwrap();
        assert_eq!(
            checksums(&[empty, abc]).unwrap(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n"
        );
    }
}
