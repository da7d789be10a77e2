//! `plywood replay`: a recorded game, move by move, checked as it goes.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use plywood_table::document::SCHEMA;
use plywood_table::{Games, Settings};
use serde::Deserialize;
use serde_json::{Value, json};

use super::result;
use crate::cli::ReplayArgs;
use crate::failure::{Failure, InArgument};
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
    /// Words, or an object with the scores.
    #[serde(default)]
    result: Value,
}

impl Recorded {
    fn scores(&self) -> Option<Vec<f64>> {
        let in_result = || serde_json::from_value(self.result.get("scores")?.clone()).ok();
        self.scores.clone().or_else(in_result)
    }
}

pub(crate) fn run(games: &Games, args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    let recorded = read(&args.file, args.game)?;
    let in_file =
        |problem: String| Failure::Input(format!("FILE: {}: {problem}", args.file.display()));
    let entry = games.find(&recorded.game).in_argument("FILE")?;
    let rules: Settings = recorded.rules.parse().in_argument("FILE")?;
    let mut session =
        entry.open(&rules, recorded.from.as_deref(), recorded.seed).in_argument("FILE")?;
    let step = Step { args, by_hand: args.delay.is_none() && io::stdin().is_terminal() };
    if !args.json {
        writeln!(out, "{} · seed {}\n\n{}\n", recorded.game, recorded.seed, session.picture())?;
    }
    let moves = recorded.opening.iter().chain(&recorded.moves);
    for (number, mv) in moves.enumerate() {
        let number = number + 1;
        let seat = session.seat().map_or("", |seat| entry.seats()[usize::from(seat)]);
        session.play(mv).map_err(|error| in_file(format!("move {number}: {error}")))?;
        if !args.json {
            step.wait(out)?;
            writeln!(out, "{number}. {seat} plays {mv}\n\n{}\n", session.picture())?;
        }
    }
    let scores: Vec<f64> = (0..entry.seats().len() as u8).map(|seat| session.score(seat)).collect();
    if let Some(told) = recorded.scores().filter(|told| *told != scores) {
        return Err(in_file(format!("the moves lead to scores {scores:?}, and it says {told:?}")));
    }
    let outcome = match session.seat() {
        None => result(entry, &*session),
        Some(_) => "the game was not finished".to_owned(),
    };
    if args.json {
        out.json(&json!({
            "schema": SCHEMA,
            "game": recorded.game,
            "rules": recorded.rules,
            "seed": recorded.seed,
            "legal": true,
            "moves": session.played(),
            "position": session.position(),
            "scores": scores,
            "result": outcome,
        }))?;
    } else {
        writeln!(out, "{outcome}; every move was legal")?;
    }
    Ok(())
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
    let Some(document) = documents.nth(number - 1) else {
        return Err(problem(format!("there is no game {number} in it")));
    };
    let document = document.map_err(|error| problem(format!("game {number}: {error}")))?;
    let recorded: Recorded = serde_json::from_value(document)
        .map_err(|error| problem(format!("game {number} is no record of a game: {error}")))?;
    if recorded.schema != SCHEMA {
        let schema = recorded.schema;
        return Err(problem(format!("game {number} has schema {schema}: expected {SCHEMA}")));
    }
    Ok(recorded)
}

/// What comes between two moves.
struct Step<'a> {
    args: &'a ReplayArgs,
    /// A person at the terminal presses Enter.
    by_hand: bool,
}

impl Step<'_> {
    fn wait(&self, out: &mut Output) -> io::Result<()> {
        out.flush()?;
        if self.by_hand && Output::is_terminal() {
            write!(out, "Enter for the next move")?;
            out.flush()?;
            io::stdin().lock().read_line(&mut String::new())?;
        } else if let Some(delay) = self.args.delay {
            std::thread::sleep(delay);
        }
        Ok(())
    }
}
