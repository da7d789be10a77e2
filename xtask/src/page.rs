//! The page in Chromium: its tests and screenshots.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::command::{cargo, run, succeeds};

/// Folder for the screenshots, ignored by git.
const SCREENSHOTS: &str = ".xtask/screenshots";
/// Arguments of cargo to build the examples, whose games the page tests also use.
const OWN_GAMES: &str = "build --locked --package plywood --examples";

/// Runs the page's tests, or prints that Chromium is missing and cannot be installed.
pub(crate) fn test() -> Result<()> {
    if !has_chromium() {
        println!("\nChromium is missing and cannot be installed: the page was NOT tested");
        return Ok(());
    }
    cargo(OWN_GAMES)?;
    let tests = "test --locked --package plywood --test page -- --ignored";
    let skipped = if succeeds("node", &["--version"]) {
        "--skip screenshots:: --skip speed::"
    } else {
        println!("\nNode is missing: the page's model was NOT tested");
        "--skip screenshots:: --skip speed:: --skip model::"
    };
    cargo(&format!("{tests} {skipped} --test-threads 2"))?;
    // The speed tests run alone, because other tests would distort the timings.
    cargo(&format!("{tests} speed:: --test-threads 1 --nocapture"))
}

/// Takes a screenshot of every page: wide and narrow, light and dark.
pub(crate) fn screenshots() -> Result<()> {
    if !has_chromium() {
        bail!("Chromium is missing and cannot be installed");
    }
    cargo(OWN_GAMES)?;
    fs::create_dir_all(SCREENSHOTS).with_context(|| format!("cannot create {SCREENSHOTS}"))?;
    let folder = env::current_dir()?.join(SCREENSHOTS);
    let mut test = Command::new("cargo");
    test.args(["test", "--locked", "--package", "plywood", "--test", "page"]);
    test.args(["--", "--ignored", "--exact", "screenshots::screenshots"]);
    run(test.env("PLYWOOD_SCREENSHOTS", folder))?;
    println!("the screenshots are in {SCREENSHOTS}");
    Ok(())
}

/// Installs Chromium if it is missing, and returns whether Chromium is available.
fn has_chromium() -> bool {
    let is_installed = || {
        ["chromium", "chromium-browser", "google-chrome", "chrome"]
            .iter()
            .any(|name| succeeds(name, &["--version"]))
    };
    is_installed() || (install_chromium() && is_installed())
}

/// Installs Chromium with apt, and returns whether that succeeded. Ignores a failed `apt-get update`:
/// the installation may succeed without some package lists.
fn install_chromium() -> bool {
    println!("\n$ apt-get update; apt-get install chromium");
    let always = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "--yes", "--quiet"];
    let apt = |arguments: &[&str]| {
        let options = ["--option", "Acquire::Retries=3"];
        succeeds("env", &[&always[..], &options, arguments].concat())
    };
    apt(&["update"]);
    apt(&["install", "chromium"])
}
