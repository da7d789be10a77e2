//! Arguments of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plywood_registry::{read_bytes, read_duration};
use plywood_search::{Budget, Cancel, Goal};

use super::shared::{Setup, threads};

/// Find the exact result of a position with best play, or whether a puzzle can be solved
#[derive(Args)]
#[command(after_help = "\
Scores are for the side to move. If a limit is reached first, the bounds that are proven by then are
printed, and exact is false in JSON. Without a limit the solver runs to the end: Othello takes about a
second with 22 empty squares, and two to three times as long for each one more.
Klondike is a puzzle if all cards are known: the result is solvable, unsolvable or, at a limit, unknown. The
solution has two letters for a move, from and to: A waste, B clubs, C diamonds, D spades, E hearts, F to L
piles 1 to 7; @ turns the stock. --short looks for a short solution, and says whether it is the shortest.
--file reads positions that may have known results. Othello's format is OBF: a position, fields such as
a2:+38; and % before a name. Klondike's is CSV with a header: deal, and optional id, draw1 and draw3 (solvable or
unsolvable). The limits hold for each position. The output says whether the solver agrees with the file.
With --json each position is a document on a line of its own.
\"stopped by\" is proven when the goal is reached, else nodes, time, memory or cancelled. The solutions of Klondike end within
the 1000 commands of a game; a position without such a solution is unsolvable.
Without --position, Klondike deals from --seed.
Ctrl-C prints the bounds so far, with exit status 130.

Examples:
  plywood solve klondike --position seed:7 --rules draw=1
  plywood solve klondike --seed 7 --json
  plywood solve klondike --position seed:7 --short --time 10s --json
  plywood solve klondike --file deals.csv --time 10s --memory 2GB --threads 2
  plywood solve othello --file positions.obf
  plywood solve othello --position f5d6c3d3c4f4 --time 100ms --json
  plywood solve othello --position f5d6c3d3c4f4 --wld --nodes 1000000 --threads 2
  plywood solve othello --file positions.obf --memory 256MB --json")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) setup: Setup,
    /// Solve the positions of a file
    #[arg(long, value_name = "FILE", allow_hyphen_values = true, conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// Find only whether the side to move wins, draws or loses, which takes less time
    #[arg(long)]
    pub(crate) wld: bool,
    /// Find a solution of a puzzle with few moves, the fewest if the limits allow
    #[arg(long, conflicts_with = "wld")]
    pub(crate) short: bool,
    /// Time per position, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    time: Option<Duration>,
    /// Nodes per position: positions that the search reaches by a move
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for the table of known positions, such as 64MB; small endgames use less [default: 1GiB]
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    memory: Option<usize>,
    /// Threads that search one position, or the number of puzzles of a file solved at once
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    pub(crate) fn goal(&self) -> Goal {
        match (self.wld, self.short) {
            (true, _) => Goal::Outcome,
            (_, true) => Goal::FewestMoves,
            _ => Goal::Score,
        }
    }

    pub(crate) fn budget(&self, cancel: Cancel) -> Budget {
        let mut budget = Budget::unlimited().with_threads(self.threads).with_cancel(cancel);
        (budget.simulations, budget.time) = (self.nodes, self.time);
        budget.memory = self.memory.unwrap_or(budget.memory);
        budget
    }
}
