//! Positions and moves as text: round trips and errors.

use plywood_search::{Game, Notation, Rng};
use plywood_tetris::{Bag, Move, Piece, Randomizer, Rules, Tetris};
use proptest::prelude::*;

const UNIFORM: Rules = Rules {
    width: 10,
    height: 20,
    randomizer: Randomizer::Uniform,
    end: plywood_tetris::End::Spawn,
    cap: None,
};

fn start() -> Tetris {
    Tetris::new(Rules::default(), 7)
}

fn read(text: &str) -> Tetris {
    start().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn message(text: &str) -> String {
    match start().read_position(text) {
        Ok(game) => panic!("{text} was read as {:?}", game.position()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn positions_round_trip() {
    let text = "##......../#.######## current:T next:I lines:12 bag:SZ";
    let game = read(text);
    let position = game.position();
    assert_eq!(position.board().row(1), 0b11);
    assert_eq!(position.board().row(0), 0b11_1111_1101);
    assert_eq!((position.current(), position.next()), (Piece::T, Piece::I));
    assert_eq!((position.lines(), position.level()), (12, 1));
    assert_eq!(position.bag(), Bag::EMPTY.with(Piece::S).with(Piece::Z));
    assert_eq!(Tetris::write_position(position), text);
    let with_empty_rows = format!("........../........../{text}");
    assert_eq!(read(&with_empty_rows), game);
    assert_eq!(read(&text.replace("T", "t").replace("bag:SZ", "bag:zs")), game);
}

#[test]
fn empty_boards_and_empty_bags_round_trip() {
    let text = ".......... current:T next:I lines:0 bag:OSZJL";
    assert_eq!(Tetris::write_position(read(text).position()), text);
    let text = ".......... current:T next:I lines:0 bag:-";
    assert_eq!(Tetris::write_position(read(text).position()), text);
    assert_eq!(read("current:T next:I bag:"), read(text));
    let uniform = Tetris::new(UNIFORM, 7);
    let text = ".......... current:T next:T lines:0";
    let game = uniform.read_position(text).unwrap();
    assert_eq!(Tetris::write_position(game.position()), text);
}

#[test]
fn a_missing_bag_is_as_full_as_possible() {
    assert_eq!(read("current:T next:I").position().bag().count(), 5);
    assert_eq!(read("current:T next:T").position().bag(), Bag::FULL.without(Piece::T));
}

/// Returns the pieces that become visible in the first `count` placements.
fn pieces(mut game: Tetris, count: u8) -> Vec<Piece> {
    let mut pieces = vec![game.position().current(), game.position().next()];
    for number in 0..count {
        pieces.push(game.play(Move { rotation: 0, column: 3 * (number % 3) }));
    }
    pieces
}

#[test]
fn a_seed_fixes_the_future_pieces() {
    for rules in [Rules::default(), UNIFORM] {
        let other = Tetris::new(rules, 1);
        let whole = Tetris::new(rules, 99);
        assert_eq!(other.read_position("seed:99").unwrap(), whole);
        assert_eq!(other.read_position("seed:99@2").unwrap(), whole);
        let expected = pieces(whole.clone(), 12);
        for drawn in 2..10usize {
            let text = format!(".......... seed:99@{drawn}");
            let game = other.read_position(&text).unwrap();
            assert_eq!(pieces(game, 4), expected[drawn - 2..drawn + 4]);
        }
    }
    // The fields `current` and `next` replace the pieces of the seed's game.
    let seeded = read("current:T next:I seed:99@7");
    assert_eq!(seeded.position().current(), Piece::T);
}

#[test]
fn without_a_seed_the_start_draws_the_future_pieces() {
    let text = ".......... current:T next:I lines:0 bag:OSZJL";
    let one = Tetris::new(Rules::default(), 3).read_position(text).unwrap();
    assert_eq!(Tetris::new(Rules::default(), 3).read_position(text).unwrap(), one);
    let seeds =
        (4..20).map(|seed| Tetris::new(Rules::default(), seed).read_position(text).unwrap());
    assert!(seeds.into_iter().any(|other| pieces(other, 5) != pieces(one.clone(), 5)));
}

#[test]
fn bad_positions_are_refused() {
    let expected =
        "expected rows of . and # joined by / and then such as current:T next:I lines:0 bag:OSZJL";
    let tall = ["#........."; 21].join("/");
    for (text, expected) in [
        (String::new(), format!("the position is empty: {expected}")),
        (
            "##...... current:T next:I".into(),
            "row 1 from the top has 8 cells: expected 10, the width of the rules".into(),
        ),
        (
            "........../.........../#......... current:T next:I".into(),
            "row 2 from the top has 11 cells: expected 10, the width of the rules".into(),
        ),
        (
            "#.x....... current:T next:I".into(),
            format!("'x' in row 1 from the top is not a cell: {expected}"),
        ),
        (
            "########## current:T next:I".into(),
            "row 1 from the top is full: expected a gap, since full rows are cleared".into(),
        ),
        (
            format!("{tall} current:T next:I"),
            "the board has 21 rows: expected at most 20, the height of the rules".into(),
        ),
        (
            "current:X next:I".into(),
            "current:\"X\": expected one of the pieces I, O, T, S, Z, J and L".into(),
        ),
        (
            "current:T next:II".into(),
            "next:\"II\": expected one of the pieces I, O, T, S, Z, J and L".into(),
        ),
        ("current:T".into(), format!("next: is missing: {expected}")),
        ("..........".into(), format!("current: is missing: {expected}")),
        ("current:T current:T next:I".into(), "current: is given twice".into()),
        ("current:T next:I hold:S".into(), format!("\"hold:S\" is not a field: {expected}")),
        ("current:T next:I ..........".into(), format!("\"..........\" is not a field: {expected}")),
        (
            "current:T next:I lines:-1".into(),
            "lines:\"-1\": expected a whole number up to 4294967295".into(),
        ),
        (
            "current:T next:I bag:SX".into(),
            "bag:\"SX\": expected one of the pieces I, O, T, S, Z, J and L".into(),
        ),
        ("current:T next:I bag:SS".into(), "bag:\"SS\" cannot be: S is in it twice".into()),
        (
            "current:T next:I bag:SI".into(),
            "bag:\"IS\" cannot be: the next piece, I, was just taken from it".into(),
        ),
        (
            "current:T next:I bag:TS".into(),
            "bag:\"TS\" cannot be: the current piece, T, was taken from it before the next one"
                .into(),
        ),
        (
            "current:T next:T bag:SZ".into(),
            "bag:\"SZ\" cannot be: both pieces are T, so the next one is the first of a new bag of seven"
                .into(),
        ),
        (
            "current:T next:I seed:x@2".into(),
            "seed:\"x@2\": expected such as seed:7@12, a seed and the number of pieces drawn, 2 to 1000000"
                .into(),
        ),
        (
            "seed:7@99999999999".into(),
            "seed:\"7@99999999999\": expected such as seed:7@12, a seed and the number of pieces drawn, 2 to 1000000"
                .into(),
        ),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
    let seed = start().read_position("seed:7@4 bag:I").unwrap_err().to_string();
    assert!(seed.starts_with("bag:\"I\" cannot be: the seed leaves"), "{seed}");
    let uniform = Tetris::new(UNIFORM, 7).read_position("current:T next:I bag:SZ").unwrap_err();
    assert_eq!(uniform.to_string(), "there is a bag, but randomizer=uniform has none");
}

#[test]
fn moves_round_trip() {
    for rotation in 0..4 {
        for column in 0..16 {
            let mv = Move { rotation, column };
            let text = start().write_move(mv);
            assert_eq!(start().read_move(&text), Ok(mv));
            assert_eq!(start().read_move(&format!(" {} ", text.to_uppercase())), Ok(mv));
        }
    }
    assert_eq!(start().write_move(Move { rotation: 1, column: 4 }), "r1x4");
    let game = start().read_position(".......... current:T next:I").unwrap();
    let described = [0, 1, 2, 3].map(|rotation| game.describe_move(Move { rotation, column: 5 }));
    let turned = ["T", "T, turned right", "T, turned over", "T, turned left"];
    assert_eq!(described, turned.map(|turned| format!("{turned}, column 6")));
    for text in
        ["", "r", "r1", "r1x", "x4", "r4x1", "r1x16", "r+1x2", "r1x-1", "1x4", "r1x4x", "r٣x1"]
    {
        let error = start().read_move(text).unwrap_err().to_string();
        assert!(error.contains("expected such as r1x4"), "{text}: {error}");
    }
}

#[test]
fn long_texts_are_refused_with_short_messages() {
    for unit in ["-", "..........", "../", "#", "bag:", "S", "é", " ", "seed:1@", "9"] {
        let text = unit.repeat(100_000);
        if let Err(error) = start().read_position(&text) {
            assert!(error.to_string().len() < 300, "{error}");
        }
        assert!(start().read_move(&text).unwrap_err().to_string().len() < 300);
        let text = format!("current:T next:I bag:{text}");
        if let Err(error) = start().read_position(&text) {
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

#[test]
fn cells_above_the_board_have_negative_rows() {
    let rules = Rules { width: 4, height: 5, ..Rules::default() };
    let text = "...#/###./###./###. current:I next:T";
    let game = Tetris::new(rules, 7).read_position(text).unwrap();
    assert_eq!(game.cells(Move { rotation: 1, column: 0 }), [[0, -2], [0, -1], [0, 0], [0, 1]]);
    assert_eq!(game.cells(Move { rotation: 0, column: 0 }), [[0, 0], [1, 0], [2, 0], [3, 0]]);
}

/// Returns the rows of a board with filled `cells`, the top row first, without full rows.
fn with_cells(game: &Tetris, cells: &[[i8; 2]]) -> Vec<String> {
    let board = game.position().board();
    let is_filled = |column: i8, row: i8| {
        let on_board = row >= 0 && board.is_filled(board.height() - 1 - row as u8, column as u8);
        assert!(!on_board || !cells.contains(&[column, row]), "cells are free");
        on_board || cells.contains(&[column, row])
    };
    let cell = |column, row| if is_filled(column, row) { '#' } else { '.' };
    let line = |row| (0..board.width() as i8).map(|column| cell(column, row)).collect::<String>();
    (-4..board.height() as i8).map(line).filter(|line| line.contains('.')).collect()
}

proptest! {
    #[test]
    fn the_cells_of_a_move_are_those_that_its_piece_fills(
        seed: u64, width in 4u8..=16, height in 4u8..=20,
    ) {
        let mut game = Tetris::new(Rules { width, height, ..Rules::default() }, seed);
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
            let cells = game.cells(mv);
            prop_assert_eq!(cells.len(), 4);
            let expected = with_cells(&game, &cells);
            game.play(mv);
            // `with_cells` leaves full rows out; `play` replaces them by empty rows at the top.
            let after = with_cells(&game, &[]);
            let cleared = after.len() - expected.len();
            prop_assert_eq!(&after[cleared..], &expected[..]);
            prop_assert!(after[..cleared].iter().all(|row| !row.contains('#')));
        }
    }

    #[test]
    fn games_round_trip(seed: u64, width in 4u8..=16, height in 4u8..=40, uniform: bool) {
        let randomizer = if uniform { Randomizer::Uniform } else { Randomizer::Bag };
        let first = Tetris::new(Rules { width, height, randomizer, ..Rules::default() }, seed);
        let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
        let (mut game, mut drawn) = (first.clone(), 2);
        loop {
            let text = Tetris::write_position(game.position());
            let read = first.read_position(&text).unwrap();
            prop_assert_eq!(read.position(), game.position());
            // With the seed, the future pieces are the same to the end of the game.
            let seeded = first.read_position(&format!("{text} seed:{seed}@{drawn}")).unwrap();
            prop_assert_eq!(&seeded, &game);
            let Some(mv) = game.random_move(&mut rng, &mut scratch) else { break };
            game.play(mv);
            drawn += 1;
        }
    }

    #[test]
    fn texts_of_the_notations_characters_do_not_panic(
        text in "\\PC*|[.#/]{0,60}( (current|next|bag|lines|seed):[ITSZ0-9@é]{0,9}){0,6}"
    ) {
        if let Err(error) = start().read_position(&text) {
            prop_assert!(!error.to_string().contains('\n'));
            prop_assert!(error.to_string().len() < 300);
        }
        if let Err(error) = start().read_move(&text) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn random_texts_do_not_panic(text: String) {
        let _ = start().read_position(&text);
        let _ = start().read_move(&text);
    }
}
