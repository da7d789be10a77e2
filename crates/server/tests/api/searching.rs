//! Searches: told as they go, stopped, queued, resumed.

use std::thread::available_parallelism;

use serde_json::json;

use crate::client::{Client, GAMES};

/// A player whose search ends only when it is told to.
const ENDLESS: &str = "mcts:proofs=false,simulations=1000000000000";

#[test]
fn every_game_has_decisions_and_trees() {
    let client = Client::start();
    let mut events = client.events("thinking", 0);
    for game in GAMES {
        let session = client.begin(game);
        let ask =
            json!({"session": session, "player": "mcts", "simulations": 300, "page": "thinking"});
        let asked = client.ask("think", ask);
        let told = events.until("decision").data;
        assert_eq!((&told["session"], &told["search"]), (&session, &asked["search"]));
        let decision = &told["decision"];
        assert_eq!(decision["move"], decision["candidates"][0]["move"]);
        assert_eq!(decision["stats"]["simulations"], 300, "{game}");
        assert_eq!((&told["played"], &told["state"]["played"]), (&json!(false), &json!([])));

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
fn several_may_read_the_tree_as_soon_as_a_decision_is_told() {
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
fn the_tree_can_be_read_as_soon_as_a_search_is_told_to_stop() {
    let client = Client::start();
    let session = client.begin("tetris");
    let mut events = client.events("cutting-short", 0);
    // Each simulation takes its time, so that the end is not there at once.
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
fn the_tree_lasts_from_move_to_move() {
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
fn a_game_can_be_seen_while_it_is_thought_about_and_stop_gives_what_there_is() {
    let client = Client::start();
    let session = client.begin("othello");
    let mut events = client.events("stopping", 0);
    let ask = json!({"session": session, "player": ENDLESS, "play": true, "page": "stopping"});
    let search = client.ask("think", ask.clone())["search"].clone();
    let progress = events.until("progress").data;
    assert_eq!(progress["search"], search);
    assert!(progress["candidates"][0]["visits"].as_u64().unwrap() > 0);
    assert_eq!(progress["unit"], "win probability");
    let state = client.ask("state", json!({"session": session}))["state"].clone();
    assert_eq!(state["search"], search);
    assert_eq!(client.post("tree", &json!({"session": session})).kind(), "busy");
    assert_eq!(client.ask("stop", json!({"session": session}))["stopped"], true);
    let told = events.until("decision").data;
    assert_eq!(told["decision"]["stopped_by"], "cancelled");
    assert_eq!(told["played"], true, "stop means: move now");

    client.ask("think", ask);
    events.until("progress");
    client.ask("stop", json!({"session": session, "discard": true}));
    assert_eq!(events.until("decision").data["played"], false);
    assert_eq!(client.ask("stop", json!({"session": session}))["stopped"], false);
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_move_too() {
    let client = Client::start();
    let mut events = client.events("at-once", 0);
    for game in GAMES {
        let session = client.begin(game);
        for _ in 0..10 {
            let ask =
                json!({"session": session, "player": "hard", "play": true, "page": "at-once"});
            client.ask("think", ask);
            client.ask("stop", json!({"session": session}));
            let told = events.next_end();
            assert_eq!(told.name, "decision", "{game}: {}", told.data);
            assert_eq!(told.data["played"], true, "{game}: {}", told.data);
        }
    }
}

#[test]
fn a_game_that_goes_on_ends_its_search() {
    let client = Client::start();
    let session = client.begin("othello");
    let mut events = client.events("moving-on", 0);
    let ask = json!({"session": session, "player": ENDLESS, "play": true, "page": "moving-on"});
    client.ask("think", ask.clone());
    let state = client.ask("play", json!({"session": session, "move": "d3"}))["state"].clone();
    assert_eq!(state["search"], json!(null));
    let told = events.next_end();
    assert_ne!(told.data["played"], true);
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["played"], json!(["d3"]));

    let first = client.ask("think", ask.clone())["search"].clone();
    let second = client.ask("think", ask)["search"].clone();
    assert_eq!(events.next_end().data["search"], first, "another question ends the first");
    client.ask("stop", json!({"session": session}));
    assert_eq!(events.next_end().data["search"], second);
}

#[test]
fn those_beyond_the_pool_wait_and_are_told_their_place() {
    let client = Client::start();
    let mut events = client.events("queueing", 0);
    let slots = available_parallelism().map_or(1, usize::from);
    let think = |session: &serde_json::Value| {
        client.ask("think", json!({"session": session, "player": ENDLESS, "page": "queueing"}))
    };
    let sessions: Vec<_> = (0..slots + 2).map(|_| client.begin("othello")).collect();
    let answers: Vec<_> = sessions.iter().map(think).collect();
    let places: Vec<_> = answers.iter().map(|answer| answer["queue"].clone()).collect();
    assert!(places[..slots].iter().all(|place| *place == 0), "there were threads for these");
    assert_eq!(places[slots..], [1, 2]);
    client.ask("stop", json!({"session": sessions[slots + 1]}));
    let refused = events.until("error").data;
    assert_eq!(refused["error"]["kind"], "cancelled", "its turn had not come");
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
fn whoever_waits_is_told_of_every_step_towards_the_front() {
    let client = Client::start();
    let slots = available_parallelism().map_or(1, usize::from);
    let think = |page: &str| {
        let session = client.begin("othello");
        let asked =
            client.ask("think", json!({"session": session, "player": ENDLESS, "page": page}));
        (session, asked["queue"].clone())
    };
    let stop = |session: &serde_json::Value| client.ask("stop", json!({"session": session}));
    let running: Vec<_> = (0..slots).map(|_| think("before").0).collect();
    let waiting: Vec<_> = (0..2).map(|_| think("before").0).collect();
    let mut events = client.events("last", 0);
    let (last, place) = think("last");
    assert_eq!(place, 3);
    let mut next_place = || events.until("queued").data["place"].clone();
    stop(&waiting[0]);
    assert_eq!(next_place(), 2, "the first of those before it has given up");
    stop(&running[0]);
    assert_eq!(next_place(), 1, "the second has begun");
    stop(&running[slots - 1]);
    stop(&waiting[1]);
    assert_eq!(events.until("progress").data["session"], last);
    running.iter().chain([&last]).for_each(|session| {
        stop(session);
    });
}

#[test]
fn a_stream_goes_on_where_it_broke_off() {
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
