//! Clients of the server: pages that ask for hints, and a prober that sends small requests.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use crate::program::agent;

const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];
/// The player that gives the hints.
const HINTER: &str = "hard";
/// Pause after a failed request; equals the first retry delay of the real page.
const PAUSE: Duration = Duration::from_millis(250);
/// Pause between two small requests.
const PROBE_INTERVAL: Duration = Duration::from_millis(20);

/// The counts of a page: requests, hints, and errors by kind.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) requests: u64,
    pub(super) hints: u64,
    pub(super) errors: BTreeMap<String, u64>,
}

/// A simulated page: it asks for a hint, plays the recommended move, and asks for the next hint.
pub(super) struct Page<'a> {
    address: &'a str,
    number: u32,
    agent: Agent,
    tally: Tally,
}

impl<'a> Page<'a> {
    pub(super) fn new(address: &'a str, number: u32) -> Self {
        Page { address, number, agent: agent(), tally: Tally::default() }
    }

    /// Asks for hints until `end`, and returns the counts. `hints` counts the hints of all pages.
    pub(super) fn run(mut self, end: Instant, hints: &AtomicU64) -> Tally {
        let events = self.listen();
        let mut session = None;
        while Instant::now() < end {
            let Some(open) = session.take().or_else(|| self.begin()) else { continue };
            match self.hint(&open, &events, end) {
                Some(is_over) => {
                    self.tally.hints += 1;
                    hints.fetch_add(1, Ordering::Relaxed);
                    session = Some(open).filter(|_| !is_over);
                }
                None => session = Some(open),
            }
        }
        self.tally
    }

    /// Opens the event stream. Returns a channel with the events that end a search.
    fn listen(&self) -> Receiver<(String, Value)> {
        let (sender, receiver) = channel();
        let url = format!("{}/api/v1/events?page=load-{}", self.address, self.number);
        let agent = self.agent.clone();
        thread::spawn(move || {
            let Ok(response) = agent.get(url).call() else { return };
            let mut name = String::new();
            for line in BufReader::new(response.into_body().into_reader()).lines() {
                let Ok(line) = line else { return };
                if let Some(event) = line.strip_prefix("event: ") {
                    name = event.to_owned();
                } else if let Some(data) = line.strip_prefix("data: ")
                    && matches!(name.as_str(), "decision" | "error")
                {
                    let data = serde_json::from_str(data).unwrap_or_default();
                    if sender.send((name.clone(), data)).is_err() {
                        return;
                    }
                }
            }
        });
        receiver
    }

    /// Opens a game and returns its session; `None` if the request failed.
    fn begin(&mut self) -> Option<Value> {
        let game = GAMES[self.number as usize % GAMES.len()];
        let opened = self.ask("new", &json!({"game": game, "seed": self.number}))?;
        Some(opened["session"].clone())
    }

    /// Waits for a hint and plays its move. Returns whether the game is over, or `None` if the
    /// request failed or `end` came first.
    fn hint(
        &mut self,
        session: &Value,
        events: &Receiver<(String, Value)>,
        end: Instant,
    ) -> Option<bool> {
        let page = format!("load-{}", self.number);
        let asked =
            self.ask("think", &json!({"session": session, "player": HINTER, "page": page}))?;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok((_, data)) if data["search"] != asked["search"] => {}
                Ok((event, data)) if event == "decision" => {
                    let Some(mv) = data["decision"]["move"].as_str() else { return Some(true) };
                    let played = self.ask("play", &json!({"session": session, "move": mv}))?;
                    return Some(played["state"]["over"] == true);
                }
                Ok((_, data)) => {
                    self.fail(format!("event {}", data["error"]["kind"]));
                    return None;
                }
                // A hint that is still pending at `end` is not an error.
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    self.fail("broken stream".to_owned());
                    thread::sleep(PAUSE);
                    return None;
                }
            }
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Option<Value> {
        self.tally.requests += 1;
        match post(&self.agent, self.address, method, params) {
            Ok(document) => Some(document),
            Err(error) => {
                self.fail(error);
                thread::sleep(PAUSE);
                None
            }
        }
    }

    fn fail(&mut self, kind: String) {
        *self.tally.errors.entry(kind).or_default() += 1;
    }
}

/// Sends a request. The error is the status and the error kind of the response, or the message of a
/// connection error.
pub(super) fn post(
    agent: &Agent,
    address: &str,
    method: &str,
    params: &Value,
) -> Result<Value, String> {
    let sent = agent.post(format!("{address}/api/v1/{method}")).send(params.to_string());
    let mut response = sent.map_err(|error| error.to_string())?;
    let body = response.body_mut().read_to_string().map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    match response.status().as_u16() {
        200 => Ok(document),
        status => Err(format!("{status} {}", document["error"]["kind"])),
    }
}

/// A client that sends only small requests, on a separate connection.
pub(super) struct Prober<'a> {
    address: &'a str,
    agent: Agent,
    /// The seconds from each request to its answer.
    pub(super) latencies: Vec<f64>,
    pub(super) errors: BTreeMap<String, u64>,
}

impl<'a> Prober<'a> {
    pub(super) fn new(address: &'a str) -> Self {
        Prober { address, agent: agent(), latencies: Vec::new(), errors: BTreeMap::new() }
    }

    /// Until `end`, requests the list of games and the state of the prober's own game alternately.
    pub(super) fn run(mut self, end: Instant) -> Self {
        let mut session = Value::Null;
        while Instant::now() < end {
            let (method, params) = match (&session, self.latencies.len() % 2) {
                (Value::Null, _) => ("new", json!({"game": "othello"})),
                (_, 0) => ("games", json!({})),
                (session, _) => ("state", json!({"session": session})),
            };
            let asked = Instant::now();
            let answer = post(&self.agent, self.address, method, &params);
            self.latencies.push(asked.elapsed().as_secs_f64());
            match answer {
                Ok(opened) if method == "new" => session = opened["session"].clone(),
                Ok(_) => {}
                Err(error) => *self.errors.entry(error).or_default() += 1,
            }
            thread::sleep(PROBE_INTERVAL);
        }
        self
    }
}
