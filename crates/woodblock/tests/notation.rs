//! Positions and moves as text: round trips and errors.

use std::num::NonZeroU32;

use plywood_search::{Game, Notation};
use plywood_woodblock::{Rules, Variant, Woodblock};
use proptest::prelude::*;

fn start(name: &str, cap: u32) -> Woodblock {
    Woodblock::new(Rules::new(Variant::named(name).unwrap(), false, NonZeroU32::new(cap)), 1)
}

const BOARD: &str = "......../......../......../......../......../......../......../#######.";

#[test]
fn positions_round_trip_with_fields_in_any_order() {
    let text = format!("{BOARD} hand:##/#.,,### score:120 streak:2 hands:4");
    let game = start("blast8", 0).read_position(&text).unwrap();
    assert_eq!(Woodblock::write_position(game.position()), text);
    let reordered = format!("{BOARD} streak:2 hands:4 score:120 hand:##/#.,,###");
    assert_eq!(start("blast8", 0).read_position(&reordered).unwrap(), game);
    // Used slots at the end may be omitted.
    let short = start("blast8", 0).read_position(&format!("{BOARD} hand:##/#.")).unwrap();
    let text = Woodblock::write_position(short.position());
    assert!(text.ends_with("hand:##/#.,, score:0 streak:0"), "{text}");
}

#[test]
fn a_seed_fixes_the_hands_to_come() {
    let truth = start("blast8", 0);
    let other = Woodblock::new(truth.position().rules().clone(), 99);
    let text = format!("{} seed:1@1", Woodblock::write_position(truth.position()));
    assert_eq!(other.read_position(&text).unwrap(), truth);
    // Without `hand`, the seed deals the hand; without `seed`, the game keeps its own seed.
    let empty = BOARD.replace('#', ".");
    assert_eq!(other.read_position(&format!("{empty} seed:1")).unwrap(), truth);
    assert_eq!(truth.read_position(&empty).unwrap(), truth);
    let mut later = truth.clone();
    let mut moves = Vec::new();
    for _ in 0..3 {
        moves.clear();
        later.moves(&mut moves);
        later.play(moves[0]);
    }
    let text = format!("{} seed:1@2", Woodblock::write_position(later.position()));
    assert_eq!(other.read_position(&text).unwrap(), later);
    assert_eq!(truth.read_position(&Woodblock::write_position(later.position())).unwrap(), later);
}

#[test]
fn errors_name_mistakes_in_positions() {
    let boards = [
        (String::new(), "row 1 has 0 cells: blast8 has 8 rows of 8 cells"),
        ("......../......".to_owned(), "row 2 has 6 cells"),
        ("......../........".to_owned(), "the board has 2 rows"),
        (BOARD.replacen("..", ".x", 1), "'x' on b1 is no cell"),
        (BOARD.replacen("..", "é.", 1), "'é' on a1 is no cell"),
        (format!("{BOARD}/........"), "the board has 9 rows"),
        (BOARD.replace("#.", "##"), "a line of the board is full"),
    ];
    let fields = [
        ("hand:##/##/##/##", "block 1 of the hand, \"##/##/##/##\", is no shape"),
        ("hand:#,#,#,#", "more than 3 blocks"),
        ("hand:", "the hand is empty"),
        ("hand:# score:-1", "score:\"-1\" cannot be read"),
        ("hand:# score:9999999999", "expected a whole number from 0 to"),
        ("hand:# streak:65536", "streak:\"65536\" cannot be read"),
        ("hand:# hands:0", "hands:\"0\" cannot be read"),
        ("hand:# score:1 score:2", "score: is given twice"),
        ("hand:# hands:2 seed:7@3", "hands:2 and seed:7@3 differ"),
        ("hand:# seed:7@0", "seed:\"7@0\" cannot be read"),
        ("hand:# seed:-7", "seed:\"-7\" cannot be read"),
        ("hand:# colour:red", "\"colour:red\" is no part of a position"),
        ("hand:# score", "\"score\" is no part of a position"),
    ];
    let fields = fields.map(|(fields, expected)| (format!("{BOARD} {fields}"), expected));
    for (text, expected) in boards.into_iter().chain(fields) {
        let error = start("blast8", 0).read_position(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error:?} lacks {expected:?}");
        assert!(!error.contains('\n'), "{error:?}");
    }
    let capped = start("blast8", 3);
    assert!(capped.read_position(&format!("{BOARD} hand:# hands:4")).is_err());
    assert_eq!(capped.read_position(&format!("{BOARD} hand: hands:3")).unwrap().seat(), None);
}

#[test]
fn moves_round_trip() {
    let start = start("blast8", 0);
    for text in ["1@c4", "3@j10", "2r3@a1"] {
        assert_eq!(start.write_move(start.read_move(text).unwrap()), text);
    }
    assert_eq!(start.read_move(" 1R0@C4 "), start.read_move("1@c4"));
    for text in ["", "1", "@", "1@", "1@c", "0@c4", "4@c4", "1@k1", "1@a0", "1@a11", "1r4@c4"] {
        assert!(start.read_move(text).is_err(), "{text} was accepted");
    }
    for text in ["1r@c4", "+1@c4", "1@c+4", "1@é4", "é@c4", "1@c4 ", "99999999999@c4"] {
        let _ = start.read_move(text);
    }
    let error = start.read_move("x").unwrap_err().to_string();
    assert!(error.contains("expected the block and the cell"), "{error}");
}

#[test]
fn moves_are_described_in_words() {
    let start = start("blast8", 0);
    let describe = |text: &str| start.describe_move(start.read_move(text).unwrap());
    assert_eq!(describe("1@c4"), "block 1 at c4");
    assert_eq!(describe("2r1@a1"), "block 2, turned right, at a1");
    assert_eq!(describe("2r2@a1"), "block 2, turned over, at a1");
    assert_eq!(describe("2r3@a1"), "block 2, turned left, at a1");
}

#[test]
fn the_largest_scores_round_trip() {
    // With this streak, the clear scores more than three million points.
    let board = BOARD.replacen("/........", "/#######.", 1);
    for score in [1_000_000_000, u32::MAX - 1, u32::MAX] {
        let text = format!("{board} hand:#,#,# score:{score} streak:65534");
        let mut game = start("blast8", 0).read_position(&text).unwrap();
        for mv in ["1@h8", "2@h2"] {
            game.play(game.read_move(mv).unwrap());
            let text = Woodblock::write_position(game.position());
            let again = start("blast8", 0).read_position(&text).unwrap();
            assert_eq!(again.position(), game.position(), "{text}");
        }
        assert!(game.position().score() >= score.saturating_add(6_000_000));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", tail in "[#./,@:a-z0-9 ]*") {
        let start = start("blast8", 0);
        let _ = start.read_position(&text);
        let _ = start.read_position(&format!("{BOARD} {tail}"));
        let _ = start.read_position(&format!("{BOARD} hand:{tail}"));
        let _ = start.read_move(&text);
        let _ = start.read_move(&tail);
    }

    #[test]
    fn valid_positions_round_trip_and_can_be_played(
        cells: u64, score: u32, streak: u16, hands in 1u32.., seed: u64,
    ) {
        // The diagonal stays free, so no line is full.
        let cells = cells & !0x8040_2010_0804_0201;
        let row = |k: u32| format!("{:08b}", (cells >> (8 * k)) as u8);
        let board = (0..8).map(row).collect::<Vec<_>>().join("/").replace('0', ".").replace('1', "#");
        let text = format!("{board} score:{score} streak:{streak} hands:{hands} seed:{seed}");
        let mut game = start("blast8", 0).read_position(&text).unwrap();
        let again = start("blast8", 0)
            .read_position(&Woodblock::write_position(game.position()))
            .unwrap();
        prop_assert_eq!(again.position(), game.position());
        let mut moves = Vec::new();
        for _ in 0..9 {
            moves.clear();
            game.moves(&mut moves);
            let Some(&mv) = moves.first() else { break };
            game.play(mv);
            let text = Woodblock::write_position(game.position());
            let again = start("blast8", 0).read_position(&text).unwrap();
            prop_assert_eq!(again.position(), game.position());
        }
    }
}
