//! Reviews of games in the background.

use plywood_arena::review::{Review, ReviewPlan, ReviewSummary};
use plywood_registry::Settings;
use plywood_search::{Cancel, Rng};
use serde_json::{Value, json};

use crate::client::{Client, games, timeless};

const MOVES: [&str; 6] = ["f5", "d6", "c3", "d3", "c4", "f4"];

#[test]
fn a_review_sends_events_and_ends_with_the_summary_of_the_library() {
    let (client, mut events) = Client::with_events("review");
    let request = json!({"game": "othello", "moves": MOVES, "player": "mcts", "simulations": 60,
                         "threads": 2, "page": "review"});
    let id = client.ask("review", request)["review"].clone();
    let last = events.follow(&client, ("review", "review", &id), 6, |event| {
        assert_eq!(event["done"], event["summary"]["moves"].as_array().unwrap().len());
    });

    let plan = ReviewPlan {
        moves: MOVES.map(str::to_owned).to_vec(),
        player: "mcts".to_owned(),
        simulations: Some(60),
        ..ReviewPlan::new("othello")
    };
    let review = Review::new(games(), plan).unwrap();
    let reviewed = review.run(1, &Cancel::new(), &mut |_| {}).unwrap();
    let expected = json!(ReviewSummary::new(&review, &reviewed, 0.0));
    let time = "elapsed_ms";
    assert_eq!(timeless(last["summary"].clone(), time), timeless(expected, time));
}

#[test]
fn a_review_can_be_taken_over_by_a_page() {
    let client = Client::start();
    let _first = client.events("first", 0);
    let request = json!({"game": "othello", "moves": MOVES, "player": "mcts", "simulations": 60, "page": "first"});
    let id = client.ask("review", request)["review"].clone();
    let state = client.ask("review_state", json!({"review": id, "page": "second"}));
    assert_eq!(state["review"], id);
    let refused = client.post("review_state", &json!({"review": id, "page": "no name"})).json();
    assert_eq!(refused["error"]["kind"], "input");
}

#[test]
fn the_game_of_a_session_is_reviewed_and_a_stopped_review_keeps_what_it_has() {
    let (client, mut events) = Client::with_events("ended");
    let session = client.ask("new", json!({"game": "othello", "moves": MOVES}))["session"].clone();
    let request = json!({"session": session, "simulations": 1_000_000_000, "page": "ended"});
    let id = client.ask("review", request)["review"].clone();
    assert_eq!(client.ask("review_stop", json!({"review": id}))["stopped"], true);
    let last = events.last_of("review");
    assert_eq!(last["summary"]["complete"], false);
    assert_eq!(last["summary"]["total"], 6);
    assert_eq!(client.ask("review_stop", json!({"review": id}))["stopped"], false);
}

/// Plays random games of Klondike until one is stuck in a position where turning the stock reveals no card. Returns
/// the seed and the moves of this game, including the turn of the stock.
fn stuck_game() -> (u64, Vec<String>) {
    for seed in 0..200 {
        let entry = games().find("klondike").unwrap();
        let mut session = entry.open(&Settings::default(), None, seed).unwrap();
        let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
        while moves.len() < 300 && session.seat().is_some() && !session.stuck() {
            let legal = session.legal_moves();
            let mv = &legal[rng.below(legal.len())];
            moves.push(session.play(mv).unwrap());
        }
        let can_turn = session.stuck() && session.play("turn").is_ok();
        if can_turn && session.undo() && !session.peeked() {
            moves.push("turn".to_owned());
            return (seed, moves);
        }
    }
    panic!("no game is stuck");
}

#[test]
fn undoing_after_the_truth_of_an_ended_game_was_reviewed_counts_as_peeking() {
    let (client, mut events) = Client::with_events("truth");
    let (seed, moves) = stuck_game();
    let game = json!({"game": "klondike", "seed": seed, "moves": moves});
    let session = client.ask("new", game)["session"].clone();
    let of = json!({"session": session});
    assert_eq!(client.ask("undo", &of)["state"]["peeked"], false);
    assert_eq!(client.ask("redo", &of)["state"]["stuck"], true);
    let request = json!({"session": session, "player": "greedy", "page": "truth"});
    client.ask("review", request);
    let summary = events.last_of("review")["summary"].clone();
    assert_eq!(summary["complete"], true);
    assert_eq!(client.ask("state", &of)["state"]["peeked"], false, "the game has ended");
    assert_eq!(client.ask("undo", &of)["state"]["peeked"], true);
}

#[test]
fn invalid_reviews_and_reviews_beyond_the_limits_are_refused() {
    let client = Client::start();
    for (name, value, kind, problem) in [
        ("game", json!("chess"), "input", "chess"),
        ("rules", json!("size=6"), "input", "size"),
        ("moves", json!([]), "input", "moves: the game has no moves"),
        ("moves", json!(["f5", "a1"]), "input", "move 2"),
        ("player", json!("unknown"), "input", "player"),
        ("player", json!("mcts:memory=0"), "input", "memory"),
        ("player", json!("gtp:command=ls"), "input", "names a file or a command"),
        ("threads", json!(65), "limit", "threads"),
        ("simulations", json!(0), "input", "simulations"),
        ("time_ms", json!(0), "input", "time_ms"),
        ("seat", json!(2), "input", "seat"),
        ("session", json!("x"), "input", "either session"),
        ("unknown", json!(1), "input", "unknown"),
        ("page", Value::Null, "input", "page"),
    ] {
        let mut request = json!({"game": "othello", "moves": MOVES, "page": "p"});
        request[name] = value.clone();
        let answer = client.post("review", &request);
        assert_eq!(answer.kind(), kind, "{name}: {value}");
        assert!(answer.body.contains(problem), "{name}: {}", answer.body);
    }
    let answer = client.post("review", &json!({"session": "x", "page": "p"}));
    assert_eq!(answer.kind(), "not_found");
}

#[test]
fn with_private_facts_a_seat_gets_its_own_moves_until_the_game_is_over() {
    let (client, mut events) = Client::with_toys();
    let session =
        client.ask("new", json!({"game": "leduc", "seed": 3, "seat": 1}))["session"].clone();
    let mut asked = 0;
    for seat in [0, 1, 0, 1, 0, 1, 0, 1] {
        let state = client.ask("state", json!({"session": session, "seat": seat}))["state"].clone();
        let Some(mv) = state["legal"].as_array().and_then(|legal| legal.first()) else { continue };
        client.ask("play", json!({"session": session, "seat": seat, "move": mv}));
        let state = client.ask("state", json!({"session": session, "seat": seat}))["state"].clone();
        let over = state["seat"].is_null();
        client.ask(
            "review",
            json!({"session": session, "seat": 1, "simulations": 50, "page": "toys"}),
        );
        let summary = events.last_of("review")["summary"].clone();
        let moves = summary["moves"].as_array().unwrap();
        assert_eq!(summary["complete"], true);
        let foreign = moves.iter().filter(|one| one["seat"] == 0).count();
        assert_eq!(foreign > 0, over, "{summary}");
        asked += 1;
        if over {
            break;
        }
    }
    assert!(asked > 1, "the game had several moves");
}
