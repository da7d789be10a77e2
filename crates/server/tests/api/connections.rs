//! Connections that say nothing, too little or too slowly: others are served.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use plywood_server::ResourceLimits;

use crate::client::Client;

/// Few connections and little patience, so that the tests need little too; but more
/// than a busy machine takes between a connection and its request.
fn narrow() -> Client {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    limits.timeout = Duration::from_secs(1);
    Client::start_with(limits)
}

/// What is said on a connection until the other side ends it.
fn rest(mut stream: &TcpStream) -> String {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("it is still open"),
        // One that is ended while something is on its way to it counts as reset.
        _ => String::from_utf8_lossy(&rest).into_owned(),
    }
}

#[test]
fn silent_connections_make_room_for_those_who_ask() {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    let client = Client::start_with(limits);
    let silent: Vec<TcpStream> = (0..100).map(|_| client.connect()).collect();
    for _ in 0..10 {
        assert_eq!(client.get("/api/v1/games").status, 200);
    }
    assert_eq!(rest(&silent[0]), "", "the oldest was ended");
}

#[test]
fn nobody_is_thrown_out_for_a_newcomer_while_he_is_answered() {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    let client = Client::start_with(limits);
    let mut streams: Vec<_> =
        (0..8).map(|number| client.events(&format!("page-{number}"), 0)).collect();
    assert_eq!(client.get("/api/v1/games").status, 0, "there is no place left");
    drop(streams.pop());
    // The server learns of it when the line is closed, which takes no request.
    while client.get("/api/v1/games").status != 200 {}
}

#[test]
fn a_connection_without_a_request_is_closed() {
    let client = narrow();
    let silent = client.connect();
    assert_eq!(rest(&silent), "");
    let mut idle = client.connect();
    let request = format!("GET /api/v1/games HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    idle.write_all(request.as_bytes()).unwrap();
    assert!(rest(&idle).starts_with("HTTP/1.1 200"), "one that was answered is closed too");
}

#[test]
fn a_request_that_drips_is_not_waited_for() {
    let client = narrow();
    let host = client.host();
    let head = format!("POST /api/v1/new HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n");
    // The one never ends its headers, the other never sends its body.
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
        let answer = rest(&stream);
        drip.join().unwrap();
        answer
    });
    assert!(header.is_empty() || header.starts_with("HTTP/1.1 4"), "{header}");
    assert!(body.is_empty() || body.starts_with("HTTP/1.1 408"), "{body}");
    assert_eq!(client.get("/api/v1/games").status, 200);
}

#[test]
fn one_who_never_reads_the_answers_is_not_waited_for() {
    let client = narrow();
    let mut deaf = client.connect();
    // A connection that stays open takes no more when all buffers are full.
    deaf.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
    let request = format!("GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    let ended = loop {
        if let Err(error) = deaf.write_all(request.as_bytes()) {
            break error;
        }
    };
    assert_ne!(ended.kind(), std::io::ErrorKind::WouldBlock, "it is still open");
    assert_eq!(client.get("/api/v1/games").status, 200);
}

#[test]
fn headers_without_end_are_refused() {
    let client = Client::start();
    let mut endless = format!("GET / HTTP/1.1\r\nHost: {}\r\n", client.host()).into_bytes();
    endless.extend(b"X-Long: long\r\n".repeat(100_000));
    let answer = client.raw(&endless, true);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
    assert_eq!(client.get("/api/v1/games").status, 200);
}
