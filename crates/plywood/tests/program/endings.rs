//! Exact endgames and the player `alphabeta`, run as a process.

use serde_json::Value;

use crate::program::{json, stdout, timeless};

/// FFO #40: 20 empty squares, and the exact scores of its moves.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
const SCORES: [(&str, i64); 10] = [
    ("a2", 38),
    ("c7", 36),
    ("d8", 34),
    ("c1", 30),
    ("b1", 30),
    ("d7", 28),
    ("g7", 28),
    ("c6", 28),
    ("f7", 26),
    ("a6", 24),
];

fn hint(player: &str, position: &str) -> Value {
    json(&["hint", "othello", "--player", player, "--position", position, "--json"])
}

fn candidates(document: &Value) -> &Vec<Value> {
    document["candidates"].as_array().expect("a list")
}

#[test]
fn every_move_of_an_ending_has_its_exact_score() {
    let document = hint("hard:exact=20", FFO_40);
    for (key, value) in [
        ("move", Value::from("a2")),
        ("value", 1.0.into()),
        ("unit", "win probability".into()),
        ("score", 38.into()),
        ("score_unit", "discs".into()),
        ("stopped_by", "proven".into()),
    ] {
        assert_eq!(document[key], value, "{key}");
    }
    let found: Vec<(&str, i64)> = candidates(&document)
        .iter()
        .map(|one| (one["move"].as_str().unwrap(), one["score"].as_i64().unwrap()))
        .collect();
    assert_eq!(found.len(), SCORES.len());
    for (mv, score) in SCORES {
        assert!(found.contains(&(mv, score)), "{mv} {score} is not in {found:?}");
    }
    assert!(found.is_sorted_by(|a, b| a.1 >= b.1), "the best move is first: {found:?}");
    for one in candidates(&document) {
        assert_eq!((&one["proven"], &one["bound"]), (&1.0.into(), &"exact".into()));
        assert_eq!((&one["visits"], &one["share"]), (&Value::Null, &Value::Null));
    }
    let hard = ["--player", "hard:exact=20", "--position", FFO_40];
    let text = stdout(&[&["hint", "othello"], &hard[..]].concat());
    assert!(text.contains("a2  (1.000 win probability, +38 discs)"), "{text}");
}

#[test]
fn endings_are_exact_within_limits_only() {
    // With too few nodes for the solver, or too many empty squares, the tree search decides.
    for spec in ["hard:simulations=100,exact=20,exact_nodes=1000", "hard:simulations=100,exact=19"]
    {
        let document = hint(spec, FFO_40);
        assert_eq!(document["stats"]["simulations"], 100, "{spec}");
        assert!(document.get("score").is_none(), "{spec}");
        assert!(candidates(&document)[0]["visits"].as_u64() > Some(0), "{spec}");
    }
}

#[test]
fn alphabeta_has_depths_and_bounds_instead_of_visits() {
    let arguments =
        ["hint", "othello", "--player", "alphabeta:simulations=20000", "--seed", "7", "--json"];
    let document = timeless(&arguments);
    assert_eq!(document, timeless(&arguments), "a search with a limit of positions repeats");
    assert_eq!((&document["unit"], &document["score_unit"]), (&"discs".into(), &"discs".into()));
    assert_eq!(document["score"], document["value"]);
    assert_eq!(candidates(&document).len(), 4);
    for one in candidates(&document) {
        assert_eq!(
            (&one["visits"], &one["share"], &one["ci95"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );
        assert!(one["depth"].as_u64() >= Some(4), "{one}");
        assert_eq!(one["bound"], "exact");
        assert!(one["value"].is_number() && one["pv"].as_array().unwrap().len() > 1, "{one}");
    }
    let text = stdout(&arguments[..6]);
    assert!(text.contains("move  value  depth  principal variation"), "{text}");
    assert!(text.contains(" positions in "), "{text}");
}

#[test]
fn alphabeta_plays_in_the_arena_and_its_quality_is_measured() {
    let arena = json(&[
        "arena",
        "othello",
        "--player",
        "alphabeta:simulations=2000,exact=12",
        "--player",
        "easy",
        "--games",
        "6",
        "--seed",
        "3",
        "--json",
    ]);
    assert_eq!(arena["players"][0]["wins"], 6, "{arena}");
    let quality = json(&[
        "quality",
        "othello",
        "--player",
        "alphabeta:simulations=500",
        "--positions",
        "3",
        "--seeds",
        "2",
        "--json",
    ]);
    let player = &quality["players"][0];
    assert_eq!(player["consistency"]["mean"], 1.0, "it uses no random numbers: {player}");
    assert_eq!(player["tree_balance"], Value::Null, "it has no visits: {player}");
}
