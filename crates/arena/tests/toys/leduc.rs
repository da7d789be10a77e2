//! Leduc poker, the game of the example.

#[path = "../../../../examples/leduc/game.rs"]
mod game;

use plywood_registry::Entry;
use plywood_search::{Points, RandomRollouts, Rng};

use game::{Leduc, MOST_CHIPS};

pub(crate) fn entry() -> Entry<Leduc, RandomRollouts, Points> {
    Entry::new("leduc", "poker with six cards", |seed| Leduc::deal(&mut Rng::new(seed)))
        .with_score_unit("chips")
        .with_objective(Points::within(-MOST_CHIPS, MOST_CHIPS).zero_sum())
}
