//! Leduc poker: a small complete game with private hands.
//!
//! `cargo run --release --example leduc -- play leduc`

use std::process::ExitCode;

use plywood::registry::Entry;
use plywood::search::{Points, RandomRollouts, Rng};

pub(crate) mod game;
use game::{Leduc, MOST_CHIPS};

/// The objective of the players: chips. A player that maximised the probability of winning would
/// call every bet.
pub(crate) const CHIPS: Points = Points::within(-MOST_CHIPS, MOST_CHIPS).zero_sum();

/// Returns the registry entry of the game.
pub(crate) fn entry() -> Entry<Leduc, RandomRollouts, Points> {
    Entry::new("leduc", "poker with six cards and two rounds", |seed| {
        Leduc::deal(&mut Rng::new(seed))
    })
    .with_score_unit("chips")
    .with_objective(CHIPS)
}

fn main() -> ExitCode {
    plywood::app().game(entry()).run()
}
