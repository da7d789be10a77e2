//! Arguments of `solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use plywood_registry::{read_bytes, read_duration};
use plywood_search::{Budget, Cancel, Goal};

use super::shared::{Setup, threads};

/// Find the exact result of a position with best play
#[derive(Args)]
#[command(after_help = "\
Scores are for the side to move. If a limit is reached first, the bounds that are proven by then are
printed, and exact is false in JSON. Without a limit the solver runs to the end: Othello takes about a
second with 22 empty squares, and two to three times as long for each one more.
--file reads positions that may have known scores; Othello's format is OBF: a position, fields such as
a2:+38; and % before a name. The limits hold for each position. The output says whether the solver
agrees with the scores. With --json each position is a document on a line of its own.
Ctrl-C prints the bounds so far, with exit status 130.

Examples:
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
    /// Time per position, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    time: Option<Duration>,
    /// Nodes per position: positions that the search reaches by a move
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for the table of known positions, such as 64MB; small endings use less [default: 1GiB]
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    memory: Option<usize>,
    /// Threads that search one position
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    pub(crate) fn goal(&self) -> Goal {
        if self.wld { Goal::Outcome } else { Goal::Score }
    }

    pub(crate) fn budget(&self, cancel: Cancel) -> Budget {
        let mut budget = Budget::unlimited().with_threads(self.threads).with_cancel(cancel);
        (budget.simulations, budget.time) = (self.nodes, self.time);
        budget.memory = self.memory.unwrap_or(budget.memory);
        budget
    }
}
