//! The program as an NBoard engine. The test is the board.

use plywood_othello::Othello;
use plywood_search::{Game, Notation};

use crate::conversation::Conversation;
use crate::program::plywood;

const BOARD: &str = "---------------------------O*------*O---------------------------";

#[test]
fn an_nboard_session_shows_hints_and_plays_a_game() {
    let arguments = ["engine", "nboard", "--player", "mcts", "--simulations", "300"];
    let mut engine = Conversation::start(&arguments);
    let mut until = |commands: &str, start: &str| {
        engine.send(commands);
        let mut seen = Vec::new();
        loop {
            let line = engine.lines.next().expect("an answer");
            let found = line.starts_with(start);
            seen.push(line);
            if found {
                return seen;
            }
        }
    };
    let named = until("nboard 2\nset depth 8\nset contempt 0\nping 1", "pong 1");
    assert_eq!(named, ["set myname Plywood mcts", "pong 1"]);
    let ggf =
        format!("(;GM[Othello]PC[NBoard]DT[2026]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *]");
    let hints = until(&format!("set game {ggf}B[F5/1.5/2]W[D6];)\nhint 3"), "nodestats");
    assert_eq!(hints.iter().filter(|line| line.starts_with("search ")).count(), 3, "{hints:?}");
    let mut board = Othello::start().read_position("f5d6").unwrap();
    let mut moves = 0;
    while board.seat().is_some() {
        let answers = until("go", "=== ");
        let answer = answers.last().unwrap().strip_prefix("=== ").unwrap();
        let mv = board.read_move(answer.split('/').next().unwrap()).unwrap();
        board.try_play(mv).expect("the move is legal");
        // Sends the move to the engine, so that the next `go` chooses for the other side.
        until(&format!("move {answer}\nping {moves}"), &format!("pong {moves}"));
        moves += 1;
    }
    assert!(moves > 40, "{moves}");
    engine.send("learn\nnonsense\nquit");
    assert_eq!(engine.lines.find(|line| line == "learned").as_deref(), Some("learned"));
    engine.wait();
}

#[test]
fn nboard_ping_stops_a_long_search() {
    let mut engine = Conversation::start(&["engine", "nboard", "--player", "mcts", "--time", "1h"]);
    for (search, answer) in [("hint 2", "search "), ("go", "=== ")] {
        engine.send(search);
        assert!(engine.lines.any(|line| line == "status thinking"));
        engine.send("ping 9");
        let seen: Vec<_> = engine.lines.by_ref().take_while(|line| line != "pong 9").collect();
        assert!(seen.iter().any(|line| line.starts_with(answer)), "{seen:?}");
    }
    engine.send("go");
    assert!(engine.lines.any(|line| line == "status thinking"));
    // The end of the input ends the program.
    engine.end();
}

#[test]
fn nboard_junk_is_ignored() {
    let junk = "\n\nhello\nset game (;B[\nmove z9\nhint\n\u{1f600}\nping 3\n";
    let mut command = plywood(&["engine", "nboard"]);
    let output = command.write_stdin(junk).assert().success().get_output().stdout.clone();
    let lines = String::from_utf8(output).unwrap();
    let lines: Vec<_> = lines.lines().collect();
    assert_eq!(lines.last(), Some(&"pong 3"));
    assert!(lines[..3].iter().all(|line| line.starts_with("status ")), "{lines:?}");
    assert_eq!(lines.len(), 4, "{lines:?}");
}
