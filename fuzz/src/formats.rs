//! Othello's file formats.

use plywood_othello::{Othello, ggf as format, obf as positions, transcript, wthor as database};
use plywood_search::{Game, Notation};

use crate::games::GAMES;

/// Converts a valid file to every format that can be written.
fn convert(input: &[u8], from: &str) {
    let entry = GAMES.find("othello").expect("a built-in game");
    for to in entry.formats().iter().filter(|format| format.writes) {
        match entry.convert(input, from, to.name) {
            Ok(converted) => {
                let again = entry.convert(converted.text.as_bytes(), to.name, to.name);
                let again = again.expect("a file that was written can be read");
                // The line of a game without moves is empty. The second conversion does not read an
                // empty line as a game.
                let lines = converted.text.lines().filter(|line| !line.is_empty());
                assert!(again.text.lines().eq(lines), "{again:?} {converted:?}");
            }
            // Only games from the start have a transcript.
            Err(_) => assert_eq!(to.name, "transcript", "a game that was read cannot be written"),
        }
    }
}

/// Reads an OBF file, writes its problems, and checks that the result is read as the same problems.
pub fn obf(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(problems) = positions::read(text) else { return };
    let written = positions::write(&problems);
    assert_eq!(positions::read(&written), Ok(problems), "{written}");
    convert(input, "obf");
}

/// Reads a GGF file, checks that its moves are legal, and that each game that is written is read as
/// the same game.
pub fn ggf(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(games) = format::read(text) else { return };
    for game in &games {
        let mut position = game.start;
        for &mv in &game.moves {
            position.try_play(mv).expect("a move that was read is legal");
        }
        let written = format::write(game);
        let again = format::read_one(&written).expect("a game that was written can be read");
        assert_eq!((&again.start, &again.moves), (&game.start, &game.moves), "{written}");
        assert_eq!(again.notes, game.notes, "{written}");
        assert_eq!(format::write(&again), written);
    }
    convert(input, "ggf");
}

/// Reads a WTHOR file, and checks that its moves are legal.
pub fn wthor(input: &[u8]) {
    let Ok(games) = database::read(input) else { return };
    for game in &games {
        let end = Othello::start().read_position(&transcript(&game.moves));
        assert!(game.moves.is_empty() || end.is_ok(), "an illegal game was read");
    }
    if !games.is_empty() {
        convert(input, "wthor");
    }
}
