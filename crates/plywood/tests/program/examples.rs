//! The examples as programs: games with private hands, for two seats and for four.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

/// Returns a command that runs an example. Cargo builds the examples with the tests.
fn example(name: &str, arguments: &[&str]) -> Command {
    let folder = Path::new(cargo_bin!("plywood")).parent().expect("a folder").join("examples");
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "run `cargo build --package plywood --examples` first");
    let mut command = Command::new(program);
    command.args(arguments).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command
}

fn stdout(name: &str, arguments: &[&str], input: &str) -> String {
    let output = example(name, arguments).write_stdin(input).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn json(name: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(name, arguments, "")).unwrap()
}

fn refused(name: &str, arguments: &[&str]) -> String {
    let output = example(name, arguments).assert().code(2);
    String::from_utf8(output.get_output().stderr.clone()).unwrap()
}

#[test]
fn a_game_of_hearts_is_played_in_the_terminal_with_ones_own_hand_in_view() {
    let arguments = ["play", "hearts", "--seed", "3", "--opponent", "rules", "--you", "fourth"];
    // Enter alone is refused while there is a choice; `hint` names a card of one's own.
    let shown = stdout("hearts", &arguments, "hint\nmoves\n\nquit\n");
    assert!(shown.contains("you are East, rules plays South, West, North"), "{shown}");
    // Nine cards were passed before. They are hidden.
    assert_eq!(shown.matches(" plays ??\n").count(), 9, "{shown}");
    let mut answers = shown.lines().filter_map(|line| line.strip_prefix("East> "));
    let moves = answers.find(|answer| answer.len() > 30).expect("the list of moves");
    let own: Vec<&str> = moves.split(' ').collect();
    assert_eq!(own.len(), 13, "{shown}");
    for line in shown.lines().filter(|line| line.contains('[')) {
        for card in line.split(['[', ']', ' ']).filter(|word| word.len() == 2) {
            assert!(own.contains(&card), "{card} is in the hand of another seat: {line}");
        }
    }
}

#[test]
fn the_log_does_not_show_hidden_moves() {
    let arguments =
        ["play", "hearts", "--seed", "3", "--opponent", "rules", "--you", "second", "-v"];
    let output = example("hearts", &arguments).write_stdin("quit\n").assert().success();
    let log = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert_eq!(log.matches(" decided ").count(), 3, "the passes of South: {log}");
    assert!(!log.contains("move="), "{log}");
}

#[test]
fn a_position_of_another_seat_is_refused() {
    // South sees its hand while West is to pass.
    let view = "seat=S hand=2C3C4C5C6C7C8C9CTCJC gave=QCKCAC passed=3";
    let error = refused("hearts", &["hint", "hearts", "--position", view]);
    assert!(error.contains("--position: the position is the view of South"), "{error}");
    let error = refused("hearts", &["play", "hearts", "--position", view, "--you", "second"]);
    assert!(error.contains("the view of South, and you are West"), "{error}");
    let error = refused("hearts", &["play", "hearts", "--you", "fifth"]);
    assert!(error.contains("first, second, third, fourth"), "{error}");
}

#[test]
fn the_arena_plays_hearts_in_all_rotations_of_both_line_ups() {
    let arguments = ["arena", "hearts", "--player", "rules", "--player", "random", "--seed", "1"];
    let document = json("hearts", &[&arguments[..], &["--games", "80", "--json"]].concat());
    let [pair] = &document["pairs"].as_array().unwrap()[..] else { panic!("{document}") };
    assert_eq!((&pair["games"], &pair["deals"]), (&json!(80), &json!(10)));
    for line_up in [&pair["one_a"], &pair["one_b"]] {
        let [low, high] = [0, 1].map(|side| line_up["ci95"][side].as_f64().unwrap());
        assert!(0.0 < low && low < high, "rules are better than random moves: {document}");
    }
    let players = document["players"].as_array().unwrap();
    let place = |player: &Value| player["mean_place"].as_f64().unwrap();
    assert!(place(&players[0]) < place(&players[1]), "{document}");
}

#[test]
fn the_arena_plays_leduc_without_options_and_counts_chips() {
    let arguments = ["arena", "leduc", "--player", "mcts:simulations=100", "--player", "random"];
    let document = json("leduc", &[&arguments[..], &["--seed", "1", "--json"]].concat());
    let [pair] = &document["pairs"].as_array().unwrap()[..] else { panic!("{document}") };
    assert!(pair["ci95"][0].as_f64().unwrap() > 0.0, "the search wins chips: {document}");
    assert_eq!(document["players"][0]["unit"], "chips");
}

#[test]
fn all_players_of_a_watched_game_are_bound_to_their_seats() {
    let arguments = ["watch", "hearts", "--player", "rules", "--seed", "5", "--json"];
    let document = json("hearts", &arguments);
    let scores: Vec<f64> = document["scores"]
        .as_array()
        .unwrap()
        .iter()
        .map(|score| score.as_f64().unwrap())
        .collect();
    assert_eq!(document["moves"].as_array().unwrap().len(), 12 + 52);
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let names = ["South", "West", "North", "East"];
    let winners: Vec<_> = names
        .into_iter()
        .zip(&scores)
        .filter(|(_, score)| **score == best)
        .map(|(name, _)| name)
        .collect();
    let result = document["result"].as_str().unwrap();
    assert!(result.starts_with(&winners.join(" and ")), "{result}: {scores:?}");
}

#[test]
fn the_help_of_a_program_has_its_own_name() {
    let help = stdout("hearts", &["play", "--help"], "");
    assert!(help.contains("Usage: hearts play") && help.contains("hearts play othello"), "{help}");
    assert!(!help.contains("plywood play"), "{help}");
}
