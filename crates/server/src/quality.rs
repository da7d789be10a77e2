//! Studies of players in the background.

use std::num::NonZeroU64;

use plywood_arena::quality::{Measurement, Study, StudyPlan, StudySummary};
use plywood_registry::Games;
use serde_json::{Value, json};

use crate::background::{Background, Kind, Progress, Work};
use crate::lineup::{LineupRequest, at_most};
use crate::{ApiError, ResourceLimits, request};

/// Default number of positions: half of the command line's, since a person waits for the plots.
const POSITIONS: u32 = 10;
/// Default number of seeds.
const SEEDS: u32 = 4;
/// Minimum number of seeds: one decision cannot show whether the choice depends on the seed.
const MIN_SEEDS: u32 = 2;

/// A background task that measures the decisions of players.
pub(crate) struct MeasurePlayers(Study);

impl MeasurePlayers {
    /// Plans the requested study. A study that exceeds the limits is an error.
    pub(crate) fn new(
        games: &Games,
        request: &request::Quality,
        limits: &ResourceLimits,
    ) -> Result<Self, ApiError> {
        let at_least = |name: &str, given: usize, min: u32| match given < min as usize {
            true => Err(ApiError::Input(format!("quality: {name}: expected at least {min}"))),
            false => Ok(()),
        };
        let positions = request.positions.unwrap_or(POSITIONS);
        let seeds = request.seeds.unwrap_or(SEEDS);
        at_least("players", request.players.len(), 1)?;
        at_least("positions", positions as usize, 1)?;
        at_least("seeds", seeds as usize, MIN_SEEDS)?;
        at_most("quality: positions", positions, limits.study_positions)?;
        at_most("quality: seeds", seeds, limits.study_seeds)?;
        let lineup = LineupRequest {
            method: "quality",
            game: &request.game,
            rules: request.rules.as_deref(),
            players: &request.players,
            simulations: request.simulations.map(NonZeroU64::get),
            seed: request.seed,
        };
        let lineup = lineup.read(games, limits)?;
        let plan = StudyPlan {
            positions,
            seeds,
            ..StudyPlan::new(&request.game, &lineup.specs(), lineup.seed)
        };
        let plan = StudyPlan { rules: lineup.rules, budget: lineup.budget, ..plan };
        Ok(MeasurePlayers(Study::new(games, plan)?))
    }

    fn summary(&self, measured: &[Measurement], seconds: f64) -> Value {
        json!(StudySummary::new(&self.0, measured, seconds))
    }
}

impl Work for MeasurePlayers {
    const KIND: Kind = Kind::Study;

    fn total(&self) -> usize {
        self.0.size()
    }

    fn empty_summary(&self) -> Value {
        self.summary(&[], 0.0)
    }

    fn run(&self, task: &Background, progress: &mut Progress<'_>) -> Result<(), ApiError> {
        let measured = self.0.run(1, &task.cancel, &mut |measured| {
            progress.report(measured.len(), |seconds| self.summary(measured, seconds));
        })?;
        progress.summarize(|seconds| self.summary(&measured, seconds));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the plan of a requested study under these limits.
    fn plan(request: Value, limits: &ResourceLimits) -> Result<StudyPlan, String> {
        let mut games = Games::default();
        games.add(plywood_othello::entry());
        games.add(plywood_klondike::entry());
        let request = serde_json::from_value(request).expect("a request for a study");
        let study = MeasurePlayers::new(&games, &request, limits);
        study.map(|MeasurePlayers(study)| study.plan).map_err(|error| error.to_string())
    }

    #[test]
    fn a_study_has_what_was_requested() {
        let request = json!({
            "game": "klondike", "rules": "draw=1", "players": ["{easy,medium}"], "positions": 3,
            "seeds": 2, "seed": 7, "simulations": 20,
        });
        let planned = plan(request, &ResourceLimits::for_program()).unwrap();
        let mut expected = StudyPlan {
            rules: "draw=1".to_owned(),
            positions: 3,
            seeds: 2,
            ..StudyPlan::new("klondike", &["easy", "medium"], 7)
        };
        expected.budget.simulations = Some(20);
        assert_eq!(planned, expected);
    }

    #[test]
    fn a_study_has_defaults_and_is_cut_to_the_limits() {
        let limits = ResourceLimits::for_http();
        let planned = plan(json!({"game": "othello", "players": ["easy"]}), &limits).unwrap();
        assert_eq!((planned.positions, planned.seeds), (POSITIONS, SEEDS));
        assert_eq!(planned.budget.memory, Some(limits.memory));
    }

    #[test]
    fn limits_of_players_positions_and_seeds_are_inclusive() {
        let mut limits = ResourceLimits::for_http();
        (limits.arena_players, limits.study_positions, limits.study_seeds) = (2, 3, 4);
        let with = |players: &str, positions: u32, seeds: u32| {
            let request = json!({"game": "othello", "players": [players], "positions": positions,
                                 "seeds": seeds});
            plan(request, &limits).map(|plan| (plan.players.len(), plan.positions, plan.seeds))
        };
        assert_eq!(with("{random,greedy}", 3, 4), Ok((2, 3, 4)));
        assert_eq!(with("random", 1, MIN_SEEDS), Ok((1, 1, MIN_SEEDS)));
        for (players, positions, seeds, problem) in [
            ("{random,greedy,easy}", 3, 4, "quality: players: expected at most 2"),
            ("random", 4, 4, "quality: positions: expected at most 3"),
            ("random", 3, 5, "quality: seeds: expected at most 4"),
            ("random", 0, 4, "quality: positions: expected at least 1"),
            ("random", 3, 1, "quality: seeds: expected at least 2"),
        ] {
            assert_eq!(with(players, positions, seeds), Err(problem.to_owned()));
        }
        let none = plan(json!({"game": "othello", "players": []}), &limits);
        assert_eq!(none, Err("quality: players: expected at least 1".to_owned()));
    }
}
