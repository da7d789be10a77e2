//! The question whether a deal can be won, new games that can be won, and games that are marked as peeked.

use std::num::NonZeroU16;
use std::time::{Duration, Instant};

use plywood_klondike::{Card, Deal, Draw, Foundations, Klondike, Outcome, Rules, Solver, Waste};
use plywood_search::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Event, Events};

/// Limit of nodes within which the solver decides the deals of these tests.
const NODES: u64 = 100_000;
/// The deal of issue 14 of Klondike-Solver, for which the solver needs more than a minute.
const HARD: &str = "KD JS 7S 4H JH 2S JC 5H QC AH 4C 6H 4D 3D TH 9C 4S 9H AC 2H AD 6S 6C 7C TC 9D TD \
    2C 8S 3S 8C 5C QD AS 6D QH 2D KH JD KS 8D 5S 7D 3H TS QS 7H 8H 5D 9S 3C KC";

/// Returns whether a deal can be won; `None` if the solver needs more than [`NODES`].
fn is_solvable(rules: Rules, deal: &Deal) -> Option<bool> {
    let start = Klondike::new(rules, deal);
    match Solver::new(64 << 20).solve(&start, NODES, || false) {
        Outcome::Solvable => Some(true),
        Outcome::Unsolvable => Some(false),
        Outcome::Unknown => None,
    }
}

/// Returns the first seed whose deal is known to be solvable or, with `false`, known to be unsolvable.
fn seed_with(solvable: bool) -> u64 {
    (0..)
        .find(|&seed| is_solvable(Rules::default(), &Deal::from_seed(seed)) == Some(solvable))
        .unwrap()
}

fn open(client: &Client, position: &str) -> Value {
    client.ask("new", json!({"game": "klondike", "position": position}))["session"].clone()
}

fn open_deal(client: &Client, deal: &Deal) -> Value {
    open(client, &format!("deal:{deal}"))
}

/// Returns the next event that does not report a place in the queue.
fn end(events: &mut Events) -> Event {
    loop {
        let event = events.next().expect("a question has an end");
        if event.name != "queued" {
            return event;
        }
    }
}

/// Asks whether the game of a session can be won.
fn winnable(client: &Client, events: &mut Events, session: &Value) -> Value {
    client.ask("winnable", json!({"session": session, "page": "asking"}));
    let event = end(events);
    assert_eq!(event.name, "winnable", "{event:?}");
    event.data
}

#[test]
fn the_solver_says_yes_or_no_about_the_true_deal() {
    let (client, mut events) = Client::with_events("asking");
    for solvable in [true, false] {
        let session = open_deal(&client, &Deal::from_seed(seed_with(solvable)));
        let answer = winnable(&client, &mut events, &session);
        assert_eq!(answer["winnable"], if solvable { "yes" } else { "no" });
        assert_eq!((&answer["session"], &answer["version"]), (&session, &json!(0)));
        assert_eq!(answer["state"]["search"], Value::Null);
        // The answer contains nothing else about the deal.
        let mut names: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["search", "session", "state", "version", "winnable"]);
    }
}

#[test]
fn the_answer_is_about_the_current_position() {
    let (client, mut events) = Client::with_events("asking");
    let rules = Rules {
        draw: Draw::One,
        passes: NonZeroU16::new(1),
        foundations: Foundations::Keep,
        waste: Waste::Fan,
    };
    let seed = (0..).find(|&seed| is_solvable(rules, &Deal::from_seed(seed)) == Some(true));
    let rules = "draw=1,passes=1,worrying_back=false";
    let opened = client.ask("new", json!({"game": "klondike", "seed": seed, "rules": rules}));
    let session = &opened["session"];
    let mut verdicts = vec![winnable(&client, &mut events, session)["winnable"].clone()];
    let mut rng = Rng::new(2);
    loop {
        let state = &client.ask("state", json!({"session": session}))["state"];
        let legal = state["legal"].as_array().unwrap();
        if legal.is_empty() || state["stuck"] == true {
            break;
        }
        let mv = &legal[rng.below(legal.len())];
        client.ask("play", json!({"session": session, "move": mv}));
        verdicts.push(winnable(&client, &mut events, session)["winnable"].clone());
    }
    assert_eq!(verdicts[0], "yes");
    // Once the deal cannot be won, it cannot be won later either.
    let lost = verdicts.iter().position(|verdict| verdict == "no").unwrap_or(verdicts.len());
    assert!(verdicts[lost..].iter().all(|verdict| verdict == "no"), "{verdicts:?}");
    assert_eq!(verdicts.last().unwrap(), "no", "random moves do not win: {verdicts:?}");
}

#[test]
fn limits_and_stop_give_unknown_and_requests_are_answered_meanwhile() {
    let (client, mut events) = Client::with_events("asking");
    let session = open(&client, &format!("deal:{HARD}"));
    for limit in ["nodes", "time_ms"] {
        let asked = json!({"session": session, "page": "asking", limit: 50});
        client.ask("winnable", asked);
        assert_eq!(end(&mut events).data["winnable"], "unknown", "{limit}");
    }
    let begun = Instant::now();
    let asked = json!({"session": session, "page": "asking", "time_ms": 60_000});
    let search = client.ask("winnable", asked)["search"].clone();
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["search"], search);
    client.ask("games", json!({}));
    client.ask("stop", json!({"session": session}));
    let stopped = end(&mut events).data;
    assert_eq!((&stopped["winnable"], &stopped["search"]), (&json!("unknown"), &search));
    // A change of the game ends the question, too.
    let asked = json!({"session": session, "page": "asking", "time_ms": 60_000});
    client.ask("winnable", asked);
    client.ask("play", json!({"session": session, "move": "turn"}));
    let changed = end(&mut events).data;
    assert_eq!((&changed["winnable"], &changed["version"]), (&json!("unknown"), &json!(0)));
    assert_eq!(changed["state"]["version"], 1);
    assert!(begun.elapsed() < Duration::from_secs(30), "the questions were ended");
}

#[test]
fn questions_without_an_answer_are_refused() {
    let client = Client::start();
    let view = "view:KC|KD|-|-|-|-|- home:12,12,13,13";
    let cards = client.ask("new", json!({"game": "klondike", "position": view}));
    let othello = client.begin("othello");
    for (session, words) in [
        (&cards["session"], "hidden facts of the position, which are unknown here"),
        (&othello, "not known for othello: expected a game with hidden facts"),
    ] {
        let refused = client.post("winnable", &json!({"session": session, "page": "asking"}));
        assert_eq!((refused.status, refused.kind()), (400, "input".to_owned()));
        assert!(refused.body.contains(words), "{}", refused.body);
        let state = client.ask("state", json!({"session": session}));
        assert_eq!(state["state"]["peeked"], false, "nothing was answered");
    }
    let session = client.begin("klondike");
    for (more, status, words) in [
        (json!({"version": 3}), 409, "expected 3"),
        (json!({"nodes": 0}), 400, "nodes"),
        (json!({"simulations": 5}), 400, "simulations"),
        (json!({"seat": 1}), 400, "seat: expected a number below 1"),
        (json!({"page": null}), 400, "expected page"),
    ] {
        let mut asked = json!({"session": session, "page": "asking"});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let refused = client.post("winnable", &asked);
        assert_eq!(refused.status, status, "{}", refused.body);
        assert!(refused.body.contains(words), "{}", refused.body);
    }
    let state = client.ask("state", json!({"session": session}));
    assert_eq!(state["state"]["peeked"], false, "nothing was asked");
    let unknown = client.post("winnable", &json!({"session": "none", "page": "asking"}));
    assert_eq!(unknown.status, 404);
    let games = client.ask("games", json!({}));
    for game in games["games"].as_array().unwrap() {
        assert_eq!(game["winnable"], game["name"] == "klondike");
    }
}

#[test]
fn asking_and_undoing_a_reveal_mark_the_game_as_peeked() {
    let (client, mut events) = Client::with_events("asking");
    let asked = client.begin("klondike");
    assert_eq!(winnable(&client, &mut events, &asked)["state"]["peeked"], true);

    // Turning the stock reveals three cards, and a placement of Tetris the next piece. Othello hides nothing.
    for (game, rules, moves, is_peeked) in [
        ("klondike", "", vec!["turn"], true),
        ("othello", "", vec!["d3"], false),
        ("tetris", "", vec!["r0x0"], true),
    ] {
        let params = json!({"game": game, "rules": rules, "seed": 7, "moves": moves});
        let session = client.ask("new", params)["session"].clone();
        let of = json!({"session": session});
        assert_eq!(client.ask("state", &of)["state"]["peeked"], false, "{game}");
        assert_eq!(client.ask("undo", &of)["state"]["peeked"], is_peeked, "{game}");
        // The mark stays, and the record has it, too.
        assert_eq!(client.ask("redo", &of)["state"]["peeked"], is_peeked, "{game}");
        assert_eq!(client.ask("save", &of)["peeked"], is_peeked, "{game}");
    }
    // Undoing a move that has revealed nothing does not mark the game.
    let position = "view:KC QH|KD QS|KH|KS|-|-|- home:12,11,11,11 waste:QD";
    let params = json!({"game": "klondike", "position": position, "moves": ["move T1 F3"]});
    let session = client.ask("new", params)["session"].clone();
    assert_eq!(client.ask("undo", json!({"session": session}))["state"]["peeked"], false);

    let restored = json!({"game": "klondike", "seed": 7, "moves": ["turn"], "peeked": true});
    assert_eq!(client.ask("new", &restored)["state"]["peeked"], true);
    assert_eq!(client.ask("look", &restored)["state"]["peeked"], true);
}

#[test]
fn decisions_of_players_that_see_hidden_facts_mark_the_game_as_peeked() {
    let (client, mut events) = Client::with_events("asking");
    for play in [false, true] {
        let session = client.begin("klondike");
        let mut decide = |player: &str| {
            let think =
                json!({"session": session, "player": player, "play": play, "page": "asking"});
            client.ask("think", think);
            end_of_search(&mut events)["state"]["peeked"].clone()
        };
        assert_eq!(decide("easy"), false);
        assert_eq!(decide("thoughtful:simulations=10"), true);
        assert_eq!(decide("easy"), true, "the mark stays");
    }
    // A refused search reveals nothing, so it does not mark the game.
    let session = client.begin("klondike");
    let seen = json!({"session": session, "player": "thoughtful", "version": 3, "page": "asking"});
    assert_eq!(client.post("think", &seen).status, 409);
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["peeked"], false);
}

#[test]
fn a_new_game_can_be_one_that_can_be_won() {
    let (client, mut events) = Client::with_events("asking");
    // The first deal that the server tries cannot be won.
    let first = seed_with(false);
    let new = json!({"game": "klondike", "seed": first, "winnable": true, "page": "asking"});
    client.ask("new", &new);
    let opened = end(&mut events);
    assert_eq!(opened.name, "new");
    let seed = opened.data["state"]["seed"].as_u64().unwrap();
    assert!(seed > first, "seed {first} cannot be won");
    assert_eq!(is_solvable(Rules::default(), &Deal::from_seed(seed)), Some(true));
    assert!(
        (first..seed)
            .all(|earlier| is_solvable(Rules::default(), &Deal::from_seed(earlier)) != Some(true))
    );
    assert_eq!(opened.data["state"]["peeked"], false);
    let session = &opened.data["session"];
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["seed"], json!(seed));
    assert_eq!(winnable(&client, &mut events, session)["winnable"], "yes");
    // The same request gives the same deal.
    client.ask("new", &new);
    assert_eq!(end(&mut events).data["state"]["seed"], seed);

    for (more, words) in [
        (json!({"game": "othello"}), "not known for othello"),
        (json!({"moves": ["turn"]}), "expected neither position nor moves"),
        (json!({"position": "seed:3"}), "expected neither position nor moves"),
        (json!({"rules": "draw=2"}), "expected one of 1, 3"),
        (json!({"page": null}), "expected page"),
        (json!({"winnable": 1}), "winnable: invalid type"),
    ] {
        let mut asked = new.clone();
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let refused = client.post("new", &asked);
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert!(refused.body.contains(words), "{}", refused.body);
    }
    let look = client.post("look", &json!({"game": "klondike", "winnable": true}));
    assert!(look.body.contains("only `new` looks for a deal"), "{}", look.body);
    // Without `winnable`, `new` answers at once with the first deal.
    let plain = client.ask("new", json!({"game": "klondike", "seed": first, "winnable": false}));
    assert_eq!(plain["state"]["seed"], first);
}

/// Indices in a deal of the cards that are face up at the start of a game: the first card of each row.
const FACE_UP: [usize; 7] = [0, 7, 13, 18, 22, 25, 27];

#[test]
fn no_other_answer_tells_a_deal_that_can_be_won_from_one_that_cannot() {
    let (client, mut events) = Client::with_events("asking");
    let deal = Deal::from_seed(seed_with(true));
    let shown = FACE_UP.map(|index| deal.cards()[index]);
    let mut rng = Rng::new(3);
    let other = std::iter::from_fn(|| {
        let mut hidden: Vec<Card> =
            deal.cards().iter().copied().filter(|card| !shown.contains(card)).collect();
        rng.shuffle(&mut hidden);
        let mut next = hidden.into_iter();
        let dealt = |card| if shown.contains(&card) { card } else { next.next().unwrap() };
        Some(Deal::new(&deal.cards().map(dealt)).unwrap())
    })
    .find(|other| is_solvable(Rules::default(), other) == Some(false))
    .unwrap();

    let mut answers = |deal: &Deal| {
        let position = format!("deal:{deal}");
        let opened =
            client.ask("new", json!({"game": "klondike", "position": position, "seed": 1}));
        let session = &opened["session"];
        let of = json!({"session": session});
        let verdict = winnable(&client, &mut events, session);
        let said = verdict["winnable"].clone();
        let mut all = vec![opened.clone(), verdict.clone()];
        for player in ["hard:simulations=60", "expert:simulations=60", "mcts:simulations=60"] {
            client.ask("think", json!({"session": session, "player": player, "page": "asking"}));
            all.push(end_of_search(&mut events));
            all.push(client.ask("tree", json!({"session": session, "depth": 2})));
        }
        for mv in opened["state"]["legal"].as_array().unwrap() {
            all.push(client.ask("line", json!({"session": session, "path": [mv]})));
        }
        all.push(client.ask("save", &of));
        all.push(client.ask("state", json!({"session": session, "history": true})));
        all.iter_mut().for_each(scrub);
        (said, all)
    };
    let (yes, first) = answers(&deal);
    let (no, second) = answers(&other);
    assert_eq!((yes, no), (json!("yes"), json!("no")));
    assert_eq!(first, second);
    assert!(first.iter().any(|one| one["decision"]["candidates"][0]["worlds"].is_object()));
}

fn end_of_search(events: &mut Events) -> Value {
    loop {
        let event = end(events);
        if event.name != "progress" {
            assert_eq!(event.name, "decision", "{event:?}");
            return event.data;
        }
    }
}

/// Removes the fields that may differ between the compared games: random ids, times, the requested position,
/// and the answer whether the game can be won.
fn scrub(document: &mut Value) {
    let removed = ["session", "search", "from", "elapsed_ms", "simulations_per_second", "winnable"];
    match document {
        Value::Object(fields) => {
            removed.iter().for_each(|&name| drop(fields.remove(name)));
            fields.values_mut().for_each(scrub);
        }
        Value::Array(all) => all.iter_mut().for_each(scrub),
        _ => {}
    }
}
