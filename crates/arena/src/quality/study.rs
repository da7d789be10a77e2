//! A study: the players to measure and the positions where they are measured.

use std::ops::ControlFlow;

use plywood_registry::{BudgetRequest, Games};
use plywood_search::Cancel;

use super::measurement::Measurement;
use super::positions;
use crate::ArenaError;
use crate::lineup::Lineup;
use crate::parallel::work_through;
use crate::start::Start;

/// The plan of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyPlan {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as `key=value,key=value`.
    pub rules: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Positions at which each player is measured.
    pub positions: u32,
    /// Decisions at each position, each with its own seed.
    pub seeds: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Maximum number of moves played from a position. Longer games are cut off.
    pub max_moves: u32,
    /// Limits for each decision, which replace those of the players' default budgets.
    pub budget: BudgetRequest,
}

impl StudyPlan {
    /// Default number of positions.
    pub const POSITIONS: u32 = 20;
    /// Default number of seeds.
    pub const SEEDS: u32 = 5;
    /// Default of `max_moves`: more moves than most games have. A limit is needed because some
    /// games never end.
    pub const MAX_MOVES: u32 = 500;

    /// Returns a plan with the defaults of the command line.
    pub fn new(game: &str, players: &[&str], seed: u64) -> Self {
        StudyPlan {
            game: game.to_owned(),
            rules: String::new(),
            players: players.iter().map(|&spec| spec.to_owned()).collect(),
            positions: StudyPlan::POSITIONS,
            seeds: StudyPlan::SEEDS,
            seed,
            max_moves: StudyPlan::MAX_MOVES,
            budget: BudgetRequest::default(),
        }
    }
}

/// A validated plan with its positions.
pub struct Study {
    /// The plan.
    pub plan: StudyPlan,
    pub(super) lineup: Lineup,
    pub(super) positions: Vec<Start>,
}

/// A measurement to make: the indices of a position and of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Task {
    pub(super) position: usize,
    pub(super) player: usize,
}

impl Study {
    /// Validates a plan and draws its positions.
    pub fn new(games: &Games, plan: StudyPlan) -> Result<Self, ArenaError> {
        let lineup = Lineup::new(games, &plan.game, &plan.rules, &plan.players)?;
        let positions = positions::draw(&lineup, plan.seed, plan.positions)?;
        Ok(Study { plan, lineup, positions })
    }

    /// Returns the number of measurements: one for each player and position.
    pub fn size(&self) -> usize {
        self.positions.len() * self.plan.players.len()
    }

    /// Makes all measurements in `threads` threads. After each measurement, calls `done` with all
    /// measurements so far, in the order in which they ended.
    ///
    /// Returns the measurements in the order of positions and players; only the finished
    /// measurements if `cancel` is cancelled.
    pub fn run(
        &self,
        threads: usize,
        cancel: &Cancel,
        done: &mut dyn FnMut(&[Measurement]),
    ) -> Result<Vec<Measurement>, ArenaError> {
        let players = 0..self.plan.players.len();
        // Measures all players at a position before the next, so a cancelled study is balanced.
        let tasks: Vec<Task> = (0..self.positions.len())
            .flat_map(|position| players.clone().map(move |player| Task { position, player }))
            .collect();
        let mut measured: Vec<Measurement> = Vec::new();
        let measure = |&task: &Task, stop: &Cancel| self.measure(task, stop);
        work_through(&tasks, threads, cancel, measure, |measurement| {
            measured.push(measurement);
            done(&measured);
            Ok(ControlFlow::Continue(()))
        })?;
        measured.sort_by_key(|measurement| measurement.task);
        Ok(measured)
    }
}
