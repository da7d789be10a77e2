//! Arguments of `plywood train`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use plywood_registry::Settings;

/// Train a player; a run that was stopped can be resumed
#[derive(Args)]
#[command(after_help = "\
The folder gets the best weights so far, a checkpoint, metrics.csv and curves.svg.
Training a network needs a program built with the cargo feature `train`.

Examples:
  plywood train tetris --features compact4 --moves 2000000 --seed 1 --out run
  plywood train tetris --features compact4 --moves 2000000 --out run --resume
  plywood train tetris --method cem --rules height=8,randomizer=uniform,end=strict --out weights")]
pub(crate) struct TrainArgs {
    /// The game: tetris
    pub(crate) game: String,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// dqn: a network by deep Q-learning; cem: linear weights by the cross-entropy method
    #[arg(long, value_enum, default_value_t = Method::Dqn)]
    pub(crate) method: Method,
    /// With dqn, what the network sees: design29 or compact4 [default: design29]
    #[arg(long, value_name = "F", allow_hyphen_values = true)]
    pub(crate) features: Option<String>,
    /// With dqn, what a network learns to expect: lines, or nothing but to survive [default: lines]
    #[arg(long, value_enum)]
    pub(crate) rewards: Option<RewardsOf>,
    /// With dqn, moves that a network is trained for [default: 2000000]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) moves: Option<u64>,
    /// With cem, generations [default: 40]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) generations: Option<u64>,
    /// The folder of the run
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    pub(crate) out: PathBuf,
    /// Go on from the last checkpoint in the folder
    #[arg(long)]
    pub(crate) resume: bool,
    /// The seed of all chance; drawn and shown when left out
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Print one JSON document at the end
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrainArgs {
    /// An option that was given and belongs to the other method, with its own.
    pub(crate) fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let given: &[(&'static str, bool)] = match self.method {
            Method::Cem => &[
                ("--features", self.features.is_some()),
                ("--rewards", self.rewards.is_some()),
                ("--moves", self.moves.is_some()),
            ],
            Method::Dqn => &[("--generations", self.generations.is_some())],
        };
        let owner = match self.method {
            Method::Cem => "dqn",
            Method::Dqn => "cem",
        };
        given.iter().find(|(_, given)| *given).map(|(option, _)| (*option, owner))
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
