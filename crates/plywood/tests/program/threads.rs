//! The program when the system starts fewer threads than it asks for, or none.

use std::fs;
use std::process::Output;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use crate::program::plywood;

/// A stack size larger than the address space: no thread can be started.
const NO_THREADS: (&str, &str) = ("RUST_MIN_STACK", "70368744177664");

/// Runs the program where at most three threads can be started, in addition to the main thread: each
/// has a stack of 1 GiB, in an address space of 4 GiB.
fn with_few_threads(arguments: &str) -> Output {
    let program = cargo_bin!("plywood").display().to_string();
    let script = format!("ulimit -v 4194304 && exec '{program}' {arguments}");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).env("RUST_MIN_STACK", (1 << 30).to_string());
    command.env_remove("RUST_LOG").output().unwrap()
}

fn document(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !error.contains("panic"), "{error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the decision of a document, without its times.
fn decision(mut document: Value) -> Value {
    for time in ["elapsed_ms", "simulations_per_second"] {
        document["stats"][time] = Value::Null;
    }
    document
}

const HINT: &str = "hint othello --player mcts --simulations 2000 --threads 64 --seed 7 --json";

#[test]
fn decisions_do_not_depend_on_the_threads_that_can_be_started() {
    let arguments: Vec<&str> = HINT.split(' ').collect();
    let usual = decision(document(&plywood(&arguments).output().unwrap()));
    assert_eq!(usual["stats"]["simulations"], 2000);
    let (name, value) = NO_THREADS;
    let alone = plywood(&arguments).env(name, value).output().unwrap();
    assert_eq!(decision(document(&alone)), usual);
    if cfg!(target_os = "linux") {
        assert_eq!(decision(document(&with_few_threads(HINT))), usual);
    }
}

#[test]
fn time_limits_hold_without_threads() {
    let arguments = ["hint", "othello", "--player", "mcts", "--time", "50ms", "--json"];
    let (name, value) = NO_THREADS;
    let alone = plywood(&[&arguments[..], &["--threads", "8"]].concat()).env(name, value).output();
    let document = document(&alone.unwrap());
    assert_eq!(document["stopped_by"], "time");
    assert!(document["stats"]["elapsed_ms"].as_f64().unwrap() < 1000.0, "{document}");
}

#[cfg(target_os = "linux")]
#[test]
fn tournaments_run_on_the_threads_that_can_be_started() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name).display().to_string();
    let players = "--player easy --player greedy --games 40 --seed 1";
    let arena = |name| format!("arena othello {players} --threads 40 --json --out '{}'", out(name));
    let few = with_few_threads(&arena("few"));
    let warning = String::from_utf8_lossy(&few.stderr);
    assert!(warning.contains("of 40 threads could be started"), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
    let few = document(&few);
    assert_eq!((&few["complete"], &few["games"]), (&json!(true), &json!(40)));
    let arguments = arena("usual").replace('\'', "");
    let usual = document(&plywood(&arguments.split(' ').collect::<Vec<_>>()).output().unwrap());
    for player in 0..2 {
        assert_eq!(few["players"][player]["wins"], usual["players"][player]["wins"]);
    }
    let games = fs::read_to_string(folder.path().join("few/games.jsonl")).unwrap();
    assert_eq!(games.lines().count(), 40);
}

#[test]
fn commands_that_need_a_thread_say_so_and_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("records");
    let out = out.to_str().unwrap();
    let players = ["--player", "random", "--player", "greedy", "--out", out];
    let commands = [
        [&["arena", "othello", "--games", "2"], &players[..]].concat(),
        [&["quality", "othello", "--positions", "1"], &players[..]].concat(),
        vec!["engine", "json"],
        vec!["serve", "--addr", "127.0.0.1:0"],
    ];
    for arguments in commands {
        let (name, value) = NO_THREADS;
        let mut program = plywood(&arguments);
        program.env(name, value).write_stdin("").timeout(Duration::from_secs(60));
        let output = program.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
        assert!(error.contains("thread"), "{error}");
        assert!(!fs::exists(out).unwrap(), "{arguments:?} left a folder");
    }
}
