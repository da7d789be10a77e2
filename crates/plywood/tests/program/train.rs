//! `plywood train`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

use crate::program::{Background, error_of, wait_until};

/// Returns a command that trains with the cross-entropy method for two generations.
fn train(folder: &Path, more: &[&str]) -> Command {
    train_by("cem", folder, &[&["--generations", "2"], more].concat())
}

fn train_by(method: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["train", "tetris", "--method", method, "--out"]);
    command.arg(folder).args(more);
    if !more.contains(&"--rules") {
        command.args(["--rules", "width=4,height=4,cap=5"]);
    }
    command.env_remove("RUST_LOG");
    command
}

/// Runs a command that must fail with bad input, and returns its error message.
fn refusal(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.stdout.is_empty());
    let error = error_of(output, 2);
    assert!((1..=2).contains(&error.lines().count()), "{error}");
    error
}

const FILES: [&str; 4] =
    ["best.safetensors", "checkpoint.safetensors", "metrics.csv", "curves.svg"];

fn assert_same_files(one: &Path, two: &Path) {
    for name in FILES {
        assert!(fs::read(one.join(name)).unwrap() == fs::read(two.join(name)).unwrap(), "{name}");
    }
}

/// Starts a run, and kills it after its first round.
fn kill_after_a_round(arguments: &[&str], out: &Path) {
    let child = Background::start(&[arguments, &["--out", out.to_str().unwrap()]].concat());
    wait_until(|| rows(out) >= 2);
    drop(child);
}

/// Returns the number of lines in the metrics of a run: a head, and a line for each round.
fn rows(out: &Path) -> usize {
    fs::read_to_string(out.join("metrics.csv")).map_or(0, |text| text.lines().count())
}

/// Returns the validation of each round, the last column of the metrics.
fn validations(out: &Path) -> Vec<f64> {
    let metrics = fs::read_to_string(out.join("metrics.csv")).unwrap();
    metrics.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn equal_seeds_write_equal_files() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let output = train(&one, &["--seed", "7", "--json"]).assert().success();
    let document: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!((&document["schema"], &document["seed"]), (&1.into(), &7.into()));
    assert_eq!(document["done"], 2);
    train(&two, &["--seed", "7"]).assert().success();
    assert_same_files(&one, &two);
    let play = |file: &str| {
        let spec = format!("linear:weights={:?}", one.join(file).display().to_string());
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(["hint", "tetris", "--player", &spec]);
        command
    };
    play("best.safetensors").assert().success();
    assert!(refusal(play("metrics.csv")).contains("not a safetensors file"));
    assert!(refusal(play("nothing.safetensors")).contains("nothing.safetensors"));
    // Resuming a finished run without `--seed` succeeds: the seed comes from the checkpoint.
    train(&one, &["--resume"]).assert().success();
    assert_same_files(&one, &two);
}

#[test]
fn a_finished_run_is_extended() {
    let folder = tempfile::tempdir().unwrap();
    let [extended, whole] = ["extended", "whole"].map(|name| folder.path().join(name));
    train_by("cem", &extended, &["--generations", "2", "--seed", "7"]).assert().success();
    train_by("cem", &extended, &["--generations", "5", "--resume"]).assert().success();
    train_by("cem", &whole, &["--generations", "5", "--seed", "7"]).assert().success();
    assert_same_files(&extended, &whole);
    // Without --generations, a resumed run keeps its own total instead of the default.
    train_by("cem", &extended, &["--resume"]).assert().success();
    assert_same_files(&extended, &whole);
}

/// Starts a run that does not end by itself within a test.
fn long(folder: &Path, more: &[&str]) -> Background {
    let train = ["train", "tetris", "--method", "cem", "--rules", "width=4,height=4,cap=5"];
    let run = ["--generations", "1000000", "--seed", "7", "--out", folder.to_str().unwrap()];
    Background::start(&[&train[..], &run, more].concat())
}

#[test]
fn ctrl_c_says_how_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    for (resume, advice) in [(&[][..], "add --resume"), (&["--resume"], "run the same command")] {
        let before = rows(&run).max(1);
        let child = long(&run, resume);
        wait_until(|| rows(&run) > before);
        let output = child.interrupt();
        assert!(output.stdout.is_empty());
        let message = error_of(output, 130);
        assert!(message.contains(advice) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_run_in_progress_is_not_resumed_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let _child = long(folder.path(), &[]);
    wait_until(|| folder.path().join("checkpoint.safetensors").exists());
    let error = refusal(train_by("cem", folder.path(), &["--resume"]));
    assert!(error.contains("metrics.csv: another training run is writing to it"), "{error}");
}

#[test]
fn the_files_of_a_resumed_run_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path();
    train_by("cem", run, &["--generations", "3", "--seed", "7"]).assert().success();
    let error = refusal(train_by("cem", run, &["--resume", "--generations", "2"]));
    assert!(error.contains("--generations: the run has done 3 already, asked for 2"), "{error}");
    fs::remove_file(run.join("best.safetensors")).unwrap();
    let error = refusal(train_by("cem", run, &["--resume"]));
    assert!(error.contains("best.safetensors is missing"), "{error}");
}

#[test]
fn runs_that_cannot_start_or_continue_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    assert!(refusal(train(&run, &["--resume"])).contains("no checkpoint"));
    train(&run, &["--seed", "1"]).assert().success();
    assert!(refusal(train(&run, &["--seed", "1"])).contains("a run already"));
    let other = refusal(train(&run, &["--seed", "2", "--resume"]));
    assert!(other.contains("--seed was 1, asked for 2"), "{other}");
    let other = refusal(train(&run, &["--rules", "width=5,height=4,cap=5", "--resume"]));
    assert!(
        other.contains("--rules was width=4") && other.contains("asked for width=5"),
        "{other}"
    );
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
    for (game, rules, named) in [
        ("chess", "", "expected othello or klondike or woodblock or tetris"),
        ("tetris", "hold=1", "hold"),
        ("othello", "a=b", "--rules: unknown key \"a\""),
        ("woodblock", "variant=none", "--rules: unknown variant \"none\""),
        ("woodblock", "cap=9", "--rules: a training has a cap of its own"),
    ] {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(["train", game, "--rules", rules, "--out"]).arg(folder.path());
        assert!(refusal(command).contains(named));
    }
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["train", "tetris", "--method", "cem", "--out"]).arg(folder.path());
    assert!(refusal(command).contains("such as height=9,randomizer=uniform,end=strict"));
}

#[test]
fn rules_of_a_resumed_run_are_quoted_as_they_are_typed() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().to_str().unwrap();
    let train = ["train", "klondike", "--seed", "1", "--out", run];
    let child = Background::start(&train);
    wait_until(|| folder.path().join("checkpoint.safetensors").exists());
    drop(child);
    let refused = |more: &[&str]| {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(train).arg("--resume").args(more);
        refusal(command)
    };
    let error = refused(&["--rules", "passes=2,draw=1"]);
    assert!(error.contains("--rules was draw=3, asked for draw=1,passes=2"), "{error}");
    let error = refused(&["--threads", "2"]);
    assert!(error.contains("--threads: klondike does not take it"), "{error}");
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
fn without_the_feature_train_the_error_names_the_build_command() {
    let folder = tempfile::tempdir().unwrap();
    let error = refusal(train_by("dqn", &folder.path().join("run"), &[]));
    assert!(error.contains("cargo build --release --package plywood --features train"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(refusal(train_by("dqn", &folder.path().join("run"), &["--resume"])), error);
}

#[cfg(feature = "train")]
#[test]
fn a_trained_network_plays() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let arguments = ["--features", "compact4", "--moves", "300", "--seed", "1"];
    train_by("dqn", &run, &arguments).assert().success();
    let weights = run.join("best.safetensors");
    let spec = format!("dqn:features=compact4,weights={:?}", weights.display().to_string());
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["hint", "tetris", "--player", &spec]).assert().success();
    for (option, value, message) in [
        ("--moves", "400", "--moves was 300, asked for 400"),
        ("--rewards", "survival", "--rewards was lines, asked for survival"),
        ("--features", "design29", "--features was compact4, asked for design29"),
    ] {
        let mut arguments = vec!["--resume", option, value];
        if option != "--features" {
            arguments.extend(["--features", "compact4"]);
        }
        let error = refusal(train_by("dqn", &run, &arguments));
        assert!(error.contains(message), "{error}");
    }
    let error = refusal(train_by("cem", &run, &["--resume"]));
    assert!(error.contains("--method was dqn, asked for cem"), "{error}");
    // Without --moves, a resumed run keeps its own number of moves instead of the default.
    train_by("dqn", &run, &["--features", "compact4", "--resume"]).assert().success();
}

#[test]
fn othello_learns_the_same_in_one_run_and_in_two_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, extended, killed] =
        ["one", "two", "extended", "killed"].map(|name| folder.path().join(name));
    let train = |out: &Path, more: &[&str]| {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(["train", "othello", "--seed", "3", "--out"]).arg(out).args(more);
        command.assert().success();
    };
    // A generation has 4,000 games, so this run has two generations.
    train(&one, &["--games", "7000", "--threads", "1"]);
    // The time limit has passed at the end of the first round, so the run stops there.
    train(&two, &["--games", "7000", "--threads", "2", "--time", "1ms"]);
    let metrics = fs::read_to_string(two.join("metrics.csv")).unwrap();
    assert_eq!(metrics.lines().count(), 2, "{metrics}");
    train(&two, &["--games", "7000", "--threads", "2", "--resume"]);
    assert_same_files(&one, &two);
    // Extends a finished run of one generation.
    train(&extended, &["--games", "100"]);
    train(&extended, &["--games", "8000", "--resume"]);
    assert_same_files(&one, &extended);
    // A process that is killed in its second generation.
    let run = ["train", "othello", "--seed", "3", "--games", "7000"];
    kill_after_a_round(&run, &killed);
    train(&killed, &["--games", "7000", "--resume"]);
    assert_same_files(&one, &killed);
    // Training reduces the error: validation is the negative error in discs, which is 14.36 with all weights 0.
    let errors = validations(&one);
    assert!(errors[1] > errors[0] && errors[1] > -14.3, "{errors:?}");
    let spec = format!(
        "alphabeta:depth=2,weights={:?}",
        one.join("best.safetensors").display().to_string()
    );
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["hint", "othello", "--player", &spec]).assert().success();
}

#[test]
fn wood_block_learns_the_same_in_one_run_and_in_two_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, killed] = ["one", "two", "killed"].map(|name| folder.path().join(name));
    let run = ["train", "woodblock", "--rules", "variant=blast8", "--seed", "3"];
    let train = |out: &Path, more: &[&str]| {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(run).args(more).arg("--out").arg(out).assert().success();
    };
    // A generation has 250 games, so this run has three generations.
    train(&one, &["--games", "700", "--threads", "1"]);
    // Extends a finished run of one generation.
    train(&two, &["--games", "250", "--threads", "2"]);
    train(&two, &["--games", "750", "--threads", "2", "--resume"]);
    assert_same_files(&one, &two);
    // A process that is killed in its second generation.
    kill_after_a_round(&[&run[..], &["--games", "700"]].concat(), &killed);
    train(&killed, &["--games", "700", "--resume"]);
    assert_same_files(&one, &killed);
    // Validation is the number of hands in a game, which grows by training.
    let hands = validations(&one);
    assert!(hands[2] > hands[0] && hands[2] > 25.0, "{hands:?}");
    let spec =
        format!("exhaustive:weights={:?}", one.join("best.safetensors").display().to_string());
    let mut hint = Command::new(cargo_bin!("plywood"));
    hint.args(["hint", "woodblock", "--rules", "variant=blast8", "--player", &spec]);
    hint.assert().success();
    // With other rules than those of the weights, every command is refused before the game begins.
    let commands: [&[&str]; 4] = [
        &["hint", "woodblock", "--player"],
        &["watch", "woodblock", "--player"],
        &["play", "woodblock", "--opponent"],
        &["arena", "woodblock", "--player", "greedy", "--player"],
    ];
    for arguments in commands {
        let mut command = Command::new(cargo_bin!("plywood"));
        command.args(arguments).arg(&spec);
        let error = refusal(command);
        let reason = "the weights are for other rules than classic10";
        assert!(error.contains("weights=") && error.contains(reason), "{error}");
    }
}

#[test]
fn wood_block_is_resumed_by_the_same_rules_alone() {
    let folder = tempfile::tempdir().unwrap();
    let variant = folder.path().join("own.toml");
    let write = |weight: u32| {
        let head = "name = \"own\"\nsize = 4\nboxes = false\nscoring = \"lines\"\n";
        let shapes = format!(
            "shapes = [{{ rows = [\"##\", \"#.\"], weight = {weight} }}, {{ rows = [\"##\"], weight = 1 }}]"
        );
        fs::write(&variant, format!("{head}{shapes}")).unwrap();
    };
    let file = format!("variant={:?}", variant.display().to_string());
    for (method, total) in [("value", "--games"), ("cem", "--generations")] {
        write(1);
        let run = folder.path().join(method);
        let train = |rules: &str, more: &[&str]| {
            let mut command = Command::new(cargo_bin!("plywood"));
            command.args(["train", "woodblock", "--method", method, "--rules", rules]);
            command.args(more).args([total, "1", "--out"]).arg(&run);
            command
        };
        let turned = format!("{file},rotate=true");
        train(&turned, &["--seed", "3"]).assert().success();
        train(&format!("rotate=true,{file}"), &["--resume"]).assert().success();
        let error = refusal(train(&format!("{file},rotate=false"), &["--resume"]));
        let expected = "--rules was variant=own.toml,rotate=true, asked for variant=own.toml\n";
        assert!(error.ends_with(expected), "{error}");
        let error = refusal(train("", &["--resume"]));
        assert!(error.ends_with("asked for variant=classic10\n"), "{error}");
        write(2);
        let error = refusal(train(&turned, &["--resume"]));
        assert!(error.contains("--resume: the variant file has changed"), "{error}");
    }
}

#[test]
fn wood_block_tunes_weights_of_features() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let mut train = Command::new(cargo_bin!("plywood"));
    train.args(["train", "woodblock", "--method", "cem", "--generations", "1", "--seed", "3"]);
    train.args(["--rules", "variant=blast8", "--out"]).arg(&run).assert().success();
    let spec = format!("hard:weights={:?}", run.join("best.safetensors").display().to_string());
    let mut hint = Command::new(cargo_bin!("plywood"));
    hint.args(["hint", "woodblock", "--player", &spec]).assert().success();
}
