//! The folder of a tournament: its plan, and every game as it ends.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywood_registry::document::SCHEMA;

use crate::{ArenaError, GameRecord, Plan, Tournament};

const PLAN: &str = "arena.json";
const GAMES: &str = "games.jsonl";
/// The extension of a file that is being written.
const PART: &str = "part";

/// The records of a tournament, open for more.
#[derive(Debug)]
pub struct Records {
    file: File,
    path: PathBuf,
}

/// Records that are gone on with.
#[derive(Debug)]
pub struct Resumed {
    /// The records, open for more.
    pub records: Records,
    /// The games that were there and belong to the plan.
    pub games: Vec<GameRecord>,
    /// How many bytes of a line were dropped that was being written when its
    /// writer died.
    pub dropped: usize,
}

impl Records {
    /// Begins records in a folder that is empty or not there yet.
    pub fn begin(folder: &Path, tournament: &Tournament) -> Result<Self, ArenaError> {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
        if !is_empty(folder)? {
            let problem = if folder.join(PLAN).exists() {
                "holds the records of an arena: add --resume to go on with it, or name another folder"
            } else {
                "is not empty: expected a new or an empty folder"
            };
            return Err(wrong(folder, problem));
        }
        write_whole(&folder.join(PLAN), &text_of(&tournament.plan))?;
        let (records, _) = Records::open(folder)?;
        Ok(records)
    }

    /// Goes on with the records in a folder. One that is empty or not there
    /// yet is begun.
    pub fn resume(folder: &Path, tournament: &Tournament) -> Result<Resumed, ArenaError> {
        if is_empty(folder)? {
            let records = Records::begin(folder, tournament)?;
            return Ok(Resumed { records, games: Vec::new(), dropped: 0 });
        }
        let (begun, plan) = (read_plan(folder)?, &tournament.plan);
        if let Some(difference) = difference(&begun, plan) {
            return Err(wrong(folder, difference));
        }
        let (mut records, bytes) = Records::open(folder)?;
        let (games, whole) = parse(&records.path, tournament, &bytes)?;
        records.cut(whole)?;
        if begun != *plan {
            write_whole(&folder.join(PLAN), &text_of(plan))?;
        }
        Ok(Resumed { records, games, dropped: bytes.len() - whole })
    }

    /// Opens the games for this writer alone, with what is in them.
    fn open(folder: &Path) -> Result<(Self, Vec<u8>), ArenaError> {
        let path = folder.join(GAMES);
        if path.exists() {
            check_regular(&path)?;
        }
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

/// Whether a folder is not there, or holds nothing but what a writer left
/// that died while it began.
fn is_empty(folder: &Path) -> Result<bool, ArenaError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        entries => entries.map_err(ArenaError::file(folder))?,
    };
    let mut names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    Ok(names.all(|name| Path::new(&name) == Path::new(PLAN).with_extension(PART)))
}

/// Pipes and devices may never end, or never begin.
fn check_regular(path: &Path) -> Result<(), ArenaError> {
    let metadata = fs::metadata(path).map_err(ArenaError::file(path))?;
    if metadata.is_file() { Ok(()) } else { Err(wrong(path, "is not a regular file")) }
}

/// Reads the plan in a folder.
pub fn read_plan(folder: &Path) -> Result<Plan, ArenaError> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Err(wrong(folder, "holds no records of an arena: there is no arena.json in it"));
    }
    check_regular(&path)?;
    let text = fs::read(&path).map_err(ArenaError::file(&path))?;
    check_schema(&path, &text)?;
    serde_json::from_slice(&text).map_err(|error| wrong(&path, error.to_string()))
}

/// Reads the games in the folder of a tournament, and leaves it as it is.
pub fn read(folder: &Path, tournament: &Tournament) -> Result<Vec<GameRecord>, ArenaError> {
    let path = folder.join(GAMES);
    if !path.exists() {
        return Ok(Vec::new());
    }
    check_regular(&path)?;
    let bytes = fs::read(&path).map_err(ArenaError::file(&path))?;
    Ok(parse(&path, tournament, &bytes)?.0)
}

/// The games in a file that belong to the plan, and how much of the file is
/// lines of games: all but a torn end.
fn parse(
    path: &Path,
    tournament: &Tournament,
    bytes: &[u8],
) -> Result<(Vec<GameRecord>, usize), ArenaError> {
    let (mut games, mut met, mut whole) = (Vec::new(), HashSet::new(), 0);
    for (number, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let at_line = |problem: String| wrong(path, format!("line {}: {problem}", number + 1));
        if !line.ends_with(b"\n") && begins_like_a_record(line) {
            break;
        }
        check_schema(path, line)?;
        let game: GameRecord =
            serde_json::from_slice(line).map_err(|error| at_line(error.to_string()))?;
        if let Some(problem) = tournament.problem_of(&game) {
            return Err(at_line(problem));
        }
        if !met.insert(game.fixture()) {
            return Err(at_line("a game that is there already".to_owned()));
        }
        if tournament.is_planned(&game) {
            games.push(game);
        }
        whole += line.len();
    }
    Ok((games, whole))
}

/// Whether a line without an end is what is left of a record.
fn begins_like_a_record(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"schema\":";
    let length = line.len().min(BEGINNING.len());
    line[..length] == BEGINNING[..length]
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

/// Writes files into a folder, and says which.
pub(crate) fn write_all<N: AsRef<Path>>(
    folder: &Path,
    files: Vec<(N, String)>,
) -> Result<Vec<PathBuf>, ArenaError> {
    let write = |(name, text): (N, String)| {
        let path = folder.join(name);
        write_whole(&path, &text)?;
        Ok(path)
    };
    files.into_iter().map(write).collect()
}

/// Writes a file so that it is there either as a whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), ArenaError> {
    let beside = path.with_extension(PART);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).map_err(ArenaError::file(path))
}

fn wrong(path: &Path, problem: impl Into<String>) -> ArenaError {
    ArenaError::Folder { path: path.to_owned(), problem: problem.into() }
}
