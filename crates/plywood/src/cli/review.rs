//! Arguments of `review`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use plywood_arena::review::ReviewPlan;
use plywood_registry::{Settings, read_bytes, read_duration};

use super::shared::threads;

/// Review a finished game: the loss and the luck of every move
#[derive(Args)]
#[command(group(ArgGroup::new("what").required(true).multiple(true).args(["file", "position"])))]
#[command(after_help = "\
A player analyses the position before each move as its mover saw it. The loss of a move is the value of
the best move less that of the move played, and 0 if it is not significant. Luck is the change of the value
by facts revealed after a move, such as turned cards or the next piece. Values are in the unit of the
player, exact where a solver knows the endgame. A game that is not finished is reviewed up to its last move.

FILE is a record (arena, watch --json, save in play), the moves of a game as text, or a file that convert
reads. With --position, FILE has the moves from that position; without FILE, the position has moves.
The same seed and simulations give the same review, on any number of threads. Ctrl-C prints what is done,
with exit status 130.

Examples:
  plywood watch othello --player hard --player easy --json | plywood review othello --game -
  plywood review othello --position f5d6c3d3c4f4 --simulations 500
  plywood review othello --game game.json --player expert --time 10s --svg review.svg
  plywood review othello --game ladder/games.jsonl --number 3 --json")]
pub(crate) struct ReviewArgs {
    /// The game
    pub(crate) game: String,
    /// The file with the game; - for stdin
    #[arg(long = "game", value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) file: Option<PathBuf>,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1, value_parser = super::at_least_one)]
    pub(crate) number: usize,
    /// The position from which the moves of the file are played, or the moves themselves
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The rules, as key=value,key=value; a record has its own
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// The player that analyses the positions
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, default_value = ReviewPlan::PLAYER)]
    pub(crate) player: String,
    /// Simulations for each move [default: those of the player]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) simulations: Option<u64>,
    /// Time for the whole game, such as 10s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Memory for the search tree, such as 512MB
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    pub(crate) memory: Option<usize>,
    /// Moves analysed in parallel
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// The seed of the analyses, and of the game if the file does not have it
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = ReviewPlan::SEED)]
    pub(crate) seed: u64,
    /// Write the graph of the values to this file
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub(crate) svg: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
