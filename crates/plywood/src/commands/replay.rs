//! `plywood replay`: a recorded game, move by move, checked as it goes.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use plywood_registry::document::SCHEMA;
use plywood_registry::{Games, InputError, Settings, result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::output::Output;

/// What all records have in common: those of `arena`, of `watch --json` and of
/// games that were saved.
#[derive(Deserialize)]
struct Recorded {
    schema: u32,
    game: String,
    #[serde(default)]
    rules: String,
    seed: u64,
    /// The position that it began from, if that was given.
    from: Option<String>,
    #[serde(default)]
    opening: Vec<String>,
    moves: Vec<String>,
    scores: Option<Vec<f64>>,
    result: Option<Told>,
}

/// What a record says of the end.
#[derive(Deserialize)]
#[serde(untagged)]
enum Told {
    Words(#[expect(dead_code, reason = "the scores beside them say the same")] String),
    Outcome { scores: Vec<f64> },
}

impl Recorded {
    fn scores(&self) -> Option<&Vec<f64>> {
        match &self.result {
            Some(Told::Outcome { scores }) => Some(scores),
            _ => self.scores.as_ref(),
        }
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
    // All of it is checked before any of it is shown.
    let mut end = open()?;
    for (number, mv) in moves().enumerate() {
        end.play(mv).map_err(|error| in_file(format!("move {}: {error}", number + 1)))?;
    }
    let scores: Vec<f64> = (0..entry.seats().len() as u8).map(|seat| end.score(seat)).collect();
    if let Some(told) = recorded.scores().filter(|told| **told != scores) {
        return Err(in_file(format!("the moves lead to scores {scores:?}, and it says {told:?}")));
    }
    let outcome = match end.seat() {
        None => result(entry, &*end),
        Some(_) => "the game was not finished".to_owned(),
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
        wait(out, args.delay, by_hand)?;
        let seat = session.seat().map_or("", |seat| entry.seats()[usize::from(seat)]);
        session.play(mv).map_err(in_record)?;
        writeln!(out, "{number}. {seat} plays {mv}\n\n{}\n", session.picture())?;
    }
    Ok(writeln!(out, "{outcome}; every move was legal")?)
}

/// Reads the game of a number from a file with one JSON document, or one a line.
fn read(file: &Path, number: usize) -> Result<Recorded, Failure> {
    let problem = |problem: String| Failure::Input(format!("FILE: {}: {problem}", file.display()));
    let metadata = fs::metadata(file).map_err(|error| problem(error.to_string()))?;
    if !metadata.is_file() {
        return Err(problem("not a regular file".to_owned()));
    }
    let text = fs::read_to_string(file).map_err(|error| problem(error.to_string()))?;
    let mut documents = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
    let mut document = None;
    for earlier in 1..=number {
        let next = documents.next().transpose();
        document = next.map_err(|error| problem(format!("game {earlier}: {error}")))?;
        if document.is_none() {
            break;
        }
    }
    let Some(document) = document else {
        return Err(problem(format!("there is no game {number} in it")));
    };
    let recorded: Recorded = serde_json::from_value(document)
        .map_err(|error| problem(format!("game {number} is no record of a game: {error}")))?;
    if recorded.schema != SCHEMA {
        let schema = recorded.schema;
        return Err(problem(format!("game {number} has schema {schema}: expected {SCHEMA}")));
    }
    Ok(recorded)
}

/// What comes between two moves: a person at the terminal presses Enter.
fn wait(out: &mut Output, delay: Option<Duration>, by_hand: bool) -> io::Result<()> {
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
