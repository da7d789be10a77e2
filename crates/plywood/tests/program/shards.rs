//! `plywood arena --shard` and `plywood report` of several folders, run as processes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::program::{self, is_refused, plywood};

const PLAYERS: [&str; 4] = ["--player", "mcts:simulations={20,60}", "--player", "random"];

/// Plays a tournament, or a part of it, and returns its summary.
fn play(folder: &Path, options: &[&str]) -> Value {
    let out = ["--out", folder.to_str().unwrap(), "--json"];
    program::json(&[&["arena", "othello"], &PLAYERS[..], options, &out].concat())
}

/// Returns the folders as arguments.
fn names(folders: &[&Path]) -> Vec<String> {
    folders.iter().map(|folder| folder.to_str().unwrap().to_owned()).collect()
}

fn without_times(mut summary: Value) -> Value {
    summary["elapsed_s"] = json!(0);
    for player in summary["players"].as_array_mut().unwrap() {
        player["ms_per_move"] = json!(0);
    }
    summary
}

/// Returns the games of a folder without their times, in the order of the plan.
fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    games.iter_mut().for_each(|game| game["times"] = json!(0));
    games.sort_by_key(|game| (game["round"].as_u64(), game["seats"].to_string()));
    games
}

#[test]
fn four_parts_are_the_whole_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let plan = ["--games", "10", "--seed", "5"];
    let whole = play(&at("whole"), &plan);
    let parts = ["1/4", "2/4", "3/4", "4/4"].map(|shard| at(&format!("part-{}", &shard[..1])));
    for (number, part) in (1..).zip(&parts) {
        let summary = play(part, &[&plan[..], &["--shard", &format!("{number}/4")]].concat());
        assert_eq!(summary["complete"], true, "part {number}");
    }
    // The parts may be in any order.
    let folders = names(&[&parts[2], &parts[0], &parts[3], &parts[1]]);
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let report = program::json(&[&["report", "--json"], &folders[..]].concat());
    assert_eq!(without_times(report.clone()), without_times(whole));

    let joined = at("joined");
    let out = ["--json", "--out", joined.to_str().unwrap()];
    let again = program::json(&[&["report"], &folders[..], &out].concat());
    assert_eq!(again, report);
    assert_eq!(games(&joined), games(&at("whole")));
    let plans = [&joined, &at("whole")].map(|folder| fs::read(folder.join("arena.json")).unwrap());
    assert_eq!(plans[0], plans[1]);
    for file in ["summary.csv", "ratings.svg"] {
        assert!(joined.join(file).exists(), "{file}");
    }
}

#[test]
fn wrong_parts_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let [one, two, foreign, whole] = ["one", "two", "foreign", "whole"].map(at);
    let plan = ["--games", "4", "--seed", "5", "--shard"];
    play(&one, &[&plan[..], &["1/2"]].concat());
    play(&two, &[&plan[..], &["2/2"]].concat());
    play(&foreign, &["--games", "4", "--seed", "6", "--shard", "2/2"]);
    play(&whole, &["--games", "4", "--seed", "5"]);
    let report = |folders: &[&Path], expected: &str| {
        let folders = names(folders);
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        is_refused(&[&["report"], &folders[..]].concat(), expected);
    };
    report(&[&one], "missing 2/2");
    report(&[&one, &foreign], "foreign: holds a part of another tournament");
    report(&[&one, &foreign], "seed 6, not 5");
    report(&[&one, &two, &two], "two: holds part 2/2, which");
    report(&[&one, &whole], "whole: holds a whole tournament");
    // Removes games from the second part, so that it is incomplete.
    let file = two.join("games.jsonl");
    let games = fs::read_to_string(&file).unwrap();
    let first = games.lines().next().unwrap();
    fs::write(&file, format!("{first}\n")).unwrap();
    report(&[&one, &two], "two: holds 1 of the 6 games of part 2/2");
    play(&two, &[&plan[..], &["2/2", "--resume"]].concat());
    let folders = names(&[&one, &two]);
    plywood(&["report", &folders[0], &folders[1]]).assert().success();
    // A tournament can be resumed only as the same part.
    let other = ["arena", "othello", "--player", "random", "--player", "random"];
    let out = ["--out", one.to_str().unwrap(), "--resume", "--games", "4", "--shard", "2/2"];
    is_refused(&[&other[..], &out].concat(), "one: holds records with");
}

#[test]
fn wrong_shards_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arena = |options: &[&str], expected: &str| {
        is_refused(
            &[&["arena", "othello"], &PLAYERS[2..], &PLAYERS[2..], options].concat(),
            expected,
        );
    };
    for shard in ["0/4", "5/4", "4", "1/0", "a/b", "-1/2", "1/2/3", ""] {
        arena(&["--out", out, "--shard", shard], "such as 2/4");
    }
    arena(&["--shard", "1/2"], "--out");
    arena(&["--out", out, "--shard", "1/2", "--sprt", "0,50"], "--shard");
    // Part 1/3 is refused, too, although it has a round: without part 3/3, no report could join the parts.
    for shard in ["3/3", "1/3", "1/4294967295"] {
        arena(&["--out", out, "--games", "4", "--shard", shard], "expected at most 2 parts");
    }
}
