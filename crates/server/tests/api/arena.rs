//! Tournaments in the background.

use plywood_server::ResourceLimits;
use serde_json::{Value, json};

use crate::client::{Client, Events, records};

#[test]
fn tournaments_send_events_and_can_be_downloaded() {
    let (client, mut events) = Client::with_events("arena");
    let plan = json!({"game": "othello", "players": ["greedy", "random"], "games": 10, "seed": 1,
                      "page": "arena"});
    let id = client.ask("arena", plan)["arena"].clone();
    let last = events.follow(&client, ("arena", "arena", &id), 10, |_| ());
    assert_eq!(last["summary"]["complete"], true);
    assert_eq!(last["summary"]["players"][0]["spec"], "greedy");
    assert!(client.download(&id).head.contains("attachment"));
    let records = records(&client, &id);
    assert_eq!(records.len(), 10);
    assert!(records.iter().all(|record| record["game"] == "othello"));
    assert_eq!(client.get("/api/v1/arena/none/games.jsonl").status, 404);
}

#[test]
fn running_tournaments_can_be_stopped() {
    let (client, mut events) = Client::with_events("ended");
    let plan = json!({"game": "othello", "players": ["expert", "expert"], "games": 1000,
                      "page": "ended"});
    let id = client.ask("arena", plan)["arena"].clone();
    assert_eq!(client.ask("arena_stop", json!({"arena": id}))["stopped"], true);
    let last = events.last_of_arena();
    assert_eq!(last["summary"]["complete"], false);
    assert_eq!(client.ask("arena_stop", json!({"arena": id}))["stopped"], false);
}

#[test]
fn waiting_tournaments_can_be_stopped() {
    let (client, mut events) = Client::with_events("waiting");
    let plan = json!({"game": "othello", "players": ["expert", "expert"], "games": 1000,
                      "page": "waiting"});
    let first = client.ask("arena", &plan)["arena"].clone();
    let second = client.ask("arena", &plan)["arena"].clone();
    assert_eq!(client.ask("arena_stop", json!({"arena": second}))["stopped"], true);
    let ended = events.last_of_arena();
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
    assert_eq!(refused(json!(["mcts:threads=65", "random"]), 2), "limit");
    assert_eq!(refused(json!(["random"]), 2), "input");
    assert_eq!(refused(json!(["random", "unknown"]), 2), "input");
}

#[test]
fn players_of_a_tournament_may_use_more_threads_than_there_are_cores() {
    let (client, mut events) = Client::with_events("threads");
    let plan = |player: &str| {
        json!({"game": "othello", "players": [player, "random"], "games": 2, "simulations": 20,
               "page": "threads"})
    };
    client.ask("arena", plan("mcts:threads=64"));
    let last = events.last_of_arena();
    assert_eq!((&last["done"], &last["error"]), (&json!(2), &Value::Null));
    let refused = client.post("arena", &plan("mcts:threads=65")).json()["error"].clone();
    let expected = "players: mcts:threads=65: threads: 65: expected at most 64";
    assert_eq!(refused["message"], expected);
}

/// Starts a tournament of Tetris by `random`, and returns its last event.
fn play_tetris(client: &Client, events: &mut Events, games: u32) -> Value {
    let plan = json!({"game": "tetris", "players": ["random"], "games": games, "seed": 1,
                      "page": "tetris"});
    client.ask("arena", plan);
    events.last_of_arena()
}

#[test]
fn records_of_all_tournaments_are_bounded() {
    let mut limits = ResourceLimits::for_http();
    // Room for about 40 games of some 25 moves: 20 bytes for each move, and 400 bytes for each game.
    limits.arena_bytes = 40_000;
    let client = Client::start_with(limits);
    let mut events = client.events("tetris", 0);
    let first = play_tetris(&client, &mut events, 20);
    let second = play_tetris(&client, &mut events, 5);
    for (arena, games) in [(&first, 20), (&second, 5)] {
        assert_eq!((&arena["dropped"], &arena["error"]), (&json!(false), &Value::Null));
        assert_eq!(records(&client, &arena["arena"]).len(), games);
    }

    let third = play_tetris(&client, &mut events, 30);
    assert_eq!((&third["done"], &third["error"]), (&json!(30), &Value::Null));
    let state = client.ask("arena_state", json!({"arena": first["arena"]}));
    assert_eq!(state["dropped"], true, "the oldest records make room");
    assert_eq!((&state["done"], &state["summary"]), (&first["done"], &first["summary"]));
    let gone = client.download(&first["arena"]);
    assert_eq!((gone.status, gone.kind().as_str()), (404, "not_found"));
    assert!(gone.body.contains("were dropped to make room"), "{}", gone.body);
    assert_eq!(records(&client, &second["arena"]).len(), 5, "there was room for these");

    let endless = play_tetris(&client, &mut events, 2000);
    assert_eq!((&endless["finished"], &endless["error"]["kind"]), (&json!(true), &json!("limit")));
    let message = endless["error"]["message"].as_str().unwrap();
    assert!(message.contains("records of all tournaments"), "{message}");
    let done = endless["done"].as_u64().unwrap();
    assert!((20..100).contains(&done), "{done} games");
    assert_eq!(endless["summary"]["players"][0]["games"], done);
    assert_eq!(records(&client, &endless["arena"]).len() as u64, done);
    for arena in [&second, &third] {
        assert_eq!(client.download(&arena["arena"]).status, 404);
    }
}

/// Plays a tournament of a toy game to its end. Returns its last event and its records.
fn play_toy(plan: Value) -> (Value, Vec<Value>) {
    let (client, mut events) = Client::with_toys();
    let id = client.ask("arena", plan)["arena"].clone();
    let last = events.last_of_arena();
    assert_eq!(last["error"], Value::Null);
    (last, records(&client, &id))
}

#[test]
fn tournaments_with_private_facts_need_no_parameters() {
    let (last, records) = play_toy(json!({"game": "leduc", "players": ["greedy", "random"],
                                          "games": 40, "seed": 1, "page": "toys"}));
    assert_eq!((&last["done"], &last["summary"]["complete"]), (&json!(40), &json!(true)));
    let player = &last["summary"]["players"][0];
    assert_eq!((&player["unit"], &last["summary"]["rank"]), (&json!("chips"), &json!("wins")));
    assert!(
        player["mean_ci95"].is_array() && player["mean_difference_ci95"].is_array(),
        "{player}"
    );
    assert!(records.iter().all(|record| record["opening"] == json!([])));
}

#[test]
fn tournaments_of_four_seats_are_played_over_http() {
    let plan = json!({"game": "bids", "players": ["low", "high"], "games": 16, "seed": 1,
                      "rank": "wins", "opening": 3, "page": "toys"});
    let (last, records) = play_toy(plan);
    let summary = &last["summary"];
    assert_eq!((&last["done"], records.len()), (&json!(16), 16));
    assert_eq!((&summary["rank"], &summary["ranking"]), (&json!("wins"), &json!([1, 0])));
    // One `high` alone gets a bonus of 3; a bid of `high` is 2 higher than a bid of `low`.
    let pair = &summary["pairs"][0];
    assert_eq!((&pair["deals"], &pair["mean_difference"]), (&json!(2), &json!(-3.5)));
    assert_eq!((&pair["one_a"]["mean"], &pair["one_b"]["mean"]), (&json!(-2.0), &json!(-5.0)));
    assert!(records.iter().all(|record| record["opening"] == json!([])));
    assert_eq!(records[0]["seats"], json!([0, 1, 1, 1]));
}

#[test]
fn openings_and_ranks_are_parameters() {
    let (client, mut events) = Client::with_events("opening");
    let plan = |name: &str, value: Value| {
        let mut plan = json!({"game": "othello", "players": ["greedy", "random"], "games": 2,
                              "seed": 1, "page": "opening"});
        plan[name] = value;
        plan
    };
    for opening in [3, 10] {
        let id = client.ask("arena", plan("opening", json!(opening)))["arena"].clone();
        events.last_of_arena();
        let lengths = records(&client, &id);
        let lengths: Vec<usize> =
            lengths.iter().map(|record| record["opening"].as_array().unwrap().len()).collect();
        assert_eq!(lengths, [opening; 2]);
    }
    client.ask("arena", plan("rank", json!("score")));
    assert_eq!(events.last_of_arena()["summary"]["rank"], "score");
    for (name, value, kind) in [
        ("opening", json!(-1), "input"),
        ("opening", json!(1_000_000), "limit"),
        ("rank", json!("colour"), "input"),
    ] {
        assert_eq!(client.post("arena", &plan(name, value)).kind(), kind, "{name}");
    }
}
