//! Searches: progress, stop, queue, trees, and resumed event streams.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::available_parallelism;
use std::time::Duration;

use plywood_registry::{Entry, Games};
use plywood_search::nim::Nim;
use plywood_server::{Engine, Event, ResourceLimits};
use serde_json::{Value, json};

use crate::client::{Client, Events, GAMES};

/// A player that searches until it is stopped.
const ENDLESS: &str = "mcts:proofs=false,simulations=1000000000000";

/// Starts a server, and returns the events of a page, a session, and the request for a search there that does not end by
/// itself.
fn endless_search() -> (Client, Events, Value, Value) {
    let (client, events) = Client::with_events("endless");
    let session = client.begin("othello");
    let ask = json!({"session": session, "player": ENDLESS, "play": true, "page": "endless"});
    (client, events, session, ask)
}

#[test]
fn every_game_has_decisions_and_trees() {
    let (client, mut events) = Client::with_events("thinking");
    for game in GAMES {
        let session = client.begin(game);
        let ask =
            json!({"session": session, "player": "mcts", "simulations": 300, "page": "thinking"});
        let asked = client.ask("think", ask);
        let end = events.until("decision").data;
        assert_eq!((&end["session"], &end["search"]), (&session, &asked["search"]));
        let decision = &end["decision"];
        assert_eq!(decision["move"], decision["candidates"][0]["move"]);
        assert_eq!(decision["stats"]["simulations"], 300, "{game}");
        assert_eq!((&end["played"], &end["state"]["played"]), (&json!(false), &json!([])));

        let tree = client.ask("tree", json!({"session": session, "depth": 1}));
        assert_eq!(tree["tree"]["visits"], 300);
        assert_eq!(tree["position"], decision["position"]);
        let child = &tree["tree"]["children"][0];
        let path = json!({"session": session, "depth": 1, "path": [child["move"]]});
        let below = client.ask("tree", path);
        assert_eq!(below["tree"]["visits"], child["visits"]);
        assert!(!below["tree"]["children"].as_array().unwrap().is_empty(), "{game}");
        let nowhere = json!({"session": session, "path": ["nowhere"]});
        assert_eq!(client.post("tree", &nowhere).kind(), "input");
    }
}

#[test]
fn several_clients_can_read_the_tree_after_a_decision() {
    let client = Client::start();
    let session = client.begin("othello");
    let mut events = client.events("reading", 0);
    let ask =
        json!({"session": session, "player": "mcts", "simulations": 20000, "page": "reading"});
    for _ in 0..5 {
        client.ask("think", ask.clone());
        events.until("decision");
        let read = || client.ask("tree", json!({"session": session, "depth": 3}));
        std::thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(read))));
    }
}

#[test]
fn the_tree_can_be_read_after_stop() {
    let client = Client::start();
    let session = client.begin("tetris");
    let mut events = client.events("cutting-short", 0);
    // The simulations are slow, so that the search does not end at once.
    let slow = format!("{ENDLESS},max_rollout=1000,rollout=linear");
    let ask = json!({"session": session, "player": slow, "page": "cutting-short"});
    for discard in [false, true].repeat(20) {
        client.ask("think", ask.clone());
        events.until("progress");
        client.ask("stop", json!({"session": session, "discard": discard}));
        let tree = client.ask("tree", json!({"session": session, "depth": 1}));
        assert!(tree["tree"]["visits"].as_u64().unwrap() > 0);
        events.until("decision");
    }
}

#[test]
fn the_tree_is_reused_after_a_move() {
    let client = Client::start();
    let session = client.begin("othello");
    let mut events = client.events("lasting", 0);
    let ask = json!({"session": session, "player": "mcts", "simulations": 500, "play": true,
                     "page": "lasting"});
    client.ask("think", ask.clone());
    let first = events.until("decision").data;
    assert_eq!(
        (&first["played"], &first["state"]["played"][0]),
        (&json!(true), &first["decision"]["move"])
    );
    client.ask("think", ask);
    let second = events.until("decision").data;
    assert!(second["decision"]["stats"]["reused_visits"].as_u64().unwrap() > 0, "{second}");
}

#[test]
fn a_game_can_be_read_during_a_search_and_stop_ends_it() {
    let (client, mut events, session, ask) = endless_search();
    let search = client.ask("think", ask.clone())["search"].clone();
    let progress = events.until("progress").data;
    assert_eq!(progress["search"], search);
    assert!(progress["candidates"][0]["visits"].as_u64().unwrap() > 0);
    assert_eq!(progress["unit"], "win probability");
    let state = client.ask("state", json!({"session": session}))["state"].clone();
    assert_eq!(state["search"], search);
    assert_eq!(client.post("tree", &json!({"session": session})).kind(), "busy");
    assert_eq!(client.ask("stop", json!({"session": session}))["stopped"], true);
    let end = events.until("decision").data;
    assert_eq!(end["decision"]["stopped_by"], "cancelled");
    assert_eq!(end["played"], true, "stop means: move now");

    client.ask("think", ask);
    events.until("progress");
    client.ask("stop", json!({"session": session, "discard": true}));
    assert_eq!(events.until("decision").data["played"], false);
    assert_eq!(client.ask("stop", json!({"session": session}))["stopped"], false);
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move() {
    let (client, mut events) = Client::with_events("at-once");
    for game in GAMES {
        let session = client.begin(game);
        for _ in 0..10 {
            let ask =
                json!({"session": session, "player": "hard", "play": true, "page": "at-once"});
            client.ask("think", ask);
            client.ask("stop", json!({"session": session}));
            let end = events.next_end();
            assert_eq!(end.name, "decision", "{game}: {}", end.data);
            assert_eq!(end.data["played"], true, "{game}: {}", end.data);
        }
    }
}

#[test]
fn a_move_ends_the_search() {
    let (client, mut events, session, ask) = endless_search();
    client.ask("think", ask.clone());
    let state = client.ask("play", json!({"session": session, "move": "d3"}))["state"].clone();
    assert_eq!(state["search"], json!(null));
    let end = events.next_end();
    assert_ne!(end.data["played"], true);
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["played"], json!(["d3"]));

    let first = client.ask("think", ask.clone())["search"].clone();
    let second = client.ask("think", ask)["search"].clone();
    assert_eq!(events.next_end().data["search"], first, "a second search ends the first");
    client.ask("stop", json!({"session": session}));
    assert_eq!(events.next_end().data["search"], second);
}

#[test]
fn searches_beyond_the_threads_wait_in_a_queue() {
    let (client, mut events) = Client::with_events("queueing");
    let slots = available_parallelism().map_or(1, usize::from);
    let think = |session: &Value| {
        client.ask("think", json!({"session": session, "player": ENDLESS, "page": "queueing"}))
    };
    let sessions: Vec<_> = (0..slots + 2).map(|_| client.begin("othello")).collect();
    let answers: Vec<_> = sessions.iter().map(think).collect();
    let places: Vec<_> = answers.iter().map(|answer| answer["queue"].clone()).collect();
    assert!(places[..slots].iter().all(|place| *place == 0), "these have threads");
    assert_eq!(places[slots..], [1, 2]);
    client.ask("stop", json!({"session": sessions[slots + 1]}));
    let refused = events.until("error").data;
    assert_eq!(refused["error"]["kind"], "cancelled", "the search had not begun");
    assert_eq!(refused["search"], answers[slots + 1]["search"]);
    client.ask("stop", json!({"session": sessions[0]}));
    assert_eq!(events.until("decision").data["search"], answers[0]["search"]);
    let begun = loop {
        let progress = events.until("progress").data;
        if progress["search"] == answers[slots]["search"] {
            break progress;
        }
    };
    assert_eq!(begun["session"], sessions[slots]);
    sessions[1..=slots].iter().for_each(|session| {
        client.ask("stop", json!({"session": session}));
    });
}

#[test]
fn queued_searches_get_an_event_for_every_step() {
    let client = Client::start();
    let slots = available_parallelism().map_or(1, usize::from);
    let think = |page: &str| {
        let session = client.begin("othello");
        let asked =
            client.ask("think", json!({"session": session, "player": ENDLESS, "page": page}));
        (session, asked["queue"].clone())
    };
    let stop = |session: &Value| client.ask("stop", json!({"session": session}));
    let running: Vec<_> = (0..slots).map(|_| think("before").0).collect();
    let waiting: Vec<_> = (0..2).map(|_| think("before").0).collect();
    let mut events = client.events("last", 0);
    let (last, place) = think("last");
    assert_eq!(place, 3);
    let mut next_place = || events.until("queued").data["place"].clone();
    stop(&waiting[0]);
    assert_eq!(next_place(), 2, "the first waiting search was stopped");
    stop(&running[0]);
    assert_eq!(next_place(), 1, "the second waiting search has begun");
    stop(&running[slots - 1]);
    stop(&waiting[1]);
    assert_eq!(events.until("progress").data["session"], last);
    running.iter().chain([&last]).for_each(|session| {
        stop(session);
    });
}

#[test]
fn a_stream_resumes_after_the_last_event() {
    let client = Client::start();
    let session = client.begin("tetris");
    let ask = json!({"session": session, "player": "linear", "play": true, "page": "broken"});
    let mut events = client.events("broken", 0);
    client.ask("think", ask.clone());
    let first = events.until("decision");
    drop(events);
    client.ask("think", ask.clone());
    client.ask("state", json!({"session": session}));
    let mut events = client.events("broken", first.id);
    let second = events.until("decision");
    assert!(second.id > first.id);
    assert_eq!(second.data["state"]["played"].as_array().unwrap().len(), 2);

    let mut again = client.events("broken", first.id);
    assert_eq!(again.until("decision").id, second.id);
    assert!(events.next().is_none(), "a page has one stream");
}

#[test]
fn a_position_without_a_session_is_searched_like_a_session() {
    let (client, mut events) = Client::with_events("position");
    let decide = |events: &mut Events, mut params: Value| {
        params["page"] = json!("position");
        let search = client.ask("think", params)["search"].clone();
        let mut end = events.until("decision").data;
        assert_eq!(end["search"], search);
        for name in ["elapsed_ms", "simulations_per_second"] {
            end["decision"]["stats"][name] = Value::Null;
        }
        end
    };
    for game in GAMES {
        let state = client.ask("look", json!({"game": game, "seed": 7}))["state"].clone();
        let setup = json!({"game": game, "seed": 7, "moves": [state["legal"][0]]});
        let session = client.ask("new", &setup)["session"].clone();
        // The decision of a player does not depend on the session's other player.
        for player in ["mcts:simulations=50", "easy:simulations=40"] {
            let mut position = setup.clone();
            position["player"] = json!(player);
            let position = decide(&mut events, position);
            let expected = decide(&mut events, json!({"session": session, "player": player}));
            assert_eq!(position["session"], Value::Null);
            assert_eq!(position["decision"], expected["decision"], "{game}");
            assert_eq!(position["state"], expected["state"], "{game}");
            assert_eq!(position["played"], false);
        }
    }
}

#[test]
fn searches_of_positions_send_progress_and_take_no_session() {
    let mut limits = ResourceLimits::for_http();
    limits.sessions = 0;
    let client = Client::start_with(limits);
    let mut events = client.events("progress", 0);
    let think = json!({"game": "othello", "player": ENDLESS, "time_ms": 200, "page": "progress"});
    let search = client.ask("think", think)["search"].clone();
    assert_eq!(events.until("progress").data["search"], search);
    assert_eq!(events.next_end().data["decision"]["stopped_by"], "time");
    assert_eq!(client.post("new", &json!({"game": "othello"})).kind(), "limit");
}

#[test]
fn close_ends_the_search_and_the_session() {
    let (client, mut events, session, ask) = endless_search();
    client.ask("think", ask);
    events.until("progress");
    assert_eq!(client.ask("close", json!({"session": session}))["closed"], true);
    let end = events.next_end().data;
    assert_eq!((&end["session"], &end["played"]), (&session, &json!(false)));
    assert_eq!(end["decision"]["stopped_by"], "cancelled");
    assert_eq!(client.post("state", &json!({"session": session})).kind(), "not_found");
}

/// Searches twice as many positions as the limit of sessions, one after another.
#[test]
fn twenty_thousand_positions_are_never_refused() {
    let mut games = Games::default();
    games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
    let engine = Engine::new(games, ResourceLimits::for_program()).unwrap();
    for number in 0..20_000 {
        let think = json!({"game": "nim", "position": format!("{} first", number % 200 + 1),
                           "player": "random", "seed": number});
        let (sender, receiver) = channel();
        let events = Arc::new(move |event| sender.send(event).unwrap());
        engine.answer("think", think.as_object().unwrap().clone(), events).unwrap();
        let timeout = Duration::from_secs(30);
        let end = std::iter::from_fn(|| receiver.recv_timeout(timeout).ok())
            .find(|event: &Event| event.is_last)
            .expect("a last event in time");
        assert_eq!(end.name, "decision", "{number}: {}", end.document);
    }
}

#[test]
fn an_analysis_has_values_where_a_player_has_only_one_move() {
    let (client, mut events) = Client::with_events("analyse");
    // In these positions a player needs no search: White has one move, and an ace of Klondike can go home safely.
    let corner = format!("-OX{} O", "-".repeat(61));
    for (game, position, moves) in
        [("othello", &*corner, json!([])), ("klondike", "seed:7", json!(["turn"]))]
    {
        let setup = json!({"game": game, "position": position, "moves": moves, "seed": 7});
        let session = &client.ask("new", setup)["session"];
        let mut decide = |analyse: bool| {
            let think = json!({"session": session, "player": "medium", "simulations": 300,
                               "analyse": analyse, "page": "analyse"});
            client.ask("think", think);
            events.until("decision").data["decision"].take()
        };
        let only = decide(false);
        assert_eq!((&only["stopped_by"], &only["value"]), (&json!("only_move"), &json!(null)));
        let analysed = decide(true);
        assert_ne!(analysed["stopped_by"], "only_move", "{game}");
        for candidate in analysed["candidates"].as_array().unwrap() {
            assert!(
                candidate["value"].is_f64() && candidate["ci95"].is_array(),
                "{game}: {candidate}"
            );
        }
    }
}
