//! Arguments of the commands that compare players, and show how it went.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plywood_arena::quality::StudyPlan;
use plywood_registry::{BudgetRequest, Settings, read_bytes, read_duration};

use super::threads;

/// A game and the players that are compared in it.
#[derive(Args)]
pub(crate) struct Field {
    /// The game
    pub(crate) game: String,
    /// A player; {a,b} in it stands for several
    #[arg(long = "player", value_name = "SPEC", allow_hyphen_values = true, required = true)]
    pub(crate) players: Vec<String>,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// The seed of all chance; drawn and shown when left out
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
}

/// A tournament with statistics
#[derive(Args)]
#[command(after_help = "\
Players of a game of two meet in pairs of games from the same opening, colours swapped; players
of a game of one play the same deals. Elo is relative to the last player; its 95% intervals come
from the pairs, and a clean sweep, counted as if one more game had been drawn, has one bound.

Examples:
  plywood arena othello --player hard --player easy --games 100 --threads 2
  plywood arena othello --player 'mcts:simulations={100,1000,10000}' --games 60 --out ladder
  plywood arena tetris --player linear --player greedy --rules height=10 --games 50
  plywood arena othello --player hard --player medium --games 2000 --sprt 0,50")]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) field: Field,
    /// Games of each pair, an even number; of each player where one plays alone
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 100)]
    pub(crate) games: u32,
    /// Keep every game, the summary and plots in this folder
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the games in the folder
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// The first player meets the others, and they do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Random moves from which the games of two begin
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = plywood_arena::OPENING)]
    pub(crate) opening: u32,
    /// Stop as soon as it is decided whether the first is ELO0 or ELO1 above the second
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elo_pair)]
    pub(crate) sprt: Option<[f64; 2]>,
    /// Cut games after so many moves
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: Option<u32>,
    #[command(flatten)]
    pub(crate) decision: DecisionArgs,
    /// Games played at once
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a decision may cost where `--threads` counts something else.
#[derive(Args)]
pub(crate) struct DecisionArgs {
    /// Simulations a decision
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Time a decision, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    time: Option<Duration>,
    /// Memory for each tree, such as 512MB
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    memory: Option<usize>,
}

impl DecisionArgs {
    pub(crate) fn request(&self) -> BudgetRequest {
        let DecisionArgs { simulations, time, memory } = *self;
        BudgetRequest { simulations, time, memory, threads: None }
    }
}

fn elo_pair(text: &str) -> Result<[f64; 2], String> {
    let read = || {
        let (low, high) = text.split_once(',')?;
        Some([low.trim().parse().ok()?, high.trim().parse().ok()?])
    };
    read().ok_or_else(|| "expected two numbers, such as 0,50".to_owned())
}

/// Statistics and plots again from an arena's records
#[derive(Args)]
#[command(after_help = "Example: plywood report ladder")]
pub(crate) struct ReportArgs {
    /// The folder that an arena wrote
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Step through a recorded game, checking that it is legal
#[derive(Args)]
#[command(after_help = "\
Reads games.jsonl of an arena, what watch --json printed, and what save wrote in play. At a
terminal Enter goes to the next move.

Examples:
  plywood replay ladder/games.jsonl --game 3
  plywood replay game.json --delay 500ms")]
pub(crate) struct ReplayArgs {
    /// The record
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1, value_parser = at_least_one)]
    pub(crate) game: usize,
    /// Time between moves
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print one JSON document at the end instead of boards
    #[arg(long)]
    pub(crate) json: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a whole number of at least 1".to_owned())
}

/// How good a player's decisions are: is its choice steady, and its value honest?
#[derive(Args)]
#[command(after_help = "\
All players are asked about the same positions, drawn from games of half random, half greedy moves.
  consistency       share of the seeds that choose the commonest move
  enough            simulations from which on 95% of the positions have their final move
  effective moves   over how many moves the visits are spread: exp of their entropy
  standard error    of the chosen move's value
  correlation       of the value with the result, when the player plays on for all seats
What is in brackets is a 95% interval. Players that do not search have the first alone.
The final move is the one that the whole budget leads to; 'over N' means that less was not enough.

Examples:
  plywood quality othello --player hard
  plywood quality othello --player 'mcts:simulations={100,1000,10000}' --threads 2 --out quality
  plywood quality klondike --player easy --positions 50 --seeds 10 --seed 7 --json")]
pub(crate) struct QualityArgs {
    #[command(flatten)]
    pub(crate) field: Field,
    /// Positions that each player is asked about
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::POSITIONS,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// Seeds with which it is asked about each
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::SEEDS,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) seeds: u32,
    /// Write quality.json and plots into this folder
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: Option<PathBuf>,
    /// Cut games that are played on after so many moves
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::MAX_MOVES,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
    #[command(flatten)]
    pub(crate) decision: DecisionArgs,
    /// Positions at once
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
