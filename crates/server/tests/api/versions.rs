//! Versions of a game: every answer has the version that it is about, and a request can require a version.

use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn every_change_of_a_game_raises_its_version() {
    let client = Client::start();
    let opened = client.ask("new", json!({"game": "othello", "moves": ["d3"]}));
    let session = &opened["session"];
    let mut last = opened["state"]["version"].as_u64().unwrap();
    let mut events = client.events("changes", 0);
    let changes = [
        ("play", json!({"session": session, "move": "c3"})),
        ("undo", json!({"session": session, "count": 2})),
        ("redo", json!({"session": session, "count": 2})),
        ("undo", json!({"session": session})),
        ("play", json!({"session": session, "move": "c3"})),
    ];
    for (method, params) in changes {
        let version = client.ask(method, params)["state"]["version"].as_u64().unwrap();
        assert!(version > last, "{method}: {version} after {last}");
        let state = client.ask("state", json!({"session": session}));
        assert_eq!(state["state"]["version"], version, "reading changes nothing");
        last = version;
    }
    let think = json!({"session": session, "player": "random", "play": true, "page": "changes"});
    client.ask("think", think);
    let decided = events.until("decision").data;
    assert_eq!(decided["version"], last, "the version of the position that was searched");
    assert!(decided["state"]["version"].as_u64().unwrap() > last);
    let look = client.ask("look", json!({"game": "othello"}));
    assert!(look["state"].get("version").is_none());
}

#[test]
fn a_request_for_another_version_is_refused_and_changes_nothing() {
    let client = Client::start();
    let opened = client.ask("new", json!({"game": "othello", "moves": ["d3", "c3"]}));
    let session = &opened["session"];
    let back = client.ask("undo", json!({"session": session}));
    let version = back["state"]["version"].as_u64().unwrap();
    let requests = |version: u64| {
        [
            ("line", json!({"session": session, "path": ["c3"], "version": version})),
            (
                "think",
                json!({"session": session, "player": "random", "page": "p", "version": version}),
            ),
            ("redo", json!({"session": session, "version": version})),
            ("undo", json!({"session": session, "version": version})),
            ("play", json!({"session": session, "move": "c3", "version": version})),
        ]
    };
    for (method, params) in requests(version - 1) {
        let refused = client.post(method, &params);
        assert_eq!((refused.status, refused.kind().as_str()), (409, "stale"), "{method}");
        let expected =
            format!("the game has changed: it has version {version}, expected {}", version - 1);
        assert_eq!(refused.json()["error"]["message"], expected);
    }
    assert_eq!(client.ask("state", json!({"session": session}))["state"], back["state"]);
    for (method, _) in requests(0) {
        let current = client.ask("state", json!({"session": session}))["state"]["version"].clone();
        let mut params = requests(current.as_u64().unwrap()).into_iter();
        let (_, params) = params.find(|(other, _)| *other == method).unwrap();
        client.ask(method, params);
    }
}

#[test]
fn a_refused_search_does_not_end_the_running_one() {
    let client = Client::start();
    let opened = client.ask("new", json!({"game": "othello", "moves": ["d3"]}));
    let session = &opened["session"];
    let think = |version: u64| json!({"session": session, "player": "mcts", "time_ms": 60_000, "page": "two", "version": version});
    let mut events = client.events("two", 0);
    let search = client.ask("think", think(1))["search"].clone();
    assert_eq!(client.post("think", &think(0)).kind(), "stale");
    let progress = events.until("progress").data;
    assert_eq!((&progress["search"], &progress["version"]), (&search, &json!(1)));
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["search"], search);
    client.ask("stop", json!({"session": session}));
    assert_eq!(events.until("decision").data["search"], search);
}

#[test]
fn a_position_without_a_session_has_no_version() {
    let (client, mut events) = Client::with_events("position");
    let think = json!({"game": "othello", "player": "mcts", "simulations": 50, "page": "position"});
    client.ask("think", think.clone());
    let decided = events.until("decision").data;
    assert_eq!(decided["version"], Value::Null);
    assert!(decided["decision"]["candidates"][0]["words"].is_array(), "{decided}");
    let mut with_version = think;
    with_version["version"] = json!(0);
    let refused = client.post("think", &with_version).json();
    assert_eq!(refused["error"]["message"], "think: version: only the game of a session has one");
}
