//! `plywood train`, driven from outside.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

/// A run of the cross-entropy method that takes a moment.
fn train(folder: &Path, more: &[&str]) -> Command {
    let mut command = train_by("cem", folder, &["--generations", "2"]);
    command.args(more);
    command
}

fn train_by(method: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["train", "tetris", "--method", method, "--out"]);
    command.arg(folder).args(["--rules", "width=4,height=4,cap=5"]).args(more);
    command.env_remove("RUST_LOG");
    command
}

/// What a command that fails says.
fn refusal(mut command: Command) -> String {
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty());
    assert!((1..=2).contains(&error.lines().count()), "{error}");
    error
}

#[test]
fn a_run_leaves_its_files_and_repeats_by_seed() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let output = train(&one, &["--seed", "7", "--json"]).assert().success();
    let document: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!((&document["schema"], &document["seed"]), (&1.into(), &7.into()));
    assert_eq!(document["done"], 2);
    train(&two, &["--seed", "7"]).assert().success();
    for name in ["best.safetensors", "checkpoint.safetensors", "metrics.csv", "curves.svg"] {
        assert_eq!(fs::read(one.join(name)).unwrap(), fs::read(two.join(name)).unwrap(), "{name}");
    }
    let play = |file: &str| {
        let spec = format!("linear:weights={:?}", one.join(file).display().to_string());
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(["hint", "tetris", "--player", &spec]);
        command
    };
    play("best.safetensors").assert().success();
    assert!(refusal(play("metrics.csv")).contains("not a safetensors file"));
    assert!(refusal(play("nothing.safetensors")).contains("nothing.safetensors"));
    // All is done, and the seed is known to the checkpoint.
    train(&one, &["--resume"]).assert().success();
}

#[test]
fn runs_that_cannot_begin_say_why() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    assert!(refusal(train(&run, &["--resume"])).contains("no checkpoint"));
    train(&run, &["--seed", "1"]).assert().success();
    assert!(refusal(train(&run, &["--seed", "1"])).contains("a run already"));
    let other = refusal(train(&run, &["--seed", "2", "--resume"]));
    assert!(other.contains("cannot be resumed"), "{other}");
    let metrics = run.join("metrics.csv");
    for text in ["short", &"x".repeat(1_000)] {
        fs::write(&metrics, text).unwrap();
        assert!(refusal(train(&run, &["--resume"])).contains("metrics.csv"));
    }
    let twice = refusal(train(&metrics, &[]));
    assert_eq!(twice.matches("exists").count(), 1, "{twice}");
    let features = train_by("dqn", &run, &["--features", "all"]);
    assert!(refusal(features).contains("design29, compact4"));
    assert!(refusal(train_by("dqn", &run, &["--moves", "0"])).contains("--moves"));
    for (game, rules, named) in [("othello", "", "expected tetris"), ("tetris", "hold=1", "hold")] {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(["train", game, "--rules", rules, "--out"]).arg(folder.path());
        assert!(refusal(command).contains(named));
    }
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["train", "tetris", "--method", "cem", "--out"]).arg(folder.path());
    assert!(refusal(command).contains("such as height=9,randomizer=uniform,end=strict"));
}

#[test]
fn options_of_the_other_method_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    for (method, option, value, owner) in [
        ("cem", "--moves", "9", "dqn"),
        ("cem", "--features", "design29", "dqn"),
        ("cem", "--rewards", "lines", "dqn"),
        ("dqn", "--generations", "9", "cem"),
    ] {
        let error = refusal(train_by(method, &run, &[option, value]));
        assert!(error.contains(&format!("{option}: only --method {owner} takes it")), "{error}");
    }
    assert!(!run.exists());
}

#[cfg(not(feature = "train"))]
#[test]
fn a_program_without_training_says_how_to_build_one_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(train_by("dqn", &folder.path().join("run"), &[]));
    assert!(error.contains("cargo build --release --package plywood --features train"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(refusal(train_by("dqn", &folder.path().join("run"), &["--resume"])), error);
}

#[cfg(feature = "train")]
#[test]
fn a_network_is_trained_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let arguments = ["--features", "compact4", "--moves", "300", "--seed", "1"];
    train_by("dqn", &run, &arguments).assert().success();
    let weights = run.join("best.safetensors");
    let spec = format!("dqn:features=compact4,weights={:?}", weights.display().to_string());
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["hint", "tetris", "--player", &spec]).assert().success();
}
