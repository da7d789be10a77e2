//! The folder of a tournament: its plan, and every game as it ends.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywood_table::document::SCHEMA;

use crate::{ArenaError, GameRecord, Plan};

const PLAN: &str = "arena.json";
const GAMES: &str = "games.jsonl";

/// The records of a tournament, open for more.
#[derive(Debug)]
pub struct Records {
    file: File,
    path: PathBuf,
}

impl Records {
    /// Begins records in a folder that is empty or not there yet.
    pub fn begin(folder: &Path, plan: &Plan) -> Result<Self, ArenaError> {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
        let mut entries = fs::read_dir(folder).map_err(ArenaError::file(folder))?;
        if entries.next().is_some() {
            let problem = if folder.join(PLAN).exists() {
                "holds the records of an arena: add --resume to go on with it, or name another folder"
            } else {
                "is not empty: expected a new or an empty folder"
            };
            return Err(wrong(folder, problem));
        }
        write_whole(&folder.join(PLAN), &text_of(plan))?;
        let (records, _) = Records::open(folder)?;
        Ok(records)
    }

    /// Goes on with the records in a folder, and gives back the games in it. A
    /// line that was being written when the writer died is dropped. A folder
    /// that is empty or not there yet is begun.
    pub fn resume(folder: &Path, plan: &Plan) -> Result<(Self, Vec<GameRecord>), ArenaError> {
        let is_empty = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(ArenaError::file(folder)(error)),
        };
        if is_empty {
            return Ok((Records::begin(folder, plan)?, Vec::new()));
        }
        let begun = read_plan(folder)?;
        if let Some(difference) = difference(&begun, plan) {
            return Err(wrong(folder, difference));
        }
        let (mut records, bytes) = Records::open(folder)?;
        let (games, whole) = parse(&records.path, &begun, &bytes)?;
        records.cut(whole)?;
        if begun != *plan {
            write_whole(&folder.join(PLAN), &text_of(plan))?;
        }
        Ok((records, games))
    }

    /// Opens the games for this writer alone, with what is in them.
    fn open(folder: &Path) -> Result<(Self, Vec<u8>), ArenaError> {
        let path = folder.join(GAMES);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(ArenaError::file(&path))?;
        if file.try_lock().is_err() {
            return Err(wrong(&path, "another arena is writing to it"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(ArenaError::file(&path))?;
        Ok((Records { file, path }, bytes))
    }

    fn cut(&mut self, length: usize) -> Result<(), ArenaError> {
        let cut = self.file.set_len(length as u64);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(ArenaError::file(&self.path))
    }

    /// Adds a game. The line goes out in one piece, so whoever dies meanwhile
    /// leaves at most one torn line, at the end.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        let mut line = serde_json::to_string(game).expect("plain data has a JSON form");
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(ArenaError::file(&self.path))
    }
}

/// Reads the records in a folder and leaves it as it is.
pub fn read(folder: &Path) -> Result<(Plan, Vec<GameRecord>), ArenaError> {
    let plan = read_plan(folder)?;
    let path = folder.join(GAMES);
    let bytes = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        bytes => bytes.map_err(ArenaError::file(&path))?,
    };
    let (games, _) = parse(&path, &plan, &bytes)?;
    Ok((plan, games))
}

fn read_plan(folder: &Path) -> Result<Plan, ArenaError> {
    let path = folder.join(PLAN);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(wrong(
                folder,
                "holds no records of an arena: there is no arena.json in it",
            ));
        }
        text => text.map_err(ArenaError::file(&path))?,
    };
    check_schema(&path, text.as_bytes())?;
    serde_json::from_str(&text).map_err(|error| wrong(&path, error.to_string()))
}

/// The games in a file, and how much of it they take up: all but a torn end.
fn parse(path: &Path, plan: &Plan, bytes: &[u8]) -> Result<(Vec<GameRecord>, usize), ArenaError> {
    let (mut games, mut met, mut whole) = (Vec::new(), HashSet::new(), 0);
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let is_last = lines.peek().is_none();
        let at_line = |problem: String| wrong(path, format!("line {}: {problem}", number + 1));
        check_schema(path, line)?;
        let game: GameRecord = match serde_json::from_slice(line) {
            Ok(game) if line.ends_with(b"\n") => game,
            Err(error) if !is_last => return Err(at_line(error.to_string())),
            _ => break,
        };
        if (&game.game, &game.rules) != (&plan.game, &plan.rules) {
            let (theirs, ours) = (&game.game, &plan.game);
            return Err(at_line(format!("a game of {theirs} among games of {ours}")));
        }
        let known = |&player: &usize| player < plan.players.len();
        if !game.seats.iter().all(known) {
            return Err(at_line("a player that the plan does not have".to_owned()));
        }
        if !met.insert(game.fixture()) {
            return Err(at_line("a game that is there already".to_owned()));
        }
        games.push(game);
        whole += line.len();
    }
    Ok((games, whole))
}

/// Says so if a document is of another version, whatever else is in it.
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

/// What keeps a tournament from going on as another plan asks; more or fewer
/// games do not.
fn difference(begun: &Plan, asked: &Plan) -> Option<String> {
    let same_but_for_games = Plan { games: begun.games, ..asked.clone() };
    if *begun == same_but_for_games {
        return None;
    }
    let fields = |plan: &Plan| {
        let plan = serde_json::to_value(plan).expect("plain data has a JSON form");
        plan.as_object().cloned().unwrap_or_default()
    };
    let (begun, asked) = (fields(begun), fields(&same_but_for_games));
    let (key, value) = begun.iter().find(|(key, value)| asked.get(*key) != Some(value))?;
    Some(format!("was begun with {key} {value}, and {} was asked for", asked.get(key)?))
}

fn text_of(plan: &Plan) -> String {
    let text = serde_json::to_string_pretty(plan).expect("plain data has a JSON form");
    format!("{text}\n")
}

/// Writes a file so that it is there either as a whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), ArenaError> {
    let beside = path.with_extension("part");
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).map_err(ArenaError::file(path))
}

fn wrong(path: &Path, problem: impl Into<String>) -> ArenaError {
    ArenaError::Folder { path: path.to_owned(), problem: problem.into() }
}
