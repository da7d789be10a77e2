//! Tournaments in the background.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use plywood_arena::{ArenaError, GameRecord, OPENING, Plan, Summary, Tournament, Watcher, expand};
use plywood_registry::{BudgetRequest, Games, draw_seed};
use plywood_search::Cancel;
use serde_json::{Value, json};

use crate::lock::lock;
use crate::opening::{read_rules, read_spec};
use crate::pool::{Job, Ticket};
use crate::report::{Report, Reporter};
use crate::{ApiError, Limits, request};

/// A tournament as it is remembered.
pub(crate) struct Arena {
    pub(crate) id: String,
    pub(crate) created: Instant,
    cancel: Cancel,
    /// By which it waits for its turn.
    ticket: OnceLock<Ticket>,
    total: usize,
    standing: Mutex<Standing>,
}

#[derive(Default)]
struct Standing {
    records: Vec<GameRecord>,
    summary: Value,
    finished: bool,
    problem: Option<ApiError>,
}

impl Arena {
    pub(crate) fn new(id: String, tournament: &Tournament) -> Self {
        let standing =
            Standing { summary: json!(Summary::new(tournament, &[], 0.0)), ..Standing::default() };
        Arena {
            id,
            created: Instant::now(),
            cancel: Cancel::new(),
            ticket: OnceLock::new(),
            total: tournament.fixtures().len(),
            standing: Mutex::new(standing),
        }
    }

    /// How it stands.
    pub(crate) fn document(&self) -> Value {
        let standing = lock(&self.standing);
        json!({
            "arena": self.id,
            "done": standing.records.len(),
            "total": self.total,
            "finished": standing.finished,
            "summary": standing.summary,
            "error": standing.problem.as_ref().map(ApiError::body),
        })
    }

    /// The games so far, a line of JSON each.
    pub(crate) fn records(&self) -> String {
        let standing = lock(&self.standing);
        standing.records.iter().map(|record| format!("{}\n", json!(record))).collect()
    }

    /// Remembers by which ticket it waits.
    pub(crate) fn hold_ticket(&self, ticket: Ticket) {
        // It waits once.
        let _ = self.ticket.set(ticket);
    }

    /// Ends it: with the games so far, or without any if its turn has not come.
    pub(crate) fn stop(&self) {
        self.cancel.cancel();
        if let Some(ticket) = self.ticket.get() {
            ticket.take_back();
        }
    }

    pub(crate) fn is_finished(&self) -> bool {
        lock(&self.standing).finished
    }
}

/// A tournament within the limits.
pub(crate) fn tournament(
    games: &'static Games,
    request: &request::Arena,
    limits: &Limits,
) -> Result<Tournament<'static>, ApiError> {
    let rules = read_rules(request.rules.as_deref(), limits)?;
    let mut players = Vec::new();
    for text in &request.players {
        players.extend(expand(text).map_err(|error| ApiError::Input(format!("players: {error}")))?);
        if players.len() > limits.arena_players {
            let most = limits.arena_players;
            return Err(ApiError::Limit(format!("players: expected at most {most}")));
        }
    }
    if request.games as usize > limits.arena_games {
        let most = limits.arena_games;
        return Err(ApiError::Limit(format!("games: expected at most {most}")));
    }
    if request.simulations == Some(0) || request.max_moves == Some(0) {
        return Err(ApiError::Input("simulations and max_moves: expected at least 1".to_owned()));
    }
    let seed = request.seed.unwrap_or_else(draw_seed);
    let asked = BudgetRequest { simulations: request.simulations, ..BudgetRequest::default() };
    let mut memory = None;
    let mut session = games.find(&request.game)?.open(&rules, None, seed)?;
    for text in &players {
        let player = session.seat_player(&read_spec(text, limits)?, seed)?;
        let budget = asked.apply(&session.budget(player));
        let given = limits.cap(budget.clone());
        let endless = budget.simulations.is_none() && budget.time.is_none();
        if (endless && limits.time.is_some())
            || budget.threads > given.threads
            || (budget.time.is_some() && budget.time > given.time)
        {
            return Err(ApiError::Limit(format!("players: {text} would take too long for a move")));
        }
        memory = memory.max((given.memory < budget.memory).then_some(given.memory));
    }
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let plan = Plan {
        rules: rules.to_string(),
        opening: OPENING,
        max_moves: match (request.max_moves, limits.arena_moves) {
            (Some(asked), Some(most)) => Some(asked.min(most)),
            (asked, most) => asked.or(most),
        },
        budget: BudgetRequest { memory, ..asked },
        ..Plan::new(&request.game, &names, request.games, seed)
    };
    let tournament = Tournament::new(games, plan)?;
    let total = tournament.fixtures().len();
    if total > limits.arena_games {
        let most = limits.arena_games;
        return Err(ApiError::Limit(format!("these are {total} games: expected at most {most}")));
    }
    Ok(tournament)
}

/// Plays a tournament.
pub(crate) struct Tourney {
    pub(crate) tournament: Tournament<'static>,
    pub(crate) arena: Arc<Arena>,
    pub(crate) reporter: Arc<dyn Reporter>,
}

impl Tourney {
    fn report(&self, event: &'static str, is_last: bool, document: Value) -> Report {
        Report { event, about: self.arena.id.clone(), is_last, document }
    }

    fn end(&self, problem: Option<ApiError>) -> Report {
        let mut standing = lock(&self.arena.standing);
        standing.finished = true;
        standing.problem = problem;
        drop(standing);
        self.report("arena", true, self.arena.document())
    }
}

impl Job for Tourney {
    fn run(&mut self) -> Report {
        let started = Instant::now();
        let mut teller = Teller { tourney: self, started, next: started };
        let played = self.tournament.run(Vec::new(), 1, &self.arena.cancel, &mut teller);
        match played {
            Ok(games) => {
                let seconds = started.elapsed().as_secs_f64();
                let summary = Summary::new(&self.tournament, &games, seconds);
                let mut standing = lock(&self.arena.standing);
                (standing.records, standing.summary) = (games, json!(summary));
                drop(standing);
                self.end(None)
            }
            Err(error) => self.end(Some(error.into())),
        }
    }

    fn tell(&self, report: Report) {
        self.reporter.report(report);
    }

    fn wait_at(&self, place: usize) {
        let document = json!({"arena": self.arena.id, "place": place});
        self.tell(self.report("queued", false, document));
    }

    fn fail(&self, error: ApiError) {
        self.tell(self.end(Some(error)));
    }
}

/// The least time between two summaries.
const EVERY: Duration = Duration::from_millis(300);
/// Summing up takes at most one part in so many.
const SHARE: u32 = 10;

/// Tells how a tournament stands.
struct Teller<'a> {
    tourney: &'a Tourney,
    started: Instant,
    next: Instant,
}

impl Watcher for Teller<'_> {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        let arena = &self.tourney.arena;
        lock(&arena.standing).records.extend(games.last().cloned());
        let now = Instant::now();
        if now >= self.next {
            let seconds = self.started.elapsed().as_secs_f64();
            let summary = json!(Summary::new(&self.tourney.tournament, games, seconds));
            lock(&arena.standing).summary = summary;
            self.tourney.tell(self.tourney.report("arena", false, arena.document()));
            self.next = Instant::now() + EVERY.max(now.elapsed() * SHARE);
        }
        Ok(())
    }
}
