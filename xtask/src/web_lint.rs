//! Runs Prettier and ESLint on the page's files. The versions of both tools are pinned in
//! `xtask/web-lint` and not in `web/`, because the server embeds every file of `web/`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::command::{run, succeeds};

const FOLDER: &str = "xtask/web-lint";
const PRETTIER: &str = "node_modules/prettier/bin/prettier.cjs";
const ESLINT: &str = "node_modules/eslint/bin/eslint.js";
/// The checked folders: the page, and the scripts of its tests in the browser and in Node.
const SOURCES: [&str; 3] = ["web", "crates/plywood/tests/page", "crates/plywood/tests/model"];

/// Checks the files if npm is installed and can fetch the packages. Otherwise prints that the files
/// were not checked, or fails on a CI machine (`CI=true`).
pub(crate) fn lint_if_possible() -> Result<()> {
    match install() {
        Ok(()) => lint(false),
        Err(error) if env::var("CI").is_ok_and(|ci| ci == "true") => Err(error),
        Err(error) => {
            println!("\n{error:#}: web/ was NOT checked by Prettier and ESLint");
            Ok(())
        }
    }
}

/// Checks the files, or with `fix` rewrites them.
pub(crate) fn lint(fix: bool) -> Result<()> {
    install()?;
    let [eslint, prettier] = if fix { ["--fix", "--write"] } else { ["--no-fix", "--check"] };
    // Prettier runs second, because it formats ESLint's fixes. It runs even if ESLint fails.
    let linted = run_tool(ESLINT, "eslint.config.js", eslint, "**/*.{js,mjs}");
    run_tool(PRETTIER, ".prettierrc.json", prettier, "**/*.{js,mjs,css,html}")?;
    linted
}

fn run_tool(script: &str, config: &str, mode: &str, pattern: &str) -> Result<()> {
    let mut node = Command::new("node");
    node.arg(format!("{FOLDER}/{script}"));
    node.args(["--config", &format!("{FOLDER}/{config}"), mode]);
    node.args(SOURCES.map(|folder| format!("{folder}/{pattern}")));
    println!("\n$ {node:?}");
    run(&mut node).context("run `cargo xtask lint-web --fix`, then mend the rest by hand")
}

/// Installs exactly the packages of the lock file, unless they are installed already.
fn install() -> Result<()> {
    let lock = Path::new(FOLDER).join("package-lock.json");
    let installed = Path::new(FOLDER).join("node_modules/.installed-lock.json");
    let wanted = fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    if fs::read(&installed).is_ok_and(|present| present == wanted) {
        return Ok(());
    }
    if !succeeds("npm", &["--version"]) {
        bail!("npm is not installed");
    }
    println!("\n$ npm ci");
    let options = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    run(Command::new("npm").args(options).current_dir(FOLDER))?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))
}
