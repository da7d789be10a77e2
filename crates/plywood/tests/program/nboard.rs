//! The program as an NBoard engine. The test is the board.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use plywood_othello::Othello;
use plywood_search::{Game, Notation};

use crate::program::plywood;
use crate::timed_lines::TimedLines;

const BOARD: &str = "---------------------------O*------*O---------------------------";

#[test]
fn an_nboard_session_shows_hints_and_plays_a_game() {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["engine", "nboard", "--player", "mcts", "--simulations", "300"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = TimedLines::of(child.stdout.take().unwrap());
    let mut until = |commands: &str, start: &str| {
        write!(input, "{commands}").unwrap();
        let mut seen = Vec::new();
        loop {
            let line = lines.next().expect("an answer");
            let found = line.starts_with(start);
            seen.push(line);
            if found {
                return seen;
            }
        }
    };
    let named = until("nboard 2\nset depth 8\nset contempt 0\nping 1\n", "pong 1");
    assert_eq!(named, ["set myname Plywood mcts", "pong 1"]);
    let ggf =
        format!("(;GM[Othello]PC[NBoard]DT[2026]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *]");
    let hints = until(&format!("set game {ggf}B[F5/1.5/2]W[D6];)\nhint 3\n"), "nodestats");
    assert_eq!(hints.iter().filter(|line| line.starts_with("search ")).count(), 3, "{hints:?}");
    let mut board = Othello::start().read_position("f5d6").unwrap();
    let mut moves = 0;
    while board.seat().is_some() {
        let answers = until("go\n", "=== ");
        let answer = answers.last().unwrap().strip_prefix("=== ").unwrap();
        let mv = board.read_move(answer.split('/').next().unwrap()).unwrap();
        board.try_play(mv).expect("the move is legal");
        // The second `go` on a board without the move would choose for the wrong side.
        until(&format!("move {answer}\nping {moves}\n"), &format!("pong {moves}"));
        moves += 1;
    }
    assert!(moves > 40, "{moves}");
    write!(input, "learn\nnonsense\nquit\n").unwrap();
    assert_eq!(lines.find(|line| line == "learned").as_deref(), Some("learned"));
    assert!(child.wait().unwrap().success());
}

#[test]
fn nboard_ping_stops_a_long_search() {
    let mut command = Command::new(cargo_bin!("plywood"));
    command.args(["engine", "nboard", "--player", "mcts", "--time", "1h"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = TimedLines::of(child.stdout.take().unwrap());
    for (search, answer) in [("hint 2", "search "), ("go", "=== ")] {
        writeln!(input, "{search}").unwrap();
        assert!(lines.any(|line| line == "status thinking"));
        writeln!(input, "ping 9").unwrap();
        let seen: Vec<_> = lines.by_ref().take_while(|line| line != "pong 9").collect();
        assert!(seen.iter().any(|line| line.starts_with(answer)), "{seen:?}");
    }
    writeln!(input, "go").unwrap();
    assert!(lines.any(|line| line == "status thinking"));
    drop(input);
    assert!(child.wait().unwrap().success(), "the end of the input ends the program");
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
