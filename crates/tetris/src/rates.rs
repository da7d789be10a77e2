//! Benchmarks of Tetris for `plywood bench`: placements valued per second. Valuing a placement means
//! placing the piece, computing the features and evaluating them.

use std::borrow::Cow;
use std::time::Duration;

use plywood_learn::Choices;
use plywood_registry::OwnRate;
use plywood_search::{Clock, Game, SystemClock};

use crate::features::FeatureSet;
use crate::linear::{DELLACHERIE, LinearPlayer, Weights};
use crate::value_network::ValueNetwork;
use crate::{Position, Rules, Tetris};

/// The benchmarks of the shipped weights and networks.
pub(crate) const OWN: [OwnRate; 3] = [
    OwnRate {
        name: Cow::Borrowed("placements_per_second_linear"),
        what: Cow::Borrowed("placements a second, learned linear weights"),
        measure: linear,
    },
    OwnRate {
        name: Cow::Borrowed("placements_per_second_design29"),
        what: Cow::Borrowed("placements a second, network 29-64-64-1"),
        measure: |time| network(FeatureSet::Design29, time),
    },
    OwnRate {
        name: Cow::Borrowed("placements_per_second_compact4"),
        what: Cow::Borrowed("placements a second, network 4-64-64-1"),
        measure: |time| network(FeatureSet::Compact4, time),
    },
];

fn linear(time: Duration) -> f64 {
    let player = LinearPlayer::new(Weights::learned());
    placements_per_second(time, |position| {
        std::hint::black_box(player.best_move(position));
    })
}

fn network(features: FeatureSet, time: Duration) -> f64 {
    let (network, mut choices) = (ValueNetwork::shipped(features), Choices::default());
    placements_per_second(time, |position| {
        std::hint::black_box(network.best_placement(position, &mut choices));
    })
}

/// Returns the placements per second, measured for `time`. `value` values all placements of a position.
fn placements_per_second(time: Duration, mut value: impl FnMut(&Position)) -> f64 {
    let positions = positions();
    let placements: usize = positions.iter().map(|position| position.placements().count()).sum();
    let (mut valued, began) = (0, SystemClock.now());
    while SystemClock.now() - began < time {
        positions.iter().for_each(&mut value);
        valued += placements;
    }
    valued as f64 / (SystemClock.now() - began).as_secs_f64()
}

/// Positions from the middle of a game, with boards that are neither empty nor full.
fn positions() -> Vec<Position> {
    let player = LinearPlayer::new(DELLACHERIE);
    let mut game = Tetris::new(Rules::default(), 0);
    let mut positions = Vec::new();
    for number in 0..200 {
        if let Some(mv) = player.best_move(game.position()) {
            game.play(mv);
        }
        if number >= 50 {
            positions.push(*game.position());
        }
    }
    positions
}
