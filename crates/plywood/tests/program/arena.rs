//! `plywood arena` and `plywood report`, run as processes.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use plywood::search::Rng;
use serde_json::{Value, json};

use crate::program::{self, Background, error_of, is_refused, plywood, wait_until};

fn arena(arguments: &[&str]) -> Value {
    program::json(&[&["arena"], arguments, &["--json"]].concat())
}

/// Removes the times from a summary, since they differ from run to run.
fn timeless(mut document: Value) -> Value {
    document["elapsed_s"] = json!(0);
    for player in document["players"].as_array_mut().unwrap() {
        player["ms_per_move"] = json!(null);
    }
    document
}

/// Returns the recorded games of a folder without their times. The key is the round and the seats.
fn games_of(folder: &Path) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        game["times"] = json!(null);
        let name = format!("{} {}", game["round"], game["seats"]);
        assert_eq!(games.insert(name, game), None, "a game was played twice");
    }
    games
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let ask = |threads| {
        let players = ["--player", "medium", "--player", "easy", "--player", "random"];
        let rest = ["--games", "12", "--seed", "1", "--threads", threads];
        arena(&[&["othello"], &players[..], &rest].concat())
    };
    let document = ask("1");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["game"], "othello");
    assert_eq!((&document["rules"], &document["seed"]), (&json!(""), &json!(1)));
    assert!(document["elapsed_s"].as_f64().unwrap() > 0.0);
    let specs: Vec<_> =
        document["players"].as_array().unwrap().iter().map(|player| &player["spec"]).collect();
    assert_eq!(specs, ["medium", "easy", "random"]);
    for player in document["players"].as_array().unwrap() {
        let count = |key: &str| player[key].as_u64().unwrap();
        assert_eq!(count("games"), 24);
        assert_eq!(count("wins") + count("draws") + count("losses"), 24);
        assert!(player["ms_per_move"]["mean"].is_number(), "{player}");
        assert!(player["ms_per_move"]["p95"].is_number(), "{player}");
        assert_eq!(player["elo_ci95"].as_array().unwrap().len(), 2);
    }
    assert_eq!(document["players"][2]["elo"], 0.0);
    assert!(document["players"][0]["elo"].as_f64().unwrap() > 100.0);
    assert_eq!(document["pairs"].as_array().unwrap().len(), 3);
    assert_eq!(document["pairs"][0]["games"], 12);
    assert_eq!(timeless(ask("1")), timeless(document.clone()));
    assert_eq!(timeless(ask("2")), timeless(document));
}

#[test]
fn games_of_one_are_compared_on_the_same_deals() {
    let rules = ["--rules", "height=8,end=strict,cap=100", "--games", "20", "--seed", "3"];
    let players = ["--player", "linear", "--player", "greedy"];
    let document = arena(&[&["tetris"], &players[..], &rules].concat());
    let (linear, greedy) = (&document["players"][0], &document["players"][1]);
    assert!(linear["mean"].as_f64().unwrap() > greedy["mean"].as_f64().unwrap());
    assert!(linear["capped"].as_u64().unwrap() > 0 && greedy["capped"] == 0, "{document}");
    assert_eq!((&linear["unit"], &linear["win_rate"]), (&json!("lines"), &json!(null)));
    for key in ["mean_ci95", "median", "min", "max"] {
        assert!(!linear[key].is_null(), "{key}: {linear}");
    }
    let pair = &document["pairs"][0];
    let difference = pair["mean_difference"].as_f64().unwrap();
    let (low, high) = (pair["ci95"][0].as_f64().unwrap(), pair["ci95"][1].as_f64().unwrap());
    assert!(low < difference && difference < high && low > 0.0, "{pair}");

    let klondike = ["--games", "30", "--seed", "3", "--simulations", "1000"];
    let players = ["--player", "astar", "--player", "random"];
    let document = arena(&[&["klondike"], &players[..], &klondike].concat());
    assert!(document["players"][0]["win_rate"].as_f64().unwrap() > 0.0);
    assert_eq!(document["players"][1]["win_rate_ci95"].as_array().unwrap().len(), 2);
    assert_eq!(document["pairs"][0]["only_b_won"], 0);
    // A game that was cut off does not count as won.
    let cut = ["--games", "10", "--seed", "3", "--simulations", "1000", "--max-moves", "60"];
    let document = arena(&[&["klondike", "--player", "astar"], &cut[..]].concat());
    let player = &document["players"][0];
    assert!(player["capped"].as_u64().unwrap() > 0, "{player}");
    assert_eq!(player["win_rate"], 0.0, "{player}");
}

#[test]
fn a_gauntlet_is_the_first_against_the_rest() {
    let players = ["--player", "easy", "--player", "mcts:simulations={1,5}", "--player", "random"];
    let document = arena(
        &[&["othello"], &players[..], &["--games", "2", "--seed", "1", "--gauntlet"]].concat(),
    );
    let pairs: Vec<_> = document["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| format!("{} {}", pair["a"], pair["b"]).replace('"', ""))
        .collect();
    let others = ["mcts:simulations=1", "mcts:simulations=5", "random"];
    assert_eq!(pairs, others.map(|other| format!("easy {other}")));
}

#[test]
fn identical_games_are_reported() {
    // `greedy` is deterministic: against itself, both games of an opening are identical.
    let players = ["--player", "greedy", "--player", "greedy"];
    let document = arena(&[&["othello"], &players[..], &["--games", "6", "--seed", "1"]].concat());
    assert_eq!(document["identical_games"], 3);
    let players = ["--player", "easy", "--player", "random"];
    let document = arena(&[&["othello"], &players[..], &["--games", "6", "--seed", "1"]].concat());
    assert_eq!(document["identical_games"], 0);
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let ask = |threads| {
        let players = ["--player", "mcts:simulations=50", "--player", "random"];
        let test = ["--games", "400", "--seed", "5", "--sprt", "0,100", "--threads", threads];
        arena(&[&["othello"], &players[..], &test].concat())
    };
    let document = ask("1");
    assert_eq!(document["sprt"]["verdict"], "elo1");
    let games = document["players"][0]["games"].as_u64().unwrap();
    assert_eq!(games, 2 * document["sprt"]["pairs"].as_u64().unwrap());
    assert!(games < 200 && document["complete"] == true, "{document}");
    assert_eq!(timeless(ask("2")), timeless(document));
}

const LADDER: [&str; 7] =
    ["arena", "othello", "--player", "mcts:simulations={20,60}", "--games", "400", "--seed"];

fn start(folder: &Path, resume: bool) -> Child {
    let mut command = std::process::Command::new(cargo_bin!("plywood"));
    command.args(LADDER).args(["9", "--threads", "2", "--out"]).arg(folder);
    if resume {
        command.arg("--resume");
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_killed_arena_is_resumed_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    assert!(start(&whole, false).wait().unwrap().success());
    let expected = games_of(&whole);
    assert_eq!(expected.len(), 400);

    let torn = folder.path().join("torn");
    let played = || fs::read(torn.join("games.jsonl")).map_or(0, |text| text.len());
    let mut rng = Rng::new(1);
    let (mut kills, mut resume) = (0, false);
    while kills < 8 {
        let before = played();
        let mut child = start(&torn, resume);
        // Kills every fourth process while it starts, and the other processes after they have
        // written a game. A kill after a fixed time would depend on the speed of the machine.
        while kills % 4 > 0 && played() <= before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(rng.below(12) as u64));
        // `kill` is SIGKILL.
        child.kill().unwrap();
        let status = child.wait().unwrap();
        if status.success() {
            break;
        }
        assert_eq!(status.code(), None, "ended by a fault of its own");
        kills += 1;
        resume = torn.join("arena.json").exists();
        if resume && kills % 2 == 0 {
            // Appends an unfinished line, as left by a process that was killed while writing.
            let games = torn.join("games.jsonl");
            let file = OpenOptions::new().append(true).create(true).open(games);
            file.unwrap().write_all(b"{\"schema\":1,\"game\":\"oth").unwrap();
        }
    }
    assert!(kills > 0 && start(&torn, resume).wait().unwrap().success());
    assert_eq!(games_of(&torn), expected);
    let summary = |folder: &Path| {
        let text = fs::read_to_string(folder.join("summary.json")).unwrap();
        timeless(serde_json::from_str(&text).unwrap())
    };
    assert_eq!(summary(&torn), summary(&whole));
    // Resuming a finished tournament succeeds and plays no game.
    assert!(start(&torn, true).wait().unwrap().success());
    assert_eq!(games_of(&torn), expected);
}

/// Starts an arena that does not end by itself within a test.
fn long(folder: &Path, more: &[&str]) -> Background {
    let arena = ["arena", "othello", "--player", "medium", "--player", "easy", "--games", "100000"];
    let out = ["--seed", "1", "--out", folder.to_str().unwrap()];
    Background::start(&[&arena[..], &out, more].concat())
}

#[test]
fn an_interrupted_arena_ends_with_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    let child = long(&out, &["--json"]);
    let lines =
        || fs::read_to_string(out.join("games.jsonl")).map_or(0, |text| text.lines().count());
    wait_until(|| lines() >= 3);
    let output = child.interrupt();
    assert_eq!(output.status.code(), Some(130));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["complete"], false);
    assert_eq!(document["players"][0]["games"].as_u64().unwrap() as usize, lines());
    assert!(out.join("summary.json").exists());
}

#[test]
fn a_report_repeats_the_summary_and_replay_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let document = arena(&[&LADDER[1..5], &["6", "--seed", "2", "--out", out]].concat());
    for name in ["summary.json", "summary.csv", "ratings.svg", "strength.svg"] {
        assert!(folder.path().join(name).exists(), "{name}");
    }
    fs::remove_file(folder.path().join("ratings.svg")).unwrap();
    let output = plywood(&["report", out, "--json"]).assert().success().get_output().stdout.clone();
    let report: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(report, document);
    assert!(folder.path().join("ratings.svg").exists());
    let csv = fs::read_to_string(folder.path().join("summary.csv")).unwrap();
    assert!(
        csv.starts_with("game,rules,seed,player,seeing,games,wins,") && csv.lines().count() == 3,
        "{csv}"
    );

    let file = folder.path().join("games.jsonl");
    let replay = ["replay", file.to_str().unwrap(), "--game", "6", "--json"];
    let output = plywood(&replay).assert().success().get_output().stdout.clone();
    let replayed: Value = serde_json::from_slice(&output).unwrap();
    let last: Value =
        serde_json::from_str(fs::read_to_string(&file).unwrap().lines().last().unwrap()).unwrap();
    assert_eq!(replayed["scores"], last["result"]["scores"]);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"moves\":[\"", "\"moves\":[\"a1\",\"", 1)).unwrap();
    plywood(&["replay", file.to_str().unwrap()])
        .assert()
        .code(2)
        .stdout("")
        .stderr(predicates::str::contains("game 1: move 9: a1 is not legal here"));
}

#[test]
fn plots_of_games_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let players = ["woodblock", "--player", "greedy", "--player", "random", "--rules"];
    arena(
        &[&players[..], &["variant=blast8", "--games", "5", "--seed", "2", "--out", out]].concat(),
    );
    for name in ["scores.svg", "survival.svg"] {
        let svg = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(svg.contains("greedy") && svg.contains("points") | svg.contains("moves"), "{name}");
    }
}

/// Arguments of `arena`, and a part of the expected error message.
const BAD_INPUT: &[(&[&str], &str)] = &[
    (&["othello", "--player", "hard"], "--player"),
    (&["othello", "--player", "hard", "--player", "astar"], "astar"),
    (&["othello", "--player", "hard", "--player", "mcts:c={1"], "}"),
    (&["othello", "--player", "hard", "--player", "easy", "--games", "7"], "even"),
    (&["othello", "--player", "hard", "--player", "easy", "--games", "0"], "--games"),
    (&["tetris", "--player", "random", "--games", "4294967295"], "at most 100000"),
    (&["othello", "--player", "hard", "--player", "easy", "--sprt", "5"], "--sprt"),
    (&["othello", "--player", "hard", "--player", "easy", "--sprt", "5,5"], "--sprt"),
    (&["othello", "--player", "easy", "--player", "easy", "--resume"], "--out"),
    (&["othello", "--player", "easy", "--player", "easy", "--opening", "0"], "--opening"),
    (&["othello", "--player", "easy", "--player", "easy", "--out", "/proc/none"], "--out"),
    (&["othello", "--player", "easy", "--player", "easy", "--out", "/dev/null"], "--out"),
    (&["tetris", "--player", "linear", "--rules", "height=99"], "--rules"),
    (&["go", "--player", "hard", "--player", "easy"], "GAME"),
];

#[test]
fn bad_input_gets_a_line_or_two_and_status_2() {
    for (arguments, named) in BAD_INPUT {
        is_refused(&[&["arena"], *arguments].concat(), named);
    }
    is_refused(&["report", "/nowhere"], "/nowhere");
    is_refused(&["report", "/dev/null"], "/dev/null");
    is_refused(&["replay", "/nowhere"], "/nowhere");
}

/// Returns the paths and contents of all files in a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn records_of_something_else_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let othello =
        ["othello", "--player", "easy", "--player", "random", "--games", "2", "--seed", "1"];
    arena(&[&othello[..], &["--out", out]].concat());
    let before = contents(folder.path());
    let again = |arguments: &[&str], named: &str| {
        is_refused(&[&["arena"], arguments, &["--out", out]].concat(), named);
        assert_eq!(contents(folder.path()), before, "{arguments:?}");
    };
    again(&othello, "--resume");
    again(&["tetris", "--player", "linear", "--games", "2", "--resume"], "othello");
    let others = ["othello", "--player", "easy", "--player", "greedy", "--games", "2", "--resume"];
    again(&others, "players");
    let seed = ["othello", "--player", "easy", "--player", "random", "--games", "2", "--seed", "2"];
    again(&[&seed[..], &["--resume"]].concat(), "--seed: ");
    let cut = [&othello[..], &["--max-moves", "100", "--resume"]].concat();
    again(&cut, "max_moves none, asked for 100");
    again(&cut, "--max-moves: ");

    let file = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"schema\":1", "\"schema\":2")).unwrap();
    let before = contents(folder.path());
    is_refused(&[&["arena"], &othello[..], &["--resume", "--out", out]].concat(), "schema");
    is_refused(&["report", out], "schema");
    assert_eq!(contents(folder.path()), before);

    let taken = tempfile::tempdir().unwrap();
    fs::write(taken.path().join("letter.txt"), "dear").unwrap();
    let out = taken.path().to_str().unwrap();
    is_refused(&[&["arena"], &othello[..], &["--out", out]].concat(), "not empty");
    is_refused(&[&["arena"], &othello[..], &["--out", out, "--resume"]].concat(), "arena.json");
    assert_eq!(contents(taken.path()).len(), 1);
}

/// Starts an arena of two fast players in a folder.
fn quick(folder: &Path, seed: &str, more: &[&str]) -> Child {
    let mut command = std::process::Command::new(cargo_bin!("plywood"));
    command.args(["arena", "othello", "--player", "random", "--player", "greedy", "--games", "4"]);
    command.args(["--seed", seed, "--out"]).arg(folder).args(more);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Two arenas that differ in the seed or in the plan start at once in one folder.
#[test]
fn one_of_two_arenas_gets_a_folder() {
    for round in 0..40 {
        let folder = tempfile::tempdir().unwrap();
        let resume: &[&str] = if round % 2 == 0 { &[] } else { &["--resume"] };
        let cut = [resume, &["--max-moves", "30"]].concat();
        let children = [quick(folder.path(), "1", resume), quick(folder.path(), "2", &cut)];
        let outputs = children.map(|child| child.wait_with_output().unwrap());
        let [first, second] = outputs.each_ref().map(|output| output.status.code());
        assert!((first == Some(0)) != (second == Some(0)), "{first:?} and {second:?}");
        let loser = &outputs[usize::from(first == Some(0))];
        let error = String::from_utf8_lossy(&loser.stderr);
        assert_eq!((loser.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        // The error depends on how far the other arena was.
        let reasons = ["another arena is writing to it", "holds the records", "holds records with"];
        assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
        let report = program::json(&["report", folder.path().to_str().unwrap(), "--json"]);
        assert_eq!(report["seed"], if first == Some(0) { 1 } else { 2 });
        assert_eq!(report["complete"], true);
    }
}

#[test]
fn an_arena_in_progress_is_not_resumed_by_another() {
    let folder = tempfile::tempdir().unwrap();
    let _child = long(folder.path(), &[]);
    wait_until(|| folder.path().join("arena.json").exists());
    for more in [&[][..], &["--resume"]] {
        let error = error_of(quick(folder.path(), "1", more).wait_with_output().unwrap(), 2);
        assert!(error.contains("games.jsonl: another arena is writing to it"), "{error}");
    }
}

#[test]
fn edited_results_are_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments = ["klondike", "--player", "greedy", "--player", "random", "--games", "3"];
    let arguments =
        [&arguments[..], &["--seed", "12", "--max-moves", "300", "--out", out]].concat();
    arena(&arguments);
    let file = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (before, scores) = lines[4].split_once("\"scores\":[").unwrap();
    let (_, after) = scores.split_once(']').unwrap();
    lines[4] = format!("{before}\"scores\":[9999.0]{after}");
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let before = contents(folder.path());
    let game: Value = serde_json::from_str(&lines[4]).unwrap();
    let (round, seat) = (&game["round"], &game["seats"][0]);
    let named = format!("games.jsonl: line 5: round {round}, seats {seat}: its result is");
    is_refused(&["report", out], &named);
    is_refused(&[&["arena"], &arguments[..], &["--resume"]].concat(), &named);
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn a_game_of_your_own_has_an_arena() {
    let example = cargo_bin!("plywood").parent().unwrap().join("examples/connect_four");
    let players = ["--player", "mcts:simulations=200", "--player", "random"];
    let output = Command::new(example)
        .args(
            [&["arena", "connect-four", "--games", "6", "--seed", "1", "--json"], &players[..]]
                .concat(),
        )
        .assert()
        .success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert!(document["players"][0]["score"].as_f64().unwrap() > 0.8, "{document}");
}

#[test]
fn replay_shows_that_a_player_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    arena(&["klondike", "--player", "greedy", "--games", "2", "--seed", "12", "--out", out]);
    let records = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let resigned = records.lines().position(|line| line.contains("\"ending\":\"resigned\""));
    let number = (resigned.expect("greedy resigns in one of the games") + 1).to_string();
    let file = folder.path().join("games.jsonl");
    plywood(&["replay", file.to_str().unwrap(), "--game", &number])
        .assert()
        .success()
        .stdout(predicates::str::contains("the player resigned; every move was legal"));
}
