//! Tournaments in the background.

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use plywood_arena::{ArenaError, GameRecord, OPENING, Plan, Summary, Tournament, Watcher, expand};
use plywood_registry::{BudgetRequest, Games, draw_seed};
use plywood_search::Cancel;
use serde_json::{Value, json};

use crate::pool::{Job, Ticket};
use crate::{ApiError, Event, EventSink, ResourceLimits, lock, request};

/// Plans the requested tournament. A tournament that exceeds the limits is an error.
pub(crate) fn tournament(
    games: &'static Games,
    request: &request::Arena,
    limits: &ResourceLimits,
) -> Result<Tournament<'static>, ApiError> {
    let at_most = |name: &str, max: usize| {
        Err(ApiError::Limit(format!("arena: {name}: expected at most {max}")))
    };
    let rules = limits.read_rules(request.rules.as_deref())?;
    let mut players = Vec::new();
    for text in &request.players {
        players.extend(expand(text).map_err(|error| ApiError::Input(format!("players: {error}")))?);
        if players.len() > limits.arena_players {
            return at_most("players", limits.arena_players);
        }
    }
    if request.games as usize > limits.arena_games {
        return at_most("games", limits.arena_games);
    }
    let seed = request.seed.unwrap_or_else(draw_seed);
    let simulations = request.simulations.map(NonZeroU64::get);
    let asked = BudgetRequest { simulations, ..BudgetRequest::default() };
    let mut memory = None;
    let mut session = games.find(&request.game)?.open(&rules, None, seed)?;
    for text in &players {
        let player = session.seat_player(&limits.read_spec(text)?, seed)?;
        let budget = asked.apply(&session.budget(player));
        let cut = limits.cap(budget.clone());
        let endless = budget.simulations.is_none() && budget.time.is_none();
        if (endless && limits.time.is_some())
            || budget.threads > cut.threads
            || (budget.time.is_some() && budget.time > cut.time)
        {
            return Err(ApiError::Limit(format!("players: {text} would take too long for a move")));
        }
        memory = memory.max((cut.memory < budget.memory).then_some(cut.memory));
    }
    let max_moves = request.max_moves.map(NonZeroU32::get);
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let plan = Plan {
        rules: rules.to_string(),
        opening: OPENING,
        max_moves: max_moves.into_iter().chain(limits.arena_moves).min(),
        budget: BudgetRequest { memory, ..asked },
        ..Plan::new(&request.game, &names, request.games, seed)
    };
    let tournament = Tournament::new(games, plan)?;
    if tournament.fixtures().len() > limits.arena_games {
        return at_most("games of all players together", limits.arena_games);
    }
    Ok(tournament)
}

/// A waiting, running or finished tournament.
pub(crate) struct ArenaJob {
    pub(crate) id: String,
    pub(crate) created: Instant,
    tournament: Tournament<'static>,
    events: EventSink,
    cancel: Cancel,
    total: usize,
    /// Set once the tournament is queued.
    pub(crate) ticket: OnceLock<Ticket>,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    records: Vec<GameRecord>,
    summary: Value,
    finished: bool,
    error: Option<ApiError>,
}

impl ArenaJob {
    pub(crate) fn new(id: String, tournament: Tournament<'static>, events: EventSink) -> Self {
        let summary = json!(Summary::new(&tournament, &[], 0.0));
        ArenaJob {
            id,
            created: Instant::now(),
            total: tournament.fixtures().len(),
            tournament,
            events,
            cancel: Cancel::new(),
            ticket: OnceLock::new(),
            results: Mutex::new(Results { summary, ..Results::default() }),
        }
    }

    /// Returns the document of the results so far.
    pub(crate) fn document(&self) -> Value {
        let results = lock(&self.results);
        json!({
            "arena": self.id,
            "done": results.records.len(),
            "total": self.total,
            "finished": results.finished,
            "summary": results.summary,
            "error": results.error.as_ref().map(ApiError::body),
        })
    }

    /// Returns the games so far, one line of JSON each.
    pub(crate) fn records(&self) -> String {
        let results = lock(&self.results);
        results.records.iter().map(|record| format!("{}\n", json!(record))).collect()
    }

    /// Stops the tournament and keeps the games so far. Returns whether it was unfinished.
    pub(crate) fn stop(&self) -> bool {
        let was_active = !self.is_finished();
        self.cancel.cancel();
        if let Some(ticket) = self.ticket.get() {
            ticket.withdraw();
        }
        was_active
    }

    pub(crate) fn is_finished(&self) -> bool {
        lock(&self.results).finished
    }

    fn event(&self, name: &'static str, is_last: bool, document: Value) -> Event {
        Event { name, subject: self.id.clone(), is_last, document }
    }

    /// Recomputes the summary from `games`.
    fn summarize(&self, games: &[GameRecord], started: Instant) {
        let seconds = started.elapsed().as_secs_f64();
        let summary = json!(Summary::new(&self.tournament, games, seconds));
        lock(&self.results).summary = summary;
    }
}

impl Job for Arc<ArenaJob> {
    fn run(&mut self) -> Event {
        let started = Instant::now();
        let mut watcher = ProgressWatcher { job: self, started, next: started };
        match self.tournament.run(Vec::new(), 1, &self.cancel, &mut watcher) {
            Ok(games) => {
                self.summarize(&games, started);
                let mut results = lock(&self.results);
                (results.records, results.finished) = (games, true);
                drop(results);
                self.event("arena", true, self.document())
            }
            Err(error) => self.failed(error.into()),
        }
    }

    fn queued(&self, place: usize) -> Event {
        self.event("queued", false, json!({"arena": self.id, "place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        let mut results = lock(&self.results);
        (results.error, results.finished) = (Some(error), true);
        drop(results);
        self.event("arena", true, self.document())
    }

    fn send(&self, event: Event) {
        (self.events)(event);
    }
}

/// Minimum time between two summaries.
const SUMMARY_INTERVAL: Duration = Duration::from_millis(300);
/// The pause after a summary is at least this multiple of the time that the summary took.
const SUMMARY_SHARE: u32 = 10;

/// A watcher that sends the results of a tournament so far as events.
struct ProgressWatcher<'a> {
    job: &'a Arc<ArenaJob>,
    started: Instant,
    /// The earliest time of the next summary.
    next: Instant,
}

impl Watcher for ProgressWatcher<'_> {
    fn game_over(&mut self, games: &[GameRecord]) -> Result<(), ArenaError> {
        lock(&self.job.results).records.extend(games.last().cloned());
        let now = Instant::now();
        if now >= self.next {
            self.job.summarize(games, self.started);
            self.job.send(self.job.event("arena", false, self.job.document()));
            self.next = Instant::now() + SUMMARY_INTERVAL.max(now.elapsed() * SUMMARY_SHARE);
        }
        Ok(())
    }
}
