//! Tournaments in the background.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use plywood_arena::{GameRecord, OPENING, Plan, Summary, Tournament, expand};
use plywood_registry::{BudgetRequest, Games, draw_seed};
use plywood_search::Cancel;
use serde_json::{Value, json};

use crate::arenas::ArenaStore;
use crate::pool::{Job, Ticket};
use crate::{ApiError, Event, EventSink, ResourceLimits, lock, request};

/// Plans the requested tournament. A tournament that exceeds the limits is an error.
pub(crate) fn tournament(
    games: &Games,
    request: &request::Arena,
    limits: &ResourceLimits,
) -> Result<Tournament, ApiError> {
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
    if let (Some(opening), Some(max)) = (request.opening, limits.arena_moves)
        && opening > max
    {
        return at_most("opening", max as usize);
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
        let cut = cut.map_err(|error| ApiError::Limit(format!("players: {text}: {error}")))?;
        let endless = budget.simulations.is_none() && budget.time.is_none();
        if (endless && limits.time.is_some()) || (budget.time.is_some() && budget.time > cut.time) {
            return Err(ApiError::Limit(format!("players: {text} would take too long for a move")));
        }
        memory = memory.max((cut.memory < budget.memory).then_some(cut.memory));
    }
    let max_moves = request.max_moves.map(NonZeroU32::get);
    let names: Vec<&str> = players.iter().map(String::as_str).collect();
    let plan = Plan {
        rules: rules.to_string(),
        opening: request.opening.unwrap_or(OPENING),
        max_moves: max_moves.into_iter().chain(limits.arena_moves).min(),
        budget: BudgetRequest { memory, ..asked },
        rank: request.rank,
        ..Plan::new(&request.game, &names, request.games, seed)
    };
    let tournament = Tournament::new(games, plan)?;
    if tournament.fixtures().len() > limits.arena_games {
        return at_most("games of all players together", limits.arena_games);
    }
    Ok(tournament)
}

/// A waiting, running or finished tournament.
pub(crate) struct Arena {
    pub(crate) id: String,
    pub(crate) created: Instant,
    cancel: Cancel,
    total: usize,
    /// Set once the tournament is queued.
    pub(crate) ticket: OnceLock<Ticket>,
    /// The games so far. Only the tournament's own thread adds games.
    records: RwLock<Vec<GameRecord>>,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    /// The number of games played.
    done: usize,
    /// The memory of the records.
    record_bytes: usize,
    /// Whether the records were dropped.
    dropped: bool,
    summary: Value,
    finished: bool,
    error: Option<ApiError>,
}

impl Arena {
    /// Returns the document of the results so far.
    pub(crate) fn document(&self) -> Value {
        let results = lock(&self.results);
        json!({
            "arena": self.id,
            "done": results.done,
            "total": self.total,
            "finished": results.finished,
            "dropped": results.dropped,
            "summary": results.summary,
            "error": results.error.as_ref().map(ApiError::body),
        })
    }

    /// Returns the record of a game as a line of JSON; `None` behind the last game so far. Dropped
    /// records are an error.
    pub(crate) fn record_line(&self, index: usize) -> Result<Option<String>, ApiError> {
        let records = self.records.read().unwrap_or_else(PoisonError::into_inner);
        let line = records.get(index).map(|record| {
            serde_json::to_string(record).expect("plain data has a JSON form") + "\n"
        });
        match line {
            None if lock(&self.results).dropped => Err(ApiError::Dropped(self.id.clone())),
            line => Ok(line),
        }
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

    /// Returns the memory of the records.
    pub(crate) fn record_bytes(&self) -> usize {
        lock(&self.results).record_bytes
    }

    fn add(&self, record: GameRecord, bytes: usize) {
        self.records.write().unwrap_or_else(PoisonError::into_inner).push(record);
        let mut results = lock(&self.results);
        results.done += 1;
        results.record_bytes += bytes;
    }

    /// Drops the records of a finished tournament and keeps its summary. Returns the memory that
    /// the records took.
    pub(crate) fn drop_records(&self) -> usize {
        *self.records.write().unwrap_or_else(PoisonError::into_inner) = Vec::new();
        let mut results = lock(&self.results);
        results.dropped |= results.record_bytes > 0;
        std::mem::take(&mut results.record_bytes)
    }

    /// Returns the document of the finished tournament.
    fn finish(&self, error: Option<ApiError>) -> Value {
        let mut results = lock(&self.results);
        (results.error, results.finished) = (error, true);
        drop(results);
        self.document()
    }
}

/// A tournament as a job of the pool.
pub(crate) struct ArenaJob {
    tournament: Tournament,
    pub(crate) arena: Arc<Arena>,
    store: Arc<ArenaStore>,
    events: EventSink,
}

impl ArenaJob {
    pub(crate) fn new(
        id: String,
        tournament: Tournament,
        store: &Arc<ArenaStore>,
        events: EventSink,
    ) -> Self {
        let summary = json!(Summary::new(&tournament, &[], 0.0));
        let arena = Arc::new(Arena {
            id,
            created: Instant::now(),
            cancel: Cancel::new(),
            total: tournament.fixtures().len(),
            ticket: OnceLock::new(),
            records: RwLock::default(),
            results: Mutex::new(Results { summary, ..Results::default() }),
        });
        ArenaJob { tournament, arena, store: Arc::clone(store), events }
    }

    fn event(&self, name: &'static str, is_last: bool, document: Value) -> Event {
        Event { name, subject: self.arena.id.clone(), is_last, document }
    }

    /// Recomputes the summary from the games so far.
    fn summarize(&self, started: Instant) {
        let seconds = started.elapsed().as_secs_f64();
        let records = self.arena.records.read().unwrap_or_else(PoisonError::into_inner);
        let summary = json!(Summary::new(&self.tournament, &records, seconds));
        drop(records);
        lock(&self.arena.results).summary = summary;
    }

    /// Keeps a game if there is room for its record.
    fn keep(&self, game: GameRecord) -> Result<(), ApiError> {
        let bytes = game.memory();
        if !self.store.make_room(bytes) {
            let problem = "stopped: the records of all tournaments together reached the limit";
            return Err(ApiError::Limit(problem.to_owned()));
        }
        self.arena.add(game, bytes);
        Ok(())
    }
}

/// Minimum time between two summaries.
const SUMMARY_INTERVAL: Duration = Duration::from_millis(300);
/// The pause after a summary is at least this multiple of the time that the summary took.
const SUMMARY_SHARE: u32 = 10;

impl Job for ArenaJob {
    fn run(&mut self) -> Event {
        let started = Instant::now();
        // The earliest time of the next summary.
        let mut next = started;
        let mut error = None;
        let played = self.tournament.play_all(1, &self.arena.cancel, |game| {
            // The worker may have ended another game before it noticed the end of the tournament.
            if error.is_none() {
                error = self.keep(game).err();
            }
            if error.is_some() {
                return ControlFlow::Break(());
            }
            let now = Instant::now();
            if now >= next {
                self.summarize(started);
                self.send(self.event("arena", false, self.arena.document()));
                next = Instant::now() + SUMMARY_INTERVAL.max(now.elapsed() * SUMMARY_SHARE);
            }
            ControlFlow::Continue(())
        });
        self.summarize(started);
        let error = error.or(played.err().map(ApiError::from));
        self.event("arena", true, self.arena.finish(error))
    }

    fn queued(&self, place: usize) -> Event {
        self.event("queued", false, json!({"arena": self.arena.id, "place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        self.event("arena", true, self.arena.finish(Some(error)))
    }

    fn send(&self, event: Event) {
        (self.events)(event);
    }
}

#[cfg(test)]
mod tests {
    use plywood_arena::Rank;

    use super::*;

    /// Plans a tournament with these limits.
    fn plan(request: Value, limits: &ResourceLimits) -> Result<Plan, String> {
        let mut games = Games::default();
        games.add(plywood_othello::entry());
        games.add(plywood_klondike::entry());
        let request = serde_json::from_value(request).expect("a request for a tournament");
        let tournament = tournament(Box::leak(Box::new(games)), &request, limits);
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
