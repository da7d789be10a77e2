//! Arguments of `convert`.

use std::path::PathBuf;

use clap::{Args, Command};
use plywood_registry::{FormatInfo, Games};

/// Convert files of games and positions from one format to another
#[derive(Args)]
#[command(after_help = "\
A conversion keeps what both formats can carry. A format of positions gets the last
position of a game. Without --from the format is guessed from the contents.

Examples:
  plywood convert othello --in games.ggf --to transcript
  plywood convert othello --from wthor --to ggf --in WTH_2024.wtb --out games.ggf
  echo '1. f5 d6 2. c3' | plywood convert othello --to board")]
pub(crate) struct ConvertArgs {
    /// The game
    pub(crate) game: String,
    /// The format of the input; guessed when left out
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    pub(crate) from: Option<String>,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    pub(crate) to: String,
    /// The file to read; stdin when left out or -
    #[arg(long = "in", value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) input: Option<PathBuf>,
    /// The file to write; stdout when left out or -
    #[arg(long = "out", value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) output: Option<PathBuf>,
}

/// Lists the formats of the games in the help.
pub(crate) fn list_formats(convert: Command, games: &Games) -> Command {
    let line = |format: &FormatInfo| {
        let only = match (format.reads, format.writes) {
            (true, false) => "; only --from",
            (false, true) => "; only --to",
            _ => "",
        };
        format!("  {:<12}{}{only}\n", format.name, format.summary)
    };
    let list = games.iter().filter(|game| !game.formats().is_empty()).map(|game| {
        let lines: String = game.formats().iter().map(line).collect();
        format!("Formats of {}:\n{lines}\n", game.title())
    });
    let list: String = list.collect();
    let help = convert.get_after_help().map(ToString::to_string).unwrap_or_default();
    convert.after_help(format!("{list}{help}"))
}
