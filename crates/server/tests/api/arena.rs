//! Tournaments in the background.

use serde_json::{Value, json};

use crate::client::Client;

#[test]
fn tournaments_send_events_and_can_be_downloaded() {
    let client = Client::start();
    let mut events = client.events("arena", 0);
    let plan = json!({"game": "othello", "players": ["greedy", "random"], "games": 10, "seed": 1,
                      "page": "arena"});
    let id = client.ask("arena", plan)["arena"].clone();
    let last = loop {
        let event = events.until("arena").data;
        assert_eq!((&event["arena"], &event["total"]), (&id, &json!(10)));
        if event["finished"] == true {
            break event;
        }
    };
    assert_eq!((&last["done"], &last["error"]), (&json!(10), &Value::Null));
    assert_eq!(last["summary"]["complete"], true);
    assert_eq!(last["summary"]["players"][0]["spec"], "greedy");
    let mut state = client.ask("arena_state", json!({"arena": id}));
    state.as_object_mut().unwrap().remove("schema");
    assert_eq!(state, last);
    let games = client.get(&format!("/api/v1/arena/{}/games.jsonl", id.as_str().unwrap()));
    assert!(games.head.contains("attachment"), "{}", games.head);
    let records: Vec<Value> = games
        .body
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 10);
    assert!(records.iter().all(|record| record["game"] == "othello"));
    assert_eq!(client.get("/api/v1/arena/none/games.jsonl").status, 404);
}

#[test]
fn running_tournaments_can_be_stopped() {
    let client = Client::start();
    let mut events = client.events("ended", 0);
    let plan = json!({"game": "othello", "players": ["expert", "expert"], "games": 1000,
                      "page": "ended"});
    let id = client.ask("arena", plan)["arena"].clone();
    assert_eq!(client.ask("arena_stop", json!({"arena": id}))["stopped"], true);
    let last = loop {
        let event = events.until("arena").data;
        if event["finished"] == true {
            break event;
        }
    };
    assert_eq!(last["summary"]["complete"], false);
    assert_eq!(client.ask("arena_stop", json!({"arena": id}))["stopped"], false);
}

#[test]
fn waiting_tournaments_can_be_stopped() {
    let client = Client::start();
    let mut events = client.events("waiting", 0);
    let plan = json!({"game": "othello", "players": ["expert", "expert"], "games": 1000,
                      "page": "waiting"});
    let first = client.ask("arena", &plan)["arena"].clone();
    let second = client.ask("arena", &plan)["arena"].clone();
    assert_eq!(client.ask("arena_stop", json!({"arena": second}))["stopped"], true);
    let ended = loop {
        let event = events.until("arena").data;
        if event["finished"] == true {
            break event;
        }
    };
    assert_eq!((&ended["arena"], &ended["error"]["kind"]), (&second, &json!("cancelled")));
    assert_eq!(client.ask("arena_state", json!({"arena": first}))["finished"], false);
    client.ask("arena_stop", json!({"arena": first}));
}

#[test]
fn tournaments_beyond_the_limits_are_refused() {
    let client = Client::start();
    let refused = |players: Value, games: u32| {
        let plan = json!({"game": "othello", "players": players, "games": games, "page": "p"});
        client.post("arena", &plan).kind()
    };
    assert_eq!(refused(json!(["random", "random"]), 1_000_000), "limit");
    assert_eq!(refused(json!(["mcts:c={1,2,3,4,5,6,7,8,9}"]), 2), "limit");
    assert_eq!(refused(json!(["mcts:time=1h", "random"]), 2), "limit");
    assert_eq!(refused(json!(["mcts:threads=1000", "random"]), 2), "limit");
    assert_eq!(refused(json!(["random"]), 2), "input");
    assert_eq!(refused(json!(["random", "unknown"]), 2), "input");
}
