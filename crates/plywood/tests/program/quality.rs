//! `plywood quality`, run as a process.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

use crate::program::{Background, is_refused, plywood, wait_until};

fn quality(arguments: &[&str]) -> Command {
    plywood(&[&["quality"], arguments].concat())
}

fn stdout(arguments: &[&str]) -> String {
    let output = quality(arguments).assert().success().get_output().clone();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the JSON document of a study without its elapsed time.
fn timeless(arguments: &[&str]) -> Value {
    let mut document: Value = serde_json::from_str(&stdout(arguments)).unwrap();
    assert!(document.as_object_mut().unwrap().remove("elapsed_s").is_some());
    document
}

const SMALL: [&str; 6] = ["--positions", "4", "--seeds", "3", "--seed", "7"];

/// A study accepts a resignation as a choice. Klondike's presets resign if nothing can be gained.
#[test]
fn to_give_up_is_a_choice_too() {
    let small =
        ["--positions", "6", "--seeds", "2", "--seed", "7", "--simulations", "20", "--json"];
    let mut arguments = vec!["klondike", "--player", "easy"];
    arguments.extend(small);
    let document = timeless(&arguments);
    assert_eq!(document["positions"], 6);
}

#[test]
fn every_game_has_the_four_indicators() {
    for (game, rules) in [
        ("othello", ""),
        ("klondike", "passes=1"),
        ("woodblock", "cap=3"),
        ("tetris", "height=8,cap=10"),
    ] {
        let players = ["--player", "mcts", "--player", "random", "--simulations", "30"];
        let mut arguments = vec![game, "--rules", rules, "--max-moves", "60"];
        arguments.extend(players.iter().chain(&SMALL));
        let text = stdout(&arguments);
        assert!(text.contains("seed 7") && text.contains("effective moves"), "{game}:\n{text}");

        arguments.push("--json");
        let document = timeless(&arguments);
        assert_eq!((&document["schema"], &document["game"]), (&1.into(), &game.into()));
        assert_eq!(document["complete"], true);
        let searching = &document["players"][0];
        assert_eq!((&searching["spec"], &searching["positions"]), (&"mcts".into(), &4.into()));
        let share = searching["consistency"]["mean"].as_f64().unwrap();
        assert!((1.0 / 3.0 - 1e-3..=1.0).contains(&share), "{game}: {share}");
        let curve = searching["convergence"]["curve"].as_array().unwrap();
        let counts: Vec<_> = curve.iter().map(|point| point["simulations"].as_u64()).collect();
        assert_eq!(counts, [1, 2, 5, 10, 20, 30].map(Some), "{game}");
        assert_eq!(curve[5]["agreement"], 1.0, "{game}");
        let effective = searching["tree_balance"]["mean"].as_f64().unwrap();
        let legal = searching["legal_moves"].as_f64().unwrap();
        assert!(1.0 <= effective && effective <= legal, "{game}: {effective} of {legal}");
        let rollouts = &searching["rollout_quality"];
        assert!(rollouts["standard_error"]["mean"].as_f64().unwrap() >= 0.0, "{game}");
        assert_eq!(rollouts["games"], 4, "{game}");
        let random = &document["players"][1];
        assert!(!random["consistency"].is_null(), "{game}");
        for indicator in ["convergence", "tree_balance", "rollout_quality"] {
            assert!(random[indicator].is_null(), "{game}: random has {indicator}");
        }

        arguments.extend(["--threads", "2"]);
        assert_eq!(timeless(&arguments), document, "{game}");
    }
}

#[test]
fn braces_stand_for_several_players_and_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("quality");
    let mut arguments = vec!["othello", "--player", "mcts:simulations={10,40}"];
    arguments.extend(SMALL);
    arguments.extend(["--out", out.to_str().unwrap()]);
    let text = stdout(&arguments);
    assert!(text.contains("mcts:simulations=10 ") && text.contains("mcts:simulations=40 "));
    let mut files: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let expected =
        ["calibration-1.svg", "calibration-2.svg", "convergence.svg", "quality.json", "visits.svg"];
    assert_eq!(files, expected);
    let written: Value =
        serde_json::from_str(&fs::read_to_string(out.join("quality.json")).unwrap()).unwrap();
    assert_eq!(written["players"][1]["spec"], "mcts:simulations=40");
    for plot in expected.iter().filter(|name| name.ends_with(".svg")) {
        assert!(fs::read_to_string(out.join(plot)).unwrap().starts_with("<svg"), "{plot}");
    }
    let output = quality(&arguments).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("--out"), "{error}");
}

#[test]
fn an_interrupted_study_ends_with_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("quality");
    let study = ["quality", "othello", "--player", "medium", "--positions", "5000", "--seed", "1"];
    let study = [&study[..], &["--json", "--out", out.to_str().unwrap()]].concat();
    let child = Background::start(&study);
    wait_until(|| out.join("quality.json").exists());
    is_refused(&study, "quality.json: another study is writing to it");
    let output = child.interrupt();
    assert_eq!(output.status.code(), Some(130));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["complete"], false);
    assert_eq!(fs::read(out.join("quality.json")).unwrap(), output.stdout);
}

#[test]
fn a_budget_of_time_is_measured_too() {
    let mut arguments = vec!["othello", "--player", "mcts", "--time", "3ms", "--max-moves", "3"];
    arguments.extend(SMALL);
    arguments.push("--json");
    let document = timeless(&arguments);
    let player = &document["players"][0];
    assert!(player["convergence"]["curve"].as_array().unwrap().len() > 2, "{player}");
    assert_eq!(player["rollout_quality"]["games"], 4);
}

#[test]
fn bad_input_gets_a_line_or_two_and_status_2() {
    let bad: [(&[&str], &str); 9] = [
        (&["chess", "--player", "mcts"], "unknown game"),
        (&["othello"], "--player"),
        (&["othello", "--player", "nobody"], "--player"),
        (&["othello", "--player", "mcts:c={1,2"], "--player"),
        (&["othello", "--player", "mcts", "--positions", "0"], "--positions"),
        (&["othello", "--player", "mcts", "--seeds", "1"], "--seeds"),
        (&["othello", "--player", "mcts", "--rules", "size=6"], "--rules"),
        (&["othello", "--player", "mcts", "--threads", "0"], "--threads"),
        (&["othello", "--player", "mcts", "--time", "soon"], "--time"),
    ];
    for (arguments, named) in bad {
        is_refused(&[&["quality"], arguments].concat(), named);
    }
}
