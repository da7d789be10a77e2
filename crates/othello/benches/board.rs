//! Speed of the bitboard functions, portable (`scalar`) and as chosen at run time (`dispatched`).
//!
//! Run: `cargo bench -p plywood-othello --bench board`. An item in the report is one playout or one
//! call.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plywood_othello::{HeuristicRollouts, Move, Othello};
use plywood_search::{Game, Guide, Notation, Rng};

/// Position 40 of the FFO endgame suite. It has long lines of discs and 20 empty squares.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn main() {
    divan::main();
}

/// Returns the discs of the side to move, the discs of the opponent, and the legal squares.
fn ffo_40() -> (u64, u64, u64) {
    let board = Othello::start().read_position(FFO_40).expect("a board string");
    (board.black(), board.white(), board.legal())
}

/// Plays a random game on bitboards with the given functions.
fn play_out(
    rng: &mut Rng,
    legal: impl Fn(u64, u64) -> u64,
    pick: impl Fn(u64, &mut Rng) -> u8,
    turn: impl Fn(u64, u64, u8) -> (u64, u64),
) -> u64 {
    let start = Othello::start();
    let (mut own, mut other, mut moves) = (start.black(), start.white(), start.legal());
    loop {
        if moves == 0 {
            (own, other) = (other, own);
            moves = legal(own, other);
            if moves == 0 {
                return own;
            }
        }
        let square = pick(moves, rng);
        let (flips, replies) = turn(own, other, square);
        (own, other) = (other ^ flips, own ^ flips | 1 << square);
        moves = replies;
    }
}

/// Defines a benchmark group with one benchmark for each version of a function; `$bits` is the
/// version's module.
macro_rules! versions {
    ($group:ident, $samples:literal, |$bencher:ident, $bits:ident| $body:expr) => {
        #[divan::bench_group(sample_size = $samples)]
        mod $group {
            use super::*;

            #[divan::bench]
            fn scalar($bencher: Bencher) {
                use plywood_othello::bits::scalar as $bits;
                $body;
            }

            #[divan::bench]
            fn dispatched($bencher: Bencher) {
                use plywood_othello::bits as $bits;
                $body;
            }
        }
    };
}

versions!(playout_from_the_start, 1000, |bencher, bits| {
    let mut rng = Rng::new(7);
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| play_out(&mut rng, bits::legal, bits::pick, bits::turn));
});

versions!(legal_in_ffo_40, 10_000, |bencher, bits| {
    let (own, other, _) = ffo_40();
    bencher.bench(|| bits::legal(black_box(own), black_box(other)));
});

versions!(flips_in_ffo_40, 10_000, |bencher, bits| {
    let (own, other, legal) = ffo_40();
    let square = legal.trailing_zeros() as u8;
    bencher.bench(|| bits::flips(black_box(own), black_box(other), black_box(square)));
});

versions!(mobility_of_all_moves_in_ffo_40, 1000, |bencher, bits| {
    let (own, other, legal) = ffo_40();
    bencher.bench(|| {
        let mut sum = 0;
        let visit = |_, mine, theirs| sum += mine + theirs;
        bits::mobility(black_box(own), black_box(other), black_box(legal), visit);
        sum
    });
});

/// Measures games from the start in which `choose` picks every move.
fn play_game(bencher: Bencher, mut choose: impl FnMut(&Othello, &mut Rng) -> Option<Move>) {
    let mut rng = Rng::new(7);
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = Othello::start();
        while let Some(mv) = choose(&board, &mut rng) {
            board.play(mv);
        }
        board
    });
}

#[divan::bench(sample_size = 1000)]
fn random_game(bencher: Bencher) {
    let mut scratch = Vec::new();
    play_game(bencher, |board, rng| board.random_move(rng, &mut scratch));
}

#[divan::bench(sample_size = 100)]
fn heuristic_game(bencher: Bencher) {
    let mut scratch = Vec::new();
    play_game(bencher, |board, rng| HeuristicRollouts.rollout_move(board, rng, &mut scratch));
}
