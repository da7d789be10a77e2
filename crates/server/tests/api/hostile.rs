//! Requests from other sites, and requests beyond the limits.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use plywood_server::{ApiError, Engine, Event, ResourceLimits};
use serde_json::{Value, json};

use crate::client::{Client, games, records};

/// Returns the paths of all methods, the event stream, the records of a tournament, files, and
/// routes that do not exist.
fn all_routes() -> Vec<String> {
    let methods = [
        "games",
        "new",
        "look",
        "state",
        "play",
        "undo",
        "redo",
        "think",
        "stop",
        "tree",
        "save",
        "close",
        "arena",
        "arena_state",
        "arena_stop",
        "quality",
        "quality_state",
        "quality_stop",
        "review",
        "review_state",
        "review_stop",
        "nonsense",
    ];
    let others = [
        "GET /",
        "GET /index.html",
        "GET /nowhere",
        "GET /api/v1/games",
        "GET /api/v1/events?page=p",
        "GET /api/v1/arena/x/games.jsonl",
        "POST /",
        "PUT /api/v1/new",
        "OPTIONS /api/v1/new",
        "HEAD /",
    ];
    let methods = methods.map(|method| format!("POST /api/v1/{method}"));
    methods.into_iter().chain(others.map(str::to_owned)).collect()
}

#[test]
fn every_route_refuses_pages_of_other_sites() {
    let client = Client::start();
    let host = client.host();
    let port = host.rsplit_once(':').unwrap().1;
    let foreign = [
        format!("Host: {host}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: {host}\r\nOrigin: http://evil.example:{port}\r\n"),
        format!("Host: {host}\r\nOrigin: http://{host}.evil.example\r\n"),
        format!("Host: {host}\r\nOrigin: null\r\n"),
        format!("Host: {host}\r\nOrigin: https://{host}\r\n"),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: evil.example:{port}\r\nOrigin: http://evil.example:{port}\r\n"),
        format!("Host: evil.example\r\nOrigin: http://{host}\r\n"),
        "Host: 127.0.0.1:1\r\n".to_owned(),
        String::new(),
    ];
    // Browsers request images and frames without an `Origin` header.
    let embedded = ["cross-site", "same-site"]
        .map(|site| format!("Host: {host}\r\nSec-Fetch-Site: {site}\r\n"));
    for route in all_routes().iter().filter(|route| route.contains("/api/")) {
        for headers in &embedded {
            assert_eq!(client.request(route, headers, "{}").status, 403, "{route}, {headers}");
        }
    }
    assert_eq!(
        client.request("GET /", &embedded[0], "").status,
        200,
        "links from other sites are allowed"
    );
    for route in all_routes() {
        for headers in &foreign {
            let response = client.request(&route, headers, "{}");
            assert_eq!(response.status, 403, "{route} with {headers}");
            if !route.starts_with("HEAD") {
                assert_eq!(response.kind(), "origin", "{route} with {headers}");
            }
        }
    }
}

#[test]
fn every_route_accepts_the_own_page() {
    let client = Client::start();
    let host = client.host();
    let port = host.rsplit_once(':').unwrap().1;
    for route in all_routes().iter().filter(|route| !route.contains("/events")) {
        for headers in [
            format!("Host: {host}\r\n"),
            format!("Host: {host}\r\nOrigin: http://{host}\r\n"),
            format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
            format!("Host: {host}\r\nSec-Fetch-Site: same-origin\r\n"),
            format!("Host: {host}\r\nSec-Fetch-Site: none\r\n"),
        ] {
            let status = client.request(route, &headers, "{}").status;
            assert!(![0, 403, 500].contains(&status), "{route} with {headers}: {status}");
        }
    }
}

#[test]
fn every_response_has_security_headers() {
    let client = Client::start();
    for path in ["/", "/api/v1/games", "/nowhere"] {
        let head = client.get(path).head;
        for header in [
            "content-security-policy: default-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
    }
}

#[test]
fn only_files_of_the_page_are_served() {
    let client = Client::start();
    let page = client.get("/");
    assert_eq!(page.status, 200);
    assert!(page.head.contains("text/html"), "{}", page.head);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let status = |lists: &[&str]| {
        let lists: String = lists.iter().map(|list| format!("If-None-Match: {list}\r\n")).collect();
        client.request("GET /", &format!("Host: {}\r\n{lists}", client.host()), "").status
    };
    for known in [tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        assert_eq!(status(&[known]), 304, "{known}");
    }
    assert_eq!(status(&["\"x\"", tag]), 304);
    for unknown in ["\"x\"", "\"0123", "\"", "", ",,"] {
        assert_eq!(status(&[unknown]), 200, "{unknown}");
        // A tag without its end and a second list.
        assert_eq!(status(&[unknown, "\"x\""]), 200, "{unknown}");
    }
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/index.html/..", "/%00"] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
}

#[test]
fn requests_cannot_name_files_or_commands() {
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
        (
            "quality",
            json!({"game": "woodblock", "rules": "variant=Cargo.toml", "players": ["greedy"],
                         "page": "p"}),
        ),
        ("quality", json!({"game": "othello", "players": ["gtp:command=ls"], "page": "p"})),
    ] {
        let response = client.post(method, &params);
        assert_eq!(response.status, 400, "{params}");
        assert!(response.body.contains("names a file or a command"), "{}", response.body);
    }
}

#[test]
fn requests_beyond_the_limits_are_refused_or_cut() {
    let client = Client::start();
    let large = json!({"game": "x".repeat(300_000)});
    let response = client.post("new", &large);
    assert_eq!((response.status, response.kind().as_str()), (413, "limit"));
    let longest = json!({"game": "klondike", "moves": vec!["move T1 10H T2"; 10_000]});
    assert_eq!(
        client.post("new", &longest).kind(),
        "input",
        "ten thousand moves fit into a request"
    );
    let session = client.begin("othello");
    let think = |page: &str| json!({"session": session, "player": "random", "page": page});
    assert_eq!(client.post("think", &think("a b")).kind(), "input");
    assert_eq!(client.post("think", &think(&"p".repeat(65))).kind(), "input");

    let mut events = client.events("greedy", 0);
    let ask = |threads: u64| {
        json!({"session": session, "player": "mcts", "simulations": 200, "threads": threads,
               "memory_mb": 4_000_000_000u32, "time_ms": u64::MAX, "page": "greedy"})
    };
    client.ask("think", ask(64));
    assert_eq!(events.until("decision").data["decision"]["stats"]["threads"], 64);
    for threads in [65, u64::MAX] {
        let refused = client.post("think", &ask(threads)).json()["error"].clone();
        assert_eq!(refused["kind"], "limit");
        assert_eq!(refused["message"], format!("threads: {threads}: expected at most 64"));
    }
    let path = json!({"session": session, "path": vec!["d3"; 25]});
    assert_eq!(client.post("tree", &path).kind(), "limit");
}

#[test]
fn the_moves_of_a_searched_position_are_bounded() {
    let (client, mut events) = Client::with_events("long");
    // The moves of a long game come from a tournament.
    let plan = json!({"game": "tetris", "players": ["linear"], "games": 1, "max_moves": 1001,
                      "page": "long"});
    let arena = client.ask("arena", plan)["arena"].clone();
    events.last_of_arena();
    let game = records(&client, &arena).remove(0);
    let moves = game["moves"].as_array().unwrap();
    let setup =
        |count: usize| json!({"game": "tetris", "moves": moves[..count], "seed": game["seed"]});
    let think = |count: usize| {
        let mut think = setup(count);
        (think["player"], think["page"]) = (json!("random"), json!("long"));
        think
    };
    client.ask("think", think(1000));
    let state = events.until("decision").data["state"].clone();
    assert_eq!(state["played"].as_array().unwrap().len(), 1000);
    let refused = client.post("think", &think(1001)).json()["error"].clone();
    assert_eq!(refused["kind"], "limit");
    assert_eq!(refused["message"], "moves: move 1001: a game has at most 1000 moves here");
    client.ask("new", setup(1001));
}

#[test]
fn malformed_bodies_are_bad_input() {
    let client = Client::start();
    let head = |body: &str| {
        let host = client.host();
        format!("POST /api/v1/new HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{body}")
    };
    let chunked = |chunks: &str| head(&format!("Transfer-Encoding: chunked\r\n\r\n{chunks}"));
    for request in [
        chunked("nonsense\r\n"),
        chunked("2\r\n{}nonsense"),
        chunked("2\r\n{"),
        head("Content-Length: 9\r\n\r\n{"),
    ] {
        let answer = client.raw(request.as_bytes(), false);
        assert!(answer.starts_with("HTTP/1.1 400 "), "{request}: {answer}");
        assert!(answer.contains(r#""kind":"input""#), "{request}: {answer}");
    }
    let long = chunked(&format!("50000\r\n{}\r\n0\r\n\r\n", "x".repeat(0x50000)));
    assert!(client.raw(long.as_bytes(), true).starts_with("HTTP/1.1 413 "));
}

#[test]
fn trees_of_the_longest_idle_session_are_dropped() {
    /// Searches the first position of a new session. Returns the session and the tree's size.
    fn search(client: &Client) -> (Value, u64) {
        let session = client.begin("othello");
        let mut events = client.events(session.as_str().unwrap(), 0);
        let think = json!({"session": session, "player": "mcts", "simulations": 500,
                           "page": session});
        client.ask("think", think);
        let decision = events.next_end().data["decision"].clone();
        (session, decision["stats"]["tree_bytes"].as_u64().unwrap())
    }
    let has_tree = |client: &Client, session: &Value| {
        client.post("tree", &json!({"session": session})).status == 200
    };
    let (_, bytes) = search(&Client::start());
    let mut limits = ResourceLimits::for_http();
    limits.kept_trees = bytes * 3 / 2;
    let client = Client::start_with(limits.clone());
    let (first, _) = search(&client);
    assert!(has_tree(&client, &first));
    let (second, _) = search(&client);
    assert!(!has_tree(&client, &first), "there is room for one tree");
    assert!(has_tree(&client, &second));

    limits.kept_trees = 10;
    let client = Client::start_with(limits);
    let (session, _) = search(&client);
    assert!(!has_tree(&client, &session), "there is no room for a tree");
    assert_eq!(client.ask("state", json!({"session": session}))["state"]["over"], false);
}

/// Returns the answer to a request that sends no events.
fn ask(engine: &Engine, method: &str, params: &Value) -> Result<Value, ApiError> {
    let params = params.as_object().unwrap().clone();
    engine.answer(method, params, Arc::new(|_event| {})).map(|answer| answer.document)
}

#[test]
fn sessions_are_bounded_and_close_frees_a_place() {
    let mut limits = ResourceLimits::for_http();
    limits.sessions = 3;
    let engine = Engine::new(games().clone(), limits).unwrap();
    let open = || ask(&engine, "new", &json!({"game": "othello"}));
    let sessions: Vec<Value> = (0..3).map(|_| open().unwrap()["session"].clone()).collect();
    assert_eq!(open().err().map(|error| error.kind()), Some("limit"));
    let close = || ask(&engine, "close", &json!({"session": sessions[1]}));
    assert_eq!(close(), Ok(json!({"schema": 1, "closed": true})));
    assert_eq!(close().err().map(|error| error.kind()), Some("not_found"));
    assert!(open().is_ok());
    assert_eq!(open().err().map(|error| error.kind()), Some("limit"));
}

#[test]
fn moves_of_all_games_are_bounded() {
    let mut limits = ResourceLimits::for_http();
    limits.all_moves = 5;
    let engine = Engine::new(games().clone(), limits).unwrap();
    let open = |moves: &[&str]| {
        ask(&engine, "new", &json!({"game": "othello", "moves": moves})).unwrap()["session"].clone()
    };
    let is_open = |session: &Value| ask(&engine, "state", &json!({"session": session})).is_ok();
    let (short, long) = (open(&["d3"]), open(&["d3", "c3", "c4"]));
    engine.remove_expired();
    assert!(is_open(&short) && is_open(&long));
    let last = open(&["d3", "c3"]);
    engine.remove_expired();
    assert!(!is_open(&long), "the longest game is dropped");
    assert!(is_open(&short) && is_open(&last));
}

#[test]
fn the_moves_on_the_board_of_a_player_count_too() {
    let mut limits = ResourceLimits::for_http();
    limits.all_moves = 5;
    let engine = Engine::new(games().clone(), limits).unwrap();
    let open = json!({"game": "othello", "moves": ["d3", "c3", "c4"]});
    let session = ask(&engine, "new", &open).unwrap()["session"].clone();
    let is_open = || ask(&engine, "state", &json!({"session": session})).is_ok();
    engine.remove_expired();
    assert!(is_open(), "three moves of five");
    let params = json!({"session": session, "player": "greedy"});
    let (sender, receiver) = channel();
    let events = Arc::new(move |event: Event| sender.send(event.is_last).unwrap());
    engine.answer("think", params.as_object().unwrap().clone(), events).unwrap();
    while !receiver.recv_timeout(Duration::from_secs(60)).expect("the search ends") {}
    engine.remove_expired();
    assert!(!is_open(), "three more on the board of the player");
}

#[test]
fn positions_of_a_finished_search_are_no_kept_trees() {
    let mut limits = ResourceLimits::for_http();
    limits.kept_trees = 1000;
    let engine = Engine::new(games().clone(), limits).unwrap();
    let open = json!({"game": "klondike", "seed": 5});
    let session = ask(&engine, "new", &open).unwrap()["session"].clone();
    let think = || {
        let params = json!({"session": session, "player": "thoughtful", "play": true});
        let (sender, receiver) = channel();
        let events = Arc::new(move |event| sender.send(event).unwrap());
        engine.answer("think", params.as_object().unwrap().clone(), events).unwrap();
        let mut events = std::iter::from_fn(|| receiver.recv_timeout(Duration::from_secs(60)).ok());
        let end = events.find(|event: &Event| event.is_last);
        end.expect("the search ends").document["decision"].clone()
    };
    let first = think();
    assert_eq!(first["stopped_by"], "proven");
    assert!(first["stats"]["tree_bytes"].as_u64().unwrap() > 1000);
    // The player was kept: it follows the plan of its first search and needs no second search.
    assert_eq!(think()["stats"]["simulations"], 0);
}

#[test]
fn idle_sessions_are_dropped() {
    let mut limits = ResourceLimits::for_http();
    limits.idle = Duration::ZERO;
    let engine = Engine::new(games().clone(), limits).unwrap();
    let session = ask(&engine, "new", &json!({"game": "othello"})).unwrap()["session"].clone();
    engine.remove_expired();
    let error = ask(&engine, "state", &json!({"session": session})).err();
    assert_eq!(error.map(|error| error.kind()), Some("not_found"));
}
