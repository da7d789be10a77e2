//! `plywood convert`: files of games and positions in other formats.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use plywood_files::{read_bounded, write_atomically};
use plywood_registry::{FormatInfo, GameEntry, Games, InputError};

use crate::cli::ConvertArgs;
use crate::failure::{Failure, InArgument};
use crate::output::Output;

/// Maximum size of an input, in bytes.
const MAX_INPUT: u64 = 64 << 20;

pub(crate) fn run(games: &Games, args: &ConvertArgs, out: &mut Output) -> Result<(), Failure> {
    let entry = games.find(&args.game).in_argument("GAME")?;
    if entry.formats().is_empty() {
        let with_formats = games.iter().filter(|entry| !entry.formats().is_empty());
        let valid = with_formats.map(|entry| entry.name()).collect::<Vec<_>>().join(", ");
        let valid = if valid.is_empty() { "there are none" } else { &*valid };
        let name = entry.name();
        return Err(Failure::Input(format!(
            "GAME: {name} has no file formats; games with some: {valid}"
        )));
    }
    // Checks the names of the formats before reading: reading from a terminal waits for the user.
    let from = args.from.as_deref().map(|name| find(&*entry, name, |format| format.reads));
    let from = from.transpose().in_argument("--from")?;
    let to = find(&*entry, &args.to, |format| format.writes).in_argument("--to")?;
    let input = named(args.input.as_ref());
    let bytes = read(input)?;
    let place = input.map_or_else(|| "stdin".to_owned(), |path| path.display().to_string());
    let Some(from) = from.or_else(|| entry.guess_format(&bytes)) else {
        let problem = format!("--from: the format of {place} is not clear; name it");
        return Err(Failure::Input(problem));
    };
    let converted = entry.convert(&bytes, from, to).in_argument(&format!("--in: {place}"))?;
    match named(args.output.as_ref()) {
        None => out.write_all(converted.text.as_bytes())?,
        Some(path) => {
            write_atomically(path, converted.text.as_bytes()).context("--out")?;
            let (count, path) = (converted.count, path.display());
            writeln!(out, "{count} converted from {from} to {to}, wrote {path}")?;
        }
    }
    Ok(())
}

/// Returns the file that an option names; `None` if it is left out or `-`.
fn named(path: Option<&PathBuf>) -> Option<&Path> {
    path.map(PathBuf::as_path).filter(|path| path.as_os_str() != "-")
}

/// Finds the format `name` among those of the game for which `fits` is true, and returns its name. If there is
/// none, returns an error with the valid names.
fn find(
    entry: &dyn GameEntry,
    name: &str,
    fits: fn(&FormatInfo) -> bool,
) -> Result<&'static str, InputError> {
    let formats = || entry.formats().iter().filter(|format| fits(format)).map(|format| format.name);
    formats().find(|other| *other == name).ok_or_else(|| InputError::UnknownName {
        kind: "format",
        name: name.to_owned(),
        valid: formats().map(str::to_owned).collect(),
    })
}

fn read(input: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let Some(path) = input else {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(MAX_INPUT + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_INPUT {
            let problem = format!("--in: stdin has more than {MAX_INPUT} bytes");
            return Err(Failure::Input(problem));
        }
        return Ok(bytes);
    };
    read_bounded(path, MAX_INPUT).map_err(|error| Failure::Input(format!("--in: {error}")))
}
