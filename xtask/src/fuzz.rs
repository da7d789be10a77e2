//! Fuzzing: searches for inputs that panic, hang or take too much memory.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::command::{ensure_cargo_tool, host, run};

/// Version of `cargo fuzz` that is installed where it is missing.
const CARGO_FUZZ: &str = "cargo-fuzz@0.13.2";

/// Maximum time for one input, in seconds. An input that takes longer counts as a hang.
const INPUT_SECONDS: u32 = 20;

/// Maximum memory of a fuzzer in megabytes. A fuzzer that exceeds it has found an input with unbounded memory use.
const MEMORY_MB: u32 = 2000;

/// Maximum length of an input in bytes.
const INPUT_BYTES: u32 = 4096;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long to run each target
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Targets to run at the same time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// The targets to run [default: all]
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// The result of one target.
struct Outcome {
    target: String,
    inputs: String,
    /// The number of edges of the control flow that the inputs reached.
    coverage: String,
    /// The number of inputs that together reach these edges, and their size, such as `27/3Kb`.
    corpus: String,
    memory: String,
    seconds: f64,
    /// The inputs that failed, in the corpus of the target.
    failures: Vec<PathBuf>,
}

/// Runs the targets and prints a table. Fails if an input fails.
pub(crate) fn fuzz(arguments: &Arguments) -> Result<()> {
    let all = targets()?;
    if let Some(unknown) = arguments.targets.iter().find(|name| !all.contains(name)) {
        bail!("unknown target {unknown}: expected {}", all.join(", "));
    }
    let chosen = if arguments.targets.is_empty() { all } else { arguments.targets.clone() };
    let programs = build()?;
    let (queue, outcomes) = (Mutex::new(VecDeque::from(chosen)), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        let work = || -> Result<()> {
            while let Some(target) = queue.lock().expect("no panic").pop_front() {
                eprintln!("{target}: {} s", arguments.seconds);
                let outcome = run_target(&programs, &target, arguments.seconds)?;
                outcomes.lock().expect("no panic").push(outcome);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..arguments.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no panic"))
    })?;
    let outcomes = outcomes.into_inner()?;
    print(&outcomes);
    let failures: Vec<_> = outcomes.iter().flat_map(|outcome| &outcome.failures).collect();
    ensure!(failures.is_empty(), "failing inputs, kept for the tests: {failures:?}");
    println!("no input failed");
    Ok(())
}

/// Returns the names of all targets, which are the names of their corpora.
fn targets() -> Result<Vec<String>> {
    let folders = fs::read_dir("fuzz/corpus").context("fuzz/corpus")?;
    let name = |entry: std::io::Result<fs::DirEntry>| {
        Ok(entry?.file_name().to_string_lossy().into_owned())
    };
    let mut names = folders.map(name).collect::<std::io::Result<Vec<String>>>()?;
    names.sort();
    Ok(names)
}

/// Builds the fuzzers and returns their folder. Installs `cargo fuzz` if it is missing.
fn build() -> Result<PathBuf> {
    ensure_cargo_tool("fuzz", CARGO_FUZZ)?;
    let host = host()?;
    // The dev profile checks for arithmetic overflow. The address sanitizer would need a nightly
    // compiler, and finds nothing in safe code.
    let options = "fuzz build --dev --sanitizer none --features libfuzzer --target-dir target/fuzz";
    run(Command::new("cargo").args(options.split(' ')).args(["--target", &host]))?;
    Ok(Path::new("target/fuzz").join(host).join("debug"))
}

/// Runs a target. New inputs that reach new code stay in `target/fuzz/corpus` for the next run;
/// inputs that fail are added to the corpus in `fuzz/corpus`, which the tests run.
fn run_target(programs: &Path, target: &str, seconds: u64) -> Result<Outcome> {
    let seeds = Path::new("fuzz/corpus").join(target);
    let found = Path::new("target/fuzz/corpus").join(target);
    let artifacts = Path::new("target/fuzz/artifacts").join(target);
    fs::create_dir_all(&found)?;
    if artifacts.exists() {
        fs::remove_dir_all(&artifacts)?;
    }
    fs::create_dir_all(&artifacts)?;
    let log = Path::new("target/fuzz").join(format!("{target}.log"));
    let started = Instant::now();
    // Ignores SIGPIPE in the shell that starts the fuzzer. Other Rust programs ignore it in their own `main`, but
    // a fuzzer has the `main` of libFuzzer.
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' PIPE; exec \"$@\"", "sh"])
        .arg(programs.join(target))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={INPUT_SECONDS}"))
        .arg(format!("-rss_limit_mb={MEMORY_MB}"))
        .arg(format!("-max_len={INPUT_BYTES}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .arg("-print_final_stats=1")
        // Inputs that are slow but below the timeout are not failures.
        .arg(format!("-report_slow_units={INPUT_SECONDS}"))
        .args([&found, &seeds])
        .stderr(File::create(&log)?)
        .stdout(File::create(log.with_extension("out"))?);
    let status = command.status().with_context(|| format!("cannot run the fuzzer of {target}"))?;
    let mut failures = Vec::new();
    for artifact in fs::read_dir(&artifacts)? {
        let artifact = artifact?;
        let kept = seeds.join(artifact.file_name());
        fs::copy(artifact.path(), &kept)?;
        failures.push(kept);
    }
    ensure!(
        status.success() || !failures.is_empty(),
        "{target}: the fuzzer failed without an input ({status}): see {}",
        log.display()
    );
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    Ok(outcome(target, &text, started.elapsed(), failures))
}

/// Reads the statistics that libFuzzer prints at its end.
fn outcome(target: &str, log: &str, time: Duration, failures: Vec<PathBuf>) -> Outcome {
    let last = |key: &str| {
        let after = log.rsplit_once(key).map_or("", |(_, after)| after);
        after.split_whitespace().next().unwrap_or("?").to_owned()
    };
    Outcome {
        target: target.to_owned(),
        inputs: last("stat::number_of_executed_units:"),
        coverage: last(" cov:"),
        corpus: last(" corp:"),
        memory: last("stat::peak_rss_mb:"),
        seconds: time.as_secs_f64(),
        failures,
    }
}

fn print(outcomes: &[Outcome]) {
    println!(
        "{:<12} {:>9} {:>11} {:>8} {:>12} {:>7} {:>9}",
        "target", "seconds", "inputs", "edges", "corpus", "MB", "failures"
    );
    for outcome in outcomes {
        let Outcome { target, inputs, coverage, corpus, memory, seconds, failures } = outcome;
        let failures = failures.len();
        println!(
            "{target:<12} {seconds:>9.0} {inputs:>11} {coverage:>8} {corpus:>12} {memory:>7} {failures:>9}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_the_last_ones_of_the_log() {
        let log = "#2 INITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 40Mb\n\
                   #900 DONE   cov: 345 ft: 900 corp: 27/3Kb lim: 4096 exec/s: 90 rss: 61Mb\n\
                   stat::number_of_executed_units: 900\nstat::peak_rss_mb:              61\n";
        let outcome = outcome("spec", log, Duration::from_secs(10), Vec::new());
        let Outcome { inputs, coverage, corpus, memory, .. } = outcome;
        assert_eq!([&*inputs, &coverage, &corpus, &memory], ["900", "345", "27/3Kb", "61"]);
    }
}
