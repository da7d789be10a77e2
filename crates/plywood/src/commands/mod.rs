//! One file per command.

pub(crate) mod arena;
pub(crate) mod bench;
mod cells;
mod columns;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod hint;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod quality;
mod recorded;
pub(crate) mod replay;
pub(crate) mod review;
mod reviewed_game;
mod screen;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
mod solve_file;
mod thinking;
pub(crate) mod train;
pub(crate) mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plywood_arena::ArenaError;
use plywood_registry::{GameEntry, Games, InputError, Key, Session, Spec, draw_seed};
use serde_json::{Value, json};

use crate::cli::Setup;
use crate::failure::{Failure, InArgument, argument_of};
use crate::output::{Output, grouped};

/// Returns the keys of rules or players as JSON. Schema 2 will drop the field `key`, a copy of `name`.
fn key_documents(keys: &[Key]) -> Vec<Value> {
    let document = |key: &Key| {
        let Key { name, meaning, words, file, .. } = key;
        json!({"name": name, "key": name, "meaning": meaning, "words": words, "file": file})
    };
    keys.iter().map(document).collect()
}

/// A game that a command has opened, and the seed of its session.
pub(crate) struct Opened {
    pub(crate) entry: Arc<dyn GameEntry>,
    pub(crate) session: Box<dyn Session>,
    pub(crate) seed: u64,
}

pub(crate) fn open(games: &Games, setup: &Setup) -> Result<Opened, Failure> {
    let game = &setup.game;
    let entry = games.find(&game.game).in_argument("GAME")?;
    let seed = game.seed.unwrap_or_else(draw_seed);
    let opened = entry.open(&game.rules, setup.position.as_deref(), seed);
    let argument = match &opened {
        Err(InputError::BadPosition(_)) => "--position",
        _ => "--rules",
    };
    let session = opened.in_argument(argument)?;
    Ok(Opened { entry, session, seed })
}

/// Converts an error in opening the output folder into an input error of `--out`.
fn in_out<T>(opened: Result<T, ArenaError>) -> Result<T, Failure> {
    opened.map_err(|error| {
        let (argument, remedy) = match error {
            ArenaError::OtherPlan { field, .. } => (argument_of(field), ""),
            ArenaError::RecordsExist(_) => {
                ("--out", "; add --resume to continue, or name another folder")
            }
            _ => ("--out", ""),
        };
        Failure::Input(format!("{argument}: {error}{remedy}"))
    })
}

/// Returns the result of a command that has written files and then shown results on stdout. If several
/// things failed, an error of the files is returned first, then an interruption, then an error of stdout.
fn end<T>(
    files: Result<T, ArenaError>,
    shown: Result<(), Failure>,
    interrupted: bool,
) -> Result<(), Failure> {
    files?;
    if interrupted { Err(Failure::Interrupted) } else { shown }
}

/// Prints the names of the files of a report.
fn write_file_names(out: &mut Output, files: &[PathBuf], folder: &Path) -> std::io::Result<()> {
    let names = files.iter().filter_map(|file| file.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    writeln!(out, "\nwrote {} to {}", names.join(", "), folder.display())
}

/// Expands `{a,b}` in the specs of players into several specs.
fn expand_players(texts: &[String]) -> Result<Vec<String>, Failure> {
    let mut players = Vec::new();
    for text in texts {
        let expanded = plywood_arena::expand(text);
        players.extend(expanded.map_err(|error| Failure::Input(format!("--player: {error}")))?);
    }
    Ok(players)
}

/// Returns a player's spec, with a mark if the player sees hidden information.
pub(crate) fn marked(session: &dyn Session, player: usize, spec: &Spec) -> String {
    plywood_registry::marked(&spec.to_string(), session.is_omniscient(player))
}

/// Returns the score of each seat.
fn scores(session: &dyn Session, seats: usize) -> Vec<f64> {
    (0..seats as u8).map(|seat| session.score(seat)).collect()
}

/// Returns the result, as text, of a game in which the player of a seat forfeited.
fn forfeited(entry: &dyn GameEntry, seat: u8, reason: &str) -> String {
    let seats = entry.seats();
    let loser = &seats[usize::from(seat)];
    match seats.iter().find(|&name| name != loser).filter(|_| seats.len() == 2) {
        Some(winner) => format!("{winner} wins: {loser} forfeits, {reason}"),
        None => format!("{loser} forfeits: {reason}"),
    }
}

/// Returns a line of statistics on a player's decisions; `None` if the player made no decision.
pub(crate) fn totals(session: &dyn Session, player: usize, name: &str) -> Option<String> {
    let totals = session.totals(player);
    (totals.decisions > 0).then(|| {
        let (decisions, milliseconds) = (totals.decisions, totals.mean_time().as_secs_f64() * 1e3);
        let time = if milliseconds < 0.1 {
            format!("{:.0} µs", milliseconds * 1e3)
        } else {
            format!("{milliseconds:.1} ms")
        };
        let mut line = format!("{name}: {decisions} decisions, {time} per decision");
        if totals.simulations > 0 {
            line.push_str(&format!(
                ", {} simulations, depth {} at most, {} nodes at most",
                grouped(totals.simulations),
                totals.max_depth,
                grouped(totals.max_nodes),
            ));
        }
        line
    })
}
