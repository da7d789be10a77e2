//! Valid requests with random changes, most of which make them invalid.

use plywood_search::Rng;
use serde_json::{Value, json};

const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];

const TEXTS: [&str; 26] = [
    "",
    "d3",
    "othello",
    "klondike",
    "turn",
    "seed:3",
    "seed:3 moves:turn",
    "mcts:simulations=20",
    "easy",
    "{",
    "é\u{0}",
    "deal:AS",
    "view:??",
    "r0x0",
    "1@a1",
    "f5d6",
    "draw=1",
    "variant=blast8",
    "..",
    "cap=1",
    "mcts:threads={1,2}",
    "thoughtful:simulations=10",
    "width=4,height=4",
    "width=6",
    "random",
    "💥\u{202e}\r\n",
];

/// Fields that stay unchanged, so that searches and tournaments stay short.
const FIXED: [&str; 5] = ["time_ms", "simulations", "games", "max_moves", "page"];

/// Returns a random value, valid or not, for any field of a request.
fn any_value(rng: &mut Rng, session: &Value) -> Value {
    let text = TEXTS[rng.below(TEXTS.len())];
    match rng.below(10) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 1),
        2 => json!(rng.below(40)),
        3 => json!(u64::MAX),
        4 => json!(-1.5e300),
        5 => session.clone(),
        6 => json!([text, rng.below(3)]),
        7 => json!([text]),
        8 => json!({text: text}),
        _ => json!(text),
    }
}

/// Returns a method with valid parameters, about a quarter of them replaced by random values.
pub fn request(rng: &mut Rng, session: &Value) -> (&'static str, Value) {
    let game = GAMES[rng.below(GAMES.len())];
    let sensible = [
        ("games", json!({})),
        ("new", json!({"game": game, "rules": "", "position": null, "moves": [], "seed": 1})),
        ("look", json!({"game": game, "moves": ["d3"], "seed": 1})),
        ("read", json!({"game": game, "rules": "", "text": "f5 d6 turn", "seed": 1})),
        ("state", json!({"session": session, "history": true})),
        ("line", json!({"session": session, "path": ["d3", "turn"], "version": null})),
        ("play", json!({"session": session, "move": "d3", "version": null})),
        ("undo", json!({"session": session, "version": null})),
        ("redo", json!({"session": session, "version": null})),
        (
            "think",
            json!({"session": session, "player": "random", "simulations": 20, "time_ms": 20,
                   "memory_mb": 1, "threads": 1, "stop_early": true, "analyse": true, "play": true, "seed": 1,
                   "page": "mutated"}),
        ),
        (
            "think",
            json!({"game": game, "rules": "", "position": null, "moves": [], "player": "random",
                   "simulations": 20, "time_ms": 20, "play": false, "page": "mutated"}),
        ),
        ("stop", json!({"session": session, "discard": true})),
        ("close", json!({"session": "closed"})),
        ("tree", json!({"session": session, "depth": 2, "min_visits": 1, "path": []})),
        ("save", json!({"session": session})),
        (
            "arena",
            json!({"game": "tetris", "rules": "height=4,cap=2", "players": ["random"],
                   "games": 1, "max_moves": 9, "simulations": 9, "page": "mutated"}),
        ),
        ("arena_state", json!({"arena": session})),
        ("arena_stop", json!({"arena": session})),
        (
            "quality",
            json!({"game": "tetris", "rules": "height=4,cap=2", "players": ["random"],
                   "positions": 1, "seeds": 2, "simulations": 9, "page": "mutated"}),
        ),
        ("quality_state", json!({"study": session})),
        ("quality_stop", json!({"study": session})),
        (
            "review",
            json!({"game": "tetris", "rules": "height=4,cap=2", "moves": ["r0x0"], "player": "random",
                   "simulations": 9, "page": "mutated"}),
        ),
        ("review_state", json!({"review": session})),
        ("review_stop", json!({"review": session})),
        ("nonsense", json!({})),
    ];
    let (method, mut params) = sensible[rng.below(sensible.len())].clone();
    let fields: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
    for field in fields {
        if rng.below(4) == 0 && !FIXED.contains(&&*field) {
            params[field] = any_value(rng, session);
        }
    }
    (method, params)
}

/// Changes or inserts a byte, or truncates the bytes, at one to three random places.
pub fn tear(rng: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..1 + rng.below(3) {
        let place = rng.below(bytes.len().max(1));
        match rng.below(3) {
            0 if place < bytes.len() => bytes[place] = rng.below(256) as u8,
            1 => bytes.truncate(place + 1),
            _ => bytes.insert(place.min(bytes.len()), b"\"{}[]:,0 %/"[rng.below(11)]),
        }
    }
}
