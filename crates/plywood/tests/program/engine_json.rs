//! `plywood engine json`: JSON requests on stdin, JSON answers on stdout.

use std::collections::HashMap;
use std::process::Command;

use plywood::search::Rng;
use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::mutated;
use crate::program::{self, timeless};

const GAMES: [&str; 4] = ["othello", "klondike", "woodblock", "tetris"];
/// A player whose search ends only when it is cancelled.
const ENDLESS: &str = "mcts:proofs=false,simulations=1000000000000";

struct Engine(Conversation);

impl Engine {
    fn start() -> Self {
        Engine(Conversation::start(&["engine", "json"]))
    }

    fn send(&mut self, line: &[u8]) {
        self.0.send(line);
    }

    fn ask(&mut self, request: &Value) {
        self.send(request.to_string().as_bytes());
    }

    fn next(&mut self) -> Option<Value> {
        self.0.lines.next().map(|line| serde_json::from_str(&line).unwrap())
    }

    /// Reads lines up to the answer to a request, skipping events.
    fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            let line = self.next().expect("an answer before the end of the output");
            if line["id"] == id && line.get("event").is_none() {
                return line;
            }
        }
    }

    /// Sends a request, and reads lines up to its answer.
    fn call(&mut self, request: &Value) -> Value {
        self.ask(request);
        self.answer(request["id"].clone())
    }

    fn begin(&mut self, game: &str) -> Value {
        let new = json!({"id": "begin", "method": "new", "game": game, "seed": 7});
        self.call(&new)["session"].clone()
    }

    /// Ends the request with this id, and returns whether it was running.
    fn terminate(&mut self, id: impl Into<Value>) -> Value {
        let id: Value = id.into();
        let terminate = json!({"id": "end", "method": "terminate", "id_of": id});
        self.call(&terminate)["terminated"].clone()
    }

    /// Closes stdin, waits for the program to end, and returns the remaining lines.
    fn end(self) -> Vec<Value> {
        self.0.end().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn every_method_works_in_every_game() {
    let mut engine = Engine::start();
    for game in GAMES {
        let session = engine.begin(game);
        let thought = engine.call(&json!({"id": 1, "method": "think", "session": session,
                                         "player": "mcts", "simulations": 200, "play": true}));
        assert_eq!(thought["schema"], 1);
        assert_eq!(thought["state"]["played"], json!([thought["decision"]["move"]]), "{game}");
        for (id, method) in [(2, "tree"), (3, "undo"), (4, "redo"), (5, "save"), (6, "state")] {
            let answer = engine.call(&json!({"id": id, "method": method, "session": session}));
            assert!(answer.get("error").is_none(), "{game} {method}: {answer}");
        }
    }
    let all = engine.call(&json!({"id": "all", "method": "games"}));
    assert_eq!(all["games"].as_array().unwrap().len(), GAMES.len());
    let othello = all["games"][0]["players"].as_array().unwrap();
    assert!(othello.iter().any(|player| player["name"] == "gtp"), "a program may name commands");
    assert!(engine.end().is_empty());
}

/// Removes the field `words` of the candidates, which the document of `hint` does not have.
fn without_words(mut decision: Value) -> Value {
    for candidate in decision["candidates"].as_array_mut().unwrap() {
        let words = candidate.as_object_mut().unwrap().remove("words");
        assert!(words.is_some_and(|words| words.is_array()));
    }
    decision
}

#[test]
fn think_gives_the_same_decision_as_hint() {
    let mut engine = Engine::start();
    for game in GAMES {
        let session = engine.begin(game);
        let thought = engine.call(&json!({"id": 1, "method": "think", "session": session,
                                         "player": "mcts", "simulations": 300}));
        let mut thought = without_words(thought["decision"].clone());
        let hint = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(["hint", game, "--player", "mcts", "--simulations", "300"])
            .args(["--seed", "7", "--json"])
            .output()
            .unwrap();
        let mut hint: Value = serde_json::from_slice(&hint.stdout).unwrap();
        for decision in [&mut thought, &mut hint] {
            decision["stats"]["elapsed_ms"] = Value::Null;
            decision["stats"]["simulations_per_second"] = Value::Null;
        }
        assert_eq!(thought, hint);
    }
}

/// Uses more threads than cores. The number of threads must not be reduced, since it is the number of trees.
#[test]
fn think_runs_on_as_many_threads_as_hint() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = 4.max(cores + 1);
    let mut engine = Engine::start();
    let session = engine.begin("othello");
    let thought = engine.call(&json!({"id": 1, "method": "think", "session": session,
                                     "player": "mcts", "simulations": 3000, "threads": threads}));
    let mut thought = without_words(thought["decision"].clone());
    assert_eq!(thought["stats"]["threads"], threads);
    let stats = thought["stats"].as_object_mut().unwrap();
    stats.retain(|name, _| !["elapsed_ms", "simulations_per_second"].contains(&name.as_str()));
    let hint = ["hint", "othello", "--player", "mcts", "--simulations", "3000", "--seed", "7"];
    let threads = ["--json", "--threads", &threads.to_string()];
    assert_eq!(thought, timeless(&[&hint[..], &threads].concat()));

    let refused = engine.call(&json!({"id": 2, "method": "think", "session": session,
                                     "player": "mcts", "simulations": 10, "threads": 1025}));
    assert_eq!(refused["error"]["message"], "threads: 1025: expected at most 1024");
}

#[test]
fn parallel_searches_report_progress_and_can_be_terminated() {
    let mut engine = Engine::start();
    let sessions: Vec<Value> = (0..6).map(|_| engine.begin("othello")).collect();
    // The endless search has id 1 and starts last: on a single core it would block the other searches.
    for (at, session) in sessions.iter().enumerate().rev() {
        let id = at + 1;
        let player = if id == 1 { ENDLESS } else { "mcts:simulations=500" };
        engine.ask(&json!({"id": id, "method": "think", "session": session, "player": player,
                           "play": true}));
    }
    let mut seen = HashMap::new();
    let mut reports = 0;
    while reports == 0 || seen.len() < 5 {
        let line = engine.next().unwrap();
        if line.get("event").is_none() {
            seen.insert(line["id"].clone(), line);
        } else if line["id"] == 1 && line["event"] == "progress" {
            assert!(line["candidates"][0]["visits"].as_u64().unwrap() > 0);
            reports += 1;
        }
    }
    assert!(!seen.contains_key(&json!(1)));
    assert!(seen.values().all(|answer| answer["decision"]["stats"]["simulations"] == 500));
    let refused = engine.call(&json!({"id": 1, "method": "state", "session": sessions[0]}));
    assert_eq!(refused["error"]["kind"], "input", "an id in use is refused");
    assert_eq!(engine.terminate(1), true);
    let ended = engine.answer(1);
    assert_eq!(ended["decision"]["stopped_by"], "cancelled");
    assert_eq!((&ended["played"], &ended["state"]["played"]), (&json!(false), &json!([])));
    assert_eq!(engine.terminate(1), false);
}

#[test]
fn a_study_gives_the_document_of_the_command_and_can_be_terminated() {
    let mut engine = Engine::start();
    let mut measured = engine.call(
        &json!({"id": "q", "method": "quality", "game": "tetris", "rules": "height=8,cap=5",
                       "players": ["mcts", "random"], "positions": 3, "seeds": 2,
                       "simulations": 30, "seed": 7}),
    );
    assert_eq!((&measured["done"], &measured["finished"]), (&json!(6), &json!(true)));
    let study = ["quality", "tetris", "--rules", "height=8,cap=5", "--player", "mcts", "--player"];
    let more = ["random", "--positions", "3", "--seeds", "2", "--simulations", "30", "--seed", "7"];
    let mut expected = program::json(&[&study[..], &more, &["--json"]].concat());
    for summary in [&mut measured["summary"], &mut expected] {
        assert!(summary.as_object_mut().unwrap().remove("elapsed_s").is_some());
    }
    assert_eq!(measured["summary"], expected);

    engine.ask(&json!({"id": "long", "method": "quality", "game": "othello",
                       "players": [ENDLESS]}));
    assert_eq!(engine.terminate("long"), true);
    let ended = engine.answer("long");
    assert_eq!((&ended["finished"], &ended["summary"]["complete"]), (&json!(true), &json!(false)));
}

#[test]
fn an_arena_reports_and_gets_an_answer() {
    let mut engine = Engine::start();
    let done = engine.call(
        &json!({"id": "a", "method": "arena", "game": "tetris", "players": ["linear", "random"],
                       "rules": "height=8,cap=5", "games": 3, "seed": 1}),
    );
    assert_eq!((&done["done"], &done["finished"]), (&json!(6), &json!(true)));
    assert_eq!(done["summary"]["complete"], true);
}

#[test]
fn requests_before_the_end_of_input_get_answers() {
    let mut engine = Engine::start();
    let session = engine.begin("klondike");
    engine.ask(&json!({"id": "last", "method": "think", "session": session, "player": "mcts",
                       "simulations": 2000}));
    let rest = engine.end();
    assert_eq!(rest.last().unwrap()["decision"]["stats"]["simulations"], 2000);
}

#[test]
fn bad_lines_get_errors_and_the_next_line_an_answer() {
    let mut engine = Engine::start();
    for (line, message) in [
        ("nonsense", "expected a JSON object"),
        ("[]", "expected a JSON object"),
        (r#"{"method":"games"}"#, "id: expected"),
        (r#"{"id":1}"#, "method: expected"),
        (r#"{"id":1,"method":"game"}"#, "unknown method \"game\"; did you mean \"games\"?"),
        (r#"{"id":1,"method":"terminate"}"#, "id_of"),
        (r#"{"id":1,"method":"new","game":"woodblock","rules":"variant=none.toml"}"#, "none.toml"),
    ] {
        engine.send(line.as_bytes());
        let answer = engine.next().unwrap();
        let found = answer["error"]["message"].as_str().unwrap();
        assert!(found.contains(message), "{line}: {found}");
        assert_eq!((&answer["schema"], &answer["error"]["kind"]), (&json!(1), &json!("input")));
    }
    engine.ask(&json!({"id": "ok", "method": "games"}));
    assert!(engine.next().unwrap()["games"].is_array());
}

#[test]
fn five_thousand_mutated_lines_get_one_answer_each() {
    let mut engine = Engine::start();
    let mut session = engine.begin("othello");
    let mut rng = Rng::new(11);
    let (mut sent, mut answered, mut refused) = (0, 0, 0);
    while sent < 5000 {
        let (method, mut request) = mutated::request(&mut rng, &session);
        let fields = request.as_object_mut().unwrap();
        // Only requests over HTTP have the field `page`.
        fields.remove("page");
        fields.insert("id".to_owned(), sent.into());
        fields.insert("method".to_owned(), method.into());
        let mut line = request.to_string().into_bytes();
        if rng.below(3) == 0 {
            mutated::tear(&mut rng, &mut line);
        }
        line.retain(|&byte| byte != b'\n' && byte != b'\r');
        if line.trim_ascii().is_empty() {
            continue;
        }
        sent += 1;
        engine.send(&line);
        let answer = loop {
            let line = engine.next().expect("the program still runs");
            if line.get("event").is_none() {
                break line;
            }
        };
        let asked = String::from_utf8_lossy(&line);
        assert_eq!(answer["schema"], 1, "{asked}");
        match answer.get("error").filter(|error| !error.is_null()) {
            None => answered += 1,
            Some(error) => {
                assert!(error["message"].is_string(), "{asked}: {error}");
                assert_ne!(error["kind"], "internal", "{asked}: {error}");
                refused += 1;
            }
        }
        if method == "new" && answer["session"].is_string() {
            session = answer["session"].clone();
        }
    }
    assert!(answered > 500 && refused > 500, "{answered} answered, {refused} refused");
    assert!(engine.begin("othello").is_string());
    assert!(engine.end().is_empty(), "a line got two answers");
}

const DOCUMENT: &str = include_str!("../../../../docs/api.md");

/// Asserts that two documents have the same fields with values of the same types. Compares only the
/// first elements of lists; null matches any type.
fn assert_same_shape(documented: &Value, found: &Value, place: &str) {
    match (documented, found) {
        (Value::Object(a), Value::Object(b)) => {
            let names = |map: &serde_json::Map<String, Value>| {
                let mut names: Vec<String> = map.keys().cloned().collect();
                names.sort();
                names
            };
            assert_eq!(names(a), names(b), "at {place}");
            for (name, value) in a {
                assert_same_shape(value, &b[name], &format!("{place}.{name}"));
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            if let (Some(a), Some(b)) = (a.first(), b.first()) {
                assert_same_shape(a, b, &format!("{place}[0]"));
            }
        }
        (Value::Null, _) | (_, Value::Null) => {}
        (a, b) => {
            let kind = |value: &Value| (value.is_string(), value.is_number(), value.is_boolean());
            assert_eq!(kind(a), kind(b), "at {place}: {a} and {b}");
        }
    }
}

#[test]
fn the_examples_of_the_documentation_have_the_documented_fields() {
    let mut examples = 0;
    for block in DOCUMENT.split("```jsonl\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut engine = Engine::start();
        let mut session = String::new();
        for line in block.lines() {
            let line = line.replace("SESSION", &session);
            let document: Value =
                serde_json::from_str(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
            if document.get("method").is_some() {
                engine.ask(&document);
                continue;
            }
            let found = match document.get("event") {
                Some(_) => engine.next().unwrap(),
                None => engine.answer(document["id"].clone()),
            };
            if let Some(opened) = found["session"].as_str() {
                session = opened.to_owned();
            }
            assert_same_shape(&document, &found, &line);
            examples += 1;
        }
    }
    assert!(examples > 10, "{examples} examples");
}

/// A directory can be opened as standard input, but not read.
#[cfg(target_os = "linux")]
#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let mut program = Command::new(assert_cmd::cargo::cargo_bin!("plywood"));
    program.args(["engine", "json"]).stdin(std::fs::File::open("/").unwrap());
    let output = program.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("Is a directory"), "{error}");
}
