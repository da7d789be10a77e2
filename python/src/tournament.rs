//! Tournaments.

use plywood::arena::{ArenaError, GameRecord, Plan, Summary, Tournament, Watcher};
use plywood::search::Cancel;
use pyo3::prelude::*;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::errors::{guarded, wrong_input};
use crate::interruptible::interruptible;
use crate::own_games::{games as all_games, is_own};
use crate::session::seconds;

/// Plays a tournament and returns the summary of `plywood arena --json`. `progress` gets the number of games so far, as
/// text.
#[pyfunction]
pub(crate) fn arena(
    py: Python<'_>,
    game: &str,
    rules: String,
    players: Vec<String>,
    games: u32,
    seed: u64,
    opening: Option<u32>,
    simulations: Option<u64>,
    time: Option<f64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let mut plan = Plan::new(game, &players, games, seed);
    plan.rules = rules;
    plan.opening = opening.unwrap_or(plan.opening);
    plan.budget.simulations = simulations;
    plan.budget.time = seconds(time)?;
    let own = is_own(&plan.game);
    let tournament = guarded(|| Tournament::new(&all_games(), plan))?.map_err(wrong_input)?;
    let cancel = Cancel::default();
    interruptible(py, &cancel, progress.as_ref(), |sender| {
        let began = Instant::now();
        let play = |threads| tournament.run(Vec::new(), threads, &cancel, &mut Games(sender));
        // A game written in Python runs on one thread at a time, so this one plays all games and keeps the interpreter's lock.
        let games = if own { Python::attach(|_| play(0)) } else { play(threads.max(1)) };
        let games = games.map_err(wrong_input)?;
        let summary = Summary::new(&tournament, &games, began.elapsed().as_secs_f64());
        serde_json::to_string(&summary).map_err(wrong_input)
    })?
}

/// Sends the number of games so far.
struct Games(Sender<String>);

impl Watcher for Games {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        // The receiver outlives the tournament.
        let _ = self.0.send(games.len().to_string());
        Ok(())
    }
}
