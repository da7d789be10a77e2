//! Idle and slow connections, which must not keep the server from serving others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use plywood_server::ResourceLimits;
use serde_json::json;

use crate::client::{Client, Events, KeptConnection, read_to_end};

/// Starts a server with few connections and a timeout of one second, so that the tests are fast.
/// One second is enough for a busy machine to send a request after it has connected.
fn narrow() -> Client {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    limits.timeout = Duration::from_secs(1);
    Client::start_with(limits)
}

/// Starts a server with eight connections and a timeout longer than the tests, so that connections are
/// closed only to make room.
fn small() -> Client {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    limits.timeout = Duration::from_secs(600);
    Client::start_with(limits)
}

/// Opens connections that get one answer each and then stay open.
fn idle_after_an_answer(client: &Client, count: usize) -> Vec<KeptConnection> {
    let ask = |_| {
        let mut connection = KeptConnection::open(client);
        assert_eq!(connection.get(client, "/api/v1/games").status, 200);
        connection
    };
    (0..count).map(ask).collect()
}

/// Opens event streams of different pages.
fn streams(client: &Client, count: usize) -> Vec<Events> {
    (0..count).map(|number| client.events(&format!("page-{number}"), 0)).collect()
}

#[test]
fn connections_that_have_sent_nothing_are_closed_for_new_ones() {
    let client = small();
    let silent: Vec<TcpStream> = (0..100).map(|_| client.connect()).collect();
    for _ in 0..10 {
        assert_eq!(client.get("/api/v1/games").status, 200);
    }
    assert_eq!(read_to_end(&silent[0]), "", "the oldest was closed");
}

#[test]
fn connections_that_wait_after_an_answer_are_closed_for_new_ones() {
    let client = small();
    let mut idle = idle_after_an_answer(&client, 8);
    let mut events = client.events("newcomer", 0);
    assert_eq!(client.get("/api/v1/games").status, 200);
    assert_eq!(idle.remove(0).rest(), "", "the oldest was closed");
    assert_eq!(idle.remove(0).rest(), "", "and the one after it");
    let session = client.begin("othello");
    client.ask("think", json!({"session": session, "player": "random", "page": "newcomer"}));
    assert_eq!(events.next_end().name, "decision", "the stream stays open while others are idle");
}

#[test]
fn unfinished_bodies_are_closed_for_new_connections() {
    let client = small();
    let host = client.host();
    let head = format!("POST /api/v1/new HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n");
    let slow: Vec<TcpStream> = (0..8)
        .map(|_| {
            let mut stream = client.connect();
            // The server asks for the body once it has read the headers.
            write!(stream, "{head}Expect: 100-continue\r\n\r\n").unwrap();
            let mut part = [0; 64];
            let read = stream.read(&mut part).unwrap();
            assert!(part[..read].starts_with(b"HTTP/1.1 100"), "{:?}", &part[..read]);
            stream
        })
        .collect();
    assert_eq!(client.get("/api/v1/games").status, 200);
    assert_eq!(read_to_end(&slow[0]), "", "the oldest was closed");
}

#[test]
fn event_streams_are_closed_for_new_connections_and_resume() {
    let client = small();
    let session = client.begin("othello");
    let think = json!({"session": session, "player": "random", "page": "oldest"});
    let mut oldest = client.events("oldest", 0);
    client.ask("think", &think);
    let first = oldest.next_end();
    let _others = streams(&client, 7);
    let search = client.ask("think", &think)["search"].clone();
    assert!(oldest.next().is_none(), "the request has replaced the oldest stream");
    let second = client.events("oldest", first.id).next_end();
    assert_eq!((second.data["search"].clone(), second.id > first.id), (search, true));
}

#[test]
fn a_newcomer_is_served_after_silent_connections_have_hung_up() {
    let client = small();
    drop((0..8).map(|_| client.connect()).collect::<Vec<_>>());
    let mut open = streams(&client, 8);
    assert_eq!(client.get("/api/v1/games").status, 200);
    assert!(open[0].next().is_none(), "the oldest stream was closed");
}

#[test]
fn connections_that_have_ended_take_no_place() {
    let client = small();
    let mut idle = idle_after_an_answer(&client, 1);
    for _ in 0..20 {
        assert_eq!(client.get("/api/v1/games").status, 200);
    }
    assert_eq!(
        idle[0].get(&client, "/api/v1/games").status,
        200,
        "it is open: the house is not full"
    );
}

#[test]
fn an_address_has_a_limit_of_its_own() {
    let mut limits = ResourceLimits::for_http();
    limits.connections_per_address = 4;
    limits.timeout = Duration::from_secs(600);
    let client = Client::start_with(limits);
    let silent: Vec<TcpStream> = (0..5).map(|_| client.connect()).collect();
    assert_eq!(read_to_end(&silent[0]), "", "the fifth connection replaces the first");
    let mut open = streams(&client, 5);
    assert!(open[0].next().is_none(), "the fifth stream replaces the first");
    assert_eq!(client.get("/api/v1/games").status, 200);
}

#[test]
fn connections_without_a_request_time_out() {
    let client = narrow();
    let silent = client.connect();
    assert_eq!(read_to_end(&silent), "");
    let mut idle = client.connect();
    let request = format!("GET /api/v1/games HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    idle.write_all(request.as_bytes()).unwrap();
    assert!(
        read_to_end(&idle).starts_with("HTTP/1.1 200"),
        "a connection after its answer times out too"
    );
}

#[test]
fn slow_requests_time_out() {
    let client = narrow();
    let host = client.host();
    let head = format!("POST /api/v1/new HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n");
    // One request never ends its headers, the other never ends its body.
    let dripping = [format!("{head}X-Slow: "), format!("{head}\r\n{{")].map(|start| {
        let mut stream = client.connect();
        stream.write_all(start.as_bytes()).unwrap();
        let mut writer = stream.try_clone().unwrap();
        let drip = thread::spawn(move || {
            while writer.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        (stream, drip)
    });
    assert_eq!(client.get("/api/v1/games").status, 200);
    let [header, body] = dripping.map(|(stream, drip)| {
        let answer = read_to_end(&stream);
        drip.join().unwrap();
        answer
    });
    assert!(header.is_empty() || header.starts_with("HTTP/1.1 4"), "{header}");
    assert!(body.is_empty() || body.starts_with("HTTP/1.1 408"), "{body}");
    assert_eq!(client.get("/api/v1/games").status, 200);
}

#[test]
fn clients_that_do_not_read_time_out() {
    let client = narrow();
    let mut unread = client.connect();
    // If the connection stayed open, writing would block when all buffers are full.
    unread.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    let request = format!("GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    let started = Instant::now();
    let ended = loop {
        if let Err(error) = unread.write_all(request.as_bytes()) {
            break error;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "the connection is still open");
    };
    assert_ne!(ended.kind(), std::io::ErrorKind::WouldBlock, "the connection is still open");
    assert_eq!(client.get("/api/v1/games").status, 200);
}

#[test]
fn endless_headers_are_refused() {
    let client = Client::start();
    let mut endless = format!("GET / HTTP/1.1\r\nHost: {}\r\n", client.host()).into_bytes();
    endless.extend(b"X-Long: long\r\n".repeat(100_000));
    let answer = client.raw(&endless, true);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(client.get("/api/v1/games").status, 200);
}
