//! Speed of the board: `cargo bench -p plywood-woodblock --bench speed`.
//!
//! An item in the report is a placement (place, clear, evaluate the board), a playout or a clone.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plywood_search::{Game, Rng};
use plywood_woodblock::evaluation::{self, Features};
use plywood_woodblock::{Cells, Grid, Move, Position, Rules, Variant, Woodblock};

fn main() {
    divan::main();
}

const VARIANTS: [&str; 3] = Variant::NAMES;

fn start(variant: &str) -> Woodblock {
    Woodblock::new(Rules::new(Variant::named(variant).expect("built in"), false, None), 7)
}

/// Returns positions after eight random moves, with their legal moves.
fn middle_games(variant: &str) -> Vec<(Position, Vec<Move>)> {
    let mut positions = Vec::new();
    for seed in 0..100 {
        let mut game = Woodblock::new(start(variant).position().rules().clone(), seed);
        let mut rng = Rng::new(seed);
        for _ in 0..8 {
            if let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
                game.play(mv);
            }
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        positions.push((game.position().clone(), moves));
    }
    positions
}

/// Measures the evaluation of every placement in the middle games.
fn evaluate<T>(bencher: Bencher, variant: &str, value: impl Fn(&Grid, Cells) -> T + Sync) {
    let positions = middle_games(variant);
    let rules = positions[0].0.rules();
    let count: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    bencher.counter(ItemsCount::new(count)).bench(|| {
        for (position, moves) in &positions {
            for &mv in moves {
                let after = position.after(black_box(mv));
                black_box((after.points, value(rules.grid(), after.board)));
            }
        }
    });
}

#[divan::bench(args = VARIANTS)]
fn placements_by_free_cells(bencher: Bencher, variant: &str) {
    evaluate(bencher, variant, |grid, board| (grid.cells() & !board).count_ones());
}

#[divan::bench(args = VARIANTS)]
fn placements_by_features(bencher: Bencher, variant: &str) {
    evaluate(bencher, variant, Features::of);
}

#[divan::bench(args = VARIANTS)]
fn placements_by_value(bencher: Bencher, variant: &str) {
    evaluate(bencher, variant, evaluation::value);
}

#[divan::bench(args = VARIANTS, sample_size = 100)]
fn random_playouts(bencher: Bencher, variant: &str) {
    let (start, mut rng, mut scratch) = (start(variant), Rng::new(7), Vec::new());
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut game = start.clone();
        while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
            game.play(mv);
        }
        game.score(0)
    });
}

#[divan::bench(sample_size = 10_000)]
fn clones(bencher: Bencher) {
    let start = start("classic10");
    bencher.counter(ItemsCount::new(1u32)).bench(|| Woodblock::clone(black_box(&start)));
}
