//! Positions, moves and transcripts as text: round trips and errors.

use plywood_othello::{Move, Othello, transcript};
use plywood_search::{Game, Notation, Rng};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO--------------------------- X";

fn read(text: &str) -> Othello {
    Othello::start().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn message(text: &str) -> String {
    match Othello::start().read_position(text) {
        Ok(position) => panic!("{text} was read as {position:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_start_round_trips() {
    assert_eq!(Othello::write_position(&Othello::start()), START);
    assert_eq!(read(START), Othello::start());
}

#[test]
fn other_letters_are_accepted() {
    let dots = START.replace('-', ".");
    for text in [
        dots.replace('X', "*"),
        dots.replace('X', "b").replace('O', "w"),
        dots.replace('X', "B").replace('O', "W"),
        START.to_lowercase(),
        format!("  {START}\n"),
    ] {
        assert_eq!(read(&text), Othello::start(), "{text}");
    }
}

#[test]
fn transcripts_are_read() {
    let position = read("f5d6c3");
    assert_eq!(
        Othello::write_position(&position),
        "------------------X--------XX------OXX-----O-------------------- O"
    );
    for text in ["F5D6C3", "f5 d6 c3"] {
        assert_eq!(read(text), position, "{text}");
    }
}

const PASSES: [&str; 6] = ["pass", "PASS", "pa", "ps", "Ps", "--"];

/// Returns the moves of random games in which a side must pass.
fn games_with_passes() -> Vec<Vec<Move>> {
    let game = |seed| {
        let (mut board, mut rng, mut played) = (Othello::start(), Rng::new(seed), Vec::new());
        while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
            board.play(mv);
            played.push(mv);
        }
        played
    };
    (0..40).map(game).filter(|played| played.contains(&Move::PASS)).collect()
}

#[test]
fn passes_of_a_transcript_may_be_written_or_left_out() {
    let games = games_with_passes();
    assert!(games.len() > 10, "only {} of 40 games have a pass", games.len());
    for moves in games {
        let end = read(&transcript(&moves));
        for pass in PASSES {
            let write = |mv: &Move| mv.square().map_or(pass.to_owned(), |_| end.write_move(*mv));
            let text: String = moves.iter().map(write).collect();
            assert_eq!(read(&text), end, "{text}");
        }
    }
}

#[test]
fn illegal_passes_are_refused() {
    for pass in PASSES {
        let first = "move 1, pass, is not legal: black may play d3, c4, f5, e6";
        assert_eq!(message(&format!("{pass}f5")), first, "{pass}");
        let second = "move 2, pass, is not legal: white may play f4, d6, f6";
        assert_eq!(message(&format!("f5{pass}d6")), second, "{pass}");
        let after_the_end = "move 10, pass, is not legal: the game is over";
        assert_eq!(message(&format!("e6f4e3f6g5d6e7f5c5{pass}")), after_the_end, "{pass}");
    }
    assert!(message("ps").starts_with("move 1, pass, is not legal"));
    assert!(message("pass").starts_with("move 1, pass, is not legal"));
}

#[test]
fn errors_name_mistakes_in_boards() {
    let expected = "expected 64 squares of X, O and - with the side to move after a space, \
                    or a transcript such as f5d6c3";
    let board = &START[..64];
    let sides = "expected X or O, the side to move, after the board";
    for (text, expected) in [
        (String::new(), format!("the position is empty: {expected}")),
        (" \n".to_string(), format!("the position is empty: {expected}")),
        ("hello".to_string(), format!("a board has 64 squares and this one 5: {expected}")),
        (
            format!("{} X", "-".repeat(64)),
            "the board is empty: expected at least one disc".to_string(),
        ),
        (format!("-{START}"), format!("a board has 64 squares and this one 65: {expected}")),
        (
            START.replacen("OX", "OZ", 1),
            "'Z' on e4 is no disc: expected X, * or b for black, O or w for white, - or . for empty"
                .to_string(),
        ),
        (
            format!("é{}", &START[1..]),
            "'é' on a1 is no disc: expected X, * or b for black, O or w for white, - or . for empty"
                .to_string(),
        ),
        (board.to_string(), format!("the side to move is missing: {sides}")),
        (format!("{board} -"), format!("\"-\" is no side: {sides}")),
        (format!("{board} black"), format!("\"black\" is no side: {sides}")),
        (format!("{board} X O"), format!("there is more text after the side to move: {sides}")),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
}

#[test]
fn errors_name_mistakes_in_transcripts() {
    let no_move = "is no move: expected a square from a1 to h8, or pass";
    for (text, expected) in [
        ("f5d6c3a1", "move 4, a1, is not legal: white may play d3, f3, f4, g5".to_string()),
        ("a1", "move 1, a1, is not legal: black may play d3, c4, f5, e6".to_string()),
        ("f5d6C9", format!("move 3: \"C9\" {no_move}")),
        ("f5d", format!("move 2: \"d\" {no_move}")),
        ("f5\u{1F600}\n\u{1F600}", format!("move 2: \"\u{1F600}\u{1F600}\" {no_move}")),
        // The shortest possible game: black wins all discs with the ninth move.
        ("e6f4e3f6g5d6e7f5c5a1", "move 10, a1, is not legal: the game is over".to_string()),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn moves_round_trip() {
    let start = Othello::start();
    for square in 0..64 {
        let mv = Move::at(square);
        let text = start.write_move(mv);
        assert_eq!(start.read_move(&text), Ok(mv));
        assert_eq!(start.read_move(&text.to_uppercase()), Ok(mv));
    }
    assert_eq!(start.write_move(Move::at(19)), "d3");
    assert_eq!(start.write_move(Move::PASS), "pass");
    for text in ["pass", "PASS", "pa", "Ps", "--", " pass "] {
        assert_eq!(start.read_move(text), Ok(Move::PASS), "{text}");
    }
    for text in ["", "d", "d9", "d0", "i1", "3d", "d33", "é1", "d٣", "-"] {
        assert!(start.read_move(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn games_round_trip(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut board = Othello::start();
        let mut played = Vec::new();
        loop {
            prop_assert_eq!(read(&Othello::write_position(&board)), board);
            let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) else { break };
            board.play(mv);
            played.push(mv);
            if mv != Move::PASS {
                prop_assert_eq!(read(&transcript(&played)), board);
            }
        }
    }

    #[test]
    fn errors_are_one_short_line(text in "\\PC*|[-XObw*. \n]{60,70}|([a-h][0-9]|pa|--|é){0,90}") {
        if let Err(error) = Othello::start().read_position(&text) {
            prop_assert!(!error.to_string().contains('\n'));
            prop_assert!(error.to_string().chars().count() < 300);
        }
        if let Err(error) = Othello::start().read_move(&text) {
            prop_assert!(!error.to_string().contains('\n'));
            prop_assert!(error.to_string().chars().count() < 300);
        }
    }

    #[test]
    fn no_text_panics(text: String) {
        let _ = Othello::start().read_position(&text);
        let _ = Othello::start().read_move(&text);
    }
}

#[test]
fn errors_for_very_long_texts_are_short() {
    for unit in ["-", "X", "f5", "--", "é", "\n"] {
        let text = unit.repeat(100_000);
        if let Err(error) = Othello::start().read_position(&text) {
            assert!(error.to_string().len() < 300);
        }
    }
}
