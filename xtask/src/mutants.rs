//! A random sample of mutants: small changes of the code that the tests should detect.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::command::ensure_cargo_tool;
use crate::shuffle::shuffle;

/// Version of `cargo mutants` that is installed where it is missing.
const CARGO_MUTANTS: &str = "cargo-mutants@27.1.0";

/// The files to change: the search, the statistics, the server, and the rules of each game.
const FILES: [&str; 20] = [
    "crates/search/src/**",
    "crates/arena/src/statistics/**",
    "crates/server/src/**",
    "crates/othello/src/bits.rs",
    "crates/othello/src/board.rs",
    "crates/othello/src/notation.rs",
    "crates/klondike/src/table/**",
    "crates/klondike/src/table.rs",
    "crates/klondike/src/klondike.rs",
    "crates/klondike/src/step.rs",
    "crates/klondike/src/stuck.rs",
    "crates/woodblock/src/grid.rs",
    "crates/woodblock/src/position.rs",
    "crates/woodblock/src/rules.rs",
    "crates/woodblock/src/variant.rs",
    "crates/tetris/src/bag.rs",
    "crates/tetris/src/board.rs",
    "crates/tetris/src/piece.rs",
    "crates/tetris/src/position.rs",
    "crates/tetris/src/rules.rs",
];

/// Options for both the list and the run.
const OPTIONS: [&str; 4] = ["mutants", "--no-config", "--colors", "never"];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number that chooses the mutants; the same seed and the same files give the same mutants
    #[arg(long)]
    seed: u64,
    /// How many mutants to test
    #[arg(long, default_value_t = 80)]
    count: usize,
    /// Print the mutants and test none
    #[arg(long)]
    list: bool,
}

/// Draws mutants, and runs the tests of a crate with each mutant of that crate. Fails if a mutant
/// survives the tests.
pub(crate) fn mutants(arguments: &Arguments) -> Result<()> {
    ensure_cargo_tool("mutants", CARGO_MUTANTS)?;
    let mut names = list()?;
    let (seed, count, total) = (arguments.seed, arguments.count, names.len());
    ensure!(count <= total, "there are only {total} mutants");
    shuffle(&mut names, seed);
    names.truncate(count);
    names.sort();
    names.iter().for_each(|name| println!("{name}"));
    println!("seed {seed}: {count} of {total} mutants");
    if arguments.list {
        return Ok(());
    }
    let mut command = command();
    command.args(["--test-tool", "nextest", "--baseline", "skip", "--timeout", "300"]);
    command.args(["--output", "target"]);
    for name in &names {
        command.args(["--re", &format!("^{}$", escaped(name))]);
    }
    let status = command.status().context("cannot run cargo mutants")?;
    println!("details: {}", Path::new("target/mutants.out").display());
    if !status.success() {
        bail!("some mutants were not detected");
    }
    Ok(())
}

fn command() -> Command {
    let mut command = Command::new("cargo");
    command.args(OPTIONS);
    for file in FILES {
        command.args(["--file", file]);
    }
    command
}

/// Returns the names of all mutants: file, line, column and change.
fn list() -> Result<Vec<String>> {
    let output =
        command().args(["--list", "--json"]).output().context("cannot run cargo mutants")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mutants: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    let name = |mutant: &Value| mutant["name"].as_str().map(str::to_owned);
    mutants.iter().map(name).collect::<Option<_>>().context("a mutant has no name")
}

/// Escapes the characters that have a meaning in a regular expression.
fn escaped(text: &str) -> String {
    let escape = |character: char| {
        let special = character.is_ascii_punctuation();
        special.then_some('\\').into_iter().chain([character])
    };
    text.chars().flat_map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_only_themselves() {
        assert_eq!(escaped("a.rs:1:2: replace + with *"), "a\\.rs\\:1\\:2\\: replace \\+ with \\*");
    }
}
