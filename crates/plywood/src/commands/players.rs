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

/// Writes each set of keys once, under the names of all players that take it. Writes the default of a key only if
/// all these players have the same one.
fn write_keys(out: &mut Output, players: &[PlayerInfo]) -> Result<(), Failure> {
    let mut written: Vec<Vec<Key>> = Vec::new();
    for player in players.iter().filter(|player| !player.keys.is_empty()) {
        let keys = without_defaults(&player.keys);
        if written.contains(&keys) {
            continue;
        }
        let takes_them = |other: &&PlayerInfo| without_defaults(&other.keys) == keys;
        let sharing: Vec<_> = players.iter().filter(takes_them).collect();
        let names: Vec<_> = sharing.iter().map(|other| &*other.name).collect();
        writeln!(out, "\n  keys of {}:", names.join(", "))?;
        let row = |(own, general): (&Key, &Key)| {
            let is_shared = sharing.iter().all(|other| other.keys.contains(own));
            let key = if is_shared { own } else { general };
            vec![format!("    {}", key.name), key.to_string()]
        };
        write_rows(out, &player.keys.iter().zip(&keys).map(row).collect::<Vec<_>>())?;
        written.push(keys);
    }
    Ok(())
}

fn without_defaults(keys: &[Key]) -> Vec<Key> {
    let mut keys = keys.to_vec();
    keys.iter_mut().for_each(|key| key.default = None);
    keys
}

fn game_document(game: &dyn GameEntry) -> Value {
    let player = |player: PlayerInfo| {
        json!({
            "name": player.name,
            "summary": player.summary,
            "example": player.example,
            "local_names": player.local_names,
            "seeing": player.omniscient,
            "keys": key_documents(&player.keys),
        })
    };
    let players: Vec<_> = game.players().into_iter().map(player).collect();
    json!({"game": game.name(), "players": players})
}
