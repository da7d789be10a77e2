//! `plywood convert`, run as a process.

use std::fs;
use std::path::Path;

use crate::program::{is_refused, plywood, stdout};

const END: &str = "------------------X--------XX------OXX-----O-------------------- O\n";

/// Runs the program with an input and returns its stdout.
fn converted(input: &[u8], arguments: &[&str]) -> String {
    let mut command = plywood(&[&["convert", "othello"], arguments].concat());
    let output = command.write_stdin(input).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn stdin_is_converted_to_stdout() {
    assert_eq!(converted(b"1. F5 d6 2. c3\n", &["--to", "board"]), END);
    assert_eq!(
        converted(b"f5d6c3", &["--from", "transcript", "--to", "obf", "--in", "-"]),
        END.replace('\n', ";\n")
    );
    let ggf = converted(b"f5d6c3", &["--to", "ggf", "--out", "-"]);
    assert!(ggf.starts_with("(;GM[Othello]") && ggf.ends_with("B[F5]W[D6]B[C3];)\n"), "{ggf}");
    assert_eq!(converted(ggf.as_bytes(), &["--to", "transcript"]), "f5d6c3\n");
}

#[test]
fn files_are_converted_and_written_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let wtb = Path::new(env!("CARGO_MANIFEST_DIR")).join("../othello/tests/data/three.wtb");
    fs::copy(wtb, path("games.wtb")).unwrap();
    let ggf = path("games.ggf");
    let said = stdout(&[
        "convert",
        "othello",
        "--from",
        "wthor",
        "--to",
        "ggf",
        "--in",
        &path("games.wtb"),
        "--out",
        &ggf,
    ]);
    assert_eq!(said, format!("3 converted from wthor to ggf, wrote {ggf}\n"));
    assert_eq!(fs::read_to_string(&ggf).unwrap().matches("DT[2024]").count(), 3);
    let games = stdout(&["convert", "othello", "--to", "transcript", "--in", &ggf]);
    assert_eq!(games.lines().next(), Some("f5d6c3d3c4"));
    // A file that cannot be converted leaves the output as it was.
    fs::write(path("bad.txt"), "f5\nf5a1\n").unwrap();
    let refused = ["convert", "othello", "--to", "ggf", "--in", &path("bad.txt"), "--out", &ggf];
    is_refused(&refused, "bad.txt: line 2: \"a1\" is not a legal move");
    assert!(fs::read_to_string(&ggf).unwrap().contains("DT[2024]"));
}

#[test]
fn the_output_of_convert_can_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.obf").display().to_string();
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    converted(board.as_bytes(), &["--to", "obf", "--out", &path]);
    assert!(stdout(&["solve", "othello", "--file", &path]).contains("+18"));
}

#[test]
fn wrong_input_is_refused() {
    let convert = |arguments: &[&str], named: &str| {
        is_refused(&[&["convert"], arguments].concat(), named);
    };
    convert(&["othello"], "--to <FORMAT>");
    convert(
        &["tetris", "--to", "ggf"],
        "GAME: tetris has no file formats; games with some: othello",
    );
    convert(&["othello", "--to", "pgn"], "--to: unknown format \"pgn\"");
    convert(&["othello", "--to", "wthor"], "--to: unknown format \"wthor\"");
    convert(
        &["othello", "--from", "obs", "--to", "ggf"],
        "--from: unknown format \"obs\"; did you mean \"obf\"?",
    );
    convert(&["othello", "--to", "ggf", "--in", "no-such-file"], "--in: no-such-file");
    // The tests have an empty stdin.
    convert(&["othello", "--to", "ggf"], "--from: the format of stdin is not clear; name it");
    let board = format!("{}OX------XO{} O", "-".repeat(27), "-".repeat(27));
    let mut command = plywood(&["convert", "othello", "--to", "transcript"]);
    let output = command.write_stdin(board).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(output).unwrap().contains("a transcript begins at the start"));
}

#[test]
fn the_help_lists_the_formats_of_the_games() {
    let help = stdout(&["convert", "--help"]);
    for text in [
        "Formats of Othello:",
        "transcript",
        "only --from",
        "plywood convert othello --in games.ggf",
    ] {
        assert!(help.contains(text), "{text}:\n{help}");
    }
}

#[test]
fn hint_names_the_opening() {
    let hint = |position: &str| {
        let arguments = ["hint", "othello", "--player", "greedy", "--position", position];
        let text = stdout(&arguments);
        let document = crate::program::json(&[&arguments[..], &["--json"]].concat());
        (text, document["opening"].clone())
    };
    let (text, opening) = hint("f5d6c3d3c4");
    assert!(text.contains("\nopening: Tiger\n"), "{text}");
    assert_eq!(opening, "Tiger");
    // The last name remains when the moves leave the known openings.
    assert_eq!(hint("e6f4c3c4d3e7").1, "Tiger");
    let (text, opening) = hint("f5");
    assert!(!text.contains("opening"), "{text}");
    assert!(opening.is_null());
}
