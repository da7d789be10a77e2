//! The folder of a tournament: its plan, and a line of JSON for each game.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywood_files::{FileError, check_regular, read_bounded, write_atomically};
use plywood_registry::document::SCHEMA;
use serde::Serialize;

use crate::{ArenaError, GameRecord, Plan, Tournament};

const PLAN: &str = "arena.json";
const GAMES: &str = "games.jsonl";

/// Names of a partly written plan, which remains if the program is killed: the name in this
/// version, and the name in earlier versions.
const UNFINISHED_PLANS: [&str; 2] = ["arena.json.part", "arena.part"];

/// Maximum size of the plan's file in bytes: far more than the longest list of players needs.
const MAX_PLAN_BYTES: u64 = 16 << 20;

/// The records of a tournament, open for appending and locked.
#[derive(Debug)]
pub struct Records {
    file: File,
    path: PathBuf,
}

/// Records that were reopened.
#[derive(Debug)]
pub struct Resumed {
    /// The records, open for appending.
    pub records: Records,
    /// The recorded games that belong to the plan.
    pub games: Vec<GameRecord>,
    /// The number of bytes of an unfinished last line that were removed.
    pub dropped: usize,
}

impl Records {
    /// Creates records in a folder that is empty or does not exist.
    pub fn begin(folder: &Path, tournament: &Tournament) -> Result<Self, ArenaError> {
        if folder.join(PLAN).exists() {
            return Err(ArenaError::RecordsExist(folder.to_owned()));
        }
        create_empty(folder)?;
        write_plan(folder, &tournament.plan)?;
        let (records, _) = Records::open(folder)?;
        Ok(records)
    }

    /// Opens the records in a folder to continue the tournament, or creates them if the folder is
    /// empty or does not exist.
    ///
    /// The plans may differ only in the number of games. Any other difference is an error.
    pub fn resume(folder: &Path, tournament: &Tournament) -> Result<Resumed, ArenaError> {
        if is_empty(folder)? {
            let records = Records::begin(folder, tournament)?;
            return Ok(Resumed { records, games: Vec::new(), dropped: 0 });
        }
        let (recorded, plan) = (Records::read_plan(folder)?, &tournament.plan);
        if let Some(difference) = difference(&recorded, plan) {
            return Err(wrong(folder, difference));
        }
        let (mut records, bytes) = Records::open(folder)?;
        let (games, length) = parse(&records.path, tournament, &bytes)?;
        records.truncate(length)?;
        if recorded != *plan {
            write_plan(folder, plan)?;
        }
        Ok(Resumed { records, games, dropped: bytes.len() - length })
    }

    /// Opens and locks the file of the games, and reads it.
    fn open(folder: &Path) -> Result<(Self, Vec<u8>), ArenaError> {
        let path = folder.join(GAMES);
        if path.exists() {
            check_regular(&path)?;
        }
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(FileError::io(&path))?;
        if file.try_lock().is_err() {
            return Err(wrong(&path, "another arena is writing to it"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(FileError::io(&path))?;
        Ok((Records { file, path }, bytes))
    }

    fn truncate(&mut self, length: usize) -> Result<(), FileError> {
        self.file.set_len(length as u64).map_err(FileError::io(&self.path))?;
        self.file.seek(SeekFrom::End(0)).map_err(FileError::io(&self.path))?;
        Ok(())
    }

    /// Appends a game as one line.
    ///
    /// Writes the line with one call: a program that is killed leaves at most one unfinished line,
    /// at the end.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        Ok(self.file.write_all(json_line(game).as_bytes()).map_err(FileError::io(&self.path))?)
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

/// Returns a JSON document and a line break.
pub(crate) fn json_line(document: &impl Serialize) -> String {
    serde_json::to_string(document).expect("plain data has a JSON form") + "\n"
}

/// Creates a folder if it does not exist. Returns an error if the folder is not empty.
pub fn create_empty(folder: &Path) -> Result<(), ArenaError> {
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    if !is_empty(folder)? {
        return Err(wrong(folder, "is not empty: expected a new or an empty folder"));
    }
    Ok(())
}

/// Returns whether a folder does not exist, or holds at most an unfinished plan.
fn is_empty(folder: &Path) -> Result<bool, ArenaError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries.map_err(FileError::io(folder))?,
    };
    let mut names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    Ok(names.all(|name| UNFINISHED_PLANS.iter().any(|&unfinished| name == unfinished)))
}

/// Parses the games in a file. Returns the games that belong to the plan, and the length of all
/// complete lines in bytes.
fn parse(
    path: &Path,
    tournament: &Tournament,
    bytes: &[u8],
) -> Result<(Vec<GameRecord>, usize), ArenaError> {
    let (mut games, mut seen, mut length) = (Vec::new(), HashSet::new(), 0);
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let at_line = |problem: String| wrong(path, format!("line {}: {problem}", number + 1));
        if !line.ends_with(b"\n") && is_start_of_record(line) {
            break;
        }
        check_schema(path, line)?;
        let game: GameRecord =
            serde_json::from_slice(line).map_err(|error| at_line(error.to_string()))?;
        if let Some(problem) = tournament.problem_of(&game) {
            return Err(at_line(problem));
        }
        if !seen.insert(game.fixture()) {
            return Err(at_line("an earlier line has the same round and seats".to_owned()));
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

/// Describes the first field, other than the number of games, in which two plans differ.
fn difference(recorded: &Plan, requested: &Plan) -> Option<String> {
    let fields = |plan: &Plan| serde_json::to_value(plan).expect("plain data has a JSON form");
    let (recorded, requested) = (fields(recorded), fields(requested));
    let mut fields = recorded.as_object()?.iter().filter(|(key, _)| *key != "games");
    let (key, value) = fields.find(|(key, value)| requested.get(key) != Some(value))?;
    Some(format!("holds records with {key} {value}: expected {}", requested.get(key)?))
}

fn write_plan(folder: &Path, plan: &Plan) -> Result<(), FileError> {
    let text = serde_json::to_string_pretty(plan).expect("plain data has a JSON form");
    write_atomically(&folder.join(PLAN), format!("{text}\n").as_bytes())
}

/// Writes files into a folder. Returns their paths.
pub(crate) fn write_all<N: AsRef<Path>>(
    folder: &Path,
    files: Vec<(N, String)>,
) -> Result<Vec<PathBuf>, ArenaError> {
    let write = |(name, text): (N, String)| {
        let path = folder.join(name);
        write_atomically(&path, text.as_bytes())?;
        Ok(path)
    };
    files.into_iter().map(write).collect()
}

fn wrong(path: &Path, problem: impl Into<String>) -> ArenaError {
    ArenaError::Folder { path: path.to_owned(), problem: problem.into() }
}
