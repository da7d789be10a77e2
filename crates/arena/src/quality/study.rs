//! A study: which players are measured, at which positions.

use plywood_registry::{BudgetRequest, GameEntry, Games, Settings, Spec};
use plywood_search::Cancel;

use super::measurement::Measurement;
use super::positions::{self, Position};
use crate::ArenaError;
use crate::lineup::{Contestant, Lineup};
use crate::parallel::{Then, work_through};

/// A study as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Positions that each player is asked about.
    pub positions: u32,
    /// How often it is asked about each, with a seed of its own.
    pub seeds: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// Moves after which a game that is played on is cut.
    pub max_moves: u32,
    /// What a decision may cost, where that is not left to the players.
    pub budget: BudgetRequest,
}

impl Plan {
    /// Positions, unless asked otherwise.
    pub const POSITIONS: u32 = 20;
    /// Seeds, unless asked otherwise.
    pub const SEEDS: u32 = 5;
    /// Longer than most games, and short enough for those that never end.
    pub const MAX_MOVES: u32 = 500;

    /// A plan with the defaults of the command line.
    pub fn new(game: &str, players: &[&str], seed: u64) -> Self {
        Plan {
            game: game.to_owned(),
            rules: String::new(),
            players: players.iter().map(|&spec| spec.to_owned()).collect(),
            positions: Plan::POSITIONS,
            seeds: Plan::SEEDS,
            seed,
            max_moves: Plan::MAX_MOVES,
            budget: BudgetRequest::default(),
        }
    }
}

/// A plan that was found to make sense, with its positions drawn.
pub struct Study<'a> {
    pub(super) plan: Plan,
    pub(super) entry: &'a dyn GameEntry,
    pub(super) rules: Settings,
    pub(super) specs: Vec<Spec>,
    /// Whether each player sees what is hidden.
    pub(super) seeing: Vec<bool>,
    /// What each player's values count.
    pub(super) units: Vec<&'static str>,
    /// The simulations that each player may spend on a decision, where it is not time.
    pub(super) simulations: Vec<Option<u64>>,
    pub(super) positions: Vec<Position>,
}

/// One player at one position, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Task {
    pub(super) position: usize,
    pub(super) player: usize,
}

impl<'a> Study<'a> {
    /// Checks a plan against the games that there are.
    pub fn new(games: &'a Games, plan: Plan) -> Result<Self, ArenaError> {
        let Lineup { entry, rules, players } =
            Lineup::new(games, &plan.game, &plan.rules, &plan.players)?;
        let simulations = |player: &Contestant| {
            let budget = plan.budget.apply(&player.budget);
            budget.simulations.filter(|_| budget.time.is_none())
        };
        let simulations = players.iter().map(simulations).collect();
        let seeing = players.iter().map(|player| player.seeing).collect();
        let units = players.iter().map(|player| player.unit).collect();
        let specs = players.into_iter().map(|player| player.spec).collect();
        let positions = positions::draw(entry, &rules, plan.seed, plan.positions)?;
        Ok(Study { plan, entry, rules, specs, seeing, units, simulations, positions })
    }

    /// What was asked for.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many measurements there will be: one for each player and position.
    pub fn size(&self) -> usize {
        self.positions.len() * self.specs.len()
    }

    /// Makes all measurements, `threads` at once, and gives them back in the
    /// order of positions and players. `done` is told how many there are.
    /// Ends early, with what there is, when it is cancelled.
    pub fn run(
        &self,
        threads: usize,
        cancel: &Cancel,
        done: &mut dyn FnMut(usize),
    ) -> Result<Vec<Measurement>, ArenaError> {
        let players = 0..self.specs.len();
        // All players at a position before the next, so that any beginning is balanced.
        let tasks: Vec<Task> = (0..self.positions.len())
            .flat_map(|position| players.clone().map(move |player| Task { position, player }))
            .collect();
        let mut measured: Vec<Measurement> = Vec::new();
        let measure = |&task: &Task, stop: &Cancel| self.measure(task, stop);
        work_through(&tasks, threads, cancel, measure, |measurement| {
            measured.push(measurement);
            done(measured.len());
            Ok(Then::GoOn)
        })?;
        measured.sort_by_key(|measurement| measurement.task);
        Ok(measured)
    }
}
