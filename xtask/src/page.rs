//! The page in a real browser: its tests, and pictures to look at.

use std::env;
use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo;

/// Where the pictures go; git does not look there.
const SCREENSHOTS: &str = ".xtask/screenshots";
/// The page shows a game of a user's own, too.
const OWN_GAME: &str = "build --locked --package plywood --example connect_four";

/// Runs the page's tests if a browser is here or can be installed.
pub(crate) fn test() -> Result<()> {
    if !has_chromium() {
        println!("\nno Chromium, and it cannot be installed here: the page was NOT tested");
        return Ok(());
    }
    cargo(OWN_GAME)?;
    let tests = "test --locked --package plywood --test page -- --ignored";
    cargo(&format!("{tests} --skip screenshots --skip quick:: --test-threads 2"))?;
    // What is measured is measured alone, and printed.
    cargo(&format!("{tests} quick:: --test-threads 1 --nocapture"))
}

/// Takes a picture of every page, wide and narrow, light and dark.
pub(crate) fn screenshots() -> Result<()> {
    if !has_chromium() {
        bail!("pictures are taken with Chromium, which is not installed");
    }
    cargo(OWN_GAME)?;
    fs::create_dir_all(SCREENSHOTS).with_context(|| format!("{SCREENSHOTS} cannot be made"))?;
    let folder = env::current_dir()?.join(SCREENSHOTS);
    let status = Command::new("cargo")
        .args(["test", "--locked", "--package", "plywood", "--test", "page"])
        .args(["--", "--ignored", "--exact", "pictures::screenshots"])
        .env("PLYWOOD_SCREENSHOTS", folder)
        .status()
        .context("cargo cannot be run")?;
    if !status.success() {
        bail!("the pictures could not be taken");
    }
    println!("the pictures are in {SCREENSHOTS}");
    Ok(())
}

/// Whether there is a browser, by now.
fn has_chromium() -> bool {
    let is_there = || {
        ["chromium", "chromium-browser", "google-chrome", "chrome"]
            .iter()
            .any(|name| runs(name, &["--version"]))
    };
    is_there() || (install_chromium() && is_there())
}

/// A new machine knows no packages before it has asked for their lists, one of
/// which may be out of reach without harm.
fn install_chromium() -> bool {
    println!("\n$ apt-get update; apt-get install chromium");
    let always = ["--yes", "--quiet", "--option", "Acquire::Retries=3"];
    let apt = |arguments: &[&str]| runs("apt-get", &[&always, arguments].concat());
    apt(&["update"]);
    apt(&["install", "chromium"])
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    command.env("DEBIAN_FRONTEND", "noninteractive").status().is_ok_and(|status| status.success())
}
