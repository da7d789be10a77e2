//! The folder of a tournament.

use std::fs;

use plywood_arena::{Records, Summary, Tournament};

use crate::games::GAMES;

/// Maximum number of games in a plan. Larger plans are ignored, because drawing their openings
/// takes long.
const MAX_GAMES: u32 = 20;

/// Reads the plan in the first line and the games in the other lines, as `report` does.
pub fn records(input: &[u8]) {
    let split = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (plan, games) = input.split_at(split);
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("arena.json"), plan).expect("a temporary file");
    fs::write(folder.path().join("games.jsonl"), games.get(1..).unwrap_or_default())
        .expect("a temporary file");
    let Ok(plan) = Records::read_plan(folder.path()) else { return };
    // The owner of a folder may name files and commands in its plan. The fuzzer must not open or
    // run any.
    let is_local = |text: &String| text.contains(['/', '\\', '.']) || text.contains("command");
    if plan.games > MAX_GAMES || plan.players.len() > 8 || plan.opening > 60 {
        return;
    }
    if plan.players.iter().chain([&plan.rules]).any(is_local) {
        return;
    }
    let Ok(tournament) = Tournament::new(&GAMES, plan) else { return };
    if let Ok(games) = Records::read(folder.path(), &tournament) {
        Summary::new(&tournament, &games, 1.0);
    }
}
