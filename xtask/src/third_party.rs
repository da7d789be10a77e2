//! The licences of the crates that are compiled into a package.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command::{host, output};

/// Prefixes of the names of files with licences and notices, in lower case.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

const HEAD: &str = "\
# Licences of third parties

The program contains the crates below and the standard library of Rust. A crate with a choice of licences is
used under any of them. A crate without a text in its package, and the standard library (MIT OR Apache-2.0,
the Rust Project Developers), are under the terms of LICENSE-MIT or LICENSE-APACHE, as they say, with the
copyright of their authors. The source of a crate is on crates.io.
";

/// The fields of a crate in the output of `cargo metadata`.
#[derive(Deserialize)]
struct Crate {
    name: String,
    version: String,
    license: Option<String>,
    authors: Vec<String>,
    manifest_path: String,
    /// The registry; `None` for a crate of this repository.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Crate>,
}

/// Returns a document with the crates that `package` contains on this system, their licences, and the licence files in
/// their packages. Equal licence files are written once.
pub(crate) fn third_party(package: &str) -> Result<String> {
    let used = used(package)?;
    let options = ["metadata", "--locked", "--format-version", "1", "--filter-platform"];
    let metadata = output("cargo", &[&options[..], &[&*host()?]].concat())?;
    let Metadata { mut packages } = serde_json::from_str(&metadata)?;
    packages.retain(|package| package.source.is_some());
    packages.retain(|package| used.contains(&package.label()));
    packages.sort_by_key(Crate::label);
    let mut crates = HEAD.to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &packages {
        let licence = package.license.as_deref().unwrap_or("see its text");
        write!(crates, "\n- {}: {licence}", package.label())?;
        let found = package.texts()?;
        if found.is_empty() {
            let authors = package.authors.join(", ");
            write!(crates, " (no text in its package, by {authors})")?;
        }
        for text in found {
            texts.entry(text).or_default().push(package.label());
        }
    }
    crates.push('\n');
    for (text, users) in texts {
        write!(crates, "\n## {}\n\n```text\n{}\n```\n", users.join(", "), text.trim_end())?;
    }
    Ok(crates)
}

/// Returns the names and versions of the crates that are linked into `package` or implement its procedural macros.
fn used(package: &str) -> Result<BTreeSet<String>> {
    let tree = ["tree", "--locked", "--package", package, "--edges", "normal", "--prefix", "none"];
    let lines = output("cargo", &[&tree[..], &["--format", "{p}"]].concat())?;
    // A line is `name v1.2.3`, and may have more about the crate after a space.
    let label = |line: &str| {
        let mut words = line.split(' ');
        Some(format!("{} {}", words.next()?, words.next()?.strip_prefix('v')?))
    };
    Ok(lines.lines().filter_map(label).collect())
}

impl Crate {
    fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Returns the contents of the files with licences and notices in the crate's package.
    fn texts(&self) -> Result<Vec<String>> {
        let folder =
            Path::new(&self.manifest_path).parent().context("a manifest is in a folder")?;
        let mut texts = BTreeSet::new();
        for entry in fs::read_dir(folder).with_context(|| format!("cannot read {folder:?}"))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
            if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
                let bytes = fs::read(&path)?;
                texts.insert(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"));
            }
        }
        Ok(texts.into_iter().collect())
    }
}
