//! Output and errors of every command, with Othello as the game.

use std::fs;
use std::path::Path;
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::program::{is_refused, json, plywood, stdout, timeless};

#[test]
fn games_and_players_are_listed() {
    assert!(stdout(&["games"]).contains("othello"));
    assert_eq!(json(&["games", "--json"])["games"][0]["name"], "othello");
    let players = stdout(&["players", "othello"]);
    for name in ["random", "greedy", "original", "mcts", "easy", "medium", "hard", "expert"] {
        assert!(players.contains(name), "{name} is missing");
    }
    let document = json(&["players", "--json"]);
    for player in document["games"][0]["players"].as_array().unwrap() {
        let example = player["example"].as_str().unwrap();
        json(&["hint", "othello", "--player", example, "--simulations", "50", "--json"]);
    }
}

#[test]
fn perft_counts_move_sequences() {
    let document = json(&["perft", "othello", "--depth", "9", "--json"]);
    assert_eq!(document["nodes"], 3_005_288);
    assert_eq!(document["schema"], 1);
    assert!(stdout(&["perft", "othello", "--depth", "2"]).contains("12 nodes"));
}

#[test]
fn the_json_of_a_decision_has_the_documented_fields() {
    let document =
        json(&["hint", "othello", "--player", "mcts:simulations=500", "--seed", "7", "--json"]);
    let keys: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "schema",
        "game",
        "rules",
        "position",
        "player",
        "seed",
        "move",
        "value",
        "unit",
        "candidates",
        "stats",
        "stopped_by",
    ];
    for key in expected {
        assert!(keys.contains(&key), "{key} is missing");
    }
    assert_eq!(document["unit"], "win probability");
    assert_eq!(document["player"], "mcts:simulations=500");
    assert_eq!(document["stopped_by"], "simulations");
    let best = &document["candidates"][0];
    assert_eq!(best["move"], document["move"]);
    assert_eq!(best["pv"][0], document["move"]);
    let ci95 = best["ci95"].as_array().unwrap();
    assert!(ci95[0].as_f64() < best["value"].as_f64() && best["value"].as_f64() < ci95[1].as_f64());
    for key in [
        "simulations",
        "nodes",
        "max_depth",
        "mean_depth",
        "elapsed_ms",
        "simulations_per_second",
        "threads",
        "average_visits",
        "tree_bytes",
        "tree_full",
        "reused_visits",
        "worlds",
        "mean_rollout",
    ] {
        assert!(!document["stats"][key].is_null(), "stats.{key} is missing");
    }
    let visits = document["candidates"].as_array().unwrap().iter();
    assert_eq!(visits.map(|one| one["visits"].as_u64().unwrap()).sum::<u64>(), 500);
}

#[test]
fn the_same_seed_gives_the_same_decision() {
    for threads in ["1", "2"] {
        let ask = |seed| {
            timeless(&[
                "hint",
                "othello",
                "--player",
                "mcts:simulations=5000",
                "--seed",
                seed,
                "--json",
                "--threads",
                threads,
            ])
        };
        assert_eq!(ask("7"), ask("7"), "{threads} threads");
        assert_ne!(ask("7")["candidates"], ask("8")["candidates"], "{threads} threads");
    }
}

#[test]
fn a_position_may_begin_with_a_dash() {
    let start = "---------------------------OX------XO--------------------------- X";
    let document = json(&["hint", "othello", "--position", start, "--player", "easy", "--json"]);
    assert_eq!(document["position"], start);
    let late = json(&["hint", "othello", "--position", "f5d6c3d3c4", "--seed", "1", "--json"]);
    assert_eq!(late["position"].as_str().unwrap().len(), 66);
}

#[test]
fn a_finished_game_has_no_move() {
    let full = format!("{} X", "X".repeat(64));
    let document = json(&["hint", "othello", "--position", &full, "--json"]);
    assert_eq!(document["move"], Value::Null);
    assert_eq!(document["value"], Value::Null);
    assert!(stdout(&["hint", "othello", "--position", &full]).contains("no move"));
}

#[test]
fn proven_endgames_are_reported() {
    // h8 is the only empty square: black takes it and wins.
    let board = format!("{}O- X", "X".repeat(62));
    let document = json(&["hint", "othello", "--position", &board, "--json"]);
    assert_eq!(document["stopped_by"], "only_move");
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-OOXXXO- X";
    let document = json(&["hint", "othello", "--position", board, "--json"]);
    assert_eq!(document["stopped_by"], "proven");
    assert_eq!(document["candidates"][0]["proven"], 1.0);
}

#[test]
fn a_time_budget_is_kept() {
    let arguments =
        ["hint", "othello", "--player", "mcts", "--time", "200ms", "--seed", "1", "--json"];
    // Checks the shortest of five runs, because a busy machine can delay any run. The limits are
    // generous for the same reason: the search itself should take at most 220 ms.
    let tries = (0..5).map(|_| {
        let began = Instant::now();
        let document = json(&arguments);
        let outside = began.elapsed().as_secs_f64() * 1000.0;
        assert_eq!(document["stopped_by"], "time");
        assert!(document["stats"]["simulations"].as_u64().unwrap() > 1000);
        (document["stats"]["elapsed_ms"].as_f64().unwrap(), outside)
    });
    let (inside, outside) =
        tries.fold((f64::MAX, f64::MAX), |best, one| (best.0.min(one.0), best.1.min(one.1)));
    assert!(inside < 300.0 && outside < 1000.0, "{inside} ms inside, {outside} ms outside");
}

#[test]
fn a_full_tree_gives_a_decision() {
    let document = json(&[
        "hint", "othello", "--player", "mcts", "--memory", "1MB", "--time", "500ms", "--json",
    ]);
    assert_eq!(document["stats"]["tree_full"], true);
    assert!(document["stats"]["tree_bytes"].as_u64().unwrap() <= 1_000_000);
    assert_eq!(document["stopped_by"], "time");
    assert!(document["move"].is_string());
}

#[test]
fn a_memory_limit_of_a_terabyte_is_accepted() {
    for memory in ["1TB", "1TiB", "1000TB"] {
        let arguments = ["hint", "othello", "--simulations", "60", "--memory", memory, "--json"];
        assert_eq!(json(&arguments)["stats"]["simulations"], 60);
    }
}

#[test]
fn a_search_without_memory_left_says_so() {
    let arguments = ["hint", "klondike", "--player", "thoughtful", "--seed", "1"];
    let arguments = [&arguments[..], &["--memory", "64kB"]].concat();
    let document = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(document["stopped_by"], "memory");
    assert_eq!(document["stats"]["tree_full"], true);
    assert!(document["stats"]["tree_bytes"].as_u64().unwrap() > 64_000);
    assert!(stdout(&arguments).contains("stopped by memory\nthe tree is full"));
}

#[test]
fn flags_override_the_keys_of_a_spec() {
    let arguments =
        ["hint", "othello", "--player", "hard", "--simulations", "60", "--json", "--seed", "1"];
    assert_eq!(json(&arguments)["stats"]["simulations"], 60);
}

#[test]
fn trees_are_written_as_json_and_dot() {
    let folder = tempfile::tempdir().unwrap();
    for (name, beginning) in [("tree.json", "{"), ("tree.dot", "digraph")] {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        stdout(&["hint", "othello", "--simulations", "200", "--tree", path, "--seed", "1"]);
        assert!(fs::read_to_string(&file).unwrap().starts_with(beginning), "{name}");
    }
    let text = fs::read_to_string(folder.path().join("tree.json")).unwrap();
    let tree: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(tree["tree"]["visits"], 200);
    assert_eq!(tree["tree"]["children"].as_array().unwrap().len(), 4);
}

#[test]
fn play_runs_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!(
        "help\nmoves\nd3\nz9\na1\nhint\nundo\nundo\nsave\nsave {0}\nsave {0}\nf5\nquit\n",
        file.to_str().unwrap()
    );
    let output = plywood(&["play", "othello", "--opponent", "easy", "--seed", "3"])
        .write_stdin(script)
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    for expected in [
        "you are black",
        "take back your last move",
        "d3 c4 f5 e6",
        "white plays",
        "expected a square from a1 to h8",
        "a1 is not legal here",
        "stopped by simulations",
        "nothing to take back",
        "expected a file name",
        "saved to",
        "cannot save to",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing from\n{text}");
    }
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["moves"].as_array().unwrap().len(), 0, "both moves were taken back");
}

#[test]
fn a_game_ends_with_its_result_and_totals() {
    // One legal move is left, so Enter alone plays it.
    let board = format!("{}O- X", "X".repeat(62));
    plywood(&["play", "othello", "--position", &board])
        .write_stdin("\n")
        .assert()
        .success()
        .stdout(predicates::str::contains("black wins (64 to -64 discs)"));
}

#[test]
fn the_second_seat_cannot_undo_the_first_move() {
    plywood(&["play", "othello", "--you", "second", "--opponent", "greedy"])
        .write_stdin("undo\nquit\n")
        .assert()
        .success()
        .stdout(predicates::str::contains("black plays"))
        .stdout(predicates::str::contains("nothing to take back"));
}

#[test]
fn other_moves_can_be_played_after_undo() {
    let moves = ["d3", "c4", "f5", "e6"];
    for first in moves {
        for second in moves {
            let script = format!("{first}\nhint\nundo\n{second}\nhint\nundo\nundo\nquit\n");
            let output = plywood(&["play", "othello", "--opponent", "medium", "--seed", "1"])
                .write_stdin(script)
                .assert()
                .success();
            let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
            assert_eq!(text.matches("white plays").count(), 2, "{first} {second}: {text}");
        }
    }
}

#[test]
fn a_line_that_is_not_utf8_does_not_end_the_game() {
    plywood(&["play", "othello", "--opponent", "random"])
        .write_stdin(b"\xff\xfe\nd3\nquit\n".to_vec())
        .assert()
        .success()
        .stdout(predicates::str::contains("white plays"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_a_failure_without_a_panic() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let status = |arguments: &[&str], stdout: bool| {
        let mut command = std::process::Command::new(cargo_bin!("plywood"));
        command.args(arguments).stdin(std::process::Stdio::null());
        if stdout {
            command.stdout(full())
        } else {
            command.stderr(full())
        };
        command.output().unwrap().status.code()
    };
    assert_eq!(status(&["games"], true), Some(1));
    assert_eq!(status(&["--help"], true), Some(1));
    assert_eq!(status(&["hint", "nosuch"], false), Some(2));
    assert_eq!(status(&["--bogus"], false), Some(2));
    assert_eq!(status(&["-v", "hint", "othello", "--simulations", "10"], false), Some(0));
}

#[test]
fn watch_prints_moves_result_and_totals() {
    let arguments = ["watch", "othello", "--player", "easy", "--player", "random", "--seed", "5"];
    let text = stdout(&arguments);
    assert!(text.contains("1. black (easy) plays"), "{text}");
    assert!(text.contains("wins (") || text.contains("a draw"));
    assert!(text.contains("easy: "), "the totals are missing");
    let mut with_json = arguments.to_vec();
    with_json.push("--json");
    assert_eq!(stdout(&with_json), stdout(&with_json));
    let document = json(&with_json);
    assert!(document["moves"].as_array().unwrap().len() > 9);
    assert_eq!(document["scores"].as_array().unwrap().len(), 2);
}

#[test]
fn bench_measures_rates() {
    let document = json(&["bench", "othello", "--json"]);
    let rates = &document["games"][0];
    assert_eq!(rates["game"], "othello");
    for key in ["playouts_per_second", "simulations_per_second", "tree_ns_per_simulation"] {
        assert!(rates[key].as_f64().unwrap() > 0.0, "{key}");
    }
    let document = json(&["bench", "tetris", "--json"]);
    let own = document["games"][0]["own"].as_object().unwrap();
    assert!(own["placements_per_second_design29"].as_f64().unwrap() > 0.0);
}

#[test]
fn completions_and_manual_pages_are_generated() {
    assert!(stdout(&["completions", "bash"]).contains("plywood"));
    assert!(stdout(&["man"]).contains(".TH"));
    let folder = tempfile::tempdir().unwrap();
    stdout(&["man", "--out", folder.path().to_str().unwrap()]);
    assert!(folder.path().join("plywood-hint.1").exists());
}

/// Commands whose examples run for long or without end, and are not run by the test.
const LONG: [&str; 3] = ["serve", "train", "bench"];

/// Replacements that shorten examples without changing which options they use.
const SHORTER: [(&str, &str); 11] = [
    ("--games 2000", "--games 4"),
    ("--games 100", "--games 4"),
    ("--games 60", "--games 2"),
    ("--games 50", "--games 2"),
    ("--positions 50 --seeds 10", "--positions 2 --seeds 2"),
    ("quality othello", "quality othello --positions 2 --seeds 2"),
    ("arena othello", "arena othello --simulations 20"),
    ("watch tetris", "watch tetris --rules height=4,end=strict"),
    ("--delay 100ms", "--delay 1ms"),
    ("--delay 500ms", "--delay 1ms"),
    ("--delay 1s", "--delay 1ms"),
];

#[test]
fn the_examples_of_every_help_text_run() {
    let folder = tempfile::tempdir().unwrap();
    let game = stdout(&["watch", "othello", "--player", "greedy", "--seed", "1", "--json"]);
    fs::write(folder.path().join("game.json"), game).unwrap();
    let full = format!("{} X\n", "X".repeat(64));
    fs::write(folder.path().join("positions.obf"), full).unwrap();
    fs::write(folder.path().join("games.ggf"), "(;GM[Othello]B[F5]W[D6];)").unwrap();
    let database = Path::new(env!("CARGO_MANIFEST_DIR")).join("../othello/tests/data/three.wtb");
    fs::copy(database, folder.path().join("WTH_2024.wtb")).unwrap();
    let deals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../klondike/tests/data/verdicts.csv");
    let deals = fs::read_to_string(deals).unwrap();
    let few: Vec<&str> = deals.lines().take(3).collect();
    fs::write(folder.path().join("deals.csv"), few.join("\n")).unwrap();
    let help = stdout(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = commands.lines().filter_map(|line| line.split_whitespace().next());
    for command in commands.filter(|&command| command != "help") {
        let help = stdout(&[command, "--help"]);
        let (_, examples) = help.split_once("Example").expect(command);
        let examples: Vec<_> = examples.lines().filter(|line| line.contains("plywood ")).collect();
        assert!(!examples.is_empty(), "{command}");
        if !LONG.contains(&command) {
            examples.into_iter().for_each(|example| run_example(example, folder.path()));
        }
    }
    assert!(stdout(&["--version"]).starts_with("plywood "));
}

/// Runs an example of a help text in a shell. Panics if the command fails.
fn run_example(line: &str, folder: &Path) {
    // A single example is on the line of `Example:`, so the colon must be removed.
    let mut example = line.trim_start_matches(':').trim().to_owned();
    for (long, short) in SHORTER {
        example = example.replace(long, short);
    }
    let program = format!("'{}' ", cargo_bin!("plywood").display());
    let output = std::process::Command::new("sh")
        .args(["-c", &example.replace("plywood ", &program)])
        .current_dir(folder)
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example}: {error}");
}

/// Invalid arguments, and a part of the expected error message.
const BAD_INPUT: &[(&[&str], &str)] = &[
    (&["hint", "chess"], "othello"),
    (&["hint", "othelo"], "did you mean \"othello\"?"),
    (&["frobnicate"], "frobnicate"),
    (&["hint"], "GAME"),
    (&["hint", "othello", "--player", "hrad"], "did you mean \"hard\"?"),
    (&["hint", "othello", "--player", "mcts:sims=3"], "simulations"),
    (&["hint", "othello", "--player", "mcts:c=NaN"], "a number from 0 to 1000"),
    (&["hint", "othello", "--player", "mcts:c=-1"], "a number from 0 to 1000"),
    (&["hint", "othello", "--player", "mcts:c=inf"], "a number from 0 to 1000"),
    (&["hint", "othello", "--player", "mcts:simulations=0"], "at least 1"),
    (&["hint", "othello", "--player", "mcts:simulations=1e9"], "at least 1"),
    (&["hint", "othello", "--player", "mcts:time=0s"], "above 0"),
    (&["hint", "othello", "--player", "mcts:memory=1"], "at least 64kB"),
    (&["hint", "othello", "--player", "mcts:threads=0"], "1 to 1024"),
    (&["hint", "othello", "--player", "mcts:rollout=clever"], "random, heuristic"),
    (&["hint", "othello", "--player", "mcts:c"], "key=value"),
    (&["hint", "othello", "--player", "mcts:c=\"1"], "closing quote"),
    (&["hint", "othello", "--player", ""], "name"),
    (&["hint", "othello", "--player", "original:level=godlike"], "easy, medium, hard, expert"),
    (&["hint", "othello", "--rules", "draw=3"], "--rules"),
    (&["hint", "othello", "--rules", "draw"], "key=value"),
    (&["hint", "othello", "--position", ""], "--position"),
    (&["hint", "othello", "--position", "XO"], "64 squares"),
    (&["hint", "othello", "--position", "f5f5"], "not legal"),
    (&["hint", "othello", "--position", "f5d6z3"], "move 3"),
    (&["hint", "othello", "--simulations", "0"], "--simulations"),
    (&["hint", "othello", "--simulations", "-5"], "--simulations"),
    (&["hint", "othello", "--simulations", "many"], "--simulations"),
    (&["hint", "othello", "--time", "0ms"], "--time"),
    (&["hint", "othello", "--time", "soon"], "--time"),
    (&["hint", "othello", "--memory", "12XB"], "--memory"),
    (&["hint", "othello", "--memory", "2000TB"], "at most 1000TB"),
    (&["hint", "othello", "--threads", "0"], "--threads"),
    (&["hint", "othello", "--threads", "99999"], "--threads"),
    (&["hint", "othello", "--seed", "-1"], "--seed"),
    (&["hint", "othello", "--seed", "99999999999999999999999"], "--seed"),
    (&["hint", "othello", "--tree", "tree.png"], ".json or .dot"),
    (&["hint", "othello", "--player", "random", "--tree", "tree.json"], "--tree"),
    (&["perft", "othello", "--depth", "-1"], "--depth"),
    (&["perft", "othello", "--depth", "1000"], "--depth"),
    (&["perft", "othello"], "--depth"),
    (&["play", "othello", "--you", "third"], "first, second"),
    (&["play", "othello", "--opponent", "unknown"], "--opponent"),
    (&["watch", "othello"], "--player"),
    (&["watch", "othello", "--player", "easy", "--player", "easy", "--player", "easy"], "2 seat"),
    (&["players", "chess"], "unknown game"),
    (&["engine", "uci"], "tbp"),
    (&["engine", "tbp", "--player", "liner"], "linear"),
    (&["completions", "tcsh"], "tcsh"),
];

#[test]
fn bad_input_gets_one_or_two_lines_and_status_2() {
    for (arguments, named) in BAD_INPUT {
        is_refused(arguments, named);
    }
}

#[test]
fn an_unwritable_folder_is_a_failure_not_bad_input() {
    let output = plywood(&["hint", "othello", "--simulations", "20", "--tree", "/nowhere/t.json"]);
    let output = { output }.assert().code(1);
    let error = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(error.contains("--tree: /nowhere/t.json: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::Stdio;
    let arguments = ["watch", "othello", "--player", "easy", "--seed", "1"];
    let mut child = std::process::Command::new(cargo_bin!("plywood"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
