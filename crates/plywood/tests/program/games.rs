//! Every game through the real program: hints, games to the end, and bad input.

use std::fs;

use serde_json::Value;

use crate::program::{is_refused, json, plywood, timeless};

/// A game, rules under which it does not last long, and a first move.
const GAMES: [(&str, &str); 4] = [
    ("othello", ""),
    ("klondike", "draw=1"),
    ("woodblock", "variant=blast8"),
    ("tetris", "height=8,randomizer=uniform,end=strict"),
];

#[test]
fn every_game_has_the_players_that_every_game_has() {
    for (game, _) in GAMES {
        let document = json(&["players", game, "--json"]);
        let players = document["games"][0]["players"].as_array().unwrap();
        let names: Vec<_> = players.iter().map(|player| player["name"].as_str().unwrap()).collect();
        for name in ["random", "greedy", "original", "mcts", "easy", "medium", "hard", "expert"] {
            assert!(names.contains(&name), "{game} has no {name}");
        }
    }
}

#[test]
fn every_player_of_every_game_gives_the_same_hint_twice() {
    for (game, rules) in GAMES {
        let document = json(&["players", game, "--json"]);
        for player in document["games"][0]["players"].as_array().unwrap() {
            let example = player["example"].as_str().unwrap();
            let ask = || {
                timeless(&[
                    "hint",
                    game,
                    "--rules",
                    rules,
                    "--player",
                    example,
                    "--simulations",
                    "60",
                    "--seed",
                    "7",
                    "--json",
                ])
            };
            let decision = ask();
            assert!(decision["move"].is_string(), "{game} {example}: {decision}");
            assert_eq!(decision["candidates"][0]["move"], decision["move"], "{game} {example}");
            assert_eq!(decision["seeing"], player["seeing"], "{game} {example}");
            assert_eq!(decision, ask(), "{game} {example}");
        }
    }
}

#[test]
fn games_are_watched_to_the_end() {
    for (game, rules) in GAMES {
        let arguments = ["watch", game, "--rules", rules, "--player", "greedy", "--seed", "2"];
        let output = plywood(&arguments).assert().success().get_output().stdout.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains("1. "), "{game}");
        let last = text.lines().rev().take(3).collect::<Vec<_>>().join(" ");
        assert!(
            last.contains("score: ") || last.contains("wins") || last.contains("draw"),
            "{last}"
        );
    }
}

#[test]
fn totals_are_shown_at_the_end() {
    let rules = "height=6,width=5,end=strict";
    for player in ["easy", "original", "linear", "greedy", "random"] {
        let arguments =
            ["watch", "tetris", "--rules", rules, "--player", player, "--seed", "2", "--json"];
        let moves = json(&arguments)["moves"].as_array().unwrap().len();
        plywood(&arguments[..arguments.len() - 1])
            .assert()
            .success()
            .stdout(predicates::str::contains(format!("{player}: {moves} decisions, ")));
    }
}

/// A board of one cell on which every block fits and clears: it never ends.
const ENDLESS: &str = "name = \"endless\"\nsize = 1\nboxes = false\nscoring = \"streak\"\nshapes = [{ rows = [\"#\"], weight = 1 }]\n";

#[test]
fn the_first_design_of_tetris_says_how_it_searched() {
    let hint = |player: &str, rows: &str| {
        let position = format!("{rows} current:O next:T");
        let rules = "width=5";
        let asked = ["hint", "tetris", "--rules", rules, "--player", player];
        let asked = [&asked[..], &["--position", &position, "--seed", "1"]].concat();
        let text = plywood(&asked).output().unwrap().stdout;
        let document = json(&[&asked[..], &["--json"]].concat());
        (String::from_utf8(text).unwrap(), document["stats"]["details"].clone())
    };
    let (text, details) = hint("original", ".....");
    // Four columns and two outside the walls on either side, four rotations.
    let expected = serde_json::json!({
        "evaluations": 32, "outside": 32, "collisions": 16, "failed_drops": 0,
        "too_many_holes": 0, "explored": false, "stop": "exhausted",
    });
    assert_eq!(details, expected);
    assert!(text.contains("evaluations 32, outside 32, collisions 16, failed drops 0"), "{text}");
    assert!(text.contains("explored no, stop exhausted"), "{text}");

    let holed = "####./....#/####./....#/####./....#/####./....#";
    let (text, details) = hint("original", holed);
    assert!(text.contains("gives up") && text.contains("too many holes 16"), "{text}");
    assert_eq!(details["too_many_holes"], 16);
    assert_eq!(hint("original:epsilon=1", ".....").1["stop"], "explored");
    assert_eq!(hint("original:max_evaluations=3", ".....").1["stop"], "max_evaluations");
    assert_eq!(hint("linear", ".....").1, Value::Null);
}

#[test]
fn games_without_end_are_searched_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("endless.toml");
    fs::write(&file, ENDLESS).unwrap();
    let rules = format!("variant=\"{}\"", file.display());
    for player in ["easy", "mcts:rollout=random,max_rollout=1000000"] {
        let arguments = ["hint", "woodblock", "--rules", &rules, "--player", player];
        let decision = json(&[&arguments[..], &["--time", "100ms", "--json"]].concat());
        assert_eq!(decision["stopped_by"], "time", "{decision}");
    }
}

#[test]
fn a_position_is_asked_about_again() {
    for (game, rules) in GAMES {
        let first =
            json(&["hint", game, "--rules", rules, "--player", "random", "--seed", "3", "--json"]);
        let position = first["position"].as_str().unwrap();
        let second = json(&[
            "hint",
            game,
            "--rules",
            rules,
            "--player",
            "random",
            "--seed",
            "3",
            "--json",
            "--position",
            position,
        ]);
        assert_eq!(second["position"], position, "{game}");
    }
}

#[test]
fn a_person_plays_every_game() {
    for (game, rules) in GAMES {
        let decision =
            json(&["hint", game, "--rules", rules, "--player", "greedy", "--seed", "4", "--json"]);
        let mv = decision["move"].as_str().unwrap();
        let script = format!("moves\n{mv}\nhint\nundo\nnonsense\nhelp\nquit\n");
        let output =
            plywood(&["play", game, "--rules", rules, "--opponent", "easy", "--seed", "4"])
                .write_stdin(script)
                .assert()
                .success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        assert!(text.contains("take back your last move"), "{game}: {text}");
        assert!(text.contains("cannot be read"), "{game}: {text}");
    }
}

#[test]
fn nobody_sees_cards_that_nobody_knows() {
    let deal = json(&["hint", "klondike", "--player", "random", "--seed", "1", "--json"]);
    let view = deal["position"].as_str().unwrap();
    assert!(view.starts_with("view:") && view.contains("??"), "{view}");
    plywood(&["hint", "klondike", "--player", "thoughtful", "--position", view])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("nobody knows"));
    plywood(&["watch", "klondike", "--player", "thoughtful", "--position", view])
        .assert()
        .code(2)
        .stdout("");
    plywood(&["play", "klondike", "--opponent", "thoughtful", "--position", view])
        .assert()
        .code(2)
        .stdout("");
}

#[test]
fn players_that_see_what_is_hidden_are_marked() {
    plywood(&["hint", "klondike", "--player", "thoughtful", "--simulations", "200"])
        .assert()
        .success()
        .stdout(predicates::str::contains("sees what is hidden"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!("hint\nsave {}\nquit\n", file.display());
    let play = ["play", "klondike", "--opponent", "thoughtful", "--simulations", "200"];
    let output = plywood(&play).write_stdin(script).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.matches("thoughtful (sees what is hidden)").count(), 2, "{text}");
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["seeing"], true);
}

#[test]
fn a_saved_game_keeps_the_position_that_it_began_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!("save {}\nquit\n", file.display());
    let from = "seed:5 moves:turn";
    plywood(&["play", "klondike", "--position", from]).write_stdin(script).assert().success();
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["from"], from);
}

#[test]
fn a_tree_says_what_was_seen_in_the_notation_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    for (game, rules) in GAMES {
        let file = folder.path().join(format!("{game}.json"));
        let player = "mcts:simulations=200";
        let arguments = ["hint", game, "--rules", rules, "--player", player, "--seed", "1"];
        let tree = ["--tree", file.to_str().unwrap()];
        plywood(&[&arguments[..], &tree].concat()).assert().success();
        let text = fs::read_to_string(&file).unwrap();
        let seen: Vec<_> = text.split("\"seen\":\"").skip(1).collect();
        assert_eq!(seen.is_empty(), game == "othello", "{game}");
        for text in seen.into_iter().filter_map(|rest| rest.split('"').next()) {
            assert!(!text.contains(['(', '[', '{']), "{game}: {text}");
        }
    }
}

/// A board whose first row would have been cleared.
const FULL_LINE: &str = "##########/........../........../........../........../........../\
                         ........../........../........../..........";

/// Each line of arguments, and what the message must name.
const BAD_INPUT: &[(&[&str], &str)] = &[
    (&["hint", "klondike", "--rules", "draw=2"], "draw"),
    (&["hint", "klondike", "--rules", "cards=2"], "worrying_back"),
    (&["hint", "klondike", "--position", "deal: 2C 3C"], "52"),
    (&["hint", "klondike", "--position", "seed:1 moves:move W F1"], "--position"),
    (&["hint", "klondike", "--position", "view:"], "--position"),
    (&["perft", "klondike", "--depth", "3"], "hidden"),
    (&["hint", "woodblock", "--rules", "variant=nowhere.toml"], "nowhere.toml"),
    (&["hint", "woodblock", "--rules", "rotate=perhaps"], "rotate"),
    (&["hint", "woodblock", "--rules", "cap=0"], "cap"),
    (&["hint", "woodblock", "--position", "../.."], "--position"),
    (&["hint", "woodblock", "--position", FULL_LINE], "--position"),
    (&["hint", "tetris", "--rules", "width=3"], "width"),
    (&["hint", "tetris", "--player", "mcts:max_rollout=4294967295"], "1000000"),
    (&["hint", "tetris", "--position", ".......... current:T next:I lines:+5"], "--position"),
    (&["hint", "tetris", "--rules", "height=99"], "height"),
    (&["hint", "tetris", "--position", ".... current:T next:I"], "--position"),
    (&["hint", "tetris", "--position", ".......... current:Q next:I"], "--position"),
    (&["hint", "tetris", "--player", "linear:weights=mine"], "dellacherie"),
];

#[test]
fn bad_input_gets_a_line_or_two_and_status_2() {
    for (arguments, named) in BAD_INPUT {
        is_refused(arguments, named);
    }
}

#[test]
fn broken_variants_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let good = fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../woodblock/data/classic10.toml"),
    )
    .unwrap();
    let negative = good.replacen("weight = 2", "weight = -2", 1);
    assert_ne!(good, negative);
    let huge = "#".repeat(1 << 20);
    for (name, text) in [
        ("empty.toml", ""),
        ("negative.toml", &negative),
        ("torn.toml", "size = ["),
        ("huge.toml", &huge),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let rules = format!("variant=\"{}\"", file.display());
        let output = plywood(&["hint", "woodblock", "--rules", &rules]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {error}");
        assert!((1..=2).contains(&error.lines().count()), "{name}: {error}");
    }
    let pipe = folder.path().join("pipe.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let rules = format!("variant=\"{}\"", pipe.display());
    plywood(&["hint", "woodblock", "--rules", &rules])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("expected a regular file"));
}
