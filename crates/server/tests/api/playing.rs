//! Games, moves and records.

use serde_json::{Value, json};

use crate::client::{Client, GAMES};

/// Returns the state of an answer without its version, which grows even if a move is only redone.
fn without_version(answer: &Value) -> Value {
    let mut state = answer["state"].clone();
    state.as_object_mut().unwrap().remove("version").expect("a session has a version");
    state
}

#[test]
fn games_lists_every_game_with_its_players() {
    let listed = Client::start().get("/api/v1/games").json();
    let games = listed["games"].as_array().unwrap();
    assert_eq!(games.iter().map(|game| game["name"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    for game in games {
        let names: Vec<_> =
            game["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
        assert!(names.contains(&&json!("mcts")), "{game}");
        assert!(!names.contains(&&json!("gtp")), "a page cannot name its command");
        assert!(game["players"][0]["keys"].is_array());
        assert_eq!(game["board"], game["name"]);
    }
    let titles: Vec<_> = games.iter().map(|game| game["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Othello", "Klondike", "Wood Block", "Tetris"]);
    let mut draw = games[1]["rules"][0].clone();
    draw["meaning"].take();
    let expected = json!({"name": "draw", "label": "Cards turned at once", "meaning": null,
                          "words": ["1", "3"], "word_labels": [], "file": false, "default": "3"});
    assert_eq!(draw, expected);
}

#[test]
fn every_game_can_be_played_undone_saved_and_restored() {
    let client = Client::start();
    for game in GAMES {
        let opened = client.ask("new", json!({"game": game, "seed": 7}));
        let (session, state) = (&opened["session"], &opened["state"]);
        assert_eq!((&state["seat"], &state["over"]), (&json!(0), &json!(false)));
        assert_eq!(state["position"], state["start"]);
        let of_session = json!({"session": session});
        assert_eq!(client.ask("state", of_session.clone())["state"], *state);

        let first = &state["legal"][0];
        let played = client.ask("play", json!({"session": session, "move": first}));
        assert_eq!(played["state"]["played"], json!([first]));
        assert_ne!(played["state"]["position"], state["position"]);
        let undone = client.ask("undo", of_session.clone());
        assert_eq!(undone["state"]["position"], state["position"]);
        assert_eq!(undone["state"]["redo"], 1);
        let mut redone = client.ask("redo", of_session.clone());
        // The first move of Klondike and of Tetris reveals hidden facts, so undoing it has marked the game
        // as peeked.
        let shows = ["klondike", "tetris"].contains(&game);
        assert_eq!(redone["state"]["peeked"], shows, "{game}");
        redone["state"]["peeked"] = json!(false);
        assert_eq!(without_version(&redone), without_version(&played), "{game}");
        assert_eq!(client.post("redo", &of_session).kind(), "input");

        let mut saved = client.ask("save", of_session);
        let position = saved["position"].clone();
        assert_eq!(position, played["state"]["position"]);
        let fields = saved.as_object_mut().unwrap();
        fields.retain(|name, _| ["game", "rules", "seed", "moves"].contains(&name.as_str()));
        assert_eq!(client.ask("new", saved.clone())["state"]["position"], position);
        assert_eq!(client.ask("look", saved)["state"]["position"], position);
    }
}

#[test]
fn another_move_after_undo_discards_redo() {
    let client = Client::start();
    let session = client.begin("othello");
    for mv in ["d3", "c3"] {
        client.ask("play", json!({"session": session, "move": mv}));
    }
    client.ask("undo", json!({"session": session}));
    client.ask("undo", json!({"session": session}));
    let again = client.ask("play", json!({"session": session, "move": "d3"}));
    assert_eq!(again["state"]["redo"], 1, "the same move keeps the later ones");
    client.ask("undo", json!({"session": session}));
    let other = client.ask("play", json!({"session": session, "move": "c4"}));
    assert_eq!(other["state"]["redo"], 0);
}

#[test]
fn seeds_may_be_strings() {
    let client = Client::start();
    let look = |seed: Value| client.post("look", &json!({"game": "klondike", "seed": seed})).json();
    for seed in [0, 7, (1 << 53) + 1, u64::MAX] {
        assert_eq!(look(json!(seed.to_string())), look(json!(seed)));
        assert_eq!(look(json!(seed))["state"]["seed"], seed);
    }
    for bad in [json!(""), json!("7x"), json!("18446744073709551616"), json!(-1), json!([7])] {
        let message = look(bad.clone())["error"]["message"].to_string();
        assert!(message.contains("is not a seed: expected a whole number"), "{bad}: {message}");
    }
}

#[test]
fn undo_and_redo_take_several_moves_or_none() {
    let client = Client::start();
    let moves = ["d3", "c3", "c4", "c5"];
    let opened = client.ask("new", json!({"game": "othello", "moves": moves}));
    let session = &opened["session"];
    let steps = |count: u64| json!({"session": session, "count": count});
    let back = client.ask("undo", steps(3));
    assert_eq!((&back["state"]["played"], &back["state"]["redo"]), (&json!(["d3"]), &json!(3)));
    let refused = client.post("undo", &steps(2)).json();
    assert_eq!(refused["error"]["message"], "2 moves cannot be taken back: expected at most 1");
    assert_eq!(client.post("redo", &steps(4)).kind(), "input");
    assert_eq!(
        client.ask("state", json!({"session": session})),
        back,
        "a refused undo changes nothing"
    );
    assert_eq!(without_version(&client.ask("redo", steps(3))), without_version(&opened));
}

#[test]
fn finished_games_have_a_result() {
    let client = Client::start();
    let opened = client.ask("new", json!({"game": "tetris", "rules": "cap=1,width=4", "seed": 3}));
    let session = &opened["session"];
    let mut events = client.events("finish", 0);
    let state = loop {
        let ask = json!({"session": session, "player": "linear", "play": true, "page": "finish"});
        client.ask("think", ask);
        let decided = events.until("decision").data;
        assert_eq!(decided["played"], true);
        if decided["state"]["over"] == true {
            break decided["state"].clone();
        }
    };
    assert_eq!((&state["ending"], &state["seat"]), (&json!("capped"), &json!(null)));
    assert!(state["result"].as_str().unwrap().contains("score: 1"), "{state}");
}

#[test]
fn errors_name_the_method_and_the_field() {
    let client = Client::start();
    let session = client.begin("othello");
    let cases = [
        ("new", json!({"game": "otello"}), "did you mean \"othello\""),
        ("new", json!({"game": "othello", "position": "XX"}), "position"),
        ("new", json!({"game": "othello", "moves": ["d3", "a1"]}), "move 2: a1 is not legal"),
        ("new", json!({"game": "klondike", "rules": "draw=2"}), "draw"),
        ("new", json!({"game": "othello", "seeds": 1}), "unknown field `seeds`"),
        ("new", json!({"game": "othello", "seed": -1}), "new: seed: "),
        ("play", json!({"session": session, "move": "a1"}), "a1 is not legal here; legal: "),
        ("play", json!({"session": session}), "missing field `move`"),
        ("think", json!({"session": session, "player": "hrad", "page": "p"}), "did you mean"),
        ("think", json!({"session": session, "player": "hard"}), "expected page"),
        (
            "think",
            json!({"session": session, "player": "hard", "page": "p", "time_ms": 0}),
            "think: time_ms: invalid value: integer `0`, expected a nonzero u64",
        ),
        ("think", json!({"player": "random", "page": "p"}), "think: expected either session, or"),
        (
            "think",
            json!({"session": session, "game": "othello", "player": "random", "page": "p"}),
            "think: expected either session, or game",
        ),
        (
            "think",
            json!({"session": session, "moves": ["d3"], "player": "random", "page": "p"}),
            "think: expected either session, or game",
        ),
        (
            "think",
            json!({"game": "othello", "player": "random", "play": true, "page": "p"}),
            "think: play: a position has no game to play the move in",
        ),
        (
            "think",
            json!({"game": "othello", "moves": ["a1"], "player": "random", "page": "p"}),
            "move 1: a1 is not legal",
        ),
        ("playy", json!({}), "unknown method \"playy\"; did you mean \"play\"?"),
    ];
    for (method, params, expected) in cases {
        let response = client.post(method, &params);
        assert_eq!((response.status, response.kind().as_str()), (400, "input"), "{params}");
        let message = response.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{message}");
    }
    for method in ["state", "undo", "tree", "stop", "save", "close"] {
        assert_eq!(client.post(method, &json!({"session": "unknown"})).status, 404);
    }
    assert_eq!(
        client.post("tree", &json!({"session": session})).status,
        404,
        "there was no search"
    );
}
