//! What a player may not see is in no answer.

use plywood_klondike::Deal;
use serde_json::{Value, json};

use crate::client::{Client, Events};

/// A deal, and one with the same cards face up and all others elsewhere.
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

/// All that is told of a game and of a player's thoughts about it, but for
/// what was asked and how long it took.
fn told(client: &Client, events: &mut Events, deal: &str, player: &str, page: &str) -> Value {
    let opened = client.ask("new", json!({"game": "klondike", "position": deal, "seed": 1}));
    let session = &opened["session"];
    let ask = json!({"session": session, "player": player, "page": page});
    client.ask("think", ask);
    let mut decision = events.until("decision").data;
    let tree = client.post("tree", &json!({"session": session, "depth": 2}));
    let tree = if tree.status == 200 { tree.json()["tree"].clone() } else { Value::Null };
    let mut state = opened["state"].clone();
    for forgotten in [&mut state["from"], &mut decision["state"]["from"]] {
        *forgotten = Value::Null;
    }
    for name in ["elapsed_ms", "simulations_per_second"] {
        decision["decision"]["stats"][name] = Value::Null;
    }
    json!([state, decision["state"], decision["decision"], tree])
}

#[test]
fn no_answer_depends_on_cards_that_are_face_down() {
    let client = Client::start();
    let mut events = client.events("honest", 0);
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
            let first = told(&client, &mut events, &one, player, "honest");
            let second = told(&client, &mut events, &other, player, "honest");
            assert_eq!(first, second, "{player} on {one}");
            trees += usize::from(first[3].is_object());
        }
    }
    assert!(trees >= 3, "mcts has a tree");
}

#[test]
fn who_sees_the_cards_names_no_later_moves() {
    let client = Client::start();
    let mut events = client.events("seeing", 0);
    let [deal, _] = deals(&client, 1);
    let answer = told(&client, &mut events, &deal, "thoughtful:simulations=2000", "seeing");
    let decision = &answer[2];
    assert_eq!(decision["seeing"], true);
    for candidate in decision["candidates"].as_array().unwrap() {
        assert!(candidate["pv"].as_array().unwrap().len() <= 1, "{candidate}");
    }
    assert_eq!(answer[3], Value::Null, "it shows no tree");
}
