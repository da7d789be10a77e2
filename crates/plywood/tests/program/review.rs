//! `plywood review`, run as a process.

use std::fs;
use std::time::Duration;

use serde_json::Value;

use crate::program::{Background, error_of, is_refused, json, plywood, stdout, write_file};

const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7";

fn few<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["review", "othello", "--player", "mcts", "--simulations", "80"];
    arguments.extend(more);
    arguments
}

/// Removes the time, the only part of a document that differs between two runs.
fn timeless(arguments: &[&str]) -> Value {
    let mut document = json(arguments);
    assert!(document.as_object_mut().unwrap().remove("elapsed_ms").is_some());
    document
}

#[test]
fn a_review_has_a_table_sums_and_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("review.svg");
    let name = svg.to_str().unwrap();
    let text = stdout(&few(&["--position", MOVES, "--svg", name]));
    for word in ["reviewed by mcts", "80 simulations", "mean loss", "black", "white", "f5", "e7"] {
        assert!(text.contains(word), "{word}:\n{text}");
    }
    assert_eq!(text.lines().filter(|line| line.contains("black  ")).count(), 6, "{text}");
    let graph = fs::read_to_string(&svg).unwrap();
    assert!(graph.starts_with("<svg") && graph.contains("win probability"), "{graph}");
    let document = timeless(&few(&["--position", MOVES, "--json"]));
    assert_eq!((&document["schema"], &document["total"]), (&1.into(), &10.into()));
    assert_eq!(document["moves"][0]["move"], "f5");
    let threads = timeless(&few(&["--position", MOVES, "--json", "--threads", "3"]));
    assert_eq!(threads, document);
    let other = timeless(&few(&["--position", MOVES, "--json", "--seed", "2"]));
    assert_ne!(other["moves"], document["moves"]);
}

#[test]
fn records_transcripts_and_files_of_other_programs_give_the_same_review() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| write_file(&folder, name, text);
    let watch = ["watch", "othello", "--player", "random", "--seed", "3", "--json"];
    let record = stdout(&watch);
    let moves = serde_json::from_str::<Value>(&record).unwrap()["moves"].clone();
    let moves: Vec<&str> = moves.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let transcript = moves.join(" ");
    let mut convert = plywood(&["convert", "othello", "--to", "ggf"]);
    let converted = convert.write_stdin(transcript.clone()).assert().success();
    let ggf = String::from_utf8(converted.get_output().stdout.clone()).unwrap();
    let few = |name: &str, more: &[&str]| {
        let mut arguments =
            vec!["review", "othello", "--player", "greedy", "--json", "--game", name];
        arguments.extend(more);
        timeless(&arguments)["moves"].clone()
    };
    let expected = few(&file("record.json", &record), &[]);
    assert_eq!(expected.as_array().unwrap().len(), moves.len());
    assert_eq!(few(&file("moves.txt", &transcript), &[]), expected);
    assert_eq!(few(&file("game.ggf", &ggf), &[]), expected);
    let two = format!("{record}{record}");
    assert_eq!(few(&file("two.jsonl", &two), &["--number", "2"]), expected);
    let piped = plywood(&["review", "othello", "--player", "greedy", "--json", "--game", "-"])
        .write_stdin(record)
        .assert()
        .success();
    let piped: Value = serde_json::from_slice(&piped.get_output().stdout).unwrap();
    assert_eq!(piped["moves"], expected);
}

#[test]
fn a_game_of_hidden_cards_is_reviewed_from_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let watch =
        ["watch", "tetris", "--rules", "height=6", "--player", "random", "--seed", "3", "--json"];
    fs::write(&path, stdout(&watch)).unwrap();
    let name = path.to_str().unwrap();
    let text = stdout(&["review", "tetris", "--game", name, "--simulations", "40"]);
    assert!(text.contains("luck") && text.contains("worst moves"), "{text}");
}

#[test]
fn wrong_input_is_refused_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &[u8]| write_file(&folder, name, text);
    let record = |moves: &str| {
        format!(r#"{{"schema":1,"game":"othello","seed":1,"moves":[{moves}]}}"#).into_bytes()
    };
    let refused =
        |name: &str, named: &str| is_refused(&["review", "othello", "--game", name], named);
    refused(&file("illegal.json", &record(r#""f5","a1""#)), "move 2");
    refused(&file("empty.json", &record("")), "no moves");
    refused(&file("broken.json", b"{\"schema\":1,"), "game 1");
    refused(&file("other.json", br#"{"schema":1,"game":"tetris","seed":1,"moves":[]}"#), "tetris");
    refused(
        &file("schema.json", br#"{"schema":9,"game":"othello","seed":1,"moves":[]}"#),
        "schema",
    );
    refused(&file("empty.txt", b""), "--game");
    refused(&file("words.txt", b"hello"), "a board has 64 squares");
    refused(&file("bytes.bin", &[0, 159, 146, 150]), "--game");
    refused("/nowhere/game.json", "/nowhere/game.json");
    let one = file("one.json", &record(r#""f5""#));
    is_refused(&["review", "othello", "--game", &one, "--number", "2"], "no game 2");
    is_refused(&["review", "othello", "--game", &one, "--rules", "size=6"], "--rules");
    is_refused(&["review", "othello", "--game", &one, "--player", "none"], "--player");
    is_refused(&["review", "chess", "--game", &one], "GAME");
    is_refused(&["review", "othello", "--position", "f5a1"], "a1");
    is_refused(&["review", "klondike", "--position", "seed:7"], "no moves");
    let thoughtful =
        ["review", "klondike", "--position", "seed:7", "--player", "thoughtful", "--game"];
    let moves = file("klondike.txt", b"turn");
    is_refused(&[&thoughtful[..], &[&moves]].concat(), "sees hidden facts");
}

#[cfg(unix)]
#[test]
fn a_player_that_forfeits_ends_the_review() {
    for threads in ["1", "3"] {
        let player = "gtp:command=\"false\"";
        let mut review = plywood(&["review", "othello", "--position", MOVES, "--player", player]);
        let output = review.args(["--threads", threads]).timeout(Duration::from_secs(60)).output();
        let error = error_of(output.unwrap(), 1);
        assert!(error.contains("cannot go on: the engine ended"), "{error}");
    }
}

#[test]
fn a_graph_that_cannot_be_written_loses_no_review() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("none").join("review.svg");
    is_refused(&few(&["--position", MOVES, "--svg", nowhere.to_str().unwrap()]), "--svg");
    // The program notices that this path is a folder only when it writes the graph.
    let taken = folder.path().to_str().unwrap();
    let output = plywood(&few(&["--position", MOVES, "--svg", taken])).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("mean loss") && !text.contains("wrote"), "{text}");
    let output = plywood(&few(&["--position", MOVES, "--svg", taken, "--json"])).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["complete"], true);
}

#[test]
fn a_worst_move_of_an_exact_ending_says_that_the_win_is_lost() {
    let mut found = 0;
    for seed in 1..6 {
        let seed = seed.to_string();
        let record = stdout(&["watch", "othello", "--player", "random", "--seed", &seed, "--json"]);
        let review = |more: &[&str]| {
            let arguments = ["review", "othello", "--player", "greedy", "--game", "-"];
            let mut review = plywood(&[&arguments[..], more].concat());
            let output = review.write_stdin(record.clone()).assert().success();
            String::from_utf8(output.get_output().stdout.clone()).unwrap()
        };
        let (text, document) = (review(&[]), review(&["--json"]));
        let document: Value = serde_json::from_str(&document).unwrap();
        let players = document["players"].as_array().unwrap();
        let worst = players.iter().flat_map(|player| player["worst"].as_array().unwrap());
        for one in worst.map(|ply| &document["moves"][ply.as_u64().unwrap() as usize]) {
            let value = |name: &str| one[name]["value"].as_f64().unwrap();
            if one["exact"] != true {
                continue;
            }
            let is_lost = value("best") > 0.0 && value("played") <= 0.0;
            let line = format!("  {}. ", one["ply"].as_u64().unwrap() + 1);
            let line = text.lines().find(|other| other.starts_with(&line)).unwrap();
            assert_eq!(line.contains(" discs and the win; better"), is_lost, "{line}");
            found += usize::from(is_lost);
        }
    }
    assert!(found > 2, "{found}");
}

#[test]
fn rules_in_another_order_agree_with_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let record =
        r#"{"schema":1,"game":"klondike","rules":"draw=1,passes=2","seed":3,"moves":["turn"]}"#;
    fs::write(&path, record).unwrap();
    let name = path.to_str().unwrap();
    let with =
        |rules| ["review", "klondike", "--player", "greedy", "--game", name, "--rules", rules];
    for rules in ["passes=2,draw=1", "draw=1,waste=fan,passes=2"] {
        stdout(&with(rules));
    }
    is_refused(&with("draw=1"), "--rules");
    is_refused(&with("draw=1,passes=3"), "--rules");
    is_refused(&with("draw=1,passes=2,size=3"), "--rules");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let record = r#"{"schema":1,"game":"othello","seed":1,"moves":["f5","d6"]}"#;
    for (name, text) in [("record.json", record), ("moves.txt", "f5d6")] {
        let path = folder.path().join(name);
        fs::write(&path, format!("\u{feff}{text}")).unwrap();
        let arguments =
            ["review", "othello", "--player", "greedy", "--json", "--game", path.to_str().unwrap()];
        assert_eq!(json(&arguments)["moves"].as_array().unwrap().len(), 2, "{name}");
    }
}

#[test]
fn a_forfeited_game_has_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let record = r#"{"schema":1,"game":"othello","seed":1,"moves":["f5","d6"],"forfeit":{"seat":0,"reason":"it ended"}}"#;
    fs::write(&path, record).unwrap();
    let name = path.to_str().unwrap();
    let document = json(&["review", "othello", "--player", "greedy", "--json", "--game", name]);
    assert_eq!(document["players"][0]["result"], Value::Null);
}

#[cfg(unix)]
#[test]
fn without_a_graph_no_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("review.svg");
    let arguments = ["review", "othello", "--position", MOVES, "--simulations", "30000000"];
    let review = Background::start(&[&arguments[..], &["--svg", file.to_str().unwrap()]].concat());
    std::thread::sleep(Duration::from_secs(2));
    let output = review.interrupt();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("interrupted: 0 of 10 analyses") && !text.contains("wrote"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_done() {
    let arguments =
        ["review", "othello", "--position", MOVES, "--simulations", "3000000", "--json"];
    let review = Background::start(&arguments);
    // Waits until the program has its signal handler, without which the signal would end it. The first move takes much
    // longer.
    std::thread::sleep(Duration::from_secs(2));
    let output = review.interrupt();
    assert_eq!(output.status.code(), Some(130));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["complete"], &document["stopped"]), (&false.into(), &"cancelled".into()));
    assert!(document["moves"].as_array().unwrap().len() < 10);
}
