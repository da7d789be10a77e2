//! Idle and slow connections, which must not keep the server from serving others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use plywood_server::ResourceLimits;

use crate::client::Client;

/// Starts a server with few connections and a timeout of one second, so that the tests are fast.
/// One second is enough for a busy machine to send a request after it has connected.
fn narrow() -> Client {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    limits.timeout = Duration::from_secs(1);
    Client::start_with(limits)
}

/// Reads until the server closes the connection.
fn rest(mut stream: &TcpStream) -> String {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
            panic!("the connection is still open")
        }
        // If the server closes a connection with unread data, the read ends with a reset.
        _ => String::from_utf8_lossy(&rest).into_owned(),
    }
}

#[test]
fn idle_connections_are_closed_for_new_ones() {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    let client = Client::start_with(limits);
    let silent: Vec<TcpStream> = (0..100).map(|_| client.connect()).collect();
    for _ in 0..10 {
        assert_eq!(client.get("/api/v1/games").status, 200);
    }
    assert_eq!(rest(&silent[0]), "", "the oldest was closed");
}

#[test]
fn connections_with_a_request_are_not_closed_for_new_ones() {
    let mut limits = ResourceLimits::for_http();
    limits.connections = 8;
    let client = Client::start_with(limits);
    let mut streams: Vec<_> =
        (0..8).map(|number| client.events(&format!("page-{number}"), 0)).collect();
    assert_eq!(client.get("/api/v1/games").status, 0, "all connections are in use");
    drop(streams.pop());
    // The server notices the closed stream after a moment.
    while client.get("/api/v1/games").status != 200 {}
}

#[test]
fn connections_without_a_request_time_out() {
    let client = narrow();
    let silent = client.connect();
    assert_eq!(rest(&silent), "");
    let mut idle = client.connect();
    let request = format!("GET /api/v1/games HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
    idle.write_all(request.as_bytes()).unwrap();
    assert!(rest(&idle).starts_with("HTTP/1.1 200"), "a connection after its answer times out too");
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
        let answer = rest(&stream);
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
    let ended = loop {
        if let Err(error) = unread.write_all(request.as_bytes()) {
            break error;
        }
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
