//! `plywood games`: the games and their rules.

use std::io::Write;

use plywood_registry::{Games, Key, document::SCHEMA};
use serde_json::json;

use super::columns::write_rows;
use super::key_documents;
use crate::cli::program_name;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(games: &Games, json: bool, out: &mut Output) -> Result<(), Failure> {
    if json {
        let games: Vec<_> = games
            .iter()
            .map(|game| {
                json!({
                    "name": game.name(),
                    "summary": game.summary(),
                    "seats": game.seats(),
                    "private": game.is_private(),
                    "score_unit": game.score_unit(),
                    "rules": key_documents(game.rules()),
                })
            })
            .collect();
        return Ok(out.json(&json!({"schema": SCHEMA, "games": games}))?);
    }
    for game in games.iter() {
        writeln!(out, "{}: {}", game.name(), game.summary())?;
        let mut rows = vec![vec![format!("  {} play {}", program_name(), game.name())]];
        let rule = |key: &Key| vec![format!("  --rules {}=…", key.name), key.to_string()];
        rows.extend(game.rules().iter().map(rule));
        write_rows(out, &rows)?;
    }
    Ok(())
}
