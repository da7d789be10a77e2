//! A random sample of mutants: small changes of the code that the tests should detect.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::command::{ensure_cargo_tool, run};
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

/// Timeout for the tests of a mutant. If they take longer, the mutant is assumed to hang, and
/// counts as detected.
const TIMEOUT: Duration = Duration::from_secs(180);

/// Folder of the copy of the repository that mutants are applied to, with its own build folder.
const COPY: &str = "target/mutants";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Number that chooses the mutants; the same seed and the same files give the same mutants
    #[arg(long)]
    seed: u64,
    /// How many mutants to test
    #[arg(long, default_value_t = 80)]
    count: usize,
    /// The number of the first mutant to test, to continue a run
    #[arg(long, default_value_t = 1)]
    from: usize,
    /// Print the mutants and test none
    #[arg(long)]
    list: bool,
}

/// A mutant in the list of `cargo mutants`.
#[derive(Deserialize)]
struct Mutant {
    /// The file, line, column and change.
    name: String,
    package: String,
    diff: String,
}

/// The result of the tests with a mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Caught,
    TimedOut,
    DoesNotBuild,
    Survived,
}

impl Verdict {
    const ALL: [(Verdict, &str); 4] = [
        (Verdict::Caught, "caught"),
        (Verdict::TimedOut, "timed out"),
        (Verdict::DoesNotBuild, "does not build"),
        (Verdict::Survived, "SURVIVED"),
    ];

    fn name(self) -> &'static str {
        Verdict::ALL.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, name)| name)
    }
}

/// Draws mutants and runs the tests of a crate with each mutant of that crate. Fails if a mutant
/// survives the tests.
///
/// Applies the mutants itself, because `cargo mutants` has no option to test a list of mutants.
pub(crate) fn mutants(arguments: &Arguments) -> Result<()> {
    ensure_cargo_tool("mutants", CARGO_MUTANTS)?;
    let mut mutants = list()?;
    let (seed, count, total) = (arguments.seed, arguments.count, mutants.len());
    ensure!(count <= total, "there are only {total} mutants");
    shuffle(&mut mutants, seed);
    mutants.truncate(count);
    mutants.sort_by(|a, b| a.name.cmp(&b.name));
    println!("seed {seed}: {count} of {total} mutants");
    if arguments.list {
        mutants.iter().for_each(|mutant| println!("{}", mutant.name));
        return Ok(());
    }
    copy_repository()?;
    let mut verdicts = Vec::new();
    for (number, mutant) in (1..).zip(&mutants).skip(arguments.from.saturating_sub(1)) {
        let started = Instant::now();
        let verdict = test(mutant).with_context(|| mutant.name.clone())?;
        verdicts.push(verdict);
        let (name, seconds) = (&mutant.name, started.elapsed().as_secs());
        println!("{number} of {count}: {}, {seconds} s: {name}", verdict.name());
    }
    for (verdict, name) in Verdict::ALL {
        println!("{name}: {}", verdicts.iter().filter(|&&given| given == verdict).count());
    }
    ensure!(!verdicts.contains(&Verdict::Survived), "some mutants survived the tests");
    Ok(())
}

fn list() -> Result<Vec<Mutant>> {
    let mut command = Command::new("cargo");
    command.args(["mutants", "--no-config", "--list", "--json"]);
    command.args(FILES.iter().flat_map(|file| ["--file", file]));
    let output = command.output().context("cannot run cargo mutants")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Copies the committed state of the repository.
fn copy_repository() -> Result<()> {
    let tree = Path::new(COPY).join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree)?;
    }
    fs::create_dir_all(COPY)?;
    run(Command::new("git").args(["clone", "--quiet", "."]).arg(&tree))
}

/// Applies a mutant to the copy, runs the tests, and reverts the mutant.
fn test(mutant: &Mutant) -> Result<Verdict> {
    apply(mutant, &["apply", "-p0", "--unidiff-zero"])?;
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(["nextest", "run", "--locked", "--package", &mutant.package]);
        command.args(arguments).current_dir(Path::new(COPY).join("tree"));
        command.env("CARGO_TARGET_DIR", std::env::current_dir()?.join(COPY).join("build"));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Ok::<_, std::io::Error>(command)
    };
    let verdict = if cargo(&["--no-run"])?.status()?.success() {
        run_tests(&mut cargo(&[])?)?
    } else {
        Verdict::DoesNotBuild
    };
    apply(mutant, &["apply", "-p0", "--unidiff-zero", "--reverse"])?;
    Ok(verdict)
}

/// Runs git in the copy with the mutant's diff as input.
fn apply(mutant: &Mutant, arguments: &[&str]) -> Result<()> {
    let mut git = Command::new("git");
    git.args(arguments).current_dir(Path::new(COPY).join("tree")).stdin(Stdio::piped());
    let mut git = git.spawn().context("cannot run git")?;
    git.stdin.take().context("no input")?.write_all(file_diff(mutant).as_bytes())?;
    ensure!(git.wait()?.success(), "git cannot apply\n{}", mutant.diff);
    Ok(())
}

/// Returns the diff of a mutant in a form that git can apply: with the name of the file in both
/// headers. `cargo mutants` writes the name of the mutant in the second header.
fn file_diff(mutant: &Mutant) -> String {
    let file = mutant.name.split(':').next().unwrap_or_default();
    let hunks = mutant.diff.lines().skip(2).map(|line| format!("{line}\n"));
    format!("--- {file}\n+++ {file}\n{}", hunks.collect::<String>())
}

/// Runs the tests until they end, for at most [`TIMEOUT`].
fn run_tests(tests: &mut Command) -> Result<Verdict> {
    let (mut tests, started) = (tests.spawn()?, Instant::now());
    loop {
        match tests.try_wait()? {
            Some(status) if status.success() => return Ok(Verdict::Survived),
            Some(_) => return Ok(Verdict::Caught),
            None if started.elapsed() < TIMEOUT => thread::sleep(Duration::from_millis(50)),
            None => {
                // Sends an interrupt, so that nextest ends the tests that it started.
                run(Command::new("kill").args(["-INT", &tests.id().to_string()]))?;
                tests.wait()?;
                return Ok(Verdict::TimedOut);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_names_its_file_twice() {
        let mutant = Mutant {
            name: "src/a.rs:1:2: replace + with *".to_owned(),
            package: "a".to_owned(),
            diff: "--- src/a.rs\n+++ replace + with *\n@@ -1 +1 @@\n-1 + 2\n+1 * 2\n".to_owned(),
        };
        let expected = "--- src/a.rs\n+++ src/a.rs\n@@ -1 +1 @@\n-1 + 2\n+1 * 2\n";
        assert_eq!(file_diff(&mutant), expected);
    }
}
