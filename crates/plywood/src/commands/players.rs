//! `plywood players`: the players of each game and their keys.

use std::io::Write;

use plywood_registry::{GameEntry, Games, Key, PlayerInfo, document::SCHEMA, marked};
use serde_json::{Value, json};

use super::columns::write_rows;
use super::key_documents;
use crate::cli::ListArgs;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(games: &Games, args: &ListArgs, out: &mut Output) -> Result<(), Failure> {
    let chosen = args.chosen(games)?;
    if args.json {
        let games: Vec<_> = chosen.iter().map(|game| game_document(&**game)).collect();
        return Ok(out.json(&json!({"schema": SCHEMA, "games": games}))?);
    }
    for (index, game) in chosen.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", game.name())?;
        let players = game.players();
        let row = |player: &PlayerInfo| {
            let summary = marked(&player.summary, player.omniscient);
            vec![format!("  {}", player.name), summary, player.example.clone()]
        };
        write_rows(out, &players.iter().map(row).collect::<Vec<_>>())?;
        write_keys(out, &players)?;
    }
    Ok(())
}

/// Writes each set of keys once, under the names of all players that take it.
fn write_keys(out: &mut Output, players: &[PlayerInfo]) -> Result<(), Failure> {
    let mut written: Vec<&PlayerInfo> = Vec::new();
    for player in players.iter().filter(|player| !player.keys.is_empty()) {
        if written.iter().any(|other| other.keys == player.keys) {
            continue;
        }
        written.push(player);
        let sharing = players.iter().filter(|other| other.keys == player.keys);
        let names: Vec<_> = sharing.map(|other| &*other.name).collect();
        writeln!(out, "\n  keys of {}:", names.join(", "))?;
        let row = |key: &Key| vec![format!("    {}", key.name), key.to_string()];
        write_rows(out, &player.keys.iter().map(row).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn game_document(game: &dyn GameEntry) -> Value {
    let player = |player: PlayerInfo| {
        json!({
            "name": player.name,
            "summary": player.summary,
            "example": player.example,
            "seeing": player.omniscient,
            "keys": key_documents(&player.keys),
        })
    };
    let players: Vec<_> = game.players().into_iter().map(player).collect();
    json!({"game": game.name(), "players": players})
}
