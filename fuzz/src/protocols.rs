//! Protocols on stdin and stdout: lines of JSON, the Tetris Bot Protocol, GTP and NBoard.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use plywood_othello::{gtp as gtp_protocol, nboard as nboard_protocol, players};
use plywood_search::Budget;
use plywood_server::{Engine, ResourceLimits, json_lines};
use plywood_tetris::linear::{DT20, LinearPlayer};
use plywood_tetris::tbp::{Bot, serve};
use serde_json::{Map, Value};

use crate::games::GAMES;

/// Returns limits that keep every request short and allow no file names.
pub(crate) fn limits() -> ResourceLimits {
    let mut limits = ResourceLimits::for_http();
    limits.time = Some(Duration::from_millis(2));
    limits.memory = 1_000_000;
    limits.moves = 200;
    limits.position_moves = 50;
    limits.threads = 2;
    limits.arena_games = 2;
    limits.arena_moves = Some(4);
    limits.study_positions = 2;
    limits
}

/// Placeholder in inputs for the id of the last session. Ids are random, so inputs cannot have
/// them.
const SESSION: &str = "{session}";

/// Answers lines of JSON, and checks that each line of the output looks like a JSON object.
pub fn engine_json(input: &[u8]) {
    let mut limits = limits();
    // Tournaments and studies are planned and then refused, because their players may search for a
    // long time.
    limits.arenas = 0;
    let engine = Engine::new(GAMES.clone(), limits).expect("the threads start");
    answer_in_sessions(&engine, input);
    let mut output = Vec::new();
    json_lines::serve(&engine, Cursor::new(input.to_vec()), &mut output)
        .expect("writing to memory cannot fail");
    let text = String::from_utf8(output).expect("the answers are UTF-8");
    for line in text.lines() {
        assert!(line.starts_with('{') && line.ends_with('}'), "{line}");
    }
}

/// Answers the requests one after the other, with the id of the last session in place of
/// [`SESSION`].
fn answer_in_sessions(engine: &Engine, input: &[u8]) {
    let mut session = String::new();
    for line in input.split(|&byte| byte == b'\n') {
        let Ok(mut request) = serde_json::from_slice::<Map<String, Value>>(line) else { continue };
        request.remove("id");
        let Some(Value::String(method)) = request.remove("method") else { continue };
        if request.get("session").is_some_and(|id| id == SESSION) {
            request.insert("session".to_owned(), session.clone().into());
        }
        let Ok(answer) = engine.answer(&method, request, Arc::new(|_event| {})) else { continue };
        if let Some(Value::String(id)) = answer.document.get("session") {
            session.clone_from(id);
        }
    }
}

/// Answers messages of the Tetris Bot Protocol.
pub fn tbp(mut input: &[u8]) {
    let player = Box::new(LinearPlayer::new(DT20));
    let mut bot = Bot::new("linear", player, Budget::simulations(1), 7);
    let mut output = Vec::new();
    serve(&mut bot, &mut input, &mut output).expect("writing to memory cannot fail");
    assert!(output.ends_with(b"\n"));
}

/// Answers lines of GTP, and checks that each answer begins with `=` or `?` and ends with an empty
/// line.
pub fn gtp(mut input: &[u8]) {
    let player = Box::new(players::MCTS.player().with_seed(7));
    // An input may set a game clock. The limit of simulations then still holds, so that moves stay
    // short.
    let mut engine = gtp_protocol::Engine::new(player, Budget::simulations(4))
        .with_clock_budget(Budget::simulations(4));
    let mut output = Vec::new();
    gtp_protocol::serve(&mut engine, &mut input, &mut output)
        .expect("writing to memory cannot fail");
    let text = String::from_utf8(output).expect("the answers are UTF-8");
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text}");
    for answer in text.split_terminator("\n\n") {
        assert!(answer.starts_with(['=', '?']), "{answer}");
    }
}

/// The words with which lines of an NBoard engine can begin.
const NBOARD_WORDS: [&str; 8] =
    ["set", "status", "pong", "nodestats", "search", "===", "learned", "analysis"];

/// Obeys lines of NBoard, and checks the first words of the answers.
pub fn nboard(input: &[u8]) {
    let player = Box::new(players::MCTS.player().with_seed(7));
    let mut engine = nboard_protocol::Engine::new("mcts", player, Budget::simulations(4));
    let mut output = Vec::new();
    nboard_protocol::serve(&mut engine, Cursor::new(input.to_vec()), &mut output)
        .expect("writing to memory cannot fail");
    let text = String::from_utf8(output).expect("the answers are UTF-8");
    for line in text.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(NBOARD_WORDS.contains(&word), "{line}");
    }
}
