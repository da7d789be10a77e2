//! The records of a tournament: its plan, and a line of JSON for each game.

use std::collections::HashSet;
use std::path::Path;

use plywood_files::{
    FileError, LockedFile, create_folder, read_bounded, without_zero_tail, write_atomically,
};
use plywood_registry::document::SCHEMA;

use crate::folder::{is_empty, json_line, lock, wrong};
use crate::{ArenaError, GameRecord, Plan, Tournament, list};

const PLAN: &str = "arena.json";
/// The file of the games, which is also the lock of the folder: one arena at a time writes to it.
const GAMES: &str = "games.jsonl";

/// Maximum size of the plan's file in bytes: far more than the longest list of players needs.
const MAX_PLAN_BYTES: u64 = 16 << 20;

/// The records of a tournament, open for appending and locked.
#[derive(Debug)]
pub struct Records {
    games: LockedFile,
}

/// Records that were reopened.
#[derive(Debug)]
pub struct Resumed {
    /// The records, open for appending.
    pub records: Records,
    /// The recorded games that belong to the plan.
    pub games: Vec<GameRecord>,
    /// The number of bytes after the last complete line that were removed.
    pub dropped: usize,
}

impl Records {
    /// Creates records in a folder that is empty or does not exist.
    pub fn begin(folder: &Path, tournament: &Tournament) -> Result<Self, ArenaError> {
        let (records, has_plan) = Records::open(folder)?;
        if has_plan {
            return Err(ArenaError::RecordsExist(folder.to_owned()));
        }
        write_plan(folder, &tournament.plan)?;
        Ok(records)
    }

    /// Opens the records in a folder to continue the tournament, or creates them if the folder is
    /// empty or does not exist.
    ///
    /// The plans may differ only in `games` and `rank`. Any other difference is an error.
    pub fn resume(folder: &Path, tournament: &Tournament) -> Result<Resumed, ArenaError> {
        let (mut records, has_plan) = Records::open(folder)?;
        let plan = &tournament.plan;
        if !has_plan {
            write_plan(folder, plan)?;
            return Ok(Resumed { records, games: Vec::new(), dropped: 0 });
        }
        let recorded = Records::read_plan(folder)?;
        if let Some((field, recorded, requested)) = recorded.difference(plan) {
            let folder = folder.to_owned();
            return Err(ArenaError::OtherPlan { folder, field, recorded, requested });
        }
        let bytes = records.games.read(u64::MAX)?;
        let (games, length) = parse(records.games.path(), tournament, &bytes)?;
        records.games.truncate(length as u64)?;
        if recorded != *plan {
            write_plan(folder, plan)?;
        }
        Ok(Resumed { records, games, dropped: bytes.len() - length })
    }

    /// Locks the folder and returns whether it has a plan. Writes nothing without the lock, and nothing
    /// into a folder that has other files but no plan.
    fn open(folder: &Path) -> Result<(Self, bool), ArenaError> {
        create_folder(folder)?;
        let has_plan = || folder.join(PLAN).exists();
        // In the other order, another arena could write its plan between the two checks, and its files
        // would then be taken for foreign ones.
        if !is_empty(folder, GAMES)? && !has_plan() {
            let expected = "expected a new or an empty folder, or one that arena has written";
            return Err(wrong(folder, format!("is not empty, and has no {PLAN}: {expected}")));
        }
        let games = lock(folder, GAMES, "arena")?;
        Ok((Records { games }, has_plan()))
    }

    /// Appends a game as one line.
    ///
    /// A program that is killed, or an append that fails, leaves at most one unfinished line at the
    /// end. The next append and [`resume`](Records::resume) remove it.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        Ok(self.games.append(json_line(game).as_bytes())?)
    }

    /// Waits until all games are on the disk.
    pub fn sync(&self) -> Result<(), ArenaError> {
        Ok(self.games.sync()?)
    }

    /// Reads the plan in a folder.
    pub fn read_plan(folder: &Path) -> Result<Plan, ArenaError> {
        let path = folder.join(PLAN);
        if !path.exists() {
            return Err(wrong(folder, "holds no records of a tournament: expected arena.json"));
        }
        let text = read_bounded(&path, MAX_PLAN_BYTES)?;
        check_schema(&path, &text)?;
        serde_json::from_slice(&text).map_err(|error| wrong(&path, error.to_string()))
    }

    /// Reads the games in the folder of a tournament, without changing the folder.
    pub fn read(folder: &Path, tournament: &Tournament) -> Result<Vec<GameRecord>, ArenaError> {
        let path = folder.join(GAMES);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let bytes = read_bounded(&path, u64::MAX)?;
        Ok(parse(&path, tournament, &bytes)?.0)
    }
}

/// Parses the games in a file, and plays them again to check their results. Returns the games that
/// belong to the plan, and the length of all complete lines in bytes.
fn parse(
    path: &Path,
    tournament: &Tournament,
    bytes: &[u8],
) -> Result<(Vec<GameRecord>, usize), ArenaError> {
    let (mut games, mut seen, mut length) = (Vec::new(), HashSet::new(), 0);
    let lines = without_zero_tail(bytes).split_inclusive(|&byte| byte == b'\n');
    for (number, line) in lines.enumerate() {
        let at_line = |problem: String| wrong(path, format!("line {}: {problem}", number + 1));
        if !line.ends_with(b"\n") && is_start_of_record(line) {
            break;
        }
        check_schema(path, line)?;
        let game: GameRecord =
            serde_json::from_slice(line).map_err(|error| at_line(error.to_string()))?;
        let in_game = |problem: String| {
            at_line(format!("round {}, seats {}: {problem}", game.round, list(&game.seats)))
        };
        tournament.check_record(&game).map_err(in_game)?;
        tournament.check_result(&game).map_err(in_game)?;
        if !seen.insert(game.fixture()) {
            return Err(in_game("an earlier line has the same round and seats".to_owned()));
        }
        if tournament.is_planned(&game) {
            games.push(game);
        }
        length += line.len();
    }
    Ok((games, length))
}

/// Returns whether a line without a line break can be the start of a record.
fn is_start_of_record(line: &[u8]) -> bool {
    const START: &[u8] = b"{\"schema\":";
    let length = line.len().min(START.len());
    line[..length] == START[..length]
}

/// Returns an error if a document's schema version is not `SCHEMA`. Ignores its other fields.
fn check_schema(path: &Path, json: &[u8]) -> Result<(), ArenaError> {
    #[derive(serde::Deserialize)]
    struct Versioned {
        schema: u32,
    }
    match serde_json::from_slice::<Versioned>(json) {
        Ok(Versioned { schema }) if schema != SCHEMA => {
            Err(wrong(path, format!("has schema {schema}: expected {SCHEMA}")))
        }
        _ => Ok(()),
    }
}

fn write_plan(folder: &Path, plan: &Plan) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(plan).expect("plain data has a JSON form");
    write_atomically(&folder.join(PLAN), format!("{text}\n").as_bytes())
}
