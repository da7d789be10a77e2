//! Tests that a seat gets its own view, and nothing that depends on the facts of another seat.

use plywood_registry::{Entry, Games};
use plywood_server::ResourceLimits;
use serde_json::{Value, json};

use crate::client::{Client, Events};

#[path = "../../../registry/tests/toys/bids.rs"]
mod bids;

use bids::Bids;

fn client() -> Client {
    let mut games = Games::default();
    games.add(Entry::new("bids", "two seats bid face down", Bids::new));
    Client::start_games(games, ResourceLimits::for_http())
}

/// Returns pairs of seeds. In both deals of a pair, the first seat draws the same cards, and the second seat
/// different ones.
fn paired_seeds(count: usize) -> Vec<[u64; 2]> {
    let cards = |seed| Bids::new(seed).cards;
    let differ_at = |one, other| -> Vec<usize> {
        (0..bids::TURNS).filter(|&turn| cards(one)[turn] != cards(other)[turn]).collect()
    };
    let partner = |one| (one + 1..).find(|&other| differ_at(one, other) == [1, 3]).unwrap();
    (0..count as u64).map(|seed| [seed, partner(seed)]).collect()
}

/// Removes random ids and times.
fn scrub(document: &mut Value) {
    match document {
        Value::Object(fields) => {
            for name in ["session", "search", "elapsed_ms", "simulations_per_second"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(scrub);
        }
        Value::Array(all) => all.iter_mut().for_each(scrub),
        _ => {}
    }
}

/// The first seat's side of one game, with the event stream of its page and all answers so far.
struct Seat<'a> {
    client: &'a Client,
    events: &'a mut Events,
    session: Value,
    answers: Vec<Value>,
}

impl Seat<'_> {
    /// Sends a request and stores the answer, even if it is an error.
    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        params["session"] = self.session.clone();
        let mut answer = self.client.post(method, &params).json();
        // The message has the id of the session.
        if answer["error"]["kind"] == "not_found" {
            answer = json!("not found");
        }
        self.answers.push(answer.clone());
        answer
    }

    /// Requests a search, and stores its last event with the answers. Returns the names of all its events.
    fn think(&mut self, mut params: Value) -> Vec<String> {
        params["page"] = "seat".into();
        let answer = self.ask("think", params);
        assert!(answer["search"].is_string(), "{answer}");
        let mut names = Vec::new();
        loop {
            let event = self.events.next().expect("a search has an end");
            names.push(event.name.clone());
            if event.name == "decision" || event.name == "error" {
                self.answers.push(event.data);
                return names;
            }
        }
    }
}

/// Plays a game in the first seat. The second seat bids the first of `bids`, takes it back, and bids the second.
/// Returns all answers to the first seat before the end of the game.
fn answers(client: &Client, events: &mut Events, seed: u64, bids: [&str; 2]) -> Vec<Value> {
    let mut opened = client.ask("new", json!({"game": "bids", "seed": seed, "seat": 0}));
    assert_eq!(opened["state"]["seed"], seed, "the client that opens the game knows its seed");
    opened["state"]["seed"] = Value::Null;
    let session = opened["session"].clone();
    let mut seat = Seat { client, events, session, answers: vec![opened] };
    for own in ["2", "3"] {
        seat.ask("state", json!({}));
        seat.think(json!({"player": "mcts", "simulations": 100}));
        seat.ask("tree", json!({"depth": 3}));
        for path in [&["1"][..], &["1", "5", "0", "0", "2", "3"], &["0", "0"], &["1", "0"]] {
            seat.ask("line", json!({"path": path}));
        }
        seat.ask("play", json!({"move": "7"}));
        seat.ask("play", json!({"move": "seven"}));
        seat.ask("play", json!({"move": own}));
        // The second seat is to move.
        let state = seat.ask("state", json!({}));
        assert_eq!((&state["state"]["seat"], &state["state"]["legal"]), (&json!(1), &json!([])));
        assert_eq!((&state["state"]["viewer"], &state["state"]["seed"]), (&json!(0), &json!(null)));
        for bid in ["1", "7", "seven"] {
            let refused = seat.ask("play", json!({"move": bid}));
            assert_eq!(refused["error"]["message"], "it is the turn of second, not of first");
        }
        let refused = seat.ask("think", json!({"player": "mcts", "page": "seat"}));
        let message = "think: second is to move, and first does not see what second sees";
        assert_eq!(refused["error"]["message"], message);
        seat.ask("tree", json!({"depth": 3}));
        for path in [&["1"][..], &["0", "0"], &["0", "0", "2", "3"]] {
            seat.ask("line", json!({"path": path}));
        }
        seat.ask("state", json!({"history": true}));
        seat.ask("save", json!({}));
        if own == "3" {
            break;
        }
        // Searches long enough for progress events, which must not be sent.
        let events = seat.think(json!({"player": "mcts", "time_ms": 100, "play": true}));
        assert!(!events.contains(&"progress".to_owned()), "{events:?}");
        assert_eq!(seat.answers.last().unwrap()["decision"], Value::Null);
        assert_eq!(seat.answers.last().unwrap()["played"], true);
        seat.ask("tree", json!({"depth": 3}));
        seat.ask("undo", json!({}));
        seat.ask("redo", json!({}));
        seat.ask("undo", json!({}));
        // A person at the second seat bids, takes the bid back, and bids again. The first seat may see neither bid.
        for (number, bid) in bids.into_iter().enumerate() {
            let params = json!({"session": seat.session, "move": bid, "seat": 1});
            let second = seat.client.post("play", &params);
            assert_eq!(second.status, 200, "{}", second.body);
            seat.ask("state", json!({}));
            seat.think(json!({"player": "mcts", "simulations": 100}));
            seat.ask("save", json!({}));
            if number == 0 {
                seat.ask("undo", json!({}));
            }
        }
    }
    // Two moves are taken back. Then the second seat makes the same bid again, or another one.
    seat.ask("undo", json!({"count": 2}));
    let params = json!({"session": seat.session, "move": bids[0], "seat": 1});
    assert_eq!(seat.client.post("play", &params).status, 200);
    seat.ask("state", json!({}));
    let mut answers = seat.answers;
    answers.iter_mut().for_each(scrub);
    answers
}

#[test]
fn answers_for_a_seat_do_not_depend_on_the_cards_of_another() {
    let client = client();
    let mut events = client.events("seat", 0);
    for [one, other] in paired_seeds(3) {
        let first = answers(&client, &mut events, one, ["1", "1"]);
        let second = answers(&client, &mut events, other, ["2", "3"]);
        assert_eq!(first.len(), second.len());
        for (first, second) in first.iter().zip(&second) {
            assert_eq!(first, second, "seeds {one} and {other}");
        }
        let with_tree = first.iter().filter(|answer| answer["tree"].is_object()).count();
        assert!(with_tree >= 3, "the seat reads the trees of its own searches");
    }
}

#[test]
fn errors_in_moves_do_not_list_the_moves_of_another_seat() {
    let client = client();
    let message = |seat: u8| {
        let params = json!({"game": "bids", "moves": ["3", "7"], "seat": seat});
        client.post("new", &params).json()["error"]["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message(0), "moves: move 2: it cannot be played");
    assert_eq!(message(1), "moves: move 2: 7 is not legal here; legal: 1 2 3");
}

#[test]
fn each_seat_reads_its_own_view_of_a_session() {
    let client = client();
    let session = client.begin("bids");
    client.ask("play", json!({"session": session, "move": "3"}));
    let position = |seat: Value| {
        let answer = client.ask("state", json!({"session": session, "seat": seat}));
        answer["state"]["position"].as_str().unwrap().to_owned()
    };
    let [first, second] = [0, 1].map(|seat| position(seat.into()));
    assert!(first.starts_with("0 1 3,") && second.starts_with("1 1  "), "{first}; {second}");
    assert_eq!(position(Value::Null), second, "the seat to move, unless a person has a seat");
    let refused = client.post("state", &json!({"session": session, "seat": 2}));
    assert_eq!(refused.json()["error"]["message"], "seat: expected a number below 2, found 2");
}

#[test]
fn a_position_of_the_wrong_seat_is_refused() {
    let client = client();
    let refused = |method, params: Value| {
        let answer = client.post(method, &params);
        assert_eq!(answer.status, 400, "{method} {params}");
        answer.json()["error"]["message"].as_str().unwrap().to_owned()
    };
    let view = json!({"game": "bids", "position": "1 1  ", "seat": 0});
    for method in ["new", "look"] {
        let message = refused(method, view.clone());
        assert_eq!(message, "seat: the position is the view of second, not of first");
    }
    // The first seat has bid 3 and drawn a 5. The second is to move.
    let message = refused(
        "think",
        json!({"game": "bids", "position": "0 1 3, 5,", "player": "mcts", "page": "p"}),
    );
    assert_eq!(message, "think: second is to move, and first does not see what second sees");
    let state = &client.ask("look", json!({"game": "bids", "position": "0 1 3, 5,"}))["state"];
    assert_eq!((&state["viewer"], &state["seat"]), (&json!(0), &json!(1)));
}

#[test]
fn a_finished_game_shows_its_seed_and_its_moves_can_be_replayed() {
    let client = client();
    let session = client.ask("new", json!({"game": "bids", "seat": 0}))["session"].clone();
    for (turn, bid) in ["3", "1", "2", "1"].iter().enumerate() {
        let running = client.ask("save", json!({"session": session}));
        assert_eq!(running["seed"], Value::Null);
        client.ask("play", json!({"session": session, "move": bid, "seat": turn % 2}));
    }
    let mut saved = client.ask("save", json!({"session": session}));
    assert_eq!(saved["moves"], json!(["3", "1", "2", "1"]));
    let again = json!({
        "game": "bids", "seed": saved["seed"].take(), "moves": saved["moves"], "seat": 0,
    });
    let state = client.ask("look", again)["state"].take();
    assert_eq!(state, {
        let mut same = client.ask("state", json!({"session": session}))["state"].take();
        same.as_object_mut().unwrap().retain(|name, _| !["search", "version"].contains(&&**name));
        same
    });
    assert_eq!(state["played"], json!(["3", "0", "2", "0"]), "moves stay as the seat saw them");
}
