//! Speed of the board: scalar against dispatched, from named positions.
//!
//! `cargo bench -p plywood-othello`; items are playouts or calls.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plywood_othello::bits::{self, scalar};
use plywood_othello::{HeuristicRollouts, Othello};
use plywood_search::{Game, Guide, Notation, Rng};

/// FFO #40: a middle game with long lines and 20 empty squares.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn main() {
    divan::main();
}

/// Own discs, other discs and legal moves of FFO #40.
fn ffo_40() -> (u64, u64, u64) {
    let board = Othello::start().read_position(FFO_40).expect("a board string");
    (board.black(), board.white(), board.legal())
}

/// A random game on bare bitboards, with the functions given.
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

#[divan::bench_group(sample_size = 1000)]
mod playout_from_the_start {
    use super::*;

    #[divan::bench]
    fn scalar(bencher: Bencher) {
        let mut rng = Rng::new(7);
        bencher
            .counter(ItemsCount::new(1u32))
            .bench_local(|| play_out(&mut rng, scalar::legal, scalar::pick, scalar::turn));
    }

    #[divan::bench]
    fn dispatched(bencher: Bencher) {
        let mut rng = Rng::new(7);
        bencher
            .counter(ItemsCount::new(1u32))
            .bench_local(|| play_out(&mut rng, bits::legal, bits::pick, bits::turn));
    }

    #[divan::bench]
    fn through_the_game(bencher: Bencher) {
        let mut rng = Rng::new(7);
        let mut scratch = Vec::new();
        bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
            let mut board = Othello::start();
            while let Some(mv) = board.random_move(&mut rng, &mut scratch) {
                board.play(mv);
            }
            board
        });
    }
}

#[divan::bench(sample_size = 100)]
fn heuristic_playout_from_the_start(bencher: Bencher) {
    let mut rng = Rng::new(7);
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut board = Othello::start();
        while let Some(mv) = HeuristicRollouts.rollout_move(&board, &mut rng, &mut scratch) {
            board.play(mv);
        }
        board
    });
}

#[divan::bench_group(sample_size = 10_000)]
mod legal_in_ffo_40 {
    use super::*;

    #[divan::bench]
    fn scalar(bencher: Bencher) {
        let (own, other, _) = ffo_40();
        bencher.bench(|| scalar::legal(black_box(own), black_box(other)));
    }

    #[divan::bench]
    fn dispatched(bencher: Bencher) {
        let (own, other, _) = ffo_40();
        bencher.bench(|| bits::legal(black_box(own), black_box(other)));
    }
}

#[divan::bench_group(sample_size = 10_000)]
mod flips_in_ffo_40 {
    use super::*;

    #[divan::bench]
    fn scalar(bencher: Bencher) {
        let (own, other, legal) = ffo_40();
        let square = scalar::nth(legal, 0);
        bencher.bench(|| scalar::flips(black_box(own), black_box(other), black_box(square)));
    }

    #[divan::bench]
    fn dispatched(bencher: Bencher) {
        let (own, other, legal) = ffo_40();
        let square = scalar::nth(legal, 0);
        bencher.bench(|| bits::flips(black_box(own), black_box(other), black_box(square)));
    }
}

#[divan::bench_group(sample_size = 1000)]
mod mobility_of_all_moves_in_ffo_40 {
    use super::*;

    #[divan::bench]
    fn scalar(bencher: Bencher) {
        let (own, other, legal) = ffo_40();
        bencher.bench(|| {
            let mut sum = 0;
            let visit = |_, mine, theirs| sum += mine + theirs;
            scalar::mobility(black_box(own), black_box(other), black_box(legal), visit);
            sum
        });
    }

    #[divan::bench]
    fn dispatched(bencher: Bencher) {
        let (own, other, legal) = ffo_40();
        bencher.bench(|| {
            let mut sum = 0;
            let visit = |_, mine, theirs| sum += mine + theirs;
            bits::mobility(black_box(own), black_box(other), black_box(legal), visit);
            sum
        });
    }
}
