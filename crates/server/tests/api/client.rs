//! A server on a port of its own, and a client over a plain socket.

use std::borrow::Borrow;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use plywood_registry::Games;
use plywood_server::{ResourceLimits, Server};
use serde_json::{Value, json};

use crate::toys::{auction, leduc};

pub const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];

/// Returns all games of the repository.
pub fn games() -> &'static Games {
    static ALL: OnceLock<Games> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut games = Games::default();
        games.add(plywood_othello::entry());
        games.add(plywood_klondike::entry());
        games.add(plywood_woodblock::entry());
        games.add(plywood_tetris::entry());
        games
    })
}

/// Read timeout: longer than any answer takes, so that only a missing answer fails the test.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum time of a stream: a test that waits for a missing event must fail even if other events
/// arrive.
const MAX_STREAM: Duration = Duration::from_secs(120);

#[derive(Clone, Copy)]
pub struct Client(SocketAddr);

pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// Returns the kind of an error.
    pub fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or_default().to_owned()
    }
}

impl Client {
    /// Starts a server that lasts as long as the test.
    pub fn start() -> Self {
        Client::start_with(ResourceLimits::for_http())
    }

    /// Starts a server, and opens the event stream of a page.
    pub fn with_events(page: &str) -> (Self, Events) {
        let client = Client::start();
        (client, client.events(page, 0))
    }

    /// Starts a server with two games that have private facts, `leduc` and a `bids` for four seats, and opens the event
    /// stream of the page `toys`.
    pub fn with_toys() -> (Self, Events) {
        let mut games = Games::default();
        games.add(leduc::entry());
        games.add(auction::entry::<true>("bids", 4, 1));
        let client = Client::start_games(games, ResourceLimits::for_http());
        (client, client.events("toys", 0))
    }

    /// Starts a server with the given limits.
    pub fn start_with(limits: ResourceLimits) -> Self {
        Client::start_games(games().clone(), limits)
    }

    /// Starts a server with the given games and limits.
    pub fn start_games(games: Games, limits: ResourceLimits) -> Self {
        let server = Server::bind(games, "127.0.0.1:0").unwrap().with_limits(limits);
        let address = server.address().unwrap();
        thread::spawn(move || server.run());
        Client(address)
    }

    pub fn host(&self) -> String {
        self.0.to_string()
    }

    /// Opens a connection without a request.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.0).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// Sends bytes and reads until the server closes the connection. Closes the sending side if the
    /// bytes are not a whole request.
    pub fn raw(&self, bytes: &[u8], is_whole: bool) -> String {
        let mut stream = self.connect();
        // The server may refuse the request and close the connection before all bytes are sent.
        let _ = stream.write_all(bytes);
        if !is_whole {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        read_to_end(&stream)
    }

    pub fn request(&self, line: &str, headers: &str, body: &str) -> Response {
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        );
        let answer = self.raw(text.as_bytes(), true);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Response { status: status.unwrap_or(0), head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Response {
        self.request(&format!("GET {path}"), &format!("Host: {}\r\n", self.0), "")
    }

    pub fn post(&self, method: &str, params: &Value) -> Response {
        let host = format!("Host: {}\r\n", self.0);
        self.request(&format!("POST /api/v1/{method}"), &host, &params.to_string())
    }

    /// Sends a request that must succeed.
    pub fn ask(&self, method: &str, params: impl Borrow<Value>) -> Value {
        let params = params.borrow();
        let response = self.post(method, params);
        assert_eq!(response.status, 200, "{method} {params}: {}", response.body);
        let document = response.json();
        assert_eq!(document["schema"], 1);
        document
    }

    /// Requests the records of a tournament.
    pub fn download(&self, arena: &Value) -> Response {
        self.get(&format!("/api/v1/arena/{}/games.jsonl", arena.as_str().unwrap()))
    }

    /// Opens a session and returns its id.
    pub fn begin(&self, game: &str) -> Value {
        self.ask("new", json!({"game": game, "seed": 7}))["session"].clone()
    }

    /// Opens the event stream of a page after event number `last`.
    pub fn events(&self, page: &str, last: u64) -> Events {
        let mut stream = self.connect();
        let host = self.0;
        let text = format!(
            "GET /api/v1/events?page={page} HTTP/1.1\r\nHost: {host}\r\nLast-Event-ID: {last}\r\n\r\n"
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut events = Events { lines: BufReader::new(stream), opened: Instant::now() };
        while !events.line().expect("the headers of a stream").is_empty() {}
        events
    }
}

/// Returns the records of a tournament. Skips the lines with the lengths of chunks.
pub fn records(client: &Client, arena: &Value) -> Vec<Value> {
    let games = client.download(arena);
    let lines = games.body.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Removes `time`, the only part of a summary that differs between two runs.
pub fn timeless(mut summary: Value, time: &str) -> Value {
    assert!(summary.as_object_mut().unwrap().remove(time).is_some());
    summary
}

/// Reads until the server closes the connection. Panics if that takes too long.
pub fn read_to_end(mut stream: &TcpStream) -> String {
    let (started, mut answer, mut part) = (Instant::now(), Vec::new(), [0; 1 << 16]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(read) => answer.extend(&part[..read]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                panic!("timeout: the connection is still open")
            }
            // A connection that is closed with unread data ends with a reset.
            Err(_) => break,
        }
        assert!(started.elapsed() < MAX_STREAM, "timeout: the answer does not end");
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// A connection for several requests.
pub struct KeptConnection(BufReader<TcpStream>);

impl KeptConnection {
    pub fn open(client: &Client) -> Self {
        KeptConnection(BufReader::new(client.connect()))
    }

    /// Requests a path, and reads the answer.
    pub fn get(&mut self, client: &Client, path: &str) -> Response {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", client.host());
        self.ask(request.as_bytes(), path)
    }

    /// Reads until the server closes the connection.
    pub fn rest(&self) -> String {
        read_to_end(self.0.get_ref())
    }

    /// Sends a whole request and reads the answer; only the headers if it is an event stream.
    pub fn ask(&mut self, request: &[u8], asked: &str) -> Response {
        let sent = self.0.get_mut().write_all(request);
        sent.unwrap_or_else(|error| panic!("{asked}: the connection was dropped: {error}"));
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = self.0.read_line(&mut head);
            assert!(read.is_ok_and(|read| read > 0), "{asked}: dropped after {head:?}");
        }
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.0.read_exact(&mut body).unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let body = String::from_utf8_lossy(&body).into_owned();
        Response { status: status.unwrap_or(0), head, body }
    }
}

/// An event stream.
pub struct Events {
    lines: BufReader<TcpStream>,
    opened: Instant,
}

#[derive(Debug)]
pub struct Event {
    pub id: u64,
    pub name: String,
    pub data: Value,
}

impl Events {
    fn line(&mut self) -> Option<String> {
        assert!(self.opened.elapsed() < MAX_STREAM, "the expected event does not come");
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// Returns the next event; `None` when the stream ends.
    pub fn next(&mut self) -> Option<Event> {
        let (mut id, mut name) = (0, String::new());
        loop {
            // An empty chunk ends the body.
            let line = self.line().filter(|line| line != "0")?;
            if let Some(text) = line.strip_prefix("id: ") {
                id = text.parse().unwrap();
            } else if let Some(text) = line.strip_prefix("event: ") {
                name = text.to_owned();
            } else if let Some(text) = line.strip_prefix("data: ") {
                return Some(Event { id, name, data: serde_json::from_str(text).unwrap() });
            }
        }
    }

    /// Returns the next event with this name and skips other events.
    pub fn until(&mut self, name: &str) -> Event {
        loop {
            let event = self.next().unwrap_or_else(|| panic!("the stream ended before {name}"));
            if event.name == name {
                return event;
            }
        }
    }
}

impl Events {
    /// Returns the data of the next event that ends a tournament.
    pub fn last_of_arena(&mut self) -> Value {
        self.last_of("arena")
    }

    /// Returns the data of the next event that ends a study.
    pub fn last_of_study(&mut self) -> Value {
        self.last_of("quality")
    }

    /// Returns the data of the next event of this name that ends a task.
    pub fn last_of(&mut self, name: &str) -> Value {
        loop {
            let event = self.until(name).data;
            if event["finished"] == true {
                return event;
            }
        }
    }

    /// Follows the background task `id` of `total` parts to its end, and returns the data of its last event, which is the
    /// state of the task. `method` starts such tasks, `field` has their id, and `check` gets the data of every event.
    pub fn follow(
        &mut self,
        client: &Client,
        (method, field, id): (&str, &str, &Value),
        total: usize,
        check: impl Fn(&Value),
    ) -> Value {
        let last = loop {
            let event = self.until(method).data;
            assert_eq!((&event[field], &event["total"]), (id, &json!(total)));
            check(&event);
            if event["finished"] == true {
                break event;
            }
        };
        assert_eq!((&last["done"], &last["error"]), (&json!(total), &Value::Null));
        let mut state = client.ask(&format!("{method}_state"), json!({field: id}));
        state.as_object_mut().unwrap().remove("schema");
        assert_eq!(state, last);
        last
    }

    /// Returns the next event that ends a search.
    pub fn next_end(&mut self) -> Event {
        loop {
            let event = self.next().expect("a search has an end");
            if matches!(event.name.as_str(), "decision" | "error") {
                return event;
            }
        }
    }
}
