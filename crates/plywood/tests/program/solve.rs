//! `plywood solve`, run as a process.

use std::fs;

use serde_json::Value;

#[cfg(unix)]
use crate::program::Background;
use crate::program::{is_refused, json, stdout, write_file};

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
    let file = |name: &str, contents: &[u8]| write_file(&folder, name, contents);
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
    is_refused(&["solve", "tetris"], "tetris has no solver; games with one: ");
    is_refused(&["solve", "chess"], "othello");
}

/// A file with a deal whose shortest solution with draw 3 has 88 commands, and its verdicts under both rules.
const DEALS: &str = "\
id,deal,draw1,draw3
first,4D 4C 4S QS 2H 7H JC AD QH 8C TS 9H 3C 5D 5C QC 9S 7S 6C 9C 8H TD 4H 7C KD KS JH JS KC 2D \
TH AH 6D 3D TC AC AS 3S 5S 2C JD 6S 9D 8D KH 3H 7D 5H 8S 6H 2S QD,solvable,solvable
";

fn solve_klondike(arguments: &[&str]) -> Value {
    json(&[&["solve", "klondike", "--json"], arguments].concat())
}

#[test]
fn a_deal_is_solved() {
    let document = solve_klondike(&["--position", "seed:7", "--rules", "draw=1"]);
    for (key, value) in [
        ("schema", Value::from(1)),
        ("result", "solvable".into()),
        ("fewest_moves", Value::Null),
        ("shortest", Value::Null),
        ("stopped_by", "proven".into()),
        ("threads", 1.into()),
        ("game", "klondike".into()),
        ("rules", "draw=1".into()),
        ("position", "seed:7".into()),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    let moves = document["pv"].as_array().unwrap();
    assert_eq!(document["moves"], moves.len());
    assert_eq!(document["move"], moves[0]);
    // The solution wins under the rules of the game.
    let position = format!(
        "seed:7 moves:{}",
        moves.iter().map(|mv| mv.as_str().unwrap()).collect::<Vec<_>>().join(";")
    );
    let ending = solve_klondike(&["--position", &position, "--rules", "draw=1"]);
    assert_eq!((&ending["result"], &ending["moves"]), (&"solvable".into(), &0.into()));
    let letters: usize =
        document["solution"].as_str().unwrap().split_whitespace().map(str::len).sum();
    let turns = moves.iter().filter(|mv| **mv == "turn").count();
    assert_eq!(letters, 2 * moves.len() - turns);

    let text = stdout(&["solve", "klondike", "--position", "seed:7", "--rules", "draw=1"]);
    assert!(text.contains(&format!("solvable in {} moves\n\nsolution: ", moves.len())), "{text}");
}

#[test]
fn a_drawn_deal_can_be_solved_again() {
    let drawn = solve_klondike(&["--nodes", "1000"]);
    let seed = drawn["seed"].as_u64().unwrap();
    assert_eq!(drawn["position"], format!("seed:{seed}"));
    let nodes = ["--nodes", "1000"];
    let by_seed = solve_klondike(&[&["--seed", &seed.to_string()], &nodes[..]].concat());
    let position = drawn["position"].as_str().unwrap();
    let by_position = solve_klondike(&[&["--position", position], &nodes[..]].concat());
    assert_eq!((&by_seed["seed"], &by_position["seed"]), (&seed.into(), &Value::Null));
    for key in ["position", "result", "pv", "nodes", "stopped_by"] {
        assert_eq!(drawn[key], by_seed[key], "{key}");
        assert_eq!(drawn[key], by_position[key], "{key}");
    }
    let text = stdout(&["solve", "klondike", "--seed", "7", "--rules", "draw=1"]);
    assert!(text.starts_with("klondike · seed 7\n"), "{text}");
    assert!(
        !stdout(&["solve", "klondike", "--position", "seed:7", "--rules", "draw=1"])
            .contains("seed")
    );
}

#[test]
fn time_without_end_is_no_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.csv");
    fs::write(&file, format!("\u{feff}{DEALS}")).unwrap();
    let arguments = ["--file", file.to_str().unwrap(), "--time", "18446744073709551615s"];
    let limits = ["--short", "--nodes", "100000", "--rules", "draw=1"];
    let document = solve_klondike(&[&arguments[..], &limits].concat());
    assert_eq!((&document["result"], &document["name"]), (&"solvable".into(), &"first".into()));
}

#[test]
fn a_puzzle_may_have_no_solution_or_no_verdict() {
    // The solver needs thousands of positions to decide this deal.
    let unknown = solve_klondike(&["--position", "seed:3", "--nodes", "100"]);
    assert_eq!((&unknown["result"], &unknown["stopped_by"]), (&"unknown".into(), &"nodes".into()));
    let unsolvable = solve_klondike(&["--position", "seed:3", "--rules", "passes=1"]);
    assert_eq!(unsolvable["result"], "unsolvable");
    for document in [unknown, unsolvable] {
        assert_eq!((&document["solution"], &document["moves"]), (&Value::Null, &Value::Null));
        assert_eq!(
            (&document["move"], &document["pv"]),
            (&Value::Null, &Value::from(Vec::<u8>::new()))
        );
    }
}

#[test]
fn short_solutions_have_a_lower_bound() {
    let arguments = ["--position", "seed:0", "--short", "--nodes", "30000"];
    let [long, short] = [&arguments[..2], &arguments[..]].map(solve_klondike);
    let number = |document: &Value, key: &str| document[key].as_u64().unwrap();
    assert!(number(&short, "moves") < number(&long, "moves"));
    assert!(number(&short, "fewest_moves") <= number(&short, "moves"));
    assert!(number(&short, "fewest_moves") > 60);
    let is_shortest = number(&short, "fewest_moves") == number(&short, "moves");
    assert_eq!(short["shortest"], is_shortest);
}

#[test]
fn the_deals_of_a_file_are_solved_at_once_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deals.csv");
    let deal = DEALS.lines().nth(1).unwrap();
    let more = deal.replacen("first", "wrong", 1).replace("solvable,solvable", "unsolvable,");
    fs::write(&file, format!("{DEALS}{more}\n")).unwrap();
    let file = file.to_str().unwrap();
    let agrees = |rules: &str| -> Vec<Option<bool>> {
        let arguments =
            ["solve", "klondike", "--file", file, "--rules", rules, "--threads", "2", "--json"];
        let output = stdout(&arguments);
        let documents: Vec<Value> =
            output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(documents.iter().all(|one| one["result"] == "solvable"));
        assert_eq!(documents[0]["expected"], "solvable");
        let numbers: Vec<_> = documents.iter().map(|one| one["number"].as_u64()).collect();
        assert_eq!(numbers, [Some(1), Some(2)]);
        assert_eq!(
            (&documents[0]["name"], &documents[1]["name"]),
            (&"first".into(), &"wrong".into())
        );
        documents.iter().map(|one| one["agrees"].as_bool()).collect()
    };
    assert_eq!(agrees("draw=1"), [Some(true), Some(false)]);
    assert_eq!(agrees("draw=3"), [Some(true), None]);
    let text = stdout(&["solve", "klondike", "--file", file, "--rules", "draw=1"]);
    for part in ["2 solvable, 0 unsolvable, 0 unknown", "1 of 2 agree with the file", "median"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn wrong_deals_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |contents: &str| write_file(&folder, "deals.csv", contents);
    let refused = |arguments: &[&str], named: &str| {
        is_refused(&[&["solve", "klondike"], arguments].concat(), named);
    };
    refused(&["--file", &file("id,deal\nx,QD 2C\n")], "line 2: the deal has 2 cards");
    refused(&["--file", &file("id\nx\n")], "expected a header with the column deal");
    refused(
        &["--file", &file(&DEALS.replace(",solvable", ",yes"))],
        "line 2: \"yes\" is no verdict",
    );
    refused(&["--file", &file(&format!("{DEALS}x,y\n"))], "line 3: 2 fields: expected 4");
    refused(&["--position", "deal:QD 2C"], "the deal has 2 cards");
    refused(&["--position", "seed:1 moves:move T1 F1"], "move T1 F1 is not legal here");
    let view = "view:KC|?? KD|KH|KS|-|-|- home:11,11,12,11 stock:?? ??";
    refused(&["--position", view], "a solver needs the hidden facts");
    refused(&["--position", "seed:1", "--wld"], "--wld is for games with scores");
    is_refused(&["solve", "othello", "--short"], "--short is for games with puzzles");
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
    // The start of a game takes the solver far too long, so only the interrupt can end its search.
    let start = "---------------------------OX------XO--------------------------- X";
    fs::write(&file, format!("{FFO_1}\n{start}\n{FFO_1}\n")).unwrap();
    // An interrupt between two positions ends the output after the first, so the test tries up to 20 times.
    let documents = (0..20).map(|_| interrupted(file.to_str().unwrap()));
    let documents = { documents }.find(|documents| documents.len() > 1).unwrap();
    assert_eq!(documents.len(), 2);
    assert_eq!(documents[0]["score"], 18);
    assert_eq!(documents[1]["bounds"], Value::from(vec![-64, 64]));
    assert_eq!(documents[1]["stopped_by"], "cancelled");
}
