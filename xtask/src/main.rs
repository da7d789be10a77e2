//! The project's chores: `cargo xtask test` checks everything, `cargo xtask
//! peers` compares the search with others, `cargo xtask screenshots` shows the page,
//! `cargo xtask load` puts the server under load.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

mod load;
mod page;
mod peers;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test    formatting, lints, all tests, doc tests and documentation; the page's
          tests in Chromium, which is installed where that is possible
  screenshots
          pictures of every page, wide and narrow, light and dark
  load    the server with 200 pages that want hints for a minute; takes
          --clients N, --seconds N
  peers   simulations per second against other libraries, as ratios; takes
          --json, --rounds N";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match &words[..] {
        ["test"] => at_the_root().and_then(|()| test()),
        ["peers", arguments @ ..] => at_the_root().and_then(|()| peers::peers(arguments)),
        ["load", arguments @ ..] => at_the_root().and_then(|()| load::load(arguments)),
        ["screenshots"] => at_the_root().and_then(|()| page::screenshots()),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Chores can be asked for from any folder of the project.
fn at_the_root() -> Result<()> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    std::env::set_current_dir(root).with_context(|| format!("{root} cannot be entered"))
}

/// All features of the workspace but `train`, which brings a library that takes
/// minutes to build and has a step of its own.
const FEATURES: &str = "--features plywood-search/serde";

/// Everything that must hold before a change lands.
fn test() -> Result<()> {
    cargo("fmt --all --check")?;
    cargo("fmt --manifest-path peers/Cargo.toml --check")?;
    // The engine alone, without the features that the workspace switches on.
    cargo("clippy --locked --package plywood-search --all-targets -- -D warnings")?;
    cargo(&format!("clippy --locked --workspace --all-targets {FEATURES} -- -D warnings"))?;
    if has_nextest() {
        cargo(&format!("nextest run --locked --workspace {FEATURES} --no-fail-fast"))?;
    } else {
        cargo(&format!("test --locked --workspace {FEATURES} --lib --bins --tests --examples"))?;
    }
    page::test()?;
    cargo(&format!("test --locked --workspace {FEATURES} --doc"))?;
    cargo(&format!("doc --locked --workspace {FEATURES} --no-deps"))?;
    cargo("clippy --locked --package plywood --features train --all-targets -- -D warnings")?;
    cargo("test --locked --package plywood-learn --features train --lib --tests")?;
    println!("everything passed");
    Ok(())
}

/// `cargo nextest` is quicker and clearer, but not on every machine.
fn has_nextest() -> bool {
    let version = Command::new("cargo").args(["nextest", "--version"]).output();
    version.is_ok_and(|output| output.status.success())
}

fn cargo(arguments: &str) -> Result<()> {
    println!("\n$ cargo {arguments}");
    let status = Command::new("cargo")
        .args(arguments.split(' '))
        .env("RUSTDOCFLAGS", "-D warnings")
        .status()
        .context("cargo cannot be run")?;
    if !status.success() {
        bail!("cargo {arguments} failed");
    }
    Ok(())
}
