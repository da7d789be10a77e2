//! Arguments that several commands share.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plywood_registry::{
    BudgetRequest, GameEntry, Games, Settings, read_bytes, read_duration, read_threads,
};

use crate::failure::{Failure, InArgument};

/// A game, its rules and its seed.
#[derive(Args)]
pub(crate) struct GameArgs {
    /// The game
    pub(crate) game: String,
    /// The rules, as key=value,key=value
    #[arg(long, value_name = "R", default_value = "", allow_hyphen_values = true)]
    pub(crate) rules: Settings,
    /// The seed of all randomness; drawn and shown when left out
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
}

/// A game and the position to start from.
#[derive(Args)]
pub(crate) struct Setup {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position to start from, in the game's notation
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

/// One game, or all of them.
#[derive(Args)]
pub(crate) struct ListArgs {
    /// The game; all games when left out
    game: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl ListArgs {
    pub(crate) fn chosen(&self, games: &Games) -> Result<Vec<Arc<dyn GameEntry>>, Failure> {
        match &self.game {
            Some(name) => Ok(vec![games.find(name).in_argument("GAME")?]),
            None => Ok(games.iter().cloned().collect()),
        }
    }
}

/// The budget of a decision, without threads: `arena` and `quality` use `--threads` for parallel
/// games or positions. Flags override the keys of a spec.
#[derive(Args)]
pub(crate) struct DecisionArgs {
    /// Simulations per decision
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = clap::value_parser!(u64).range(1..))]
    simulations: Option<u64>,
    /// Time per decision, such as 500ms, 2s or 1m
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = read_duration)]
    time: Option<Duration>,
    /// Memory for the search tree, such as 512MB
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = read_bytes)]
    memory: Option<usize>,
}

impl DecisionArgs {
    pub(crate) fn request(&self) -> BudgetRequest {
        let DecisionArgs { simulations, time, memory } = *self;
        BudgetRequest { simulations, time, memory, threads: None }
    }
}

/// The budget of a decision.
#[derive(Args)]
pub(crate) struct BudgetArgs {
    #[command(flatten)]
    decision: DecisionArgs,
    /// Trees searched in parallel
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads)]
    threads: Option<usize>,
}

impl BudgetArgs {
    pub(crate) fn request(&self) -> BudgetRequest {
        BudgetRequest { threads: self.threads, ..self.decision.request() }
    }
}

/// Players of one game that are compared.
#[derive(Args)]
pub(crate) struct Comparison {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A player; {a,b} in a spec stands for several players
    #[arg(long = "player", value_name = "SPEC", allow_hyphen_values = true, required = true)]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) decision: DecisionArgs,
    /// Games or positions worked on in parallel
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = threads, default_value_t = 1)]
    pub(crate) threads: usize,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    read_threads(text).ok_or_else(|| "expected a whole number from 1 to 1024".to_owned())
}
