//! Tournaments in the background.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::ControlFlow;
use std::sync::Arc;

use plywood_arena::{GameRecord, OPENING, Plan, Summary, Tournament};
use plywood_registry::Games;
use serde_json::{Value, json};

use crate::background::{Background, Kind, Progress, Work};
use crate::background_store::BackgroundStore;
use crate::lineup::{LineupRequest, at_most};
use crate::{ApiError, ResourceLimits, request};

/// Plans the requested tournament. A tournament that exceeds the limits is an error.
pub(crate) fn tournament(
    games: &Games,
    request: &request::Arena,
    limits: &ResourceLimits,
) -> Result<Tournament, ApiError> {
    at_most("arena: games", request.games as usize, limits.arena_games)?;
    if let (Some(opening), Some(max)) = (request.opening, limits.arena_moves) {
        at_most("arena: opening", opening, max)?;
    }
    let lineup = LineupRequest {
        method: "arena",
        game: &request.game,
        rules: request.rules.as_deref(),
        players: &request.players,
        simulations: request.simulations.map(NonZeroU64::get),
        seed: request.seed,
    };
    let lineup = lineup.read(games, limits)?;
    let max_moves = request.max_moves.map(NonZeroU32::get);
    let plan = Plan {
        opening: request.opening.unwrap_or(OPENING),
        max_moves: max_moves.into_iter().chain(limits.arena_moves).min(),
        rank: request.rank,
        ..Plan::new(&request.game, &lineup.specs(), request.games, lineup.seed)
    };
    let plan = Plan { rules: lineup.rules, budget: lineup.budget, ..plan };
    let tournament = Tournament::new(games, plan)?;
    let all = tournament.fixtures().len();
    at_most("arena: games of all players together", all, limits.arena_games)?;
    Ok(tournament)
}

/// A background task that plays a tournament and keeps the records of its games.
pub(crate) struct PlayTournament {
    pub(crate) tournament: Tournament,
    pub(crate) store: Arc<BackgroundStore>,
}

impl PlayTournament {
    /// Keeps a game if there is room for its record.
    fn keep(&self, task: &Background, game: GameRecord) -> Result<(), ApiError> {
        if !self.store.make_room(game.memory()) {
            let problem = "stopped: the records of all tournaments together reached the limit";
            return Err(ApiError::Limit(problem.to_owned()));
        }
        task.records.add(game);
        Ok(())
    }
}

impl Work for PlayTournament {
    const KIND: Kind = Kind::Tournament;

    fn total(&self) -> usize {
        self.tournament.fixtures().len()
    }

    fn empty_summary(&self) -> Value {
        json!(Summary::new(&self.tournament, &[], 0.0))
    }

    fn run(&self, task: &Background, progress: &mut Progress<'_>) -> Result<(), ApiError> {
        let summarize = |seconds: f64| {
            task.records.with_games(|games| json!(Summary::new(&self.tournament, games, seconds)))
        };
        let mut done = 0;
        let mut kept = Ok(());
        let played = self.tournament.play_all(1, &task.cancel, |game| {
            // After an error, the worker may finish another game before it notices the `Break`.
            // That game is ignored.
            if kept.is_ok() {
                kept = self.keep(task, game);
            }
            if kept.is_err() {
                return ControlFlow::Break(());
            }
            done += 1;
            progress.report(done, summarize);
            ControlFlow::Continue(())
        });
        progress.summarize(summarize);
        kept?;
        Ok(played?)
    }
}

#[cfg(test)]
mod tests {
    use plywood_arena::Rank;
    use plywood_registry::BudgetRequest;

    use super::*;

    /// Returns the plan of a requested tournament under these limits.
    fn plan(request: Value, limits: &ResourceLimits) -> Result<Plan, String> {
        let mut games = Games::default();
        games.add(plywood_othello::entry());
        games.add(plywood_klondike::entry());
        let request = serde_json::from_value(request).expect("a request for a tournament");
        let tournament = tournament(&games, &request, limits);
        tournament.map(|tournament| tournament.plan).map_err(|error| error.to_string())
    }

    #[test]
    fn a_tournament_has_what_was_requested() {
        let request = json!({
            "game": "klondike", "rules": "draw=1", "players": ["{easy,medium}"], "games": 3,
            "seed": 7, "simulations": 20, "max_moves": 50, "opening": 3, "rank": "score",
        });
        let planned = plan(request, &ResourceLimits::for_program()).unwrap();
        let budget = BudgetRequest { simulations: Some(20), ..BudgetRequest::default() };
        let expected = Plan {
            rules: "draw=1".to_owned(),
            max_moves: Some(50),
            budget,
            opening: 3,
            rank: Some(Rank::Score),
            ..Plan::new("klondike", &["easy", "medium"], 3, 7)
        };
        assert_eq!(planned, expected);
    }

    #[test]
    fn openings_have_a_limit_and_a_default() {
        let limits = ResourceLimits::for_http();
        let max = limits.arena_moves.unwrap();
        let plan = |opening: Value| {
            let request = json!({"game": "klondike", "players": ["easy"], "games": 2,
                                 "opening": opening});
            plan(request, &limits).map(|plan| plan.opening)
        };
        assert_eq!(plan(Value::Null), Ok(OPENING));
        assert_eq!(plan(json!(max)), Ok(max));
        let refused = format!("arena: opening: expected at most {max}");
        assert_eq!(plan(json!(max + 1)), Err(refused));
    }

    #[test]
    fn a_tournament_is_cut_to_the_limits() {
        let limits = ResourceLimits::for_http();
        let plan = |max_moves: u32| {
            let request = json!({"game": "othello", "players": ["easy", "random"], "games": 2,
                                 "max_moves": max_moves});
            plan(request, &limits).unwrap()
        };
        assert_eq!(plan(1_000_000).max_moves, limits.arena_moves);
        assert_eq!(plan(50).max_moves, Some(50));
        assert_eq!(plan(50).budget.memory, Some(limits.memory));
    }

    #[test]
    fn limits_of_players_and_games_are_inclusive() {
        let mut limits = ResourceLimits::for_http();
        (limits.arena_players, limits.arena_games) = (3, 6);
        let with = |players: &str, games: u32| {
            let request = json!({"game": "othello", "players": [players], "games": games});
            plan(request, &limits).map(|plan| plan.players.len())
        };
        assert_eq!(with("{random,greedy,easy}", 2), Ok(3));
        assert_eq!(with("{random,greedy}", 6), Ok(2));
        let refused = |players, games| with(players, games).unwrap_err();
        assert_eq!(refused("{random,greedy,easy,medium}", 2), "arena: players: expected at most 3");
        assert_eq!(refused("{random,greedy}", 8), "arena: games: expected at most 6");
        assert_eq!(
            refused("{random,greedy,easy}", 4),
            "arena: games of all players together: expected at most 6"
        );
    }
}
