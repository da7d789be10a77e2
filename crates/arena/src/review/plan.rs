//! The plan of a review, and the reviewed game.

use std::sync::Arc;
use std::time::Duration;

use plywood_registry::{BudgetRequest, GameEntry, Games, Session, Settings, Spec};
use plywood_search::Budget;

use crate::ArenaError;
use crate::error::Field;

/// The plan of a review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewPlan {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as `key=value,key=value`.
    pub rules: String,
    /// The start position; `None` for that of `game_seed`.
    pub position: Option<String>,
    /// The seed of the game.
    pub game_seed: u64,
    /// The moves from the start position.
    pub moves: Vec<String>,
    /// Whether the game ended by a resignation or a forfeit, so that the last position counts as its end.
    pub ended: bool,
    /// Whether the game ended by a forfeit, so that the last position does not determine the result.
    pub forfeited: bool,
    /// The seats whose moves are reviewed; `None` for all.
    pub seats: Option<Vec<u8>>,
    /// The spec of the player that analyses the positions.
    pub player: String,
    /// The seed of the analyses.
    pub seed: u64,
    /// Simulations for each move; `None` for the default.
    pub simulations: Option<u64>,
    /// Time for the whole game; `None` for no limit.
    pub time: Option<Duration>,
    /// Memory of an analysis, in bytes; `None` for the default.
    pub memory: Option<usize>,
}

impl ReviewPlan {
    /// The default player.
    pub const PLAYER: &str = "hard";
    /// The default seed.
    pub const SEED: u64 = 1;

    /// Returns the plan of a review of a game without moves, with the defaults of the command line.
    pub fn new(game: &str) -> Self {
        ReviewPlan {
            game: game.to_owned(),
            rules: String::new(),
            position: None,
            game_seed: 0,
            moves: Vec::new(),
            ended: false,
            forfeited: false,
            seats: None,
            player: ReviewPlan::PLAYER.to_owned(),
            seed: ReviewPlan::SEED,
            simulations: None,
            time: None,
            memory: None,
        }
    }
}

/// A validated plan.
pub struct Review {
    /// The plan, with all moves in the standard notation.
    pub plan: ReviewPlan,
    pub(super) entry: Arc<dyn GameEntry>,
    rules: Settings,
    pub(super) spec: Spec,
    /// The unit of the player's values.
    pub(super) unit: String,
    /// The budget of the analysis of one move.
    pub budget: Budget,
    /// The seat of each move.
    pub(super) movers: Vec<u8>,
    /// The result of each seat on the scale of `base + value`; `None` if the game is not over, was forfeited, or if
    /// values of different positions are not comparable.
    pub(super) results: Option<Vec<f64>>,
    /// Whether the game is over.
    pub(super) is_over: bool,
}

impl Review {
    /// Validates a plan: all moves must be legal. An error names the move and its number.
    pub fn new(games: &Games, mut plan: ReviewPlan) -> Result<Self, ArenaError> {
        let entry = games.find(&plan.game).map_err(Field::Game.invalid())?;
        let rules: Settings = plan.rules.parse().map_err(Field::Rules.invalid())?;
        let spec: Spec = plan.player.parse().map_err(Field::Player.invalid())?;
        entry.open(&rules, None, plan.game_seed).map_err(Field::Rules.invalid())?;
        let start = entry.open(&rules, plan.position.as_deref(), plan.game_seed);
        let mut session = start.map_err(Field::Position.invalid())?;
        if plan.moves.is_empty() {
            return Err(Field::Moves.error("the game has no moves to review"));
        }
        let mut movers = Vec::with_capacity(plan.moves.len());
        for (index, mv) in plan.moves.iter_mut().enumerate() {
            let number = index + 1;
            let Some(mover) = session.seat() else {
                let problem = format!("move {number}: `{mv}`: the game is over before it");
                return Err(Field::Moves.error(problem));
            };
            let played = session.play(mv);
            *mv = played.map_err(|error| Field::Moves.error(format!("move {number}: {error}")))?;
            movers.push(mover);
        }
        let seats = entry.seats().len() as u8;
        if let Some(seat) = plan.seats.iter().flatten().find(|&&seat| seat >= seats) {
            return Err(Field::Seat.error(format!("{seat}: expected at most {}", seats - 1)));
        }
        let player = session.seat_player(&spec, plan.seed).map_err(Field::Player.invalid())?;
        if session.is_omniscient(player) {
            return Err(Field::Player.error(format!(
                "{spec} sees hidden facts, and a review judges by what the mover knew"
            )));
        }
        // A stuck game counts as over: every player resigns if no move can improve the result.
        let is_over = session.seat().is_none() || plan.ended || session.stuck();
        let result = |seat| session.worth(player, seat).map(|worth| worth.result);
        // The result of a forfeit does not follow from a position, so it has no value on the player's scale.
        let has_results = is_over && !plan.forfeited;
        let results = has_results.then(|| (0..seats).map(result).collect::<Option<Vec<f64>>>());
        let own = session.budget(player);
        let default = entry.review().simulations.filter(|_| plan.time.is_none());
        let asked = BudgetRequest {
            simulations: plan.simulations.or(default),
            time: plan.time,
            memory: plan.memory,
            threads: Some(1),
        };
        let budget = asked.apply(&own).with_stop_early(false).with_analyse(true);
        let (unit, results) = (session.unit(player).to_owned(), results.flatten());
        Ok(Review { plan, entry, rules, spec, unit, budget, movers, results, is_over })
    }

    /// Opens the game at its start.
    pub(super) fn open(&self) -> Result<Box<dyn Session>, ArenaError> {
        let ReviewPlan { position, game_seed, .. } = &self.plan;
        let opened = self.entry.open(&self.rules, position.as_deref(), *game_seed);
        opened.map_err(Field::Position.invalid())
    }

    /// Returns whether the move is reviewed.
    pub(super) fn includes(&self, ply: usize) -> bool {
        let seats = self.plan.seats.as_ref();
        seats.is_none_or(|seats| seats.contains(&self.movers[ply]))
    }

    /// Returns the plies of the moves that are reviewed.
    pub(super) fn plies(&self) -> Vec<usize> {
        (0..self.movers.len()).filter(|&ply| self.includes(ply)).collect()
    }

    /// Returns the ply of the next decision of the seat that moves at `ply`; `None` if it does not decide again.
    pub(super) fn next_decision(&self, ply: usize) -> Option<usize> {
        (ply + 1..self.movers.len()).find(|&later| self.movers[later] == self.movers[ply])
    }
}
