//! The speed of boards and features, in placements or whole games per second.
//!
//! `cargo bench -p plywood-tetris --bench placements`

use divan::Bencher;
use divan::counter::ItemsCount;
use plywood_learn::Choices;
use plywood_search::{Game, Rng};
use plywood_tetris::features::FeatureSet;
use plywood_tetris::linear::{BCTS, DELLACHERIE, DT20, LinearPlayer, Weights};
use plywood_tetris::value_network::ValueNetwork;
use plywood_tetris::{Position, Rules, Tetris};

fn main() {
    divan::main();
}

/// Positions from the middle of games that Dellacherie's player plays on 10x20.
fn positions() -> Vec<Position> {
    let player = LinearPlayer::new(DELLACHERIE);
    let mut positions = Vec::new();
    for seed in 0..4 {
        let mut game = Tetris::new(Rules::default(), seed);
        for number in 0..500 {
            if let Some(mv) = player.best_move(game.position()) {
                game.play(mv);
            }
            if number >= 50 && number % 5 == 0 {
                positions.push(*game.position());
            }
        }
    }
    positions
}

fn placements(positions: &[Position]) -> usize {
    positions.iter().map(|position| position.placements().count()).sum()
}

/// Benchmarks weights on every placement of every position: new board, features, weighted sum.
fn evaluate(bencher: Bencher, weights: Weights) {
    let positions = positions();
    bencher.counter(ItemsCount::new(placements(&positions))).bench(|| {
        let values = positions.iter().map(|position| {
            position.placements().map(|mv| weights.value(&position.place(mv))).sum::<f64>()
        });
        values.sum::<f64>()
    });
}

#[divan::bench]
fn evaluate_dellacherie(bencher: Bencher) {
    evaluate(bencher, DELLACHERIE);
}

#[divan::bench]
fn evaluate_bcts(bencher: Bencher) {
    evaluate(bencher, BCTS);
}

#[divan::bench]
fn evaluate_dt20(bencher: Bencher) {
    evaluate(bencher, DT20);
}

#[divan::bench]
fn evaluate_learned(bencher: Bencher) {
    evaluate(bencher, Weights::learned());
}

/// Benchmarks a network on every placement of every position: new board, features, network value.
fn evaluate_network(bencher: Bencher, features: FeatureSet) {
    let positions = positions();
    let network = ValueNetwork::shipped(features);
    let mut choices = Choices::default();
    bencher.counter(ItemsCount::new(placements(&positions))).bench_local(|| {
        let best =
            positions.iter().filter_map(|position| network.best_placement(position, &mut choices));
        best.sum::<usize>()
    });
}

#[divan::bench]
fn evaluate_design29(bencher: Bencher) {
    evaluate_network(bencher, FeatureSet::Design29);
}

#[divan::bench]
fn evaluate_compact4(bencher: Bencher) {
    evaluate_network(bencher, FeatureSet::Compact4);
}

#[divan::bench]
fn place_only(bencher: Bencher) {
    let positions = positions();
    bencher.counter(ItemsCount::new(placements(&positions))).bench(|| {
        let piles = positions.iter().map(|position| {
            position.placements().map(|mv| u64::from(position.place(mv).board.pile())).sum::<u64>()
        });
        piles.sum::<u64>()
    });
}

#[divan::bench]
fn random_game(bencher: Bencher) {
    let mut rng = Rng::new(7);
    let mut scratch = Vec::new();
    bencher.counter(ItemsCount::new(1u32)).bench_local(|| {
        let mut game = Tetris::new(Rules::default(), rng.bits());
        while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
            game.play(mv);
        }
        game
    });
}
