//! Pages of others, requests that are too large, and those who ask for too much.

use std::sync::Arc;

use plywood_server::{Engine, Limits, Report, Reporter};
use serde_json::{Map, Value, json};

use crate::client::{Client, games};

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
