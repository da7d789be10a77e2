//! `plywood serve`: the program as an HTTP server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use plywood::search::Rng;
use serde_json::{Value, json};

use crate::mutated;
use crate::timed_lines::TimedLines;

/// Timeout of every answer, shorter than the server's own timeout of idle connections.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A running server; dropping it ends the process.
pub struct Serving(pub Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // Fails if the process has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the server and returns the address that it prints.
fn serve(address: &str) -> (Serving, String) {
    start(Command::new(env!("CARGO_BIN_EXE_plywood")).args(["serve", "--addr", address]))
}

/// Starts the server by `command` and returns the address that it prints.
pub fn start(command: &mut Command) -> (Serving, String) {
    let mut program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = TimedLines::of(program.stdout.take().unwrap());
    let serving = Serving(program);
    let line = lines.next().expect("the server prints its address");
    (serving, line.trim().strip_prefix("http://").unwrap().to_owned())
}

pub fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// Requests a path and returns the answer with its headers.
fn get(address: &str, path: &str) -> String {
    let mut stream = connect(address);
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Sends a request that must succeed on a connection of its own.
fn ask(address: &str, method: &str, params: &Value) -> Value {
    let mut line = BufReader::new(connect(address));
    post(&mut line, address, method, params.to_string().as_bytes());
    let (status, answer) = read_answer(&mut line, method);
    assert_eq!(status, 200, "{method} {params}: {answer}");
    answer
}

fn post(line: &mut BufReader<TcpStream>, address: &str, method: &str, body: &[u8]) {
    let length = body.len();
    let head = format!(
        "POST /api/v1/{method} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {length}\r\n\r\n"
    );
    line.get_mut().write_all(&[head.as_bytes(), body].concat()).unwrap();
}

#[test]
fn the_page_and_all_games_are_served() {
    let (_serving, address) = serve("127.0.0.1:0");
    assert!(get(&address, "/").contains("<title>"));
    let games = get(&address, "/api/v1/games");
    for game in ["othello", "klondike", "woodblock", "tetris"] {
        assert!(games.contains(&format!("\"name\":\"{game}\"")), "{games}");
    }
}

#[test]
fn verbose_logs_the_decisions_of_the_server() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let (mut serving, address) =
        start(command.args(["-v", "serve", "--addr", "127.0.0.1:0"]).env_remove("RUST_LOG"));
    let mut log = TimedLines::of(serving.0.stderr.take().unwrap());
    let opened = ask(&address, "new", &json!({"game": "othello", "moves": ["d3"]}));
    let think = json!({"session": opened["session"], "player": "mcts", "simulations": 40,
                       "seed": 7, "page": "log"});
    ask(&address, "think", &think);
    let line = log.find(|line| line.contains("decided")).expect("a line of the log");
    for field in [" game=\"othello\" player=mcts move=", " simulations=40 ", " stopped_by="] {
        assert!(line.contains(field), "{field:?} is missing from {line}");
    }
}

/// Runs the server with twenty descriptors, most of which the program needs itself, and opens thirty
/// connections that send nothing.
#[cfg(unix)]
#[test]
fn a_low_limit_of_descriptors_does_not_lock_out_a_newcomer() {
    let mut command = Command::new("sh");
    let script = "ulimit -n 20 && exec \"$0\" serve --addr 127.0.0.1:0";
    let (_serving, address) = start(command.args(["-c", script, env!("CARGO_BIN_EXE_plywood")]));
    let silent: Vec<TcpStream> = (0..30).map(|_| connect(&address)).collect();
    for _ in 0..3 {
        assert!(get(&address, "/api/v1/games").starts_with("HTTP/1.1 200"));
    }
    drop(silent);
}

#[test]
fn an_address_has_as_many_connections_as_asked_for() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let options = ["serve", "--addr", "127.0.0.1:0", "--connections-per-address", "3"];
    let (_serving, address) = start(command.args(options));
    let silent: Vec<TcpStream> = (0..4).map(|_| connect(&address)).collect();
    let read = (&silent[0]).read(&mut [0; 1]);
    assert_eq!(read.unwrap(), 0, "the fourth connection replaces the first");
    assert!(get(&address, "/api/v1/games").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_public_address_gets_a_warning() {
    let (mut serving, address) = serve("0.0.0.0:0");
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    serving.0.kill().unwrap();
    let mut warning = String::new();
    serving.0.stderr.take().unwrap().read_to_string(&mut warning).unwrap();
    assert!(warning.contains("warning: every machine that can reach 0.0.0.0:"), "{warning}");
}

#[test]
fn a_port_in_use_is_named() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap().to_string();
    // Takes port 7878, the default. A failure is ignored: then another process has taken the port.
    let _holder = TcpListener::bind("127.0.0.1:7878");
    for (arguments, address) in
        [(vec!["serve", "--addr", &address], address.as_str()), (vec![], "127.0.0.1:7878")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(&format!("cannot listen on {address}")), "{error}");
    }
}

#[test]
fn a_thousand_mutated_requests_get_answers() {
    let (mut serving, address) = serve("127.0.0.1:0");
    let mut line = BufReader::new(connect(&address));
    let mut rng = Rng::new(23);
    let mut session = Value::Null;
    for _ in 0..1000 {
        let (method, params) = mutated::request(&mut rng, &session);
        let mut body = params.to_string().into_bytes();
        if rng.below(3) == 0 {
            mutated::tear(&mut rng, &mut body);
        }
        let asked = format!("{method} {}", String::from_utf8_lossy(&body));
        post(&mut line, &address, method, &body);
        let (status, answer) = read_answer(&mut line, &asked);
        assert!([200, 400, 404, 409, 429].contains(&status), "{asked}: {status} {answer}");
        assert_eq!(answer["schema"], 1, "{asked}: {answer}");
        if method == "new" && status == 200 {
            session = answer["session"].clone();
        }
    }
    assert!(serving.0.try_wait().unwrap().is_none(), "the program has ended");
}

/// Reads one answer from a keep-alive connection: its status and its JSON document.
fn read_answer(line: &mut BufReader<TcpStream>, asked: &str) -> (u16, Value) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(line.read_line(&mut head).unwrap() > 0, "{asked}: dropped after {head:?}");
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    line.read_exact(&mut body).unwrap();
    (status, serde_json::from_slice(&body).unwrap())
}

/// Runs the program with a fake `xdg-open`, first in `PATH`, that writes its arguments to a file.
#[cfg(target_os = "linux")]
#[test]
fn open_passes_the_address_to_the_browser() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    // The script writes to another name and renames the file: the test never reads a partial line.
    let script =
        format!("#!/bin/sh\necho \"$@\" > '{0}.part' && mv '{0}.part' '{0}'\n", opened.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let (_serving, address) =
        start(command.args(["serve", "--open", "--addr", "127.0.0.1:0"]).env("PATH", path));
    let started = Instant::now();
    while !opened.exists() {
        assert!(started.elapsed() < TIMEOUT, "the browser was not started");
        std::thread::yield_now();
    }
    assert_eq!(std::fs::read_to_string(opened).unwrap(), format!("http://{address}\n"));
}

#[test]
fn the_page_is_served_without_a_browser() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    let nowhere = tempfile::tempdir().unwrap();
    let (mut serving, address) = start(
        command.args(["serve", "--open", "--addr", "127.0.0.1:0"]).env("PATH", nowhere.path()),
    );
    let warning = TimedLines::of(serving.0.stderr.take().unwrap()).next().expect("a warning");
    assert!(warning.contains(&format!("open http://{address}")), "{warning}");
    assert!(TcpStream::connect(&address).is_ok());
}
