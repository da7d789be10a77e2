//! Arguments of `arena`, `report`, `replay` and `quality`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use plywood_arena::quality::StudyPlan;
use plywood_arena::{Rank, Shard};
use plywood_registry::read_duration;

use super::shared::Comparison;

/// Play a tournament and print its statistics
#[derive(Args)]
#[command(after_help = "\
In two-player games each opening is played twice, with colours swapped. In one-player games all
players get the same seeds. Games with hidden facts have no random opening moves: their seeds differ.
Elo is relative to the last player. Its 95% intervals come from pairs of games. A clean sweep counts as
if one more game had been drawn, and has a bound on one side only.
The score of a player less that of its opponent is a mean over pairs of games, in the unit of the game.

With three and more seats, two players meet in two line-ups: one player on one seat and the other on
all other seats, and the reverse. Each deal is played in all rotations of both, and 95% intervals are
over deals. A difference is the score of a player less that of the other, each the mean of its seats.
Ctrl-C prints the results so far, with exit status 130.

Examples:
  plywood arena othello --player hard --player easy --games 100 --threads 2
  plywood arena othello --player 'mcts:simulations={100,1000,10000}' --games 60 --out ladder
  plywood arena tetris --player linear --player greedy --rules height=10 --games 50
  plywood arena othello --player hard --player medium --games 2000 --sprt 0,50
  plywood arena othello --player easy --player greedy --player random --rank score
  plywood arena othello --player easy --player random --seed 1 --shard 1/2 --out part-1
  plywood arena othello --player easy --player random --seed 1 --shard 2/2 --out part-2")]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) comparison: Comparison,
    /// Games per pair, an even number; in one-player games, games per player; with three and more
    /// seats, a multiple of twice the seats [default: 100, or the next such number]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) games: Option<u32>,
    /// Write records of all games, the summary and plots to this folder
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: Option<PathBuf>,
    /// Continue the tournament in the folder of --out
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Play one of several parts, such as 2/4, each on a machine of its own; `report` joins the parts
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, requires = "out")]
    pub(crate) shard: Option<Shard>,
    /// The first player meets every other player; the others do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Random moves at the start of each game; one-player games, and games with hidden facts, have none
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = plywood_arena::OPENING)]
    pub(crate) opening: u32,
    #[command(flatten)]
    pub(crate) ranking: RankArgs,
    /// Stop when a sequential test decides between a lead of ELO0 and of ELO1 for the first player
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = elo_pair)]
    pub(crate) sprt: Option<[f64; 2]>,
    /// Cut games after N moves
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: Option<u32>,
}

/// The order of the players.
#[derive(Args)]
pub(crate) struct RankArgs {
    /// Print the players by rank, best first [default: in the order of the command line]
    #[arg(long, value_name = "BY", value_enum)]
    rank: Option<RankBy>,
}

impl RankArgs {
    pub(crate) fn rank(&self) -> Option<Rank> {
        self.rank.map(|by| match by {
            RankBy::Wins => Rank::Wins,
            RankBy::Score => Rank::Score,
        })
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum RankBy {
    /// By Elo; with three and more seats by mean place, in one-player games by games won
    Wins,
    /// By mean score; in two-player games by its difference from the opponent's
    Score,
}

fn elo_pair(text: &str) -> Result<[f64; 2], String> {
    let read = || {
        let (low, high) = text.split_once(',')?;
        Some([low.trim().parse().ok()?, high.trim().parse().ok()?])
    };
    read().ok_or_else(|| "expected two numbers, such as 0,50".to_owned())
}

/// Print the statistics of an arena's records and plot them again
#[derive(Args)]
#[command(after_help = "\
Plays the moves of every recorded game again: a record with another result is an error.

Examples:
  plywood report ladder
  plywood report ladder --rank score
  plywood report part-1 part-2 --out joined")]
pub(crate) struct ReportArgs {
    /// The folder that arena wrote, or the folders of all parts of arena --shard
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Write the joined records of the parts, the summary and plots to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) ranking: RankArgs,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// Step through a recorded game, checking that every move is legal
#[derive(Args)]
#[command(after_help = "\
Reads the games.jsonl of an arena, the output of watch --json, and the files that save writes in
play. On a terminal, Enter shows the next move.

Examples:
  plywood replay ladder/games.jsonl --game 3
  plywood replay game.json --delay 500ms")]
pub(crate) struct ReplayArgs {
    /// The record
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The number of the game in the file, from 1
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = 1, value_parser = at_least_one)]
    pub(crate) game: usize,
    /// Time between moves
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    pub(crate) delay: Option<Duration>,
    /// Print one JSON document instead of boards
    #[arg(long)]
    pub(crate) json: bool,
}

pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a whole number of at least 1".to_owned())
}

/// Measure the decisions of players: consistency, convergence, error of the value
#[derive(Args)]
#[command(after_help = "\
All players decide in the same positions, drawn from games of half random, half greedy moves.
  consistency       share of the seeds that choose the commonest move
  enough            simulations after which 95% of the positions have their final move
  effective moves   exponential of the entropy of the visits: how many moves share them
  standard error    of the value of the chosen move
  correlation       of that value with the result when the player plays all seats to the end
Numbers in brackets are 95% intervals. Players without a search have a consistency only.
The final move is the move chosen with the whole budget. 'over N': N simulations were not enough.
Ctrl-C prints the results so far, with exit status 130.

Examples:
  plywood quality othello --player hard
  plywood quality othello --player 'mcts:simulations={100,1000,10000}' --threads 2 --out quality
  plywood quality klondike --player easy --positions 50 --seeds 10 --seed 7 --json")]
pub(crate) struct QualityArgs {
    #[command(flatten)]
    pub(crate) comparison: Comparison,
    /// Positions that each player decides in
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::POSITIONS,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) positions: u32,
    /// Seeds per position
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::SEEDS,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) seeds: u32,
    /// Write quality.json and plots to this folder
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: Option<PathBuf>,
    /// Cut the games for the correlation after N moves
    #[arg(long, value_name = "N", allow_hyphen_values = true, default_value_t = StudyPlan::MAX_MOVES,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
}
