//! `plywood games`

use std::io::Write;

use plywood_table::{Games, document::SCHEMA};
use serde_json::json;

use super::columns::write_rows;
use crate::cli::GamesArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &GamesArgs, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        let games: Vec<_> = games
            .iter()
            .map(|game| {
                let rules = game.rules().iter();
                json!({
                    "name": game.name(),
                    "summary": game.summary(),
                    "seats": game.seats(),
                    "score_unit": game.score_unit(),
                    "rules": rules.map(|key| json!({"key": key.name, "meaning": key.meaning}))
                        .collect::<Vec<_>>(),
                })
            })
            .collect();
        return Ok(out.json(&json!({"schema": SCHEMA, "games": games}))?);
    }
    let row = |name: &str, summary: &str, example: String| {
        vec![name.to_owned(), summary.to_owned(), example]
    };
    let rows: Vec<_> = games
        .iter()
        .map(|game| row(game.name(), game.summary(), format!("plywood play {}", game.name())))
        .collect();
    write_rows(out, &rows)?;
    for game in games.iter() {
        for key in game.rules() {
            writeln!(out, "  --rules {}=…  {}", key.name, key.meaning)?;
        }
    }
    Ok(())
}
