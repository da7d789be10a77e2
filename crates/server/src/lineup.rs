//! The game and the players of a tournament or a study, checked against the limits.

use std::fmt::Display;

use plywood_arena::expand;
use plywood_registry::{BudgetRequest, Games, draw_seed};

use crate::{ApiError, ResourceLimits};

/// The fields that requests for tournaments and studies have in common.
pub(crate) struct LineupRequest<'a> {
    pub(crate) method: &'static str,
    pub(crate) game: &'a str,
    pub(crate) rules: Option<&'a str>,
    pub(crate) players: &'a [String],
    pub(crate) simulations: Option<u64>,
    pub(crate) seed: Option<u64>,
}

/// The validated rules, players, seed and budget of a tournament or a study.
pub(crate) struct Lineup {
    pub(crate) rules: String,
    pub(crate) players: Vec<String>,
    pub(crate) seed: u64,
    /// The requested budget of a decision, with its memory reduced to the limit.
    pub(crate) budget: BudgetRequest,
}

impl LineupRequest<'_> {
    /// Reads the rules and the players. Too many players, and players that exceed the limits, are an
    /// error.
    pub(crate) fn read(&self, games: &Games, limits: &ResourceLimits) -> Result<Lineup, ApiError> {
        let rules = limits.read_rules(self.rules)?;
        let what = format!("{}: players", self.method);
        let mut players = Vec::new();
        for text in self.players {
            let expanded = expand(text);
            players.extend(expanded.map_err(|error| ApiError::Input(format!("players: {error}")))?);
            at_most(&what, players.len(), limits.arena_players)?;
        }
        let seed = self.seed.unwrap_or_else(draw_seed);
        let asked = BudgetRequest { simulations: self.simulations, ..BudgetRequest::default() };
        let mut memory = None;
        let mut session = games.find(self.game)?.open(&rules, None, seed)?;
        for text in &players {
            let player = session.seat_player(&limits.read_spec(text)?, seed)?;
            let budget = asked.apply(&session.budget(player));
            let cut = limits.cap(budget.clone());
            let cut = cut.map_err(|error| ApiError::Limit(format!("players: {text}: {error}")))?;
            let endless = budget.simulations.is_none() && budget.time.is_none();
            let is_cut = budget.time.is_some() && budget.time > cut.time;
            if (endless && limits.time.is_some()) || is_cut {
                let problem = format!("players: {text} would take too long for a move");
                return Err(ApiError::Limit(problem));
            }
            memory = memory.max((cut.memory < budget.memory).then_some(cut.memory));
        }
        let budget = BudgetRequest { memory, ..asked };
        Ok(Lineup { rules: rules.to_string(), players, seed, budget })
    }
}

impl Lineup {
    /// Returns the specs of the players.
    pub(crate) fn specs(&self) -> Vec<&str> {
        self.players.iter().map(String::as_str).collect()
    }
}

/// Returns an error if a number of a request exceeds its limit. `what` names the number.
pub(crate) fn at_most<T: Copy + PartialOrd + Display>(
    what: &str,
    given: T,
    max: T,
) -> Result<(), ApiError> {
    match given > max {
        true => Err(ApiError::Limit(format!("{what}: expected at most {max}"))),
        false => Ok(()),
    }
}
