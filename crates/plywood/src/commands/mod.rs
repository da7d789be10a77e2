//! One file per command.

pub(crate) mod arena;
pub(crate) mod bench;
mod cells;
mod columns;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod hint;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod quality;
pub(crate) mod replay;
mod screen;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod train;
pub(crate) mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};

use plywood_arena::ArenaError;
use plywood_registry::{GameEntry, Games, InputError, Key, Session, Spec, draw_seed};
use serde_json::{Value, json};

use crate::cli::Setup;
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped};

/// Keys as documents have them.
fn key_documents(keys: &[Key]) -> Vec<Value> {
    let document = |key: &Key| {
        let Key { name, meaning, words, file } = key;
        json!({"key": name, "meaning": meaning, "words": words, "file": file})
    };
    keys.iter().map(document).collect()
}

/// The game that a command is about, begun.
pub(crate) struct Opened<'a> {
    pub(crate) entry: &'a dyn GameEntry,
    pub(crate) session: Box<dyn Session + 'a>,
    pub(crate) seed: u64,
}

pub(crate) fn open<'a>(games: &'a Games, setup: &Setup) -> Result<Opened<'a>, Failure> {
    let entry = games.find(&setup.game).in_argument("GAME")?;
    let seed = setup.seed.unwrap_or_else(draw_seed);
    let opened = entry.open(&setup.rules, setup.position.as_deref(), seed);
    let argument = match &opened {
        Err(InputError::BadPosition(_)) => "--position",
        _ => "--rules",
    };
    let session = opened.in_argument(argument)?;
    Ok(Opened { entry, session, seed })
}

/// Attributes an error of opening the output folder to `--out`.
fn in_out<T>(opened: Result<T, ArenaError>) -> Result<T, Failure> {
    opened.map_err(|error| {
        let remedy = match error {
            ArenaError::RecordsExist(_) => "; add --resume to continue, or name another folder",
            _ => "",
        };
        Failure::Input(format!("--out: {error}{remedy}"))
    })
}

/// Prints the names of the files of a report.
fn write_file_names(out: &mut Output, files: &[PathBuf], folder: &Path) -> std::io::Result<()> {
    let names = files.iter().filter_map(|file| file.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    writeln!(out, "\nwrote {} to {}", names.join(", "), folder.display())
}

/// Expands the braces in the specs of players.
fn expand_players(texts: &[String]) -> Result<Vec<String>, Failure> {
    let mut players = Vec::new();
    for text in texts {
        let expanded = plywood_arena::expand(text);
        players.extend(expanded.map_err(|error| Failure::Input(format!("--player: {error}")))?);
    }
    Ok(players)
}

/// A player's spec, with a mark if it sees what is hidden.
pub(crate) fn marked(session: &dyn Session, player: usize, spec: &Spec) -> String {
    plywood_registry::marked(&spec.to_string(), session.is_omniscient(player))
}

/// What a player spent over a game.
pub(crate) fn totals(session: &dyn Session, player: usize, name: &str) -> Option<String> {
    let totals = session.totals(player);
    (totals.decisions > 0).then(|| {
        let (decisions, milliseconds) = (totals.decisions, totals.mean_time().as_secs_f64() * 1e3);
        let time = if milliseconds < 0.1 {
            format!("{:.0} µs", milliseconds * 1e3)
        } else {
            format!("{milliseconds:.1} ms")
        };
        let mut line = format!("{name}: {decisions} decisions, {time} a decision");
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
