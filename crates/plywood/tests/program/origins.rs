//! A server that other machines can reach: which hosts and origins it accepts.

use std::io::{Read, Write};
use std::net::{IpAddr, UdpSocket};
use std::process::Command;

use crate::serve::{Serving, connect, start};

/// A server on all addresses of this machine.
struct Public {
    _serving: Serving,
    port: String,
}

impl Public {
    fn start(options: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
        let (serving, address) =
            start(command.args(["serve", "--addr", "0.0.0.0:0"]).args(options));
        let port = address.rsplit_once(':').unwrap().1.to_owned();
        Public { _serving: serving, port }
    }

    /// Starts a game by a request to the address `to`, and returns the status of the answer.
    fn status(&self, to: IpAddr, host: &str, origin: Option<&str>) -> u16 {
        let origin = origin.map(|origin| format!("Origin: {origin}\r\n")).unwrap_or_default();
        let body = r#"{"game": "othello"}"#;
        let request = format!(
            "POST /api/v1/new HTTP/1.1\r\nConnection: close\r\nHost: {host}\r\n{origin}\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = connect(&format!("{to}:{}", self.port));
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        assert_eq!(status == 403, answer.contains("\"kind\":\"origin\""), "{answer}");
        status
    }
}

/// Returns addresses at which a server that listens on all addresses can be reached: a loopback address,
/// on Linux not the default one, and this machine's address in the network, if it has one.
fn addresses() -> Vec<IpAddr> {
    let route = UdpSocket::bind("0.0.0.0:0").unwrap();
    // Connecting a UDP socket chooses the route and sends nothing.
    let network = route.connect("192.0.2.1:9").and_then(|()| route.local_addr());
    let network = network.ok().map(|address| address.ip());
    // Not every system has more than one loopback address.
    let loopback = if cfg!(target_os = "linux") { "127.0.0.2" } else { "127.0.0.1" };
    [Some(loopback.parse().unwrap()), network].into_iter().flatten().collect()
}

#[test]
fn a_public_server_accepts_its_own_page() {
    let server = Public::start(&[]);
    for to in addresses() {
        let direct = format!("{to}:{}", server.port);
        // 8080 is the published port of a container, 192.0.2.7 the address of its machine.
        for host in [&*direct, "192.0.2.7:8080", "192.0.2.7", "localhost:8080"] {
            assert_eq!(server.status(to, host, None), 200, "{to}: {host}");
            let origin = format!("http://{host}");
            assert_eq!(server.status(to, host, Some(&origin)), 200, "{to}: {origin}");
        }
    }
}

#[test]
fn a_public_server_refuses_other_origins() {
    let server = Public::start(&[]);
    let port = &server.port;
    for to in addresses() {
        let host = format!("{to}:{port}");
        for origin in [
            "http://evil.example",
            &format!("http://evil.example:{port}"),
            &format!("http://{to}:1"),
            &format!("http://{to}"),
            &format!("https://{host}"),
            &format!("http://{host}.evil.example"),
            "null",
        ] {
            assert_eq!(server.status(to, &host, Some(origin)), 403, "{to}: {origin}");
        }
    }
}

/// DNS rebinding: an attacker's name resolves to the server, and the browser sends this name as `Host` and `Origin`.
#[test]
fn a_public_server_refuses_rebound_names() {
    let server = Public::start(&[]);
    let port = &server.port;
    for to in addresses() {
        for name in ["evil.example", "localhost.evil.example", &format!("{to}.evil.example")] {
            for host in [format!("{name}:{port}"), format!("{name}:8080"), name.to_owned()] {
                assert_eq!(server.status(to, &host, None), 403, "{to}: {host}");
                let origin = format!("http://{host}");
                assert_eq!(server.status(to, &host, Some(&origin)), 403, "{to}: {origin}");
            }
        }
    }
}

#[test]
fn a_server_answers_to_the_names_that_it_is_given() {
    let server = Public::start(&["--host", "games.example", "--host", "box"]);
    let to = addresses()[0];
    for (host, origin, status) in [
        ("games.example", "http://games.example", 200),
        ("Games.Example:8080", "http://Games.Example:8080", 200),
        // A proxy in front of the server adds TLS.
        ("games.example", "https://games.example", 200),
        ("box:8080", "http://box:8080", 200),
        ("localhost:8080", "http://localhost:8080", 200),
        ("games.example", "http://evil.example", 403),
        ("games.example", "http://box", 403),
        ("evil.example", "http://games.example", 403),
        ("www.games.example", "http://www.games.example", 403),
    ] {
        assert_eq!(server.status(to, host, Some(origin)), status, "{origin} to {host}");
    }
}

#[test]
fn a_host_with_a_port_is_refused() {
    for name in ["games.example:80", "http://games.example", ""] {
        crate::program::is_refused(
            &["serve", "--host", name],
            "expected a name like games.example",
        );
    }
}

/// As the first process of a container, the program receives only signals for which it has a handler.
#[cfg(unix)]
#[test]
fn signals_end_the_server() {
    for signal in ["-INT", "-TERM"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
        let (mut serving, _) = start(command.args(["serve", "--addr", "127.0.0.1:0"]));
        let id = serving.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(serving.0.wait().unwrap().code(), Some(130), "{signal}");
    }
}
