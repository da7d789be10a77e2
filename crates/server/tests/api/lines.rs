//! Positions before and after the current one, and descriptions of moves.

use plywood_search::Rng;
use serde_json::{Value, json};

use crate::client::{Client, GAMES};

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

#[test]
fn every_legal_move_has_words_and_cells() {
    let client = Client::start();
    for game in GAMES {
        let state = client.ask("look", json!({"game": game, "seed": 7}))["state"].take();
        let [legal, words, cells] = ["legal", "words", "cells"].map(|field| list(&state[field]));
        assert_eq!([words.len(), cells.len()], [legal.len(); 2], "{game}");
        let fills = ["woodblock", "tetris"].contains(&game);
        assert!(cells.iter().all(|cells| list(cells).is_empty() != fills), "{game}: {cells:?}");
    }
    let tetris = client.ask("look", json!({"game": "tetris", "position": "current:O next:I"}));
    let state = &tetris["state"];
    assert_eq!((&state["legal"][3], &state["words"][3]), (&json!("r0x3"), &json!("O, column 4")));
    assert_eq!(state["cells"][3], json!([[3, 18], [4, 18], [3, 19], [4, 19]]));
    let over = client.ask(
        "look",
        json!({"game": "tetris", "rules": "cap=1", "position": "current:O next:I lines:1"}),
    );
    assert_eq!(over["state"]["words"], json!([]));
}

#[test]
fn history_has_the_position_before_each_move() {
    let client = Client::start();
    let mut rng = Rng::new(3);
    for game in GAMES {
        let mut state = client.ask("new", json!({"game": game, "seed": 7, "history": true}));
        let session = state["session"].take();
        assert_eq!(state["state"]["history"], json!([]));
        let mut positions = Vec::new();
        for _ in 0..5 {
            positions.push(state["state"]["position"].clone());
            let legal = list(&state["state"]["legal"]);
            let mv = &legal[rng.below(legal.len())];
            state = client.ask("play", json!({"session": session, "move": mv}));
            assert!(state["state"].get("history").is_none(), "only where it is asked for");
        }
        let history = json!({"session": session, "history": true});
        assert_eq!(client.ask("state", history)["state"]["history"], json!(positions), "{game}");
        let moves = &state["state"]["played"];
        let again = json!({"game": game, "seed": 7, "moves": moves, "history": true});
        assert_eq!(client.ask("look", again)["state"]["history"], json!(positions), "{game}");
    }
}

#[test]
fn a_line_shows_positions_and_plays_nothing() {
    let client = Client::start();
    let opened = client.ask("new", json!({"game": "othello"}));
    let session = &opened["session"];
    let path = ["d3", "c3", "c4"];
    let line = client.ask("line", json!({"session": session, "path": path}));
    assert_eq!(line["version"], opened["state"]["version"]);
    assert_eq!(client.ask("state", json!({"session": session}))["state"], opened["state"]);
    for (mv, position) in path.iter().zip(list(&line["positions"])) {
        let state = client.ask("play", json!({"session": session, "move": mv}));
        assert_eq!(state["state"]["position"], *position);
    }
    let none = client.ask("line", json!({"session": session, "path": ["a1"]}));
    assert_eq!(none["positions"], json!([]));
    let long = client.post("line", &json!({"session": session, "path": vec!["d3"; 33]}));
    assert_eq!(long.kind(), "limit");
}

/// Returns the steps of the longest path of a tree, and the number of moves among them.
fn longest_path(node: &Value) -> (usize, Vec<Value>) {
    let below = |child: &Value| {
        let (moves, mut path) = longest_path(child);
        let step = if child["move"].is_null() { &child["seen"] } else { &child["move"] };
        path.insert(0, step.clone());
        (moves + usize::from(child["move"].is_string()), path)
    };
    list(&node["children"]).iter().map(below).max_by_key(|(moves, _)| *moves).unwrap_or_default()
}

#[test]
fn a_line_follows_the_path_of_a_tree_through_what_was_seen() {
    let (client, mut events) = Client::with_events("tree");
    for (game, rules) in [("tetris", "width=4"), ("woodblock", ""), ("klondike", "draw=1")] {
        let opened = client.ask("new", json!({"game": game, "rules": rules, "seed": 7}));
        let session = &opened["session"];
        let think = json!({"session": session, "player": "mcts:max_depth=4", "simulations": 2000, "page": "tree"});
        client.ask("think", think);
        events.until("decision");
        let tree = client.ask("tree", json!({"session": session, "depth": 3}));
        let (moves, path) = longest_path(&tree["tree"]);
        assert!(moves >= 2 && path.len() >= 4, "{game}: {path:?}");
        let line = client.ask("line", json!({"session": session, "path": path}));
        let mut positions = list(&line["positions"]).clone();
        assert_eq!(positions.len(), moves, "{game}: {path:?} {line}");
        positions.push(opened["state"]["position"].clone());
        positions.dedup();
        assert_eq!(positions.len(), moves + 1, "{game}: every move changes the position");
    }
}

#[test]
fn candidates_have_their_lines_in_words() {
    let (client, mut events) = Client::with_events("words");
    for game in GAMES {
        let opened = client.ask("new", json!({"game": game, "seed": 7}));
        let think = json!({
            "session": opened["session"], "player": "mcts", "time_ms": 200, "play": true,
            "page": "words",
        });
        client.ask("think", think);
        let mut progress = events.until("progress").data;
        let mut decided = events.until("decision").data;
        assert_eq!(decided["played"], true);
        let described = [progress["candidates"].take(), decided["decision"]["candidates"].take()];
        for candidate in described.iter().flat_map(list) {
            let [pv, words] = ["pv", "words"].map(|field| list(&candidate[field]));
            assert_eq!(pv.len(), words.len(), "{game}: {candidate}");
            let legal = list(&opened["state"]["legal"]).iter().position(|mv| *mv == pv[0]);
            assert_eq!(words[0], opened["state"]["words"][legal.unwrap()], "{game}: {candidate}");
        }
    }
}
