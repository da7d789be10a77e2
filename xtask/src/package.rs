//! The packages for the registry: each package must contain all files that it builds from.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::command::{cargo, output};
use crate::dist::unpack;

/// Folder of the unpacked packages, which are a workspace of their own.
const FOLDER: &str = "target/unpacked-packages";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    version: String,
    /// The registries to which the package may be published: `None` is any registry, an empty list is
    /// `publish = false`.
    publish: Option<Vec<String>>,
}

/// Packages all crates, unpacks those that are published, and compiles the program from them.
///
/// `cargo package --workspace` without options would find the same missing files, but compiles each package separately,
/// which takes minutes.
pub(crate) fn test() -> Result<()> {
    // The index of the registry was fetched by earlier steps.
    cargo("package --workspace --quiet --no-verify --allow-dirty --locked --offline")?;
    let metadata = output("cargo", &["metadata", "--no-deps", "--format-version", "1"])?;
    let Metadata { mut packages } = serde_json::from_str(&metadata)?;
    packages.retain(|package| package.publish.is_none());

    let folder = Path::new(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {FOLDER}"))?;
    }
    let mut manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"plywood*\"]\n".to_owned();
    manifest.push_str("[patch.crates-io]\n");
    for Member { name, version, .. } in &packages {
        let folder_name = format!("{name}-{version}");
        let file = format!("target/package/{folder_name}.crate");
        unpack(Path::new(&file), folder).with_context(|| format!("cannot unpack {file}"))?;
        writeln!(manifest, "{name} = {{ path = \"{folder_name}\" }}")?;
    }
    // Uses the profiles of the repository, so that the dependencies that other steps compiled can be used.
    let text = fs::read_to_string("Cargo.toml").context("cannot read Cargo.toml")?;
    let profiles = text.find("[profile.").context("Cargo.toml has no profiles")?;
    manifest.push_str(&text[profiles..]);
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy("Cargo.lock", folder.join("Cargo.lock"))?;
    cargo(&format!(
        "check --offline --workspace --manifest-path {FOLDER}/Cargo.toml --target-dir target"
    ))
}
