//! `plywood solve`, run as a process.

use std::fs;

use serde_json::Value;

#[cfg(unix)]
use crate::program::Background;
use crate::program::{is_refused, json, stdout};

/// FFO #1: 14 empty squares.
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn solve(arguments: &[&str]) -> Value {
    json(&[&["solve", "othello", "--json"], arguments].concat())
}

#[test]
fn a_position_is_solved() {
    let document = solve(&["--position", FFO_1]);
    for (key, value) in [
        ("schema", Value::from(1)),
        ("score", 18.into()),
        ("score_unit", "discs".into()),
        ("bounds", vec![18, 18].into()),
        ("outcome", "win".into()),
        ("move", "g8".into()),
        ("exact", true.into()),
        ("stopped_by", "proven".into()),
        ("wld", false.into()),
        ("threads", 1.into()),
        ("game", "othello".into()),
        ("rules", "".into()),
        ("position", FFO_1.into()),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    assert_eq!(document["pv"][0], "g8");
    assert!(document["nodes"].as_u64() > Some(0) && document["elapsed_ms"].is_number());
    let again = solve(&["--position", FFO_1]);
    assert_eq!(again["nodes"], document["nodes"]);

    let text = stdout(&["solve", "othello", "--position", FFO_1]);
    assert!(text.contains("g8  (+18 discs)\n\nprincipal variation: g8 "), "{text}");
}

#[test]
fn an_outcome_is_not_a_score() {
    let document = solve(&["--position", FFO_1, "--wld", "--threads", "2"]);
    assert_eq!(document["outcome"], "win");
    assert_eq!(document["stopped_by"], "proven");
    let bounds = [0, 1].map(|end| document["bounds"][end].as_i64().unwrap());
    assert!(bounds[0] > 0 && (bounds[0]..=bounds[1]).contains(&18), "{bounds:?}");
    assert_eq!(document["exact"], bounds[0] == bounds[1]);
    assert_eq!(document["score"].is_null(), bounds[0] != bounds[1]);
    assert!(stdout(&["solve", "othello", "--position", FFO_1, "--wld"]).contains("win"));
}

#[test]
fn limits_give_bounds() {
    for limit in [["--nodes", "50000"], ["--time", "50ms"]] {
        let document =
            solve(&["--position", "f5d6c3d3c4f4", limit[0], limit[1], "--memory", "1MB"]);
        assert_eq!((&document["score"], &document["exact"]), (&Value::Null, &false.into()));
        assert_eq!(document["bounds"], Value::from(vec![-64, 64]));
        assert_eq!(document["outcome"], Value::Null);
        assert_eq!(document["stopped_by"], limit[0].trim_start_matches('-'));
        assert!(document["move"].is_string());
    }
    let text = stdout(&["solve", "othello", "--position", "f5d6c3", "--nodes", "1000"]);
    assert!(text.contains("between -64 and +64 discs") && text.contains("by nodes"), "{text}");
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let document = solve(&["--position", &format!("{} O", "X".repeat(64))]);
    assert_eq!((&document["score"], &document["move"]), (&(-64).into(), &Value::Null));
    assert_eq!(document["exact"], true);
}

#[test]
fn the_positions_of_a_file_are_solved_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    let lines = format!("{FFO_1}; g8:+18; h1:+12; % first\n\n{FFO_1}; h1:+20;\n{FFO_1}\n");
    fs::write(&file, lines).unwrap();
    let arguments = ["solve", "othello", "--file", file.to_str().unwrap()];
    let output = stdout(&[&arguments[..], &["--json"]].concat());
    let documents: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(documents.len(), 3);
    assert!(documents.iter().all(|one| one["score"] == 18 && one["schema"] == 1));
    let agrees: Vec<_> = documents.iter().map(|one| one["agrees"].as_bool()).collect();
    assert_eq!(agrees, [Some(true), Some(false), None]);
    let numbers: Vec<_> = documents.iter().map(|one| one["number"].as_u64()).collect();
    assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    assert_eq!(documents[0]["name"], "first");
    assert_eq!(documents[0]["expected"], serde_json::json!({"score": 18, "moves": ["g8"]}));
    assert_eq!(documents[2]["expected"], Value::Null);

    let text = stdout(&arguments);
    assert!(text.contains("first") && text.contains("1 of 2 agree with the file"), "{text}");
}

#[test]
fn wrong_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, contents: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bad = file("bad.obf", format!("{FFO_1}; a1:+2;\n").as_bytes());
    let (empty, binary) = (file("empty.obf", b"% nothing\n"), file("binary.obf", b"\xff\xfe"));
    let refused = |arguments: &[&str], named: &str| {
        is_refused(&[&["solve", "othello"], arguments].concat(), named);
    };
    refused(&["--file", &bad], "line 1: \"a1:+2\" is not a legal move");
    refused(&["--file", &empty], "has no positions");
    refused(&["--file", &binary], "UTF-8");
    refused(&["--file", "missing.obf"], "missing.obf");
    refused(&["--file", &bad, "--position", "f5"], "--position");
    refused(&["--position", "f5f5"], "--position");
    refused(&["--position", "f5", "--nodes", "0"], "--nodes");
    refused(&["--position", "f5", "--threads", "0"], "--threads");
    refused(&["--position", "f5", "--memory", "1"], "--memory");
    is_refused(&["solve", "tetris"], "tetris has no solver; games with one: othello");
    is_refused(&["solve", "chess"], "othello");
}

/// Interrupts the solver after the first of three positions, and returns the documents that it printed.
#[cfg(unix)]
fn interrupted(file: &str) -> Vec<Value> {
    let mut child = Background::start(&["solve", "othello", "--json", "--file", file]);
    // The first line shows that the handler of the interrupt is set.
    let first = child.line();
    let output = child.interrupt();
    assert_eq!(output.status.code(), Some(130));
    let rest = String::from_utf8(output.stdout).unwrap();
    let lines = std::iter::once(&*first).chain(rest.lines());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(unix)]
#[test]
fn an_interrupted_solver_prints_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.obf");
    // The start of a game is far beyond the solver, so only the interrupt can end its search.
    let start = "---------------------------OX------XO--------------------------- X";
    fs::write(&file, format!("{FFO_1}\n{start}\n{FFO_1}\n")).unwrap();
    // An interrupt between two positions ends the output after the first, so it may take a few tries.
    let documents = (0..20).map(|_| interrupted(file.to_str().unwrap()));
    let documents = { documents }.find(|documents| documents.len() > 1).unwrap();
    assert_eq!(documents.len(), 2);
    assert_eq!(documents[0]["score"], 18);
    assert_eq!(documents[1]["bounds"], Value::from(vec![-64, 64]));
    assert_eq!(documents[1]["stopped_by"], "cancelled");
}
