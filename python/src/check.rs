//! The laws of games, checked on a game written in Python.

use std::sync::Arc;

use plywood::search::{ByScore, Cancel, Game, Points, Rng, conformance};
use pyo3::prelude::*;

use crate::class::Class;
use crate::interruptible::interruptible;
use crate::own_games::{Description, starting};
use crate::python_encoding::PythonEncoding;

/// Plays random games of the seeds 0 to `games - 1` and checks the laws of games in every state.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, game: Description, games: u64) -> PyResult<()> {
    let class = Class::of(game.class.bind(py))?;
    interruptible(py, &Cancel::new(), None, |_reports| {
        Python::attach(|_| match (class.hidden.is_some(), class.is_private()) {
            (false, _) => check_as::<false, false>(class, games, game),
            (true, false) => check_as::<true, false>(class, games, game),
            (true, true) => check_as::<true, true>(class, games, game),
        });
    })
}

fn check_as<const HIDDEN: bool, const PRIVATE: bool>(
    class: &'static Class,
    games: u64,
    game: Description,
) {
    let start = starting::<HIDDEN, PRIVATE>(class, game.start);
    (0..games).for_each(|seed| check_copies(start(seed), seed));
    conformance::check(games, &start);
    match game.points {
        Some((low, high)) => {
            conformance::check_objective(games, &start, &Points::within(low, high));
        }
        None => conformance::check_objective(games, &start, &ByScore),
    }
    if let Some(sizes) = game.encoding {
        let encoding = PythonEncoding { class, sizes: Arc::new(sizes) };
        conformance::check_encoding(games, &start, &encoding);
    }
}

/// Checks in a random game that a move on a copy leaves the original as it was: a copy that shares a list with the
/// original is the most likely mistake, and fails the other laws with messages that are hard to understand.
fn check_copies<G: Game>(mut state: G, seed: u64) {
    let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
    for _ in 0..COPIES {
        let Some(mv) = state.random_move(&mut rng, &mut scratch) else { return };
        let (mut copy, before) = (state.clone(), format!("{state:?}"));
        copy.play(mv);
        let after = format!("{state:?}");
        assert_eq!(before, after, "a move on a copy changes the original: define `copy`");
        state = copy;
    }
}

/// The number of moves of a game whose copies are checked.
const COPIES: usize = 100;
