//! Studies of players in the background.

use plywood_arena::quality::{Study, StudyPlan, StudySummary};
use plywood_search::Cancel;
use plywood_server::ResourceLimits;
use serde_json::{Value, json};

use crate::client::{Client, games, timeless};

/// A study that takes minutes.
fn long_study(page: &str) -> Value {
    json!({"game": "othello", "players": ["medium", "easy"], "positions": 200, "seeds": 50,
           "page": page})
}

/// Returns how many positions of all players are in the summary of an event.
fn measured(event: &Value) -> u64 {
    let players = event["summary"]["players"].as_array().unwrap();
    players.iter().map(|player| player["positions"].as_u64().unwrap()).sum()
}

#[test]
fn a_study_sends_events_and_ends_with_the_summary_of_the_library() {
    let (client, mut events) = Client::with_events("study");
    let request = json!({"game": "othello", "players": ["mcts", "random"], "positions": 3,
                         "seeds": 2, "simulations": 30, "seed": 7, "page": "study"});
    let id = client.ask("quality", request)["study"].clone();
    let last = events.follow(&client, ("quality", "study", &id), 6, |event| {
        assert_eq!(event["done"], measured(event));
    });

    let mut plan = StudyPlan::new("othello", &["mcts", "random"], 7);
    (plan.positions, plan.seeds, plan.budget.simulations) = (3, 2, Some(30));
    let study = Study::new(games(), plan).unwrap();
    let measured = study.run(2, &Cancel::new(), &mut |_| {}).unwrap();
    let expected = json!(StudySummary::new(&study, &measured, 0.0));
    let time = "elapsed_s";
    assert_eq!(timeless(last["summary"].clone(), time), timeless(expected, time));
}

#[test]
fn a_stopped_study_keeps_what_it_has_measured() {
    let (client, mut events) = Client::with_events("ended");
    let id = client.ask("quality", long_study("ended"))["study"].clone();
    assert_eq!(events.until("quality").data["finished"], false);
    assert_eq!(client.ask("quality_stop", json!({"study": id}))["stopped"], true);
    let last = events.last_of_study();
    assert_eq!((&last["error"], &last["summary"]["complete"]), (&Value::Null, &json!(false)));
    assert!(measured(&last) > 0 && last["done"] == measured(&last), "{last}");
    assert!(last["summary"]["players"][0]["consistency"]["mean"].is_number(), "{last}");
    assert_eq!(client.ask("quality_stop", json!({"study": id}))["stopped"], false);
}

#[test]
fn a_study_waits_for_a_tournament_and_can_be_stopped_meanwhile() {
    let (client, mut events) = Client::with_events("waiting");
    let tournament = json!({"game": "othello", "players": ["expert", "expert"], "games": 1000,
                            "page": "waiting"});
    let arena = client.ask("arena", tournament)["arena"].clone();
    let started = client.ask("quality", long_study("waiting"));
    assert_eq!(started["queue"], 1);
    let study = &started["study"];
    let state = client.ask("quality_state", json!({"study": study}));
    assert_eq!((&state["done"], &state["total"]), (&json!(0), &json!(400)));
    assert_eq!(client.ask("quality_stop", json!({"study": study}))["stopped"], true);
    let ended = events.last_of_study();
    assert_eq!((&ended["study"], &ended["error"]["kind"]), (study, &json!("cancelled")));
    assert_eq!(client.ask("arena_state", json!({"arena": arena}))["finished"], false);
    client.ask("arena_stop", json!({"arena": arena}));
}

#[test]
fn ids_of_tournaments_and_studies_are_distinct() {
    let (client, mut events) = Client::with_events("ids");
    let request = json!({"game": "tetris", "players": ["random"], "positions": 1, "seeds": 2,
                         "page": "ids"});
    let study = client.ask("quality", request)["study"].clone();
    events.last_of_study();
    let request = json!({"game": "tetris", "players": ["random"], "games": 1, "page": "ids"});
    let arena = client.ask("arena", request)["arena"].clone();
    events.last_of_arena();
    for (method, field, id, what) in [
        ("quality_state", "study", &arena, "there is no study"),
        ("quality_stop", "study", &arena, "there is no study"),
        ("arena_state", "arena", &study, "there is no arena"),
        ("arena_stop", "arena", &study, "there is no arena"),
    ] {
        let refused = client.post(method, &json!({field: id}));
        assert_eq!((refused.status, refused.kind().as_str()), (404, "not_found"), "{method}");
        assert!(refused.body.contains(what), "{method}: {}", refused.body);
    }
    assert_eq!(client.download(&study).status, 404, "a study has no records");
}

#[test]
fn tournaments_and_studies_share_their_places() {
    let mut limits = ResourceLimits::for_http();
    limits.arenas = 1;
    let client = Client::start_with(limits);
    let mut events = client.events("places", 0);
    let study = client.ask("quality", long_study("places"))["study"].clone();
    let tournament = json!({"game": "tetris", "players": ["random"], "games": 1,
                            "page": "places"});
    let refused = client.post("arena", &tournament);
    assert_eq!((refused.status, refused.kind().as_str()), (429, "limit"));
    client.ask("quality_stop", json!({"study": study}));
    events.last_of_study();
    client.ask("arena", tournament);
    events.last_of_arena();
    let replaced = client.post("quality_state", &json!({"study": study}));
    assert_eq!(replaced.kind(), "not_found", "the tournament took the place of the study");
}

#[test]
fn invalid_studies_and_studies_beyond_the_limits_are_refused() {
    let client = Client::start();
    for (name, value, kind) in [
        ("players", json!([]), "input"),
        ("players", json!(["unknown"]), "input"),
        ("players", json!(["mcts:c={1,2"]), "input"),
        ("players", json!(["mcts:c={1,2,3,4,5,6,7,8,9}"]), "limit"),
        ("players", json!(["mcts:time=1h"]), "limit"),
        ("players", json!(["mcts:threads=65"]), "limit"),
        ("game", json!("chess"), "input"),
        ("rules", json!("size=6"), "input"),
        ("positions", json!(0), "input"),
        ("positions", json!(201), "limit"),
        ("seeds", json!(1), "input"),
        ("seeds", json!(51), "limit"),
        ("simulations", json!(0), "input"),
        ("max_moves", json!(9), "input"),
        ("page", Value::Null, "input"),
    ] {
        let mut request = json!({"game": "othello", "players": ["random"], "page": "p"});
        request[name] = value.clone();
        assert_eq!(client.post("quality", &request).kind(), kind, "{name}: {value}");
    }
}

#[test]
fn players_of_private_hands_and_of_four_seats_are_measured() {
    let (client, mut events) = Client::with_toys();
    for game in ["leduc", "bids"] {
        let request = json!({"game": game, "players": ["mcts"], "positions": 3, "seeds": 2,
                             "simulations": 20, "page": "toys"});
        client.ask("quality", request);
        let last = events.last_of_study();
        assert_eq!((&last["error"], &last["summary"]["complete"]), (&Value::Null, &json!(true)));
        let player = &last["summary"]["players"][0];
        assert!(player["consistency"]["mean"].is_number(), "{game}: {player}");
    }
}
