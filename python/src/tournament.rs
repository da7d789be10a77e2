//! Tournaments, played as a whole or in parts, and their records.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use plywood::arena::{
    self, ArenaError, Fixture, GameRecord, Plan, Resumed, Shard, Summary, Watcher, write_report,
};
use plywood::search::Cancel;
use pyo3::prelude::*;

use crate::errors::{guarded, wrong_input};
use crate::interruptible::{interruptible, with_lock};
use crate::own_games::{games as all_games, is_own};
use crate::session::seconds;

/// A tournament that can be played in this process, as a whole or in parts.
#[pyclass(frozen, module = "plywood._plywood")]
pub(crate) struct Tournament {
    tournament: arena::Tournament,
    /// Whether the game is written in Python.
    own: bool,
}

impl Tournament {
    /// Calls `play`, with the interpreter's lock if the game is written in Python, since such a game runs on one thread
    /// at a time in any case.
    fn play<T>(&self, play: impl FnOnce() -> T) -> T {
        if self.own { with_lock(play) } else { play() }
    }
}

#[pymethods]
impl Tournament {
    #[new]
    fn new(
        game: &str,
        rules: String,
        players: Vec<String>,
        games: u32,
        seed: u64,
        opening: Option<u32>,
        simulations: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Self> {
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let mut plan = Plan::new(game, &players, games, seed);
        plan.rules = rules;
        plan.opening = opening.unwrap_or(plan.opening);
        plan.budget.simulations = simulations;
        plan.budget.time = seconds(time)?;
        let own = is_own(&plan.game);
        let tournament = guarded(|| arena::Tournament::new(&all_games(), plan))?;
        Ok(Tournament { tournament: tournament.map_err(wrong_input)?, own })
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> usize {
        self.tournament.fixtures().len()
    }

    /// The number of rounds. A round consists of the games with the same opening or deal.
    #[getter]
    fn rounds(&self) -> u32 {
        self.tournament.fixtures().last().map_or(0, |fixture| fixture.round + 1)
    }

    /// Plays all games. Returns the summary in the format of `plywood arena --json`. `progress` receives the number of
    /// games so far, as text.
    fn run(&self, py: Python<'_>, threads: usize, progress: Option<Py<PyAny>>) -> PyResult<String> {
        let cancel = Cancel::default();
        // A Python game is played on the calling thread only, because it keeps the interpreter's lock.
        let threads = if self.own { 0 } else { threads.max(1) };
        interruptible(py, &cancel, progress.as_ref(), |sender| {
            let began = Instant::now();
            let run = || self.tournament.run(Vec::new(), threads, &cancel, &mut Games(sender));
            let games = self.play(run).map_err(wrong_input)?;
            let summary = Summary::new(&self.tournament, &games, began.elapsed().as_secs_f64());
            serde_json::to_string(&summary).map_err(wrong_input)
        })?
    }

    /// Plays the games of a part such as `2/4`. Returns their records, one line of JSON for each game.
    fn play_part(&self, py: Python<'_>, part: &str) -> PyResult<String> {
        let part: Shard = part.parse().map_err(|error: String| wrong_input(error))?;
        let cancel = Cancel::default();
        interruptible(py, &cancel, None, |_sender| {
            let games = self.play(|| self.tournament.play_part(part, &cancel));
            let line = |game| Ok(serde_json::to_string(game).map_err(wrong_input)? + "\n");
            games.map_err(wrong_input)?.iter().map(line).collect()
        })?
    }

    /// Opens the records in a folder, and locks the folder.
    fn records(&self, folder: PathBuf, resume: bool) -> PyResult<Records> {
        let (records, games) = if resume {
            let Resumed { records, games, .. } =
                arena::Records::resume(&folder, &self.tournament).map_err(wrong_input)?;
            (records, games)
        } else {
            let records = arena::Records::begin(&folder, &self.tournament).map_err(wrong_input)?;
            (records, Vec::new())
        };
        let done = games.iter().map(GameRecord::fixture).collect();
        Ok(Records { folder, open: Mutex::new(Open { records, games, done }) })
    }

    /// Divides the tournament into `count` parts, and returns those with games that are not recorded yet.
    fn open_parts(&self, records: &Records, count: NonZeroU32) -> Vec<String> {
        let open = records.open.lock().unwrap_or_else(PoisonError::into_inner);
        let fixtures = self.tournament.fixtures();
        let missing = fixtures.iter().filter(|fixture| !open.done.contains(fixture));
        let parts: BTreeSet<Shard> =
            missing.map(|fixture| Shard::of(fixture.round, count.get())).collect();
        parts.iter().map(Shard::to_string).collect()
    }

    /// Writes the report into the folder of the records. Returns the summary.
    fn report(&self, records: &Records, elapsed: f64) -> PyResult<String> {
        let mut open = records.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.records.sync().map_err(wrong_input)?;
        open.games.sort_by_key(GameRecord::fixture);
        let summary = Summary::new(&self.tournament, &open.games, elapsed);
        write_report(&records.folder, &self.tournament, &open.games, &summary)
            .map_err(wrong_input)?;
        serde_json::to_string(&summary).map_err(wrong_input)
    }
}

/// The records of a tournament, open and locked.
#[pyclass(frozen, module = "plywood._plywood")]
pub(crate) struct Records {
    folder: PathBuf,
    open: Mutex<Open>,
}

struct Open {
    records: arena::Records,
    games: Vec<GameRecord>,
    done: HashSet<Fixture>,
}

#[pymethods]
impl Records {
    /// Records those of the given games that are not recorded yet, one line of JSON each. Returns the number of all
    /// recorded games.
    fn add(&self, lines: &str) -> PyResult<usize> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines.lines() {
            let game: GameRecord = serde_json::from_str(line).map_err(wrong_input)?;
            if open.done.insert(game.fixture()) {
                open.records.append(&game).map_err(wrong_input)?;
                open.games.push(game);
            }
        }
        Ok(open.games.len())
    }

    /// The number of recorded games.
    fn __len__(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).games.len()
    }
}

/// An observer that sends the number of games so far to a channel.
struct Games(Sender<String>);

impl Watcher for Games {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        // Sending cannot fail, because the receiver outlives the tournament.
        let _ = self.0.send(games.len().to_string());
        Ok(())
    }
}
