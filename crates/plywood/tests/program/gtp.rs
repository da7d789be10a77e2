//! The program as a GTP engine, and outside engines as its players.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin;
use plywood_othello::Othello;
use plywood_search::{Game, Notation};
use serde_json::{Value, json};

use crate::conversation::Conversation;
use crate::program::{Background, json as document, plywood, stdout, wait_until};

/// A running engine.
struct Engine(Conversation);

impl Engine {
    fn start(player: &str) -> Self {
        Engine(Conversation::start(&["engine", "gtp", "--player", player]))
    }

    /// Sends a command and returns the answer.
    fn ask(&mut self, command: &str) -> String {
        self.0.send(command);
        let answer: Vec<_> = self.0.lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let answer = answer.join("\n");
        assert!(answer.starts_with('='), "{command}: {answer}");
        answer[1..].trim().to_owned()
    }
}

#[test]
fn two_gtp_engines_play_a_game_through_pipes() {
    let mut engines = [Engine::start("easy"), Engine::start("mcts:simulations=50")];
    for engine in &mut engines {
        engine.ask("boardsize 8");
        engine.ask("clear_board");
        engine.ask("time_settings 30 0 0");
    }
    let mut board = Othello::start();
    while let Some(seat) = board.seat() {
        let colour = ["black", "white"][usize::from(seat)];
        let mv = engines[usize::from(seat)].ask(&format!("genmove {colour}"));
        engines[usize::from(1 - seat)].ask(&format!("play {colour} {mv}"));
        board.try_play(board.read_move(&mv).unwrap()).expect("engines play legal moves");
    }
    let score = match board.score(0) {
        0.0 => "0".to_owned(),
        score if score > 0.0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    };
    for mut engine in engines {
        assert_eq!(engine.ask("final_score"), score);
        assert_eq!(engine.ask("quit"), "");
        engine.0.wait();
    }
}

#[test]
fn gtp_answers_are_repeatable_and_junk_is_answered() {
    let input = "1 genmove b\n2 genmove w\nhello\nplay b\n\n3 quit\n4 name\n";
    let run = || {
        let mut command = plywood(&["engine", "gtp", "--player", "easy", "--seed", "3"]);
        let output = command.write_stdin(input).assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let answers = run();
    assert_eq!(run(), answers);
    let starts = ["=1 ", "=2 ", "? unknown command", "? play needs", "=3"];
    let parts: Vec<_> = answers.split_terminator("\n\n").collect();
    assert_eq!(parts.len(), starts.len(), "{answers}");
    for (part, start) in parts.iter().zip(starts) {
        assert!(part.starts_with(start), "{answers}");
    }
}

/// Writes a script that acts as a GTP engine, and returns the spec of the player that uses it.
fn fake(folder: &Path, genmove: &str, keys: &str) -> String {
    let script = folder.join("engine.sh");
    let text = format!(
        "echo $$ >> '{}'\nwhile read -r word rest; do\n  case \"$word\" in\n    genmove) {genmove} ;;\n    \
         known_command) printf '= false\\n\\n' ;;\n    quit) exit 0 ;;\n    *) printf '=\\n\\n' ;;\n  \
         esac\ndone\n",
        folder.join("pids").display()
    );
    fs::write(&script, text).unwrap();
    format!("gtp:command=\"sh '{}'\"{keys}", script.display())
}

/// Returns the process ids in the file `pids` of a folder: those of the scripts, and those of the processes
/// that the scripts started.
fn pids(folder: &Path) -> Vec<String> {
    fs::read_to_string(folder.join("pids")).unwrap().lines().map(str::to_owned).collect()
}

fn is_running(pid: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // A process in state `Z` has ended, although its parent has not collected its exit status yet.
    !status.is_empty() && !status.contains(") Z ")
}

/// The shell code of an engine that gives no answer, but starts a process and waits for it.
const HANG: &str = "sleep 600 & echo $! >> \"${0%/*}/pids\"; wait";

fn games(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn out(folder: &Path) -> PathBuf {
    folder.join("out")
}

#[cfg(target_os = "linux")]
#[test]
fn a_faulty_gtp_engine_loses_its_games_and_leaves_no_process() {
    for (genmove, keys, reason) in [
        ("exit 3", "", "the engine ended without an answer to \"genmove "),
        (HANG, ",timeout=300ms", "gave no answer to \"genmove "),
        ("printf '= a1\\n\\n'", "", "by \"a1\": expected"),
        ("printf '= \\n\\n'", "", "by \"\": expected"),
        ("printf '? out of luck\\n\\n'", "", "refused \"genmove "),
        ("printf '= resign\\n\\n'", "", "the engine resigned"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let spec = fake(folder, genmove, keys);
        let out = out(folder);
        let arguments =
            ["arena", "othello", "--player", &spec, "--player", "random", "--games", "2"];
        let arguments =
            [&arguments[..], &["--seed", "1", "--json", "--out", out.to_str().unwrap()]];
        let summary = document(&arguments.concat());
        let player = &summary["players"][0];
        assert_eq!((&player["losses"], &player["forfeits"]), (&json!(2), &json!(2)), "{summary}");
        for game in games(&out) {
            let (result, seat) = (&game["result"], game["seats"].as_array().unwrap());
            let seat = seat.iter().position(|player| *player == 0).unwrap();
            assert_eq!(
                (&result["ending"], &result["forfeit"]["seat"]),
                (&json!("forfeited"), &json!(seat))
            );
            let found = result["forfeit"]["reason"].as_str().unwrap();
            assert!(found.contains(reason), "{genmove}: {found}");
        }
        assert!(pids(folder).len() >= 2);
        wait_until(|| !pids(folder).iter().any(|pid| is_running(pid)));
        // The records are read and checked again.
        let report = stdout(&["report", out.to_str().unwrap()]);
        assert!(report.contains("lost 2 games by forfeit"), "{report}");
        let records = out.join("games.jsonl");
        let replayed = stdout(&["replay", records.to_str().unwrap()]);
        assert!(replayed.contains("forfeits, the engine"), "{replayed}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_game_leaves_no_gtp_engine() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let spec = fake(folder, HANG, "");
    for arguments in [
        ["play", "othello", "--you", "second", "--opponent", &spec],
        ["watch", "othello", "--scroll", "--seed=1", "--player", &spec],
    ] {
        let _ = fs::remove_file(folder.join("pids"));
        let running = Background::start(&arguments);
        wait_until(|| folder.join("pids").exists() && pids(folder).len() == 2);
        assert_eq!(running.interrupt().status.code(), Some(130));
        wait_until(|| !pids(folder).iter().any(|pid| is_running(pid)));
    }
}

#[test]
fn an_engine_that_cannot_be_started_forfeits_in_every_command() {
    let spec = "gtp:command=\"/no/such/engine --level 3\"";
    let shown =
        stdout(&["watch", "othello", "--player", spec, "--player", "random", "--seed", "1"]);
    assert!(shown.contains("white wins: black forfeits, the engine cannot be started"), "{shown}");
    let arguments = ["play", "othello", "--opponent", spec, "--you", "second", "--seed", "1"];
    let output = plywood(&arguments).write_stdin("").assert().success().get_output().stdout.clone();
    let shown = String::from_utf8(output).unwrap();
    assert!(shown.contains("white wins: black forfeits, the engine cannot be started"), "{shown}");
    let hint = document(&["hint", "othello", "--player", spec, "--seed", "1", "--json"]);
    assert_eq!(hint["move"], Value::Null);
    assert!(
        hint["forfeit"].as_str().unwrap().starts_with("the engine cannot be started"),
        "{hint}"
    );
    let position = ["hint", "othello", "--player", spec, "--position", "f5d6"];
    assert!(stdout(&position).contains("no move: an outside engine plays from the start"));
}

#[test]
fn the_arena_plays_openings_against_a_gtp_engine() {
    let folder = tempfile::tempdir().unwrap();
    let out = out(folder.path());
    let program = cargo_bin!("plywood").display().to_string();
    for passes in ["explicit", "implicit"] {
        let spec = format!(
            "gtp:command=\"'{program}' engine gtp --player easy --simulations 20\",passes={passes}"
        );
        let folder = out.join(passes);
        let arguments = ["arena", "othello", "--player", &spec, "--player", "random"];
        let rest = ["--games", "6", "--seed", "5", "--json", "--out", folder.to_str().unwrap()];
        let summary = document(&[&arguments[..], &rest[..]].concat());
        assert_eq!(summary["players"][0]["forfeits"], json!(0), "{summary}");
        let games = games(&folder);
        assert!(games.iter().all(|game| game["result"]["ending"] == "over"), "{games:?}");
        assert!(games.iter().all(|game| !game["opening"].as_array().unwrap().is_empty()));
    }
}

#[test]
fn a_gtp_player_follows_undone_moves() {
    let program = cargo_bin!("plywood").display().to_string();
    let spec = format!("gtp:command=\"'{program}' engine gtp --player easy\"");
    let input = "d3\nundo\nf5\nundo\nhint\nc4\nquit\n";
    let arguments = ["play", "othello", "--opponent", &spec, "--seed", "1"];
    let output =
        plywood(&arguments).write_stdin(input).assert().success().get_output().stdout.clone();
    let shown = String::from_utf8(output).unwrap();
    assert_eq!(shown.matches("white plays ").count(), 3, "{shown}");
    assert!(!shown.contains("forfeits"), "{shown}");
}
