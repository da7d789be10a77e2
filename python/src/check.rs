//! The laws of games, checked on a game written in Python.

use std::sync::Arc;

use plywood::search::{ByScore, Cancel, Game, Notation, Points, Rng, conformance};
use pyo3::prelude::*;

use crate::class::Class;
use crate::interruptible::{interruptible, with_lock};
use crate::own_games::{Description, starting};
use crate::python_encoding::PythonEncoding;
use crate::python_game::PythonGame;

/// Plays random games with the seeds 0 to `games - 1`, and checks the laws of games in every state.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, game: Description, games: u64) -> PyResult<()> {
    let class = Class::of(game.class.bind(py))?;
    interruptible(py, &Cancel::new(), None, |_reports| {
        with_lock(|| match (class.hidden.is_some(), class.is_private()) {
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
    (0..games).for_each(|seed| check_states(start(seed), seed));
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

/// Checks, in a random game, properties that only games written in Python can violate.
///
/// The most likely mistake is a copy that shares a list with the original. Other checks would fail, too, but with
/// messages that are hard to understand. Moves are identified by their texts, so the texts must differ.
fn check_states<const HIDDEN: bool, const PRIVATE: bool>(
    mut state: PythonGame<HIDDEN, PRIVATE>,
    seed: u64,
) {
    let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
    for _ in 0..STATES {
        moves.clear();
        state.moves(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| state.write_move(mv)).collect();
        let is_line = |text: &String| !text.is_empty() && !text.contains('\n');
        assert!(texts.iter().all(is_line), "a move is written on one line: {texts:?}");
        texts.sort();
        let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "two moves have the same text: {state:?}");
        assert_eq!(state.seats_now(), state.seats(), "the seats have changed: {state:?}");
        let Some(mv) = rng.pick(&moves) else { return };
        let (mut copy, before) = (state.clone(), format!("{state:?}"));
        copy.play(mv);
        let after = format!("{state:?}");
        assert_eq!(before, after, "a move on a copy changes the original: define `copy`");
        state = copy;
    }
}

/// The maximum number of states that are checked in a game.
const STATES: usize = 100;
