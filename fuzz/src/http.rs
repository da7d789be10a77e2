//! Requests over HTTP.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use plywood_server::Server;

use crate::games::GAMES;
use crate::protocols::limits;

/// Placeholder in inputs for the host and port of the server, which refuses other hosts.
const HOST: &[u8] = b"{host}";

/// The address of the server, which is started once for all inputs, because a server cannot be
/// stopped.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let mut limits = limits();
    limits.arena_time = Some(Duration::from_secs(1));
    limits.requests_per_second = u32::MAX;
    let server = Server::bind(GAMES.clone(), "127.0.0.1:0").expect("a free port");
    let server = server.with_limits(limits);
    let address = server.address().expect("the address is bound");
    thread::spawn(move || server.run().expect("the server runs until the program ends"));
    address
});

/// Maximum time that the server may take to answer or close the connection.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Sends the input to the server, and reads until the server closes the connection or begins an
/// event stream, which ends with the connection.
pub fn http(input: &[u8]) {
    let host = ADDRESS.to_string();
    let mut request = Vec::new();
    let mut rest = input;
    while let Some(found) = rest.windows(HOST.len()).position(|window| window == HOST) {
        request.extend_from_slice(&rest[..found]);
        request.extend_from_slice(host.as_bytes());
        rest = &rest[found + HOST.len()..];
    }
    request.extend_from_slice(rest);
    let mut stream = TcpStream::connect(*ADDRESS).expect("the server accepts connections");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a positive timeout");
    // The server may close the connection at any byte, so writing and reading may fail.
    let sent = stream.write_all(&request).and_then(|()| stream.shutdown(Shutdown::Write));
    let mut answer = Vec::new();
    let mut read = sent;
    while read.is_ok() && !has_event_stream(&answer) {
        let mut bytes = [0; 4096];
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&bytes[..count]),
            Err(error) => read = Err(error),
        }
    }
    if let Err(error) = read {
        let is_timeout =
            matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
        assert!(!is_timeout, "the server neither answered nor closed the connection");
    }
}

fn has_event_stream(answer: &[u8]) -> bool {
    const HEADER: &[u8] = b"content-type: text/event-stream";
    answer.windows(HEADER.len()).any(|window| window.eq_ignore_ascii_case(HEADER))
}
