//! File formats: round trips, conversions, format detection and arbitrary input.

use plywood_othello::{Move, Othello, entry, ggf, obf, transcript, wthor};
use plywood_registry::{GameEntry, Problem, ReadGame, Settings};
use plywood_search::{Game, Notation, Rng};
use proptest::prelude::*;

const WTB: &[u8] = include_bytes!("data/three.wtb");
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

/// Returns the positions and moves of a random game.
fn random_game(seed: u64) -> (Vec<Othello>, Vec<Move>) {
    let (mut board, mut rng) = (Othello::start(), Rng::new(seed));
    let (mut positions, mut moves) = (vec![board], Vec::new());
    while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
        board.play(mv);
        positions.push(board);
        moves.push(mv);
    }
    (positions, moves)
}

fn convert(bytes: &[u8], from: &str, to: &str) -> String {
    let converted = entry().convert(bytes, from, to);
    converted.unwrap_or_else(|error| panic!("{from} to {to}: {error}")).text
}

fn refusal(bytes: &[u8], from: &str, to: &str) -> String {
    entry().convert(bytes, from, to).unwrap_err().to_string()
}

/// Returns a WTHOR file with these games.
fn wtb(games: &[Vec<Move>]) -> Vec<u8> {
    let mut file = vec![20, 24, 12, 31];
    file.extend((games.len() as u32).to_le_bytes());
    file.extend([0, 0, 0xE8, 7, 8, 0, 24, 0]);
    for game in games {
        let mut record = vec![1, 0, 2, 0, 3, 0, 32, 32];
        record.extend(game.iter().filter_map(|mv| mv.square()).map(|at| at / 8 * 10 + at % 8 + 11));
        record.resize(68, 0);
        file.extend(record);
    }
    file
}

proptest! {
    #[test]
    fn ggf_round_trips(
        seed: u64,
        start in 0..60usize,
        length in 0..60usize,
        names in prop::collection::vec("[^\\]\\p{Cc}]{0,12}", 2),
        evals in prop::collection::vec("[-+.0-9]{0,5}", 60),
        times in prop::collection::vec("[.0-9]{0,4}", 60),
    ) {
        let (positions, moves) = random_game(seed);
        let start = start.min(moves.len());
        let moves: Vec<Move> = moves[start..].iter().take(length).copied().collect();
        let mut game = ggf::Game::new(positions[start], moves);
        let tags = ["PB", "PW"].map(str::to_owned);
        game.fields = tags.into_iter().zip(names.iter().map(|name| name.trim().to_owned())).collect();
        let notes = evals.into_iter().zip(times).map(|(eval, time)| ggf::Note { eval, time });
        game.notes = notes.take(game.moves.len()).collect();
        if game.notes.iter().all(|note| *note == ggf::Note::default()) {
            game.notes.clear();
        }
        let text = ggf::write(&game);
        let read = ggf::read_one(&text).unwrap();
        prop_assert_eq!(&read.fields[..2], &game.fields[..]);
        prop_assert_eq!((&read.start, &read.moves, &read.notes), (&game.start, &game.moves, &game.notes));
        prop_assert_eq!(ggf::write(&read), text.clone());
        prop_assert_eq!(entry().guess_format(text.as_bytes()), Some("ggf"));
        // A pasted game opens at its start position, and its moves can be played.
        let pasted = entry().read(&Settings::default(), &text, 1).unwrap();
        let mut session = entry().open(&Settings::default(), pasted.from.as_deref(), 1).unwrap();
        for mv in &pasted.moves {
            session.play(mv).unwrap();
        }
        prop_assert_eq!(session.position(), Othello::write_position(&game.end()));
    }

    #[test]
    fn transcripts_round_trip(seeds in prop::collection::vec(any::<u64>(), 1..4), length in 1..70usize) {
        let games = seeds.iter().map(|&seed| random_game(seed).1);
        let games: Vec<Vec<Move>> = games.map(|game| game.into_iter().take(length).collect()).collect();
        let text: String = games.iter().map(|game| transcript(game) + "\n").collect();
        prop_assert_eq!(entry().guess_format(text.as_bytes()), Some("transcript"));
        prop_assert_eq!(convert(text.as_bytes(), "transcript", "transcript"), text.clone());
        let ggf = convert(text.to_uppercase().as_bytes(), "transcript", "ggf");
        prop_assert_eq!(convert(ggf.as_bytes(), "ggf", "transcript"), text.clone());
        // The same games with numbered moves, on several lines.
        let number = |game: &Vec<Move>| -> String {
            let moves = game.iter().filter(|mv| **mv != Move::PASS);
            let moves = moves.map(|mv| Othello::start().write_move(*mv));
            (1..).zip(moves).map(|(number, mv)| format!("{number}. {mv}{}", if number % 7 == 0 { "\n" } else { " " })).collect::<String>() + "\n"
        };
        let numbered: String = games.iter().map(number).collect();
        prop_assert_eq!(entry().guess_format(numbered.as_bytes()), Some("transcript"));
        prop_assert_eq!(convert(numbered.as_bytes(), "transcript", "transcript"), text);
    }

    #[test]
    fn wthor_is_read(seeds in prop::collection::vec(any::<u64>(), 0..4), length in 0..70usize) {
        // WTHOR does not store passes, so a pass at the end of a truncated game is lost.
        let cut = |seed: u64| {
            let mut moves: Vec<Move> = random_game(seed).1.into_iter().take(length).collect();
            moves.truncate(moves.iter().rposition(|mv| *mv != Move::PASS).map_or(0, |last| last + 1));
            moves
        };
        let games: Vec<Vec<Move>> = seeds.into_iter().map(cut).collect();
        let file = wtb(&games);
        let read = wthor::read(&file).unwrap();
        prop_assert_eq!(read.into_iter().map(|game| game.moves).collect::<Vec<_>>(), games);
        prop_assert_eq!(entry().guess_format(&file), Some("wthor"));
    }

    #[test]
    fn boards_and_obf_round_trip(seed: u64, at in 0..60usize, score in -64..=64i8, name in "[^\\p{Cc}%]{0,12}") {
        let (positions, moves) = random_game(seed);
        let at = at.min(moves.len() - 1);
        let position = Othello::write_position(&positions[at]);
        let board = format!("{position}\n");
        prop_assert_eq!(entry().guess_format(board.as_bytes()), Some("board"));
        prop_assert_eq!(convert(board.as_bytes(), "board", "board"), board.clone());
        let scores = vec![(positions[at].write_move(moves[at]), f64::from(score))];
        let problem = Problem { name: name.trim().to_owned(), position, scores, solvable: None };
        let text = obf::write(&[problem.clone(), problem.clone()]);
        prop_assert_eq!(obf::read(&text).unwrap(), [problem.clone(), problem]);
        prop_assert_eq!(entry().guess_format(text.as_bytes()), Some("obf"));
        prop_assert_eq!(convert(text.as_bytes(), "obf", "obf"), text.clone());
        prop_assert_eq!(convert(text.as_bytes(), "obf", "board"), board.repeat(2));
        let ggf = convert(board.as_bytes(), "board", "ggf");
        prop_assert_eq!(convert(ggf.as_bytes(), "ggf", "board"), board);
    }

    #[test]
    fn any_input_is_refused_or_read(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        text in "(\\(;|;\\)|GM\\[Othello\\]|BO\\[8 |[BW]\\[(f5|d6|PA)|[\\[\\];/ a-h1-8.%*OX-]|\\PC){0,20}",
    ) {
        let entry = entry();
        for format in entry.formats().iter().filter(|format| format.reads) {
            for to in ["transcript", "board", "obf", "ggf"] {
                let _ = entry.convert(&bytes, format.name, to);
                let _ = entry.convert(text.as_bytes(), format.name, to);
            }
        }
        entry.guess_format(&bytes);
        let _ = entry.read(&Settings::default(), &text, 1);
    }
}

#[test]
fn games_become_their_final_positions() {
    let end = "------------------X--------XX------OXX-----O-------------------- O\n";
    assert_eq!(convert(b"f5d6c3", "transcript", "board"), end);
    assert_eq!(convert(b"f5d6c3", "transcript", "obf"), end.replace('\n', ";\n"));
    let ggf = "(;GM[Othello]PB[ann]PW[bob]B[f5/1.5/2]W[d6]B[c3];)";
    assert_eq!(convert(ggf.as_bytes(), "ggf", "board"), end);
    assert_eq!(convert(ggf.as_bytes(), "ggf", "transcript"), "f5d6c3\n");
}

#[test]
fn a_conversion_keeps_what_both_formats_have() {
    let ggf = "(;GM[Othello]PC[club]PB[ann]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/1.5/2]W[D6//3];)\n";
    assert_eq!(convert(ggf.as_bytes(), "ggf", "ggf"), ggf);
    let line = format!("{FFO_40}; a2:+38; % FFO #40\n");
    assert_eq!(convert(line.as_bytes(), "obf", "obf"), line);
    let games = ggf::read(&convert(WTB, "wthor", "ggf")).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!((games[1].field("DT"), games[1].field("RE")), (Some("2024"), Some("-12.00")));
    assert_eq!(convert(WTB, "wthor", "transcript").lines().next(), Some("f5d6c3d3c4"));
}

#[test]
fn errors_name_the_line_or_the_game() {
    for (text, from, to, expected) in [
        (
            "f5d6\n\nf5a1",
            "transcript",
            "ggf",
            "line 3: \"a1\" is not a legal move (character 3, after move 1)",
        ),
        ("XO X", "board", "ggf", "line 1: a board has 64 squares"),
        (
            "(;GM[Othello];)\n(;B[a1];)",
            "ggf",
            "board",
            "game 2, line 2: move 1: B[a1] is not legal",
        ),
        (&format!("f5\n{FFO_40}; a1:+2;"), "obf", "board", "line 2: \"a1:+2\" is not a legal move"),
        (FFO_40, "board", "transcript", "game 1 begins at \"O--OO"),
        ("f5", "text", "ggf", "unknown format \"text\"; valid: transcript, board, obf, ggf, wthor"),
        ("f5", "transcript", "wthor", "unknown format \"wthor\""),
    ] {
        let error = refusal(text.as_bytes(), from, to);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    assert_eq!(refusal(b"f5\xff", "transcript", "ggf"), "byte 3 is not UTF-8 text");
}

#[test]
fn formats_are_guessed_where_they_are_clear() {
    let guess = |text: &str| entry().guess_format(text.as_bytes());
    for (text, expected) in [
        ("f5d6", Some("transcript")),
        ("\u{FEFF}\n 1. F5 d6", Some("transcript")),
        ("1.f5", Some("transcript")),
        (FFO_40, Some("board")),
        (&FFO_40.replace('-', "."), Some("board")),
        (&format!("{FFO_40};"), Some("obf")),
        (&format!("{FFO_40} % name"), Some("obf")),
        ("% only a comment", Some("obf")),
        ("12 (;GM[Othello];)", Some("ggf")),
        ("", None),
        ("hello", None),
        ("{\"game\": \"othello\"}", None),
    ] {
        assert_eq!(guess(text), expected, "{text}");
    }
    assert_eq!(entry().guess_format(WTB), Some("wthor"));
}

#[test]
fn pasted_texts_may_have_a_format() {
    let read = |text: &str| entry().read(&Settings::default(), text, 1);
    let moves = ["f5", "d6", "c3"].map(str::to_owned).to_vec();
    let game = ReadGame { from: None, moves };
    assert_eq!(read("(;GM[Othello]PB[ann]B[F5]W[D6]B[C3/0.5];)"), Ok(game.clone()));
    assert_eq!(read(" 1 (;GM[Othello]B[F5]W[D6]B[C3];)\n"), Ok(game));
    let ffo = ReadGame { from: Some(FFO_40.to_owned()), moves: Vec::new() };
    assert_eq!(read(&format!("{FFO_40}; a2:+38; % FFO #40")), Ok(ffo.clone()));
    assert_eq!(read(FFO_40), Ok(ffo));
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(error("(;B[a1];)").starts_with("game 1, line 1: move 1: B[a1] is not legal"));
    let two = error("(;B[f5];)(;B[f5];)");
    assert_eq!(two, "this ggf text has 2 games: expected one");
    assert!(error("f5a1").starts_with("\"a1\" is not a legal move"));
    assert!(error("hello").starts_with("the position cannot be read"));
}
