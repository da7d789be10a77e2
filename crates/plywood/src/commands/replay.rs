//! `plywood replay`: a recorded game, move by move, with every move checked.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use plywood_files::read_bounded;
use plywood_registry::document::SCHEMA;
use plywood_registry::{Games, InputError, Settings, result};
use serde_json::json;

use super::recorded::Recorded;
use super::{forfeited, scores};
use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    let recorded = read(&args.file, args.game)?;
    let in_file = |problem: String| {
        Failure::Input(format!("FILE: {}: game {}: {problem}", args.file.display(), args.game))
    };
    let in_record = |error: InputError| in_file(error.to_string());
    let entry = games.find(&recorded.game).map_err(in_record)?;
    let rules: Settings = recorded.rules.parse().map_err(in_record)?;
    let open = || entry.open(&rules, recorded.from.as_deref(), recorded.seed).map_err(in_record);
    // Checks the whole game before showing any of it.
    let mut end = open()?;
    for (number, mv) in recorded.moves().enumerate() {
        end.play(mv).map_err(|error| in_file(format!("move {}: {error}", number + 1)))?;
    }
    let scores = scores(&*end, entry.seats().len());
    if let Some(found) = recorded.scores().filter(|found| **found != scores) {
        return Err(in_file(format!("the moves give scores {scores:?}, found {found:?}")));
    }
    let outcome = match end.seat() {
        None => result(&*entry, &*end),
        Some(seat) => match recorded.forfeit().filter(|forfeit| forfeit.seat == seat) {
            Some(forfeit) => forfeited(&*entry, seat, &forfeit.reason),
            None if recorded.resigned() => "the player resigned".to_owned(),
            None => "the game was not finished".to_owned(),
        },
    };
    if args.json {
        return Ok(out.json(&json!({
            "schema": SCHEMA,
            "game": recorded.game,
            "rules": recorded.rules,
            "seed": recorded.seed,
            "legal": true,
            "moves": end.played(),
            "position": end.position(),
            "scores": scores,
            "result": outcome,
        }))?);
    }
    let mut session = open()?;
    let by_hand = args.delay.is_none() && io::stdin().is_terminal() && Output::is_terminal();
    let rules = if recorded.rules.is_empty() { "" } else { " · " };
    let rules = format!("{rules}{}", recorded.rules);
    let picture = session.picture();
    writeln!(out, "{}{rules} · seed {}\n\n{picture}\n", recorded.game, recorded.seed)?;
    for (number, mv) in recorded.moves().enumerate() {
        let number = number + 1;
        pause(out, args.delay, by_hand)?;
        let seat = session.seat().map_or("", |seat| &*entry.seats()[usize::from(seat)]);
        session.play(mv).map_err(in_record)?;
        writeln!(out, "{number}. {seat} plays {mv}\n\n{}\n", session.picture())?;
    }
    Ok(writeln!(out, "{outcome}; every move was legal")?)
}

/// The size limit of a record file, in bytes: room for about 100,000 games of an arena.
const LARGEST_FILE: u64 = 1 << 30;

/// Reads one game of a file with one or more JSON documents. The first game has `number` 1.
fn read(file: &Path, number: usize) -> Result<Recorded, Failure> {
    let bytes = read_bounded(file, LARGEST_FILE)
        .map_err(|error| Failure::Input(format!("FILE: {error}")))?;
    let problem = |problem| Failure::Input(format!("FILE: {}: {problem}", file.display()));
    Recorded::read(&bytes, number).map_err(problem)
}

/// Waits between two moves: for Enter if `by_hand`, else for `delay`.
fn pause(out: &mut Output, delay: Option<Duration>, by_hand: bool) -> io::Result<()> {
    out.flush()?;
    if by_hand {
        write!(out, "Enter for the next move")?;
        out.flush()?;
        io::stdin().lock().read_line(&mut String::new())?;
    } else if let Some(delay) = delay {
        std::thread::sleep(delay);
    }
    Ok(())
}
