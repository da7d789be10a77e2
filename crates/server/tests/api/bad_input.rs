//! Five thousand malformed requests over HTTP: each gets a JSON error or an answer, and
//! the server keeps running.

use plywood_search::Rng;
use plywood_server::ResourceLimits;
use serde_json::Value;

use crate::client::{Client, KeptConnection, Response};
use crate::mutated::{request, tear};

/// Starts a server with room for the sessions of all requests, and with a rate limit that no test reaches.
fn roomy() -> Client {
    let mut limits = ResourceLimits::for_http();
    limits.sessions = 10_000;
    limits.requests_per_second = 1_000_000;
    Client::start_with(limits)
}

/// Checks that a response is an answer or an error document.
fn check(response: &Response, asked: &str) {
    match response.status {
        200 => {}
        400 | 404 | 405 | 409 | 413 | 429 => {
            let document = response.json();
            assert_eq!(document["schema"], 1, "{asked}");
            let (kind, message) = (&document["error"]["kind"], &document["error"]["message"]);
            assert_ne!(kind, "internal", "{asked}: {document}");
            assert!(kind.is_string() && message.is_string(), "{asked}: {document}");
        }
        status => panic!("{asked}: status {status}: {}", response.body),
    }
}

fn post(client: &Client, target: &str, body: &[u8]) -> Vec<u8> {
    let (host, length) = (client.host(), body.len());
    let head =
        format!("POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

#[test]
fn four_thousand_mutated_requests_get_answers_on_one_connection() {
    let client = roomy();
    let (mut line, mut rng) = (KeptConnection::open(&client), Rng::new(99));
    let mut session = client.begin("othello");
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..4000 {
        let (method, params) = request(&mut rng, &session);
        let mut body = params.to_string().into_bytes();
        if rng.below(3) == 0 {
            tear(&mut rng, &mut body);
        }
        let asked = format!("{method} {}", String::from_utf8_lossy(&body));
        let response = line.ask(&post(&client, &format!("/api/v1/{method}"), &body), &asked);
        check(&response, &asked);
        match response.status {
            200 => answered += 1,
            _ => refused += 1,
        }
        if method == "new" && response.status == 200 {
            session = response.json()["session"].clone();
        }
    }
    assert!(answered > 500 && refused > 500, "{answered} answered, {refused} refused");
    assert!(client.begin("othello").is_string());
}

#[test]
fn five_hundred_invalid_paths_get_answers() {
    let client = roomy();
    let (mut line, mut rng) = (KeptConnection::open(&client), Rng::new(7));
    let paths = [
        "/",
        "/index.html",
        "/api/v1/games",
        "/api/v1/new",
        "/api/v1/events",
        "/api/v1/events?page=a",
        "/api/v1/arena/x/games.jsonl",
        "/api/v1/arena/%ff/games.jsonl",
        "/api/v1/%ff%00",
        "/api/v1/",
        "/api/v2/games",
        "/%2e%2e/%2e%2e/etc/passwd",
    ];
    for number in 0..500 {
        let mut path = paths[rng.below(paths.len())].to_owned();
        for _ in 0..rng.below(4) {
            let place = rng.below(path.len()) + 1;
            path.insert_str(place, ["a", "/", "%41", "?", "&", "=", "..", "%", "~"][rng.below(9)]);
        }
        let verb = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"][rng.below(6)];
        let last = ["0", "-1", "18446744073709551616", "é"][rng.below(4)];
        let asked = format!("{number}: {verb} {path}");
        let whole = format!(
            "{verb} {path} HTTP/1.1\r\nHost: {}\r\nLast-Event-ID: {last}\r\n\r\n",
            client.host()
        );
        let response = line.ask(whole.as_bytes(), &asked);
        check(&response, &asked);
        if response.head.contains("text/event-stream") {
            // An event stream does not end, so the next request needs a new connection.
            line = KeptConnection::open(&client);
        }
    }
    assert_eq!(client.get("/api/v1/games").status, 200);
}

/// Sends a text of 100 kB as the value of each field, as the name of a field, and as the id of a session.
#[test]
fn errors_do_not_repeat_long_input() {
    let client = roomy();
    let mut line = KeptConnection::open(&client);
    let long = "x".repeat(100_000);
    let fields = [
        "game",
        "rules",
        "position",
        "moves",
        "seed",
        "player",
        "players",
        "games",
        "session",
        "move",
        "count",
        "simulations",
        "time_ms",
        "memory_mb",
        "threads",
        "play",
        "depth",
        "path",
        "arena",
        "positions",
        "seeds",
        "study",
        &long,
    ];
    for method in [
        "new",
        "look",
        "state",
        "play",
        "undo",
        "think",
        "tree",
        "arena",
        "arena_state",
        "quality",
        "quality_state",
        "review",
        "review_state",
    ] {
        for field in fields {
            let mut params = serde_json::json!({"page": "p", "game": "othello", "player": "easy"});
            params[field] = long.as_str().into();
            let asked = format!("{method} with a long {}", &field[..field.len().min(20)]);
            let body = params.to_string();
            let response =
                line.ask(&post(&client, &format!("/api/v1/{method}"), body.as_bytes()), &asked);
            check(&response, &asked);
            assert_ne!(response.status, 200, "{asked}");
            assert!(response.body.len() < 2000, "{asked}: {} bytes", response.body.len());
        }
    }
}

#[test]
fn the_server_survives_five_hundred_torn_requests() {
    let client = roomy();
    let mut rng = Rng::new(5);
    let session = client.begin("othello");
    for _ in 0..500 {
        let (method, params) = request(&mut rng, &session);
        let mut whole = post(&client, &format!("/api/v1/{method}"), params.to_string().as_bytes());
        tear(&mut rng, &mut whole);
        let answer = client.raw(&whole, false);
        // The server may answer a damaged request or close the connection.
        assert!(answer.is_empty() || !answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    assert!(client.begin("othello").is_string());
}

#[test]
fn refused_searches_send_no_events() {
    let client = roomy();
    let (mut line, mut rng) = (KeptConnection::open(&client), Rng::new(3));
    let session = client.begin("tetris");
    let mut events = client.events("mutated", 0);
    let mut expected = Vec::new();
    while expected.len() < 50 {
        let (method, params) = request(&mut rng, &session);
        if method != "think" {
            continue;
        }
        let body = params.to_string();
        let response = line.ask(&post(&client, "/api/v1/think", body.as_bytes()), &body);
        check(&response, &body);
        if response.status == 200 {
            expected.push(response.json()["search"].clone());
            let end = events.next_end();
            let of: &Value = &end.data["search"];
            assert_eq!(Some(of), expected.last(), "every search has exactly one last event");
            assert_ne!(end.data["error"]["kind"], "internal", "{}", end.data);
        }
    }
}
