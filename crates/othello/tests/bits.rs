//! Both versions of the bitboard functions, compared with slow versions that walk square by square.

use plywood_othello::Othello;
use plywood_othello::bits::{self, scalar};
use plywood_search::{Game, Rng};
use proptest::prelude::*;

/// Finds the flips by walking from the square in each of the eight directions.
fn walked_flips(own: u64, other: u64, square: u8) -> u64 {
    let mut flips = 0;
    for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut line = 0;
        let (mut column, mut row) = (i32::from(square % 8), i32::from(square / 8));
        loop {
            column += right;
            row += down;
            if !(0..8).contains(&column) || !(0..8).contains(&row) {
                break;
            }
            let here = 1 << (row * 8 + column);
            if other & here != 0 {
                line |= here;
                continue;
            }
            if own & here != 0 {
                flips |= line;
            }
            break;
        }
    }
    flips
}

fn walked_legal(own: u64, other: u64) -> u64 {
    (0..64)
        .filter(|&square| (own | other) >> square & 1 == 0)
        .filter(|&square| walked_flips(own, other, square) != 0)
        .fold(0, |legal, square| legal | 1 << square)
}

/// Compares all functions on one board.
fn check(own: u64, other: u64) {
    let legal = walked_legal(own, other);
    assert_eq!(bits::legal(own, other), legal);
    assert_eq!(scalar::legal(own, other), legal);
    let mut counts = Vec::new();
    for square in (0..64).filter(|&square| (own | other) >> square & 1 == 0) {
        let flips = walked_flips(own, other, square);
        assert_eq!(bits::flips(own, other, square), flips);
        assert_eq!(scalar::flips(own, other, square), flips);

        let (after, replier) = (own ^ flips | 1 << square, other ^ flips);
        let replies = walked_legal(replier, after);
        assert_eq!(bits::turn(own, other, square), (flips, replies));
        assert_eq!(scalar::turn(own, other, square), (flips, replies));

        counts.push((square, walked_legal(after, replier).count_ones(), replies.count_ones()));
    }
    let empties = !(own | other);
    let mut found = Vec::new();
    bits::mobility(own, other, empties, |square, mine, theirs| found.push((square, mine, theirs)));
    assert_eq!(found, counts);
    found.clear();
    scalar::mobility(own, other, empties, |square, mine, theirs| {
        found.push((square, mine, theirs));
    });
    assert_eq!(found, counts);
}

proptest! {
    #[test]
    fn versions_agree_on_random_boards(own: u64, taken: u64, occupied: u64) {
        // Boards with many empty squares, and boards with long lines of one colour.
        check(own, taken & !own);
        check(own & occupied, !own & occupied);
        check(own & taken & occupied, !own);
        check(!own & taken & occupied, own);
    }

    #[test]
    fn versions_agree_on_positions_of_games(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut board = Othello::start();
        while let Some(mv) = board.random_move(&mut rng, &mut Vec::new()) {
            check(board.black(), board.white());
            check(board.white(), board.black());
            board.play(mv);
        }
    }

    #[test]
    fn the_flips_of_the_last_move_are_counted(own: u64, square in 0u8..64) {
        let own = own & !(1 << square);
        let flips = walked_flips(own, !(own | 1 << square), square).count_ones();
        prop_assert_eq!(bits::last_flips(own, square), flips);
        prop_assert_eq!(scalar::last_flips(own, square), flips);
    }

    #[test]
    fn nth_finds_every_bit(set: u64) {
        let squares = (0..64).filter(|&square| set >> square & 1 == 1);
        for (n, square) in squares.enumerate() {
            prop_assert_eq!(bits::nth(set, n), square);
            prop_assert_eq!(scalar::nth(set, n), square);
        }
    }

    #[test]
    fn both_versions_pick_the_same_square_of_the_set(set in 1u64.., seed: u64) {
        let square = bits::pick(set, &mut Rng::new(seed));
        prop_assert_eq!(square, scalar::pick(set, &mut Rng::new(seed)));
        prop_assert_eq!(set >> square & 1, 1);
    }
}

#[test]
fn picks_are_uniform() {
    const SET: u64 = 1 | 1 << 9 | 1 << 30 | 1 << 63;
    let mut counts = [0; 64];
    let mut rng = Rng::new(3);
    for _ in 0..40_000 {
        counts[usize::from(bits::pick(SET, &mut rng))] += 1;
    }
    for (square, count) in counts.into_iter().enumerate() {
        assert!(if SET >> square & 1 == 1 { (9_600..10_400).contains(&count) } else { count == 0 });
    }
}
