//! Files of all commands when something goes wrong: closed pipes, named pipes, full disks.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::program::{self, error_of, plywood};

const ARENA: [&str; 10] = [
    "arena", "othello", "--player", "random", "--player", "greedy", "--games", "20", "--seed", "1",
];

/// Runs the program with a stdout that is already closed.
fn run_into_closed_pipe(arguments: &[&str]) -> Output {
    let mut command = Command::new(cargo_bin!("plywood"));
    let mut child =
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait_with_output().unwrap()
}

#[test]
fn files_are_written_if_the_pipe_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, study, weights, tree) =
        (path("games"), path("study"), path("weights"), path("tree.json"));
    let study_arguments = ["--player", "easy", "--positions", "2", "--seeds", "2"];
    let train = ["train", "tetris", "--method", "cem", "--rules", "width=4,height=4,cap=5"];
    let runs: [(Vec<&str>, Vec<String>); 5] = [
        (
            [&ARENA[..], &["--out", &games]].concat(),
            ["summary.json", "summary.csv", "ratings.svg"].map(|name| path("games/") + name).into(),
        ),
        (
            vec!["report", &games],
            ["summary.json", "ratings.svg"].map(|name| path("games/") + name).into(),
        ),
        (
            [&["quality", "othello"], &study_arguments[..], &["--out", &study]].concat(),
            ["quality.json", "convergence.svg"].map(|name| path("study/") + name).into(),
        ),
        (
            [&train[..], &["--generations", "1", "--out", &weights]].concat(),
            ["best.safetensors", "curves.svg"].map(|name| path("weights/") + name).into(),
        ),
        (vec!["hint", "othello", "--simulations", "100", "--tree", &tree], vec![tree.clone()]),
    ];
    for (arguments, files) in runs {
        files.iter().for_each(|file| drop(fs::remove_file(file)));
        let output = run_into_closed_pipe(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*error), (Some(0), ""), "{arguments:?}");
        for file in files {
            assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{file} is missing");
        }
    }
    let summary: Value =
        serde_json::from_str(&fs::read_to_string(path("games/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["complete"], true);
}

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Opening a named pipe would block without end.
#[test]
fn named_pipes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, weights) = (path("games"), path("weights"));
    let arena = [&ARENA[..], &["--out", &games]].concat();
    let train = ["train", "tetris", "--method", "cem", "--rules", "width=4,height=4,cap=5"];
    let train = [&train[..], &["--generations", "2", "--out", &weights]].concat();
    program::stdout(&arena);
    program::stdout(&[&train[..], &["--seed", "1"]].concat());
    let resumed = [&arena[..], &["--resume"]].concat();
    let trained = [&train[..], &["--resume"]].concat();
    let tree = path("tree.json");
    let hint = vec!["hint", "othello", "--simulations", "10", "--tree", &tree];
    let study = path("study");
    let quality = vec!["quality", "othello", "--player", "random", "--out", &study];
    fs::create_dir(&study).unwrap();
    for (arguments, name) in [
        (vec!["report", &games], "games/summary.json"),
        (vec!["report", &games], "games/summary.csv"),
        (vec!["report", &games], "games/games.jsonl"),
        (vec!["report", &games], "games/arena.json"),
        (resumed.clone(), "games/summary.json"),
        (resumed.clone(), "games/games.jsonl"),
        (resumed, "games/arena.json"),
        (trained.clone(), "weights/metrics.csv"),
        (trained.clone(), "weights/best.safetensors"),
        (trained, "weights/checkpoint.safetensors"),
        (quality, "study/quality.json"),
        (hint.clone(), "tree.json"),
        (vec!["man", "--out", &study], "study/plywood-hint.1"),
    ] {
        let path = folder.path().join(name);
        let saved = folder.path().join("saved");
        let exists = fs::rename(&path, &saved).is_ok();
        make_fifo(&path);
        let output = plywood(&arguments).timeout(Duration::from_secs(60)).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{arguments:?}, {name}: {error}");
        assert!(error.contains(name) || error.contains("is not empty"), "{name}: {error}");
        fs::remove_file(&path).unwrap();
        if exists {
            fs::rename(&saved, &path).unwrap();
        }
    }
}

/// Returns a command whose files can have at most `blocks` blocks. Depending on the shell, a block
/// has 512 or 1024 bytes.
fn with_full_disk(blocks: u32, arguments: &[&str]) -> assert_cmd::Command {
    // A write beyond the limit sends SIGXFSZ. If that is ignored, the write fails.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = assert_cmd::Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(cargo_bin!("plywood")).args(arguments);
    command
}

#[test]
fn a_failed_save_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let script = format!("d3\nsave {}\nquit\n", file.display());
    let play = ["play", "othello", "--opponent", "random", "--seed", "1"];
    let output = with_full_disk(0, &play).write_stdin(script).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let message = format!("cannot save to {}: ", file.display());
    assert!(output.status.success() && text.contains(&message), "{text}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The limit falls into the middle of a line, so that only a part of the line is written.
#[test]
fn an_arena_on_a_full_disk_is_resumed_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, full] = ["whole", "full"].map(|name| folder.path().join(name));
    let arena = |out: &'static str| [&ARENA[..], &["--out", out]].concat();
    let in_folder = |mut command: assert_cmd::Command| command.current_dir(folder.path()).output();
    let output = in_folder(plywood(&arena("whole"))).unwrap();
    assert!(output.status.success());
    let error = error_of(in_folder(with_full_disk(8, &arena("full"))).unwrap(), 1);
    assert!(error.contains("full/games.jsonl: ") && error.lines().count() == 1, "{error}");
    let text = |folder: &Path| fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let complete = text(&full).matches('\n').count();
    assert!(complete > 2 && complete < 20 && !text(&full).ends_with('\n'), "{}", text(&full));
    let output = in_folder(plywood(&[&arena("full")[..], &["--resume"]].concat())).unwrap();
    assert!(output.status.success());
    let games = |folder: &Path| {
        let mut games: Vec<Value> =
            text(folder).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        games.iter_mut().for_each(|game| game["times"] = Value::Null);
        games
    };
    assert_eq!(games(&full), games(&whole));
}
