//! The Python package: its wheel and its tests, in a virtual environment under `target/`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::command::{run, succeeds};
use crate::third_party::third_party;

const ENVIRONMENT: &str = "target/python";
const REQUIREMENTS: &str = "python/requirements-test.txt";
const MANIFEST: &str = "python/Cargo.toml";
/// The file with the licences of the crates in the extension module. The wheel contains it beside the licences of the
/// package. Ignored by git.
const LICENCES: &str = "python/LICENSE-THIRD-PARTY.md";

/// A Python program that fails if Python is too old or cannot create virtual environments.
const USABLE: &str = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))";

/// Builds the wheel with all optimisations and prints its path.
pub(crate) fn wheel() -> Result<()> {
    println!("\n{}", build_wheel()?.display());
    Ok(())
}

/// Builds the wheel with all optimisations and returns its path.
pub(crate) fn build_wheel() -> Result<PathBuf> {
    install()?;
    build("release", "target/wheels")
}

/// Runs the checks of the Python package if Python is usable and the packages can be installed. Otherwise prints that
/// the package was not tested, or fails on a CI machine (`CI=true`).
pub(crate) fn test_if_possible() -> Result<()> {
    match install() {
        Ok(()) => test(),
        Err(error) if env::var("CI").is_ok_and(|ci| ci == "true") => Err(error),
        Err(error) => {
            println!("\n{error:#}: the Python package was NOT tested");
            Ok(())
        }
    }
}

fn test() -> Result<()> {
    tool("ruff", &["format", "--check", "python"])?;
    tool("ruff", &["check", "python"])?;
    let options = ["--strict", "--config-file", "python/pyproject.toml"];
    tool("mypy", &[&options[..], &["--cache-dir", "target/mypy", "python/plywood"]].concat())?;
    // Uses the profile of the other tests, which have built the dependencies already.
    let wheel = build("dev", "target/wheels/dev")?;
    let options = ["install", "--quiet", "--force-reinstall", "--no-deps"];
    tool("pip", &[&options[..], &[&*wheel.to_string_lossy()]].concat())?;
    tool("pytest", &["--quiet", "-p", "no:cacheprovider", "python/tests"])
}

/// Builds the wheel into an empty folder and returns its path.
fn build(profile: &str, folder: &str) -> Result<PathBuf> {
    if Path::new(folder).exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {folder}"))?;
    }
    fs::write(LICENCES, third_party("plywood-python")?)?;
    let options = ["build", "--locked", "--strip", "--manifest-path", MANIFEST];
    tool("maturin", &[&options[..], &["--profile", profile, "--out", folder]].concat())?;
    let mut files = fs::read_dir(folder).with_context(|| format!("cannot read {folder}"))?;
    let file = files.next().context("maturin built no wheel")??;
    Ok(file.path())
}

/// Creates the virtual environment and installs exactly the packages of [`REQUIREMENTS`], unless that was done before.
fn install() -> Result<()> {
    let installed = Path::new(ENVIRONMENT).join("installed.txt");
    let wanted = fs::read(REQUIREMENTS).with_context(|| format!("cannot read {REQUIREMENTS}"))?;
    if fs::read(&installed).is_ok_and(|present| present == wanted) {
        return Ok(());
    }
    let python = if cfg!(windows) { "python" } else { "python3" };
    if !succeeds(python, &["-c", USABLE]) {
        bail!("there is no {python} of version 3.11 or newer with venv");
    }
    println!("\n$ {python} -m venv {ENVIRONMENT}");
    run(Command::new(python).args(["-m", "venv", "--clear", ENVIRONMENT]))?;
    tool("pip", &["install", "--quiet", "--requirement", REQUIREMENTS])?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))
}

/// Runs a tool of the virtual environment.
fn tool(name: &str, arguments: &[&str]) -> Result<()> {
    let programs = if cfg!(windows) { "Scripts" } else { "bin" };
    println!("\n$ {name} {}", arguments.join(" "));
    run(Command::new(Path::new(ENVIRONMENT).join(programs).join(name)).args(arguments))
}
