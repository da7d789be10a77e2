//! The program with every game: hints, whole games, bad input.

use std::fs;

use serde_json::Value;

use crate::program::{is_refused, json, plywood, stdout, timeless};

/// Each game, with rules that keep it short.
const GAMES: [(&str, &str); 4] = [
    ("othello", ""),
    ("klondike", "draw=1"),
    ("woodblock", "variant=blast8"),
    ("tetris", "height=8,randomizer=uniform,end=strict"),
];

/// Returns the players of a game that need no other program or file; gtp.rs tests players that need a program.
fn self_contained(game: &str) -> Vec<Value> {
    let document = json(&["players", game, "--json"]);
    let players = document["games"][0]["players"].as_array().unwrap();
    players.iter().filter(|player| player["local_names"] == false).cloned().collect()
}

#[test]
fn every_game_has_the_standard_players() {
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
fn hints_of_every_player_repeat() {
    for (game, rules) in GAMES {
        for player in self_contained(game) {
            let example = player["example"].as_str().unwrap();
            let arguments = ["hint", game, "--rules", rules, "--player", example, "--json"];
            let budget = ["--simulations", "60", "--seed", "7"];
            let ask = || timeless(&[&arguments[..], &budget].concat());
            let decision = ask();
            assert!(decision["move"].is_string(), "{game} {example}: {decision}");
            assert_eq!(decision["candidates"][0]["move"], decision["move"], "{game} {example}");
            assert_eq!(decision["seeing"], player["seeing"], "{game} {example}");
            assert_eq!(decision, ask(), "{game} {example}");
        }
    }
}

#[test]
fn verbose_logs_one_line_per_decision_of_every_player() {
    for (game, rules) in GAMES {
        for player in self_contained(game) {
            let name = player["name"].as_str().unwrap();
            let arguments = ["-v", "hint", game, "--rules", rules, "--player", name, "--json"];
            let budget = ["--simulations", "60", "--seed", "7"];
            let output = plywood(&[&arguments[..], &budget].concat()).output().unwrap();
            let log = String::from_utf8(output.stderr).unwrap();
            let decision: Value = serde_json::from_slice(&output.stdout).unwrap();
            let [line] = log.lines().collect::<Vec<_>>()[..] else {
                panic!("{game} {name}: expected one line, found {log:?}");
            };
            let fields = [
                format!("decided game=\"{game}\" player={name} move={} ", decision["move"]),
                format!(" simulations={} elapsed=", decision["stats"]["simulations"]),
                format!(" stopped_by={}", decision["stopped_by"]),
            ];
            for field in fields {
                assert!(line.contains(&field), "{field:?} is missing from {line}");
            }
            assert_eq!(line.contains(" value="), decision["value"].is_number(), "{line}");
        }
    }
}

#[test]
fn verbose_logs_every_decision_of_a_game() {
    let arguments = ["-v", "watch", "othello", "--player", "greedy", "--seed", "2", "--json"];
    let output = plywood(&arguments).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let logged: Vec<_> = log.lines().map(|line| line.split("move=").nth(1).unwrap()).collect();
    let moves = document["moves"].as_array().unwrap();
    assert_eq!(logged.len(), moves.len());
    for (line, mv) in logged.into_iter().zip(moves) {
        assert!(line.starts_with(&mv.to_string()), "{mv}: {line}");
    }
}

#[test]
fn verbose_logs_every_decision_of_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    let arguments = ["-v", "arena", "othello", "--player", "greedy", "--player", "random"];
    let output = plywood(&[&arguments[..], &["--games", "2", "--seed", "2", "--out"]].concat())
        .arg(&out)
        .output()
        .unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    let logged: Vec<_> = log.lines().filter_map(|line| line.split(" move=").nth(1)).collect();
    let games = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let games = games.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let moves: Vec<Value> =
        games.flat_map(|game| game["moves"].as_array().unwrap().clone()).collect();
    assert_eq!(logged.len(), moves.len());
    for (line, mv) in logged.into_iter().zip(moves) {
        assert!(line.starts_with(&mv.to_string()), "{mv}: {line}");
    }
}

#[test]
fn hints_show_candidates_of_every_player_with_values() {
    for (game, rules) in GAMES {
        for player in self_contained(game) {
            let name = player["name"].as_str().unwrap();
            let hint = ["hint", game, "--rules", rules, "--player", name, "--seed", "7"];
            let hint = [&hint[..], &["--simulations", "60"]].concat();
            let decision = json(&[&hint[..], &["--json"]].concat());
            let candidates = decision["candidates"].as_array().unwrap();
            let text = stdout(&hint);
            let best = candidates
                .iter()
                .take(10)
                .filter_map(|candidate| Some(format!("{:.3}", candidate["value"].as_f64()?)));
            for value in best {
                assert!(text.contains(&value), "{game} {name}: {value} is missing from\n{text}");
            }
            let searched = candidates.iter().any(|one| one["visits"].as_u64() > Some(0));
            assert_eq!(text.contains("visits  share"), searched, "{game} {name}:\n{text}");
            // Some players without a tree count visits, too, but have no average.
            let averaged = decision["stats"]["average_visits"].as_f64() > Some(0.0);
            assert!(searched || !averaged, "{game} {name}");
            assert_eq!(
                text.contains(" visits per tried move, "),
                averaged,
                "{game} {name}:\n{text}"
            );
            let known = searched || candidates.iter().any(|one| one["value"].is_number());
            let more = candidates.len().checked_sub(10).filter(|&more| more > 0 && known);
            match more {
                Some(more) => assert!(text.contains(&format!("\nand {more} more\n")), "{text}"),
                None => assert!(!text.contains("\nand "), "{game} {name}:\n{text}"),
            }
        }
    }
}

#[test]
fn top_and_all_choose_how_many_candidates_are_shown() {
    let hint = ["hint", "tetris", "--player", "linear", "--seed", "3"];
    let document = json(&[&hint[..], &["--top", "2", "--json"]].concat());
    let moves: Vec<_> =
        document["candidates"].as_array().unwrap().iter().map(|one| &one["move"]).collect();
    assert!(moves.len() > 10, "JSON has all candidates");
    let shown = |flags: &[&str]| {
        let text = stdout(&[&hint[..], flags].concat());
        let starts = |mv: &&&Value| {
            let start = format!("\n{} ", mv.as_str().unwrap());
            text.rsplit_once("move ").unwrap().1.contains(&start)
        };
        (moves.iter().filter(starts).count(), text)
    };
    let (count, text) = shown(&["--top", "2"]);
    assert_eq!(count, 2, "{text}");
    assert!(text.contains(&format!("\nand {} more\n", moves.len() - 2)), "{text}");
    assert_eq!(shown(&[]).0, 10);
    let (count, text) = shown(&["--all"]);
    assert_eq!(count, moves.len(), "{text}");
    assert!(!text.contains("\nand "), "{text}");
    is_refused(&[&hint[..], &["--top", "2", "--all"]].concat(), "--all");
    is_refused(&[&hint[..], &["--top", "0"]].concat(), "--top");
}

#[test]
fn rule_and_player_keys_have_names() {
    let document = json(&["games", "--json"]);
    let rules = document["games"].as_array().unwrap().iter();
    let rules: Vec<_> = rules.flat_map(|game| game["rules"].as_array().unwrap()).collect();
    let document = json(&["players", "--json"]);
    let players = document["games"].as_array().unwrap().iter();
    let players = players.flat_map(|game| game["players"].as_array().unwrap());
    let keys: Vec<_> = players.flat_map(|player| player["keys"].as_array().unwrap()).collect();
    assert!(!rules.is_empty() && !keys.is_empty());
    for key in rules.into_iter().chain(keys) {
        assert!(key["name"].is_string(), "{key}");
        assert_eq!(key["name"], key["key"], "schema 1 keeps `key`");
    }
}

/// Runs the program with stdout and stderr on a pseudo-terminal and returns what is drawn there.
#[cfg(target_os = "linux")]
fn on_terminal<const N: usize>(
    arguments: &str,
    input: &str,
    environment: [(&str, String); N],
) -> String {
    let program = assert_cmd::cargo::cargo_bin!("plywood").display().to_string();
    let command = format!("'{program}' {arguments}");
    let output = assert_cmd::Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("TERM", "xterm")
        .envs(environment)
        .env_remove("NO_COLOR")
        .write_stdin(input)
        .assert()
        .success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_spinner_that_no_thread_can_turn_does_no_harm() {
    // No thread can be started with a stack larger than the address space.
    let environment = [("RUST_MIN_STACK", (1_u64 << 46).to_string())];
    let hint = "hint othello --player mcts --simulations 3000 --seed 1";
    let drawn = on_terminal(hint, "", environment);
    assert!(drawn.contains("mcts is thinking"), "{drawn:?}");
    assert!(drawn.contains("stopped by simulations"), "{drawn:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn play_and_watch_show_a_spinner_on_a_terminal_only() {
    const CLEAR_LINE: &str = "\r\x1b[2K";
    let player = "mcts:simulations=20000";
    let play = format!("play othello --opponent {player} --seed 1");
    let drawn = on_terminal(&play, "d3\nhint\nquit\n", []);
    let answer = drawn.find("white plays").unwrap();
    let thinking = drawn[..answer].rfind(&format!("{player} is thinking")).unwrap();
    assert!(drawn[thinking..answer].contains(CLEAR_LINE), "{drawn:?}");
    assert!(drawn[answer..].contains("is thinking"), "no spinner during the hint: {drawn:?}");

    let tetris = format!("--rules height=4,width=4,end=strict --seed 1 --player {player}");
    let drawn = on_terminal(&format!("watch tetris --delay 1ms {tetris}"), "", []);
    let first_move = drawn.find("1. ").unwrap();
    let thinking = drawn[..first_move].rfind("is thinking").unwrap();
    assert!(drawn[thinking..first_move].contains(CLEAR_LINE), "{drawn:?}");

    for arguments in [play, format!("watch tetris {tetris}")] {
        let arguments: Vec<_> = arguments.split(' ').collect();
        plywood(&arguments).write_stdin("d3\nquit\n").assert().success().stderr("");
    }
}

#[test]
fn watch_plays_to_the_end() {
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
fn watch_shows_totals_at_the_end() {
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

/// A Wood Block variant whose games never end: every block fills and clears the only cell.
const ENDLESS: &str = "name = \"endless\"\nsize = 1\nboxes = false\nscoring = \"streak\"\nshapes = [{ rows = [\"#\"], weight = 1 }]\n";

#[test]
fn original_of_tetris_reports_its_own_counts() {
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
    // In each of 4 rotations, the O is tried in 4 columns inside the walls and 2 outside each wall.
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
fn wood_block_says_what_a_move_leads_to() {
    let empty = "/........".repeat(7);
    let position = format!("#####...{empty} hand:###,##/##,#");
    let game = ["woodblock", "--rules", "variant=blast8", "--seed", "1", "--position", &position];
    for player in ["greedy", "exhaustive", "hard"] {
        let text = stdout(&[&["hint"][..], &game, &["--player", player]].concat());
        let said = text.lines().find(|line| line.starts_with("fills "));
        assert!(said.is_some_and(|said| said.ends_with(" of cases")), "{text}");
    }
    let mut play = plywood(&[&["play"][..], &game].concat());
    let output = play.write_stdin("look 1@f1\nlook 1@a1\nlook\nquit\n").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let cleared = "fills f1 g1 h1, clears row 1; the next hand fits in more than 99% of cases";
    assert!(text.contains(cleared), "{text}");
    assert!(text.contains("1@a1 is not a legal move"), "{text}");
    assert!(text.contains("look: expected a move"), "{text}");
}

#[test]
fn a_look_at_what_is_unknown_is_an_example() {
    let look = |game: &str, mv: &str| {
        let output = plywood(&["play", game, "--seed", "4"])
            .write_stdin(format!("look {mv}\nquit\n"))
            .assert()
            .success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let example = "this is only one example of what may come: what";
    for (game, mv, unknown) in [
        ("klondike", "turn", true),
        ("tetris", "r0x0", true),
        ("othello", "d3", false),
        ("woodblock", "1@a1", false),
    ] {
        let text = look(game, mv);
        assert_eq!(text.contains(example), unknown, "{game}: {text}");
        assert_eq!(text.contains(&format!("what {mv} shows is not known yet")), unknown, "{text}");
    }
}

#[test]
fn a_time_budget_bounds_the_search_of_an_endless_game() {
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
fn a_position_survives_a_round_trip_through_text() {
    for (game, rules) in GAMES {
        let arguments =
            ["hint", game, "--rules", rules, "--player", "random", "--seed", "3", "--json"];
        let first = json(&arguments);
        let position = first["position"].as_str().unwrap();
        let second = json(&[&arguments[..], &["--position", position]].concat());
        assert_eq!(second["position"], position, "{game}");
    }
}

#[test]
fn play_accepts_moves_and_commands_in_every_game() {
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
fn omniscient_players_need_known_cards() {
    let deal = json(&["hint", "klondike", "--player", "random", "--seed", "1", "--json"]);
    let view = deal["position"].as_str().unwrap();
    assert!(view.starts_with("view:") && view.contains("??"), "{view}");
    plywood(&["hint", "klondike", "--player", "thoughtful", "--position", view])
        .assert()
        .code(2)
        .stderr(predicates::str::contains("thoughtful"));
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
fn omniscient_players_are_marked() {
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
fn a_saved_game_keeps_its_starting_position() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!("save {}\nquit\n", file.display());
    let from = "seed:5 moves:turn";
    plywood(&["play", "klondike", "--position", from]).write_stdin(script).assert().success();
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["from"], from);
}

#[test]
fn trees_use_the_notation_of_the_game() {
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

/// A Wood Block board that no game can reach: its full row would have been cleared.
const FULL_LINE: &str = "##########/........../........../........../........../........../\
                         ........../........../........../..........";

/// Invalid arguments, and a part of the expected error message.
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
fn bad_input_gets_one_or_two_lines_and_status_2() {
    for (arguments, named) in BAD_INPUT {
        is_refused(arguments, named);
    }
}

#[test]
fn errors_quote_only_the_beginning_of_long_arguments() {
    // Linux limits one argument to 128 KiB.
    let long = "x".repeat(100_000);
    let mut commands = vec![
        vec![long.clone()],
        vec!["hint".to_owned(), long.clone()],
        vec!["hint".to_owned(), format!("--{long}")],
        vec!["train".to_owned(), long.clone(), "--out".to_owned(), "unused".to_owned()],
    ];
    for game in ["othello", "klondike", "woodblock", "tetris"] {
        let arguments = [
            ("--player", long.clone()),
            ("--player", format!("mcts:{long}=1")),
            ("--player", format!("mcts:c={long}")),
            ("--player", format!("{long}{{")),
            ("--rules", long.clone()),
            ("--rules", format!("{long}=1")),
            ("--position", long.clone()),
            ("--position", format!("view:{long}:")),
            ("--position", format!(".......... {long}:1")),
            ("--position", format!("seed:{long}")),
            ("--threads", long.clone()),
            ("--seed", long.clone()),
        ];
        for (name, value) in arguments {
            commands.push(["hint", game, name, &value].map(str::to_owned).to_vec());
        }
        let player = format!("{long}{{");
        commands.push(["arena", game, "--player", &player].map(str::to_owned).to_vec());
    }
    for arguments in &commands {
        let output = plywood(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).output();
        let output = output.unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let beginning: String = error.chars().take(1200).collect();
        assert_eq!(output.status.code(), Some(2), "{beginning}");
        assert!(error.len() < 1200, "{} characters: {beginning}", error.len());
    }
    for game in ["othello", "klondike", "woodblock", "tetris"] {
        let play =
            plywood(&["play", game, "--seed", "1"]).write_stdin(format!("{long}\n")).output();
        let text = String::from_utf8(play.unwrap().stdout).unwrap();
        assert!(text.contains("the move cannot be read: \"xxx") && text.len() < 4000, "{game}");
    }
}

#[test]
fn invalid_variant_files_are_bad_input() {
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
