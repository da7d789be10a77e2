//! Positions and moves as text: what can be read, and what cannot.

use std::num::NonZeroU32;

use plywood_search::{Game, Notation};
use plywood_woodblock::{Rules, Variant, Woodblock};
use proptest::prelude::*;

fn start(name: &str, cap: u32) -> Woodblock {
    Woodblock::new(Rules::new(Variant::named(name).unwrap(), false, NonZeroU32::new(cap)), 1)
}

const BOARD: &str = "......../......../......../......../......../......../......../#######.";

#[test]
fn the_form_of_a_position() {
    let text = format!("{BOARD} hand:##/#.,,### score:120 streak:2 hands:4");
    let game = start("blast8", 0).read_position(&text).unwrap();
    assert_eq!(Woodblock::write_position(game.position()), text);
    let sooner = format!("{BOARD} streak:2 hands:4 score:120 hand:##/#.,,###");
    assert_eq!(start("blast8", 0).read_position(&sooner).unwrap(), game);
    // Used ones at the end may be left out with their commas.
    let short = start("blast8", 0).read_position(&format!("{BOARD} hand:##/#.")).unwrap();
    let text = Woodblock::write_position(short.position());
    assert!(text.ends_with("hand:##/#.,, score:0 streak:0"), "{text}");
}

#[test]
fn a_seed_makes_the_future_repeatable() {
    let truth = start("blast8", 0);
    let other = Woodblock::new(truth.position().rules().clone(), 99);
    let text = format!("{} seed:1@1", Woodblock::write_position(truth.position()));
    assert_eq!(other.read_position(&text).unwrap(), truth);
    // Without a hand, the seed deals it; without a seed, the game's own does.
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
fn bad_positions_are_named() {
    let cases = [
        ("", "row 1 has 0 cells: blast8 has 8 rows of 8 cells"),
        ("......../......", "row 2 has 6 cells"),
        ("......../........", "the board has 2 rows"),
        (&BOARD.replacen("..", ".x", 1), "'x' on b1 is no cell"),
        (&BOARD.replacen("..", "é.", 1), "'é' on a1 is no cell"),
        (&format!("{BOARD}/........"), "the board has 9 rows"),
        (&format!("{BOARD} hand:##/##/##/##"), "block 1 of the hand, \"##/##/##/##\", is no shape"),
        (&format!("{BOARD} hand:#,#,#,#"), "more than 3 blocks"),
        (&format!("{BOARD} hand:"), "the hand is empty"),
        (&format!("{BOARD} hand:# score:-1"), "score:-1 cannot be read"),
        (&format!("{BOARD} hand:# score:9999999999"), "expected a whole number from 0 to"),
        (&format!("{BOARD} hand:# streak:65536"), "streak:65536 cannot be read"),
        (&format!("{BOARD} hand:# hands:0"), "hands:0 cannot be read"),
        (&format!("{BOARD} hand:# score:1 score:2"), "score: is given twice"),
        (&format!("{BOARD} hand:# hands:2 seed:7@3"), "hands:2 and seed:7@3 differ"),
        (&format!("{BOARD} hand:# seed:7@0"), "seed:7@0 cannot be read"),
        (&format!("{BOARD} hand:# seed:-7"), "seed:-7 cannot be read"),
        (&format!("{BOARD} hand:# colour:red"), "\"colour:red\" is no part of a position"),
    ];
    for (text, expected) in cases {
        let error = start("blast8", 0).read_position(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error:?} lacks {expected:?}");
        assert!(!error.contains('\n'), "{error:?}");
    }
    let capped = start("blast8", 3);
    assert!(capped.read_position(&format!("{BOARD} hand:# hands:4")).is_err());
    assert_eq!(capped.read_position(&format!("{BOARD} hand: hands:3")).unwrap().seat(), None);
}

#[test]
fn moves_both_ways() {
    for text in ["1@c4", "3@j10", "2r3@a1"] {
        assert_eq!(Woodblock::write_move(Woodblock::read_move(text).unwrap()), text);
    }
    assert_eq!(Woodblock::read_move(" 1R0@C4 "), Woodblock::read_move("1@c4"));
    for text in ["", "1", "@", "1@", "1@c", "0@c4", "4@c4", "1@k1", "1@a0", "1@a11", "1r4@c4"] {
        assert!(Woodblock::read_move(text).is_err(), "{text} was taken");
    }
    for text in ["1r@c4", "+1@c4", "1@c+4", "1@é4", "é@c4", "1@c4 ", "99999999999@c4"] {
        let _ = Woodblock::read_move(text);
    }
    let error = Woodblock::read_move("x").unwrap_err().to_string();
    assert!(error.contains("expected the block and the cell"), "{error}");
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", tail in "[#./,@:a-z0-9 ]*") {
        let start = start("blast8", 0);
        let _ = start.read_position(&text);
        let _ = start.read_position(&format!("{BOARD} {tail}"));
        let _ = start.read_position(&format!("{BOARD} hand:{tail}"));
        let _ = Woodblock::read_move(&text);
        let _ = Woodblock::read_move(&tail);
    }

    #[test]
    fn positions_that_are_read_can_be_played(
        cells: u64, score in 0u32..=1_000_000_000, streak: u16, hands in 1u32.., seed: u64,
    ) {
        // A free diagonal, since no line of a board is full.
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
        }
    }
}
