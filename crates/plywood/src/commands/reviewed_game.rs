//! The game that `plywood review` reads: a record, moves as text, or a file in one of the game's formats.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use plywood_arena::review::ReviewPlan;
use plywood_files::read_bounded;
use plywood_registry::{GameEntry, InputError, ReadGame, Settings};

use super::recorded::Recorded;
use crate::cli::ReviewArgs;
use crate::failure::{Failure, InArgument};

/// Maximum size of a file, in bytes: room for many games of an arena.
const LARGEST_FILE: u64 = 1 << 30;

/// Reads the game to review.
pub(super) fn read(entry: &dyn GameEntry, args: &ReviewArgs) -> Result<ReviewPlan, Failure> {
    let plan = ReviewPlan {
        rules: args.rules.to_string(),
        game_seed: args.seed,
        ..ReviewPlan::new(&args.game)
    };
    let Some(file) = &args.file else {
        let text = args.position.as_deref().unwrap_or_default();
        let ReadGame { from, moves } =
            entry.read(&args.rules, text, args.seed).in_argument("--position")?;
        if moves.is_empty() {
            let problem = "the position has no moves to review; name a file with --game";
            return Err(Failure::Input(format!("--position: {problem}")));
        }
        return Ok(ReviewPlan { position: from, moves, ..plan });
    };
    let in_file =
        |problem: String| Failure::Input(format!("--game: {}: {problem}", file.display()));
    let bytes = bytes(file)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        return of_record(entry, &bytes, args, plan).map_err(in_file);
    }
    let game = of_text(entry, &bytes, args).map_err(in_file)?;
    let position = args.position.clone().or(game.from);
    Ok(ReviewPlan { position, moves: game.moves, ..plan })
}

fn bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    if file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(LARGEST_FILE).read_to_end(&mut bytes)?;
        return Ok(without_mark(bytes));
    }
    let bytes = read_bounded(file, LARGEST_FILE);
    bytes.map(without_mark).map_err(|error| Failure::Input(format!("--game: {error}")))
}

/// Removes the byte order mark that some editors write before UTF-8 text.
fn without_mark(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    bytes
}

fn of_record(
    entry: &dyn GameEntry,
    bytes: &[u8],
    args: &ReviewArgs,
    plan: ReviewPlan,
) -> Result<ReviewPlan, String> {
    let recorded = Recorded::read(bytes, args.number)?;
    let number = args.number;
    if recorded.game != args.game {
        let (found, game) = (&recorded.game, &args.game);
        return Err(format!("game {number}: expected a game of {game}, found one of {found}"));
    }
    let rules: Settings =
        recorded.rules.parse().map_err(|error| format!("game {number}: rules: {error}"))?;
    if !plan.rules.is_empty() && complete(entry, &args.rules) != complete(entry, &rules) {
        let (found, asked) = (&recorded.rules, &plan.rules);
        return Err(format!("game {number}: --rules asks for `{asked}`, the record has `{found}`"));
    }
    Ok(ReviewPlan {
        moves: recorded.moves().cloned().collect(),
        ended: recorded.resigned() || recorded.forfeit().is_some(),
        forfeited: recorded.forfeit().is_some(),
        rules: recorded.rules,
        position: args.position.clone().or(recorded.from),
        game_seed: recorded.seed,
        ..plan
    })
}

/// Returns the values of all rules of the game, with defaults for those that `rules` does not set, and of all other
/// keys in `rules`. Equal rules give equal maps, even if they are written in different orders or with and without
/// default values.
fn complete(entry: &dyn GameEntry, rules: &Settings) -> BTreeMap<String, Option<String>> {
    let defaults = entry.rules().iter().map(|rule| (&*rule.name, rule.default.as_deref()));
    let given = rules.keys().map(|key| (key, rules.get(key)));
    let owned = |(key, value): (&str, Option<&str>)| (key.to_owned(), value.map(str::to_owned));
    defaults.chain(given).map(owned).collect()
}

/// Reads the moves of a game as text, played from `--position` if there is one, or a game in one of the game's file
/// formats.
fn of_text(entry: &dyn GameEntry, bytes: &[u8], args: &ReviewArgs) -> Result<ReadGame, String> {
    let read = match (str::from_utf8(bytes), &args.position) {
        (Ok(text), Some(position)) => {
            let session = entry.open(&args.rules, Some(position), args.seed);
            let moves = session.and_then(|session| session.read_moves(text));
            moves.map(|moves| ReadGame { from: None, moves })
        }
        (Ok(text), None) if args.number == 1 => entry.read(&args.rules, text, args.seed),
        _ => Err(InputError::NotOffered("expected the record of a game or its moves".to_owned())),
    };
    match read {
        Ok(game) if !game.moves.is_empty() => Ok(game),
        Ok(_) => Err("expected the moves of a game, found a position".to_owned()),
        Err(error) => converted(entry, bytes, args).unwrap_or_else(|| Err(error.to_string())),
    }
}

/// Reads one game of a file in one of the game's formats; `None` if no format fits the file.
fn converted(
    entry: &dyn GameEntry,
    bytes: &[u8],
    args: &ReviewArgs,
) -> Option<Result<ReadGame, String>> {
    let from = entry.guess_format(bytes)?;
    let mut problem = format!("the {from} file has no moves");
    for to in entry.formats().iter().filter(|format| format.writes && format.name != from) {
        let converted = match entry.convert(bytes, from, to.name) {
            Ok(converted) => converted,
            Err(error) => {
                problem = error.to_string();
                continue;
            }
        };
        // A format of moves has a line for each game.
        let lines: Vec<&str> = converted.text.lines().collect();
        let Some(line) = lines.get(args.number - 1).filter(|_| lines.len() == converted.count)
        else {
            continue;
        };
        match entry.read(&args.rules, line, args.seed) {
            Ok(game) if !game.moves.is_empty() => return Some(Ok(game)),
            _ => {}
        }
    }
    Some(Err(problem))
}
