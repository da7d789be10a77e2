//! The games of the process: the built-in ones, and those written in Python.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use plywood::registry::{Entry, GameEntry, Games};
use plywood::search::Points;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::class::Class;
use crate::errors::guarded;
use crate::python_encoding::{EncodingDescription, PythonEncoding};
use crate::python_game::{PythonGame, call};

static GAMES: LazyLock<Mutex<Games>> = LazyLock::new(|| Mutex::new(plywood::games()));

/// The names of the games that are written in Python.
static OWN: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn lock() -> MutexGuard<'static, Games> {
    GAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns all games.
pub(crate) fn games() -> Games {
    lock().clone()
}

/// Returns whether a game is written in Python.
pub(crate) fn is_own(name: &str) -> bool {
    OWN.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|own| own == name)
}

/// The description of a game written in Python, which the package derives from its class.
#[derive(FromPyObject)]
pub(crate) struct Description {
    #[pyo3(attribute("type"))]
    pub(crate) class: Py<PyType>,
    /// The function that returns the start position of a seed. The result is copied before moves are played.
    pub(crate) start: Py<PyAny>,
    name: String,
    title: Option<String>,
    summary: String,
    unit: String,
    seat_names: Option<Vec<String>>,
    /// The smallest and the largest score. `None` if players do not maximise the score but the share of opponents
    /// beaten.
    pub(crate) points: Option<(f64, f64)>,
    pub(crate) encoding: Option<EncodingDescription>,
}

/// Adds a game written in Python to the games of the process.
#[pyfunction]
pub(crate) fn register(py: Python<'_>, game: Description) -> PyResult<()> {
    let entry = entry(py, game)?;
    OWN.lock().unwrap_or_else(PoisonError::into_inner).push(entry.name().to_owned());
    let before = {
        let mut games = lock();
        let mut after = games.clone();
        after.add_shared(entry);
        std::mem::replace(&mut *games, after)
    };
    // Dropped without the lock, because a replaced game may own Python objects whose finalizers use the package.
    drop(before);
    Ok(())
}

/// Returns the entry of a game written in Python.
pub(crate) fn entry(py: Python<'_>, game: Description) -> PyResult<Arc<dyn GameEntry>> {
    let class = Class::of(game.class.bind(py))?;
    guarded(|| match (class.hidden.is_some(), class.is_private()) {
        (false, _) => entry_as::<false, false>(class, game),
        (true, false) => entry_as::<true, false>(class, game),
        (true, true) => entry_as::<true, true>(class, game),
    })
}

fn entry_as<const HIDDEN: bool, const PRIVATE: bool>(
    class: &'static Class,
    game: Description,
) -> Arc<dyn GameEntry> {
    let start = starting::<HIDDEN, PRIVATE>(class, game.start);
    let mut entry = Entry::new(game.name, game.summary, start).with_score_unit(game.unit);
    if let Some(title) = game.title {
        entry = entry.with_title(title);
    }
    if let Some(names) = game.seat_names {
        entry = entry.with_seats(names);
    }
    if let Some(encoding) = game.encoding {
        let encoding = Arc::new(encoding);
        entry =
            entry.with_encoding(move |_| PythonEncoding { class, sizes: Arc::clone(&encoding) });
    }
    match game.points {
        Some((low, high)) => Arc::new(entry.with_objective(Points::within(low, high))),
        None => Arc::new(entry),
    }
}

/// Returns a function that makes the start position of a seed.
pub(crate) fn starting<const HIDDEN: bool, const PRIVATE: bool>(
    class: &'static Class,
    start: Py<PyAny>,
) -> impl Fn(u64) -> PythonGame<HIDDEN, PRIVATE> + Send + Sync {
    move |seed| call(|py| PythonGame::new(class, class.copy(&start.bind(py).call1((seed,))?)?))
}
