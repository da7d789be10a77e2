//! `plywood replay`: a recorded game, move by move, with every move checked.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use plywood_arena::Forfeit;
use plywood_files::{read_bounded, without_zero_tail};
use plywood_registry::document::SCHEMA;
use plywood_registry::{Ending, Games, InputError, Settings, result};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{forfeited, scores};
use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::output::Output;

/// The fields that `arena`, `watch --json` and `save` in `play` all record.
#[derive(Deserialize)]
struct Recorded {
    schema: u32,
    game: String,
    #[serde(default)]
    rules: String,
    seed: u64,
    /// The `--position` of the game, if there was one.
    from: Option<String>,
    #[serde(default)]
    opening: Vec<String>,
    moves: Vec<String>,
    scores: Option<Vec<f64>>,
    result: Option<RecordedResult>,
    /// `watch` writes a forfeit here, `arena` in the result.
    forfeit: Option<Forfeit>,
}

/// The result in a record: `watch` writes a sentence, `arena` writes scores.
#[derive(Deserialize)]
#[serde(untagged)]
enum RecordedResult {
    Sentence(#[expect(dead_code, reason = "`scores` has the same information")] String),
    Outcome { scores: Vec<f64>, ending: Option<String>, forfeit: Option<Forfeit> },
}

impl Recorded {
    fn scores(&self) -> Option<&Vec<f64>> {
        match &self.result {
            Some(RecordedResult::Outcome { scores, .. }) => Some(scores),
            _ => self.scores.as_ref(),
        }
    }

    /// Returns the loss by forfeit that the record has.
    fn forfeit(&self) -> Option<&Forfeit> {
        match &self.result {
            Some(RecordedResult::Outcome { forfeit, .. }) => forfeit.as_ref(),
            _ => self.forfeit.as_ref(),
        }
    }

    fn resigned(&self) -> bool {
        let Some(RecordedResult::Outcome { ending, .. }) = &self.result else { return false };
        ending.as_deref() == Some(Ending::Resigned.name())
    }
}

pub(crate) fn run(games: &Games, args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    let recorded = read(&args.file, args.game)?;
    let in_file = |problem: String| {
        Failure::Input(format!("FILE: {}: game {}: {problem}", args.file.display(), args.game))
    };
    let in_record = |error: InputError| in_file(error.to_string());
    let entry = games.find(&recorded.game).map_err(in_record)?;
    let rules: Settings = recorded.rules.parse().map_err(in_record)?;
    let open = || entry.open(&rules, recorded.from.as_deref(), recorded.seed).map_err(in_record);
    let moves = || recorded.opening.iter().chain(&recorded.moves);
    // Checks the whole game before showing any of it.
    let mut end = open()?;
    for (number, mv) in moves().enumerate() {
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
    for (number, mv) in moves().enumerate() {
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
    let problem = |problem: String| Failure::Input(format!("FILE: {}: {problem}", file.display()));
    let bytes = read_bounded(file, LARGEST_FILE)
        .map_err(|error| Failure::Input(format!("FILE: {error}")))?;
    let bytes = without_zero_tail(&bytes);
    let mut documents = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    let mut document = None;
    for earlier in 1..=number {
        let next = documents.next().transpose();
        document = next.map_err(|error| problem(format!("game {earlier}: {error}")))?;
        if document.is_none() {
            break;
        }
    }
    let Some(document) = document else {
        return Err(problem(format!("the file has no game {number}")));
    };
    let recorded: Recorded = serde_json::from_value(document).map_err(|error| {
        problem(format!("game {number}: expected the record of a game: {error}"))
    })?;
    if recorded.schema != SCHEMA {
        let schema = recorded.schema;
        return Err(problem(format!("game {number}: expected schema {SCHEMA}, found {schema}")));
    }
    Ok(recorded)
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
