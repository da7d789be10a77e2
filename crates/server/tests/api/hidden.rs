//! Tests that no answer reveals hidden facts.

use plywood_klondike::{Card, Deal};
use plywood_search::Rng;
use serde_json::{Value, json};

use crate::client::{Client, Events};

/// Returns two deals that differ only in the order of the face-down cards.
fn deals(client: &Client, seed: u64) -> [String; 2] {
    let deal = Deal::from_seed(seed);
    let start = client.ask("look", json!({"game": "klondike", "position": format!("deal:{deal}")}));
    let seen = start["state"]["position"].as_str().unwrap().to_owned();
    let is_hidden = |index: &usize| !seen.contains(&deal.cards()[*index].to_string());
    let hidden: Vec<usize> = (0..52).filter(is_hidden).collect();
    assert_eq!(hidden.len(), 45, "seven cards are face up: {seen}");
    let mut cards = *deal.cards();
    for (&to, &from) in hidden.iter().zip(hidden.iter().rev()) {
        cards[to] = deal.cards()[from];
    }
    [deal, Deal::new(&cards).unwrap()].map(|deal| format!("deal:{deal}"))
}

/// Returns the documents of a game and of a search, without the requested position and times.
fn documents(client: &Client, events: &mut Events, deal: &str, player: &str, page: &str) -> Value {
    let opened = client.ask("new", json!({"game": "klondike", "position": deal, "seed": 1}));
    let session = &opened["session"];
    let ask = json!({"session": session, "player": player, "page": page});
    client.ask("think", ask);
    let mut decision = events.until("decision").data;
    let tree = client.post("tree", &json!({"session": session, "depth": 2}));
    let tree = if tree.status == 200 { tree.json()["tree"].clone() } else { Value::Null };
    let mut state = opened["state"].clone();
    for removed in [&mut state["from"], &mut decision["state"]["from"]] {
        *removed = Value::Null;
    }
    for name in ["elapsed_ms", "simulations_per_second"] {
        decision["decision"]["stats"][name] = Value::Null;
    }
    json!([state, decision["state"], decision["decision"], tree])
}

#[test]
fn answers_do_not_depend_on_face_down_cards() {
    let (client, mut events) = Client::with_events("honest");
    let players = [
        "random",
        "greedy",
        "mcts:simulations=200",
        "easy:simulations=50",
        "astar:simulations=200",
    ];
    let mut trees = 0;
    for seed in 0..3 {
        let [one, other] = deals(&client, seed);
        assert_ne!(one, other);
        for player in players {
            let first = documents(&client, &mut events, &one, player, "honest");
            let second = documents(&client, &mut events, &other, player, "honest");
            assert_eq!(first, second, "{player} on {one}");
            trees += usize::from(first[3].is_object());
        }
    }
    assert!(trees >= 3, "mcts has a tree");
}

#[test]
fn omniscient_players_name_no_later_moves() {
    let (client, mut events) = Client::with_events("seeing");
    let [deal, _] = deals(&client, 1);
    let answer = documents(&client, &mut events, &deal, "thoughtful:simulations=2000", "seeing");
    let decision = &answer[2];
    assert_eq!(decision["seeing"], true);
    for candidate in decision["candidates"].as_array().unwrap() {
        assert!(candidate["pv"].as_array().unwrap().len() <= 1, "{candidate}");
    }
    assert_eq!(answer[3], Value::Null, "an omniscient player has no tree");
}

/// Returns the deal with the order of the hidden cards reversed.
fn with_others_hidden(deal: &Deal, hidden: &[Card]) -> Deal {
    let mut others = hidden.iter().rev();
    let swap = |card: &Card| match hidden.contains(card) {
        true => *others.next().unwrap(),
        false => *card,
    };
    Deal::new(&deal.cards().iter().map(swap).collect::<Vec<_>>()).unwrap()
}

/// Removes the fields that may differ between the two compared games: random ids, times, and the
/// requested position.
fn scrub(document: &mut Value) {
    match document {
        Value::Object(fields) => {
            for name in ["session", "search", "from", "elapsed_ms", "simulations_per_second"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(scrub);
        }
        Value::Array(all) => all.iter_mut().for_each(scrub),
        _ => {}
    }
}

/// Plays a part of a game with searches, trees, illegal moves, undo and save. Returns
/// all answers, without progress events, whose number depends on the time.
fn answers(client: &Client, events: &mut Events, deal: &Deal, moves: &[String]) -> Vec<Value> {
    let position = format!("deal:{deal}");
    let opened = client.ask("new", json!({"game": "klondike", "position": position, "seed": 1}));
    let of = |more: Value| {
        let mut params = json!({"session": opened["session"]});
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        params
    };
    // The server may return an error instead of a tree. Keeps only the kind of the error, since
    // its message has the session's id, which differs between the two games to compare.
    let tree = |more: Value| match client.post("tree", &of(more)) {
        tree if tree.status == 200 => tree.json(),
        refused => json!(refused.kind()),
    };
    let mut all = vec![opened.clone()];
    for (number, mv) in moves.iter().enumerate() {
        all.push(client.ask("play", of(json!({"move": mv}))));
        if number % 6 == 3 {
            for player in ["easy:simulations=30", "astar:simulations=50", "mcts:simulations=100"] {
                client.ask("think", of(json!({"player": player, "page": "game"})));
                all.push(events.until("decision").data);
                all.push(tree(json!({"depth": 3})));
            }
            let best = all.iter().rev().find_map(|document| {
                document["tree"]["children"].get(0).map(|child| child["move"].clone())
            });
            all.push(tree(json!({"path": [best]})));
            all.push(client.post("play", &of(json!({"move": "move T1 KS F1"}))).json());
            all.push(client.ask("undo", of(json!({}))));
            all.push(client.ask("save", of(json!({}))));
            all.push(client.ask("redo", of(json!({}))));
        }
        let state = client.ask("state", of(json!({"history": true})));
        for mv in state["state"]["legal"].as_array().unwrap() {
            for seen in ["turn", "nothing", "9D"] {
                all.push(client.ask("line", of(json!({"path": [mv, seen, "turn"]}))));
            }
        }
        all.push(state);
    }
    all.push(client.ask("save", of(json!({}))));
    all.iter_mut().for_each(scrub);
    all
}

/// Returns random moves from a deal, and the cards that stay face down during these moves.
fn some_moves(client: &Client, deal: &Deal, rng: &mut Rng) -> (Vec<String>, Vec<Card>) {
    let (mut moves, mut hidden) = (Vec::new(), deal.cards().to_vec());
    while moves.len() < 24 {
        let look = json!({"game": "klondike", "position": format!("deal:{deal}"), "moves": moves});
        let state = &client.ask("look", look)["state"];
        let seen = state["position"].as_str().unwrap();
        hidden.retain(|card| !seen.contains(&card.to_string()));
        let legal = state["legal"].as_array().unwrap();
        if legal.is_empty() {
            break;
        }
        moves.push(legal[rng.below(legal.len())].as_str().unwrap().to_owned());
    }
    // Omits the last move: the cards that it reveals were not removed from `hidden`.
    moves.pop();
    (moves, hidden)
}

#[test]
fn a_whole_game_does_not_depend_on_face_down_cards() {
    let (client, mut events) = Client::with_events("game");
    let mut rng = Rng::new(17);
    for seed in 0..3 {
        let deal = Deal::from_seed(seed);
        let (moves, hidden) = some_moves(&client, &deal, &mut rng);
        assert!(moves.len() > 15 && hidden.len() > 10, "{moves:?}, {} hidden", hidden.len());
        assert!(moves.iter().any(|mv| mv == "turn"), "no card was turned: {moves:?}");
        let all = answers(&client, &mut events, &deal, &moves);
        let other = with_others_hidden(&deal, &hidden);
        assert_ne!(deal.to_string(), other.to_string());
        let other_answers = answers(&client, &mut events, &other, &moves);
        assert_eq!(all.len(), other_answers.len());
        for (one, other) in all.iter().zip(&other_answers) {
            assert_eq!(one, other, "seed {seed}");
        }
        assert!(all.iter().any(|document| document["tree"]["visits"].is_u64()), "mcts has a tree");
        for state in all.iter().filter_map(|document| document.get("state")) {
            let text = state.to_string();
            let shown = hidden.iter().find(|card| text.contains(&card.to_string()));
            assert!(shown.is_none(), "{shown:?} is hidden: {text}");
        }
    }
}
