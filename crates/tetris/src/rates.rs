//! What is measured in Tetris beside that which every game has: placements
//! that are valued in a second, each with the board after it and its features.

use std::time::Duration;

use plywood_learn::Choices;
use plywood_registry::OwnRate;
use plywood_search::{Clock, Game, SystemClock};

use crate::features::FeatureSet;
use crate::linear::{DELLACHERIE, LinearPlayer, Weights};
use crate::value_network::ValueNetwork;
use crate::{Position, Rules, Tetris};

/// By the linear weights and the networks that are shipped.
pub(crate) const OWN: [OwnRate; 3] = [
    OwnRate {
        name: "placements_per_second_linear",
        what: "placements a second, learned linear weights",
        measure: linear,
    },
    OwnRate {
        name: "placements_per_second_design29",
        what: "placements a second, network 29-64-64-1",
        measure: |time| network(FeatureSet::Design29, time),
    },
    OwnRate {
        name: "placements_per_second_compact4",
        what: "placements a second, network 4-64-64-1",
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

/// `value` looks at every placement of a position.
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

/// From the middle of a game, where the board is neither empty nor full.
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
