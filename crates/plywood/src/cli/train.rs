//! Arguments of `plywood train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywood_registry::Settings;

/// Train a player; an interrupted run can be resumed
#[derive(Args)]
#[command(after_help = "\
The folder gets the best weights so far, a checkpoint, metrics.csv and curves.svg. A resumed run
writes the same files as an uninterrupted one. With cem, --resume and more --generations extend a
finished run. Ctrl-C ends the run with exit status 130; finished rounds are saved. Training a
network needs a program built with the cargo feature `train`.

Examples:
  plywood train tetris --features compact4 --moves 2000000 --seed 1 --out run
  plywood train tetris --features compact4 --moves 2000000 --out run --resume
  plywood train tetris --method cem --rules height=8,randomizer=uniform,end=strict --out weights
  plywood train tetris --method cem --rules height=8,randomizer=uniform,end=strict --out weights \\
    --resume --generations 60")]
pub(crate) struct TrainArgs {
    /// The game: tetris
    pub(crate) game: String,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// dqn: a network by deep Q-learning; cem: linear weights by the cross-entropy method
    #[arg(long, value_enum, default_value_t = Method::Dqn)]
    pub(crate) method: Method,
    /// With dqn, the inputs of the network: design29 or compact4 [default: design29]
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    pub(crate) features: Option<String>,
    /// With dqn, the rewards: for lines, or only for surviving [default: lines]
    #[arg(long, value_enum)]
    pub(crate) rewards: Option<RewardsOf>,
    /// With dqn, moves of the whole run [default: 2000000, or as the resumed run]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) moves: Option<u64>,
    /// With cem, generations of the whole run [default: 40, or as the resumed run]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) generations: Option<u64>,
    /// The folder of the run
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: PathBuf,
    /// Continue from the checkpoint in the folder; the other options must be the same
    #[arg(long)]
    pub(crate) resume: bool,
    /// The random seed [default: drawn and shown, or as the resumed run]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Print one JSON document at the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrainArgs {
    /// Returns the first given option that only the other method takes, and the name of that method.
    pub(crate) fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let (owner, options): (_, &[_]) = match self.method {
            Method::Dqn => ("cem", &[("--generations", self.generations.is_some())]),
            Method::Cem => (
                "dqn",
                &[
                    ("--features", self.features.is_some()),
                    ("--rewards", self.rewards.is_some()),
                    ("--moves", self.moves.is_some()),
                ],
            ),
        };
        options.iter().find(|(_, given)| *given).map(|&(option, _)| (option, owner))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RewardsOf {
    Lines,
    Survival,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    Dqn,
    Cem,
}
