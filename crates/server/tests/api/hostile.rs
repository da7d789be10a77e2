//! Pages of others, requests that are too large, and requests that are none.

use std::sync::Arc;

use plywood_search::Rng;
use plywood_server::{Engine, Limits, Report, Reporter};
use serde_json::{Map, Value, json};

use crate::client::{Client, GAMES, games};

#[test]
fn pages_of_others_are_refused() {
    let client = Client::start();
    let host = client.host();
    let ask = |headers: &str| client.request("GET /api/v1/games", headers, "");
    assert_eq!(ask(&format!("Host: {host}\r\n")).status, 200);
    assert_eq!(ask(&format!("Host: {host}\r\nOrigin: http://{host}\r\n")).status, 200);
    for headers in [
        format!("Host: {host}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: {host}\r\nOrigin: null\r\n"),
        format!("Host: {host}\r\nOrigin: https://{host}\r\n"),
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example\r\nOrigin: http://{host}\r\n"),
        String::new(),
    ] {
        let response = ask(&headers);
        assert_eq!((response.status, response.kind().as_str()), (403, "origin"), "{headers}");
    }
    for path in ["/", "/api/v1/events?page=p", "/index.html"] {
        let foreign = format!("Host: {host}\r\nOrigin: http://evil.example\r\n");
        assert_eq!(client.request(&format!("GET {path}"), &foreign, "").status, 403, "{path}");
    }
}

#[test]
fn every_answer_tells_browsers_to_be_careful() {
    let client = Client::start();
    for path in ["/", "/api/v1/games", "/nowhere"] {
        let head = client.get(path).head;
        for header in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
}

#[test]
fn files_of_the_page_are_served_and_no_others() {
    let client = Client::start();
    let page = client.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("text/html"), "{}", page.head);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let known = format!("Host: {}\r\nIf-None-Match: {tag}\r\n", client.host());
    assert_eq!(client.request("GET /", &known, "").status, 304);
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/index.html/..", "/%00"] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn nothing_from_a_page_names_a_file() {
    let client = Client::start();
    let (session, tetris) = (client.begin("othello"), client.begin("tetris"));
    let built_in = json!({"session": tetris, "player": "linear:weights=bcts", "page": "p"});
    assert_eq!(client.post("think", &built_in).status, 200);
    for (method, params) in [
        ("new", json!({"game": "woodblock", "rules": "variant=Cargo.toml"})),
        ("new", json!({"game": "woodblock", "rules": "variant=nothing"})),
        ("look", json!({"game": "woodblock", "rules": "variant=\"/etc/passwd\""})),
        ("think", json!({"session": tetris, "player": "dqn:weights=x", "page": "p"})),
        ("think", json!({"session": tetris, "player": "linear:weights=\"./x\"", "page": "p"})),
        ("think", json!({"session": session, "player": "gtp:command=\"rm x\"", "page": "p"})),
        (
            "arena",
            json!({"game": "woodblock", "rules": "variant=Cargo.toml", "players": ["greedy"],
                         "games": 1, "page": "p"}),
        ),
        (
            "arena",
            json!({"game": "othello", "players": ["gtp:command=ls", "random"], "games": 2,
                         "page": "p"}),
        ),
    ] {
        let response = client.post(method, &params);
        assert_eq!(response.status, 400, "{params}");
        assert!(response.body.contains("name a file or a command"), "{}", response.body);
    }
}

#[test]
fn there_are_limits() {
    let client = Client::start();
    let large = json!({"game": "x".repeat(70_000)});
    let response = client.post("new", &large);
    assert_eq!((response.status, response.kind().as_str()), (413, "limit"));
    let session = client.begin("othello");
    let think = |page: &str| json!({"session": session, "player": "random", "page": page});
    assert_eq!(client.post("think", &think("a b")).kind(), "input");
    assert_eq!(client.post("think", &think(&"p".repeat(65))).kind(), "input");
    let path = json!({"session": session, "path": vec!["d3"; 25]});
    assert_eq!(client.post("tree", &path).kind(), "limit");

    let mut events = client.events("greedy", 0);
    let ask = json!({"session": session, "player": "mcts", "simulations": 200, "threads": 1000,
                     "memory_mb": 4_000_000_000u32, "time_ms": u64::MAX, "page": "greedy"});
    client.ask("think", ask);
    let threads = events.until("decision").data["decision"]["stats"]["threads"].clone();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    assert!(threads.as_u64().unwrap() as usize <= cores, "{threads}");
}

#[test]
fn sessions_are_bounded() {
    let mut limits = Limits::of_an_address();
    limits.sessions = 3;
    let engine = Engine::new(games(), limits);
    let open = || engine.answer("new", params(json!({"game": "othello"})), Arc::new(Nobody));
    assert!((0..3).all(|_| open().is_ok()));
    assert_eq!(open().err().map(|error| error.kind()), Some("limit"));
}

#[test]
fn idle_sessions_are_forgotten() {
    let mut limits = Limits::of_an_address();
    limits.idle = std::time::Duration::ZERO;
    let engine = Engine::new(games(), limits);
    let answer = engine.answer("new", params(json!({"game": "othello"})), Arc::new(Nobody));
    let Ok(plywood_server::Answer::Now(opened)) = answer else { panic!("a game was opened") };
    std::thread::sleep(std::time::Duration::from_millis(5));
    engine.tidy();
    let state = params(json!({"session": opened["session"]}));
    let error = engine.answer("state", state, Arc::new(Nobody)).err();
    assert_eq!(error.map(|error| error.kind()), Some("not_found"));
}

struct Nobody;

impl Reporter for Nobody {
    fn report(&self, _report: Report) {}
}

fn params(document: Value) -> Map<String, Value> {
    match document {
        Value::Object(params) => params,
        _ => Map::new(),
    }
}

/// A value that may stand anywhere in a request.
fn any_value(rng: &mut Rng, session: &Value) -> Value {
    let texts = [
        "",
        "d3",
        "othello",
        "klondike",
        "turn",
        "seed:3",
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
        "random",
    ];
    match rng.below(9) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 1),
        2 => json!(rng.below(40)),
        3 => json!(u64::MAX),
        4 => json!(-1.5e300),
        5 => session.clone(),
        6 => json!([texts[rng.below(texts.len())], rng.below(3)]),
        7 => json!([texts[rng.below(texts.len())]]),
        _ => json!(texts[rng.below(texts.len())]),
    }
}

/// A request that makes sense, changed here and there.
fn mutated(rng: &mut Rng, session: &Value) -> (String, Value) {
    let game = GAMES[rng.below(GAMES.len())];
    let sensible = [
        ("games", json!({})),
        ("new", json!({"game": game, "rules": "", "position": null, "moves": [], "seed": 1})),
        ("look", json!({"game": game, "moves": ["d3"], "seed": 1})),
        ("state", json!({"session": session})),
        ("play", json!({"session": session, "move": "d3"})),
        ("undo", json!({"session": session})),
        ("redo", json!({"session": session})),
        (
            "think",
            json!({"session": session, "player": "random", "simulations": 20, "time_ms": 20,
                         "threads": 1, "play": true, "page": "fuzz"}),
        ),
        ("stop", json!({"session": session})),
        ("tree", json!({"session": session, "depth": 2, "path": []})),
        ("save", json!({"session": session})),
        (
            "arena",
            json!({"game": "tetris", "rules": "height=4,cap=2", "players": ["random"],
                         "games": 1, "max_moves": 9, "simulations": 9, "page": "fuzz"}),
        ),
        ("arena_state", json!({"arena": session})),
        ("nonsense", json!({})),
    ];
    let (method, mut params) = sensible[rng.below(sensible.len())].clone();
    let fields: Vec<String> = params.as_object().unwrap().keys().cloned().collect();
    for field in fields {
        // Budgets stay small, so that the test does.
        if rng.below(4) == 0 && !["time_ms", "simulations", "games", "max_moves"].contains(&&*field)
        {
            params[field] = any_value(rng, session);
        }
    }
    (method.to_owned(), params)
}

#[test]
fn thousands_of_mutated_requests_get_clean_answers() {
    let engine = Engine::new(games(), Limits::of_an_address());
    let mut rng = Rng::new(99);
    let mut session = Value::Null;
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..5000 {
        let (method, mut document) = mutated(&mut rng, &session);
        document.as_object_mut().unwrap().remove("page");
        match engine.answer(&method, params(document.clone()), Arc::new(Nobody)) {
            Ok(plywood_server::Answer::Now(answer)) => {
                answered += 1;
                if let Some(opened) = answer.get("session").filter(|_| method == "new") {
                    session = opened.clone();
                }
            }
            Ok(plywood_server::Answer::Later(..)) => answered += 1,
            Err(error) => {
                assert_ne!(error.kind(), "internal", "{method} {document}: {error}");
                refused += 1;
            }
        }
    }
    assert!(answered > 500 && refused > 500, "{answered} answered, {refused} refused");
}

#[test]
fn hundreds_of_broken_requests_leave_the_server_well() {
    let client = Client::start();
    let mut rng = Rng::new(5);
    let session = client.begin("othello");
    for _ in 0..600 {
        let (method, params) = mutated(&mut rng, &session);
        let mut body = params.to_string().into_bytes();
        for _ in 0..rng.below(4) {
            let place = rng.below(body.len());
            body[place] = rng.below(256) as u8;
        }
        let head = format!(
            "POST /api/v1/{method} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            client.host(),
            body.len()
        );
        let mut whole = head.into_bytes();
        whole.extend(body);
        let (is_cut, is_torn) = (rng.below(10) == 0, rng.below(10) == 0);
        if is_cut {
            whole.truncate(rng.below(whole.len()));
        }
        if is_torn {
            let place = rng.below(whole.len() + 1);
            whole.splice(place..place, [rng.below(256) as u8]);
        }
        let answer = client.raw(&whole, !is_cut && !is_torn);
        assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["game"], "othello");
}
