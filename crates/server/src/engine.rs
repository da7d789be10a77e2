//! Answers requests, independent of the transport (HTTP or lines of JSON).

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plywood_registry::document::SCHEMA;
use plywood_registry::{GameEntry, Games, ReadGame, draw_seed};
use plywood_search::{Budget, Cancel};
use serde_json::{Map, Value, json};

use crate::arena::{PlayTournament, tournament};
use crate::background::{Background, BackgroundJob, Kind, Work};
use crate::background_store::BackgroundStore;
use crate::game::{Game, GameSetup};
use crate::pool::Pool;
use crate::quality::MeasurePlayers;
use crate::request::{self, Request, Subject};
use crate::review::ReviewGame;
use crate::search::Search;
use crate::session::{GameSession, SessionJob, SessionTask};
use crate::store::SessionStore;
use crate::winnable::{self, WinnableGame, WinnableQuestion};
use crate::{ApiError, EventSink, ResourceLimits};

/// Sessions, searches, tournaments, studies and reviews of all clients.
///
/// ```
/// use std::sync::Arc;
/// use plywood_search::nim::Nim;
/// use plywood_server::{Engine, ResourceLimits};
/// use plywood_registry::{Entry, Games};
/// use serde_json::Map;
///
/// let mut games = Games::default();
/// games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
/// let engine = Engine::new(games, ResourceLimits::for_program())?;
/// let params = Map::from_iter([("game".to_owned(), "nim".into())]);
/// let answer = engine.answer("new", params, Arc::new(|_event| {}))?;
/// assert_eq!(answer.document["state"]["position"], "21 first");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    games: Games,
    limits: ResourceLimits,
    sessions: Arc<SessionStore>,
    searches: Pool,
    background: Arc<BackgroundStore>,
    background_pool: Pool,
    /// A pool for reviews only, so that they do not wait for tournaments or studies: a person is waiting to see the
    /// ratings of the first moves.
    reviews: Pool,
    /// Random keys of the hash function that makes ids from `id_count`, so that clients cannot guess ids.
    id_keys: RandomState,
    id_count: AtomicU64,
}

/// The answer to a request.
pub struct Answer {
    /// The JSON document.
    pub document: Value,
    /// The search or background task that the request started; its result arrives as an event.
    pub task: Option<Task>,
}

/// A search, tournament or study that was started.
pub struct Task(Box<dyn Fn() -> bool + Send + Sync>);

impl Task {
    /// Ends the task early. The task reports its results so far; a search plays no move.
    pub fn stop(&self) {
        (self.0)();
    }
}

/// Number of threads for tournaments and studies, and for reviews. It is small, since they share the machine with the
/// searches.
const BACKGROUND_THREADS: usize = 1;

impl Engine {
    /// Creates an engine for `games`. Fails if the threads of its searches cannot be started.
    pub fn new(games: Games, limits: ResourceLimits) -> io::Result<Self> {
        Ok(Engine {
            games,
            sessions: Arc::new(SessionStore::new(limits.clone())),
            searches: Pool::new(limits.threads, limits.queue)?,
            background: Arc::new(BackgroundStore::new(limits.clone())),
            background_pool: Pool::new(BACKGROUND_THREADS, limits.arenas)?,
            reviews: Pool::new(BACKGROUND_THREADS, limits.arenas)?,
            id_keys: RandomState::new(),
            id_count: AtomicU64::new(0),
            limits,
        })
    }

    /// Answers a request. `think`, `arena`, `quality` and `review` send their results to `events`.
    pub fn answer(
        &self,
        method: &str,
        params: Map<String, Value>,
        events: EventSink,
    ) -> Result<Answer, ApiError> {
        let find = |id: &str| self.sessions.find(id);
        let document = match Request::read(method, params)? {
            Request::Games {} => {
                let games = self.games.iter();
                let games = games.map(|game| describe(&**game, self.limits.local_names));
                json!({"games": games.collect::<Vec<_>>()})
            }
            Request::New(setup) if setup.winnable == Some(true) => {
                return self.new_winnable(setup, events);
            }
            Request::New(setup) => {
                let history = setup.history.unwrap_or(false);
                let (id, session) =
                    (self.new_id(), GameSession::new(self.open(setup, self.limits.moves)?));
                let document = json!({"session": id, "state": session.state(None, true, history)?});
                self.sessions.add(id, session)?;
                document
            }
            Request::Look(setup) if setup.winnable.is_some() => {
                let problem = "look: winnable: only `new` looks for a deal that can be won";
                return Err(ApiError::Input(problem.to_owned()));
            }
            Request::Look(setup) => {
                let history = setup.history.unwrap_or(false);
                let game = self.open(setup, self.limits.moves)?;
                json!({"state": game.state(game.viewer(None)?, true, history)})
            }
            Request::Read(read) => self.read(&read)?,
            Request::State { session, seat, history } => {
                let history = history.unwrap_or(false);
                json!({"state": find(&session)?.state(seat, false, history)?})
            }
            Request::Play { session, r#move: mv, seat, version } => {
                let play = |game: &mut Game| game.play_as(seat, &mv);
                json!({"state": find(&session)?.change(seat, version, play)?})
            }
            Request::Undo { session, seat, count, version } => {
                let undo = |game: &mut Game| game.undo(count.unwrap_or(1));
                json!({"state": find(&session)?.change(seat, version, undo)?})
            }
            Request::Redo { session, seat, count, version } => {
                let redo = |game: &mut Game| game.redo(count.unwrap_or(1));
                json!({"state": find(&session)?.change(seat, version, redo)?})
            }
            Request::Line(line) => find(&line.session)?.line(&line)?,
            Request::Think(think) => return self.think(think, events),
            Request::Winnable(question) => return self.winnable(&question, events),
            Request::Stop { session, discard } => {
                json!({"stopped": find(&session)?.stop_search(None, discard.unwrap_or(false))})
            }
            Request::Tree(tree) => find(&tree.session)?.tree(&tree)?,
            Request::Save { session, seat } => find(&session)?.record(seat)?,
            Request::Close { session } => {
                self.sessions.remove(&session)?.stop_search(None, true);
                json!({"closed": true})
            }
            Request::Arena(arena) => {
                let tournament = tournament(&self.games, &arena, &self.limits)?;
                let store = Arc::clone(&self.background);
                return self.start(PlayTournament { tournament, store }, events);
            }
            Request::ArenaState { arena } => {
                self.background.find(Kind::Tournament, &arena)?.document()
            }
            Request::ArenaStop { arena } => {
                json!({"stopped": self.background.find(Kind::Tournament, &arena)?.stop()})
            }
            Request::Quality(quality) => {
                let work = MeasurePlayers::new(&self.games, &quality, &self.limits)?;
                return self.start(work, events);
            }
            Request::QualityState { study } => {
                self.background.find(Kind::Study, &study)?.document()
            }
            Request::QualityStop { study } => {
                json!({"stopped": self.background.find(Kind::Study, &study)?.stop()})
            }
            Request::Review(review) => return self.review(review, events),
            Request::ReviewState { review } => {
                self.background.find(Kind::Review, &review)?.document()
            }
            Request::ReviewStop { review } => {
                json!({"stopped": self.background.find(Kind::Review, &review)?.stop()})
            }
        };
        Ok(Answer { document: with_schema(document), task: None })
    }

    fn open(&self, mut setup: request::Setup, max_moves: usize) -> Result<Game, ApiError> {
        let moves = setup.moves.take().unwrap_or_default();
        Game::new(Arc::new(self.setup(setup)?), &moves, max_moves)
    }

    fn setup(&self, setup: request::Setup) -> Result<GameSetup, ApiError> {
        Ok(GameSetup {
            entry: self.games.find(&setup.game)?,
            rules: self.limits.read_rules(setup.rules.as_deref())?,
            from: setup.position,
            seed: setup.seed.unwrap_or_else(draw_seed),
            seat: setup.seat,
            peeked: setup.peeked.unwrap_or(false),
        })
    }

    /// Queues the search for a new game that can be won.
    fn new_winnable(&self, setup: request::Setup, events: EventSink) -> Result<Answer, ApiError> {
        if setup.position.is_some() || setup.moves.is_some() {
            let problem = "new: winnable: expected neither position nor moves, which fix the deal";
            return Err(ApiError::Input(problem.to_owned()));
        }
        let history = setup.history.unwrap_or(false);
        let setup = self.setup(setup)?;
        // Opens the game once to report errors at once: unknown rules, a wrong seat, or a game without a solver.
        Game::new(Arc::new(setup.clone()), &[], 0)?.check_winnable()?;
        let (id, cancel) = (self.new_id(), Cancel::new());
        let job = WinnableGame {
            id: id.clone(),
            session_id: self.new_id(),
            setup,
            history,
            max_moves: self.limits.moves,
            store: Arc::clone(&self.sessions),
            cancel: cancel.clone(),
            events,
        };
        let (ticket, place) = self.searches.submit(Box::new(job), 1)?;
        let document = with_schema(json!({"search": id, "queue": place}));
        let stop = move || {
            cancel.cancel();
            ticket.withdraw();
            true
        };
        Ok(Answer { document, task: Some(Task(Box::new(stop))) })
    }

    fn winnable(
        &self,
        question: &request::Winnable,
        events: EventSink,
    ) -> Result<Answer, ApiError> {
        let session = self.sessions.find(&question.session)?;
        session.check_winnable(question.seat)?;
        let budget = self.limits.cap(question.budget().apply(&winnable::default_budget()))?;
        let task = self.session_task(Some(question.session.clone()), session, budget, events);
        let job = WinnableQuestion { task, seat: question.seat };
        self.submit(job, false, question.version)
    }

    fn read(&self, read: &request::Read) -> Result<Value, ApiError> {
        let entry = self.games.find(&read.game)?;
        let rules = self.limits.read_rules(read.rules.as_deref())?;
        let seed = read.seed.unwrap_or_else(draw_seed);
        let ReadGame { from, moves } = entry.read(&rules, &read.text, seed)?;
        let (from_read, seat) = (from.clone(), read.seat);
        let setup = GameSetup { entry, rules, from: from_read, seed, seat, peeked: false };
        let game = Game::new(Arc::new(setup), &moves, self.limits.moves)?;
        let state = game.state(game.viewer(None)?, true, false);
        Ok(json!({"from": from, "moves": moves, "state": state}))
    }

    fn think(&self, mut think: request::Think, events: EventSink) -> Result<Answer, ApiError> {
        let (session_id, session) = match think.take_subject()? {
            Subject::Session(id) => (Some(id.clone()), self.sessions.find(&id)?),
            Subject::Game(setup) => {
                let game = self.open(setup, self.limits.position_moves)?;
                (None, Arc::new(GameSession::new(game)))
            }
        };
        let spec = self.limits.read_spec(&think.player)?;
        let play = think.play.unwrap_or(false);
        let thinker = session.thinker(think.seat, play)?;
        // In a game with private facts, a decision that a seat is shown must not depend on the seed of the deal,
        // which determines the facts of all seats.
        let shown = thinker.bound.is_some() && !thinker.hidden;
        let game_seed = if shown { 0 } else { session.setup.seed };
        let player = session.player(&spec, think.seed.unwrap_or(game_seed), thinker.bound)?;
        let budget = self
            .limits
            .cap(think.budget().apply(&player.budget))?
            .with_stop_early(think.stop_early.unwrap_or(false))
            .with_analyse(think.analyse.unwrap_or(false));
        let task = self.session_task(session_id, session, budget, events);
        let search = Search { task, store: Arc::clone(&self.sessions), player, thinker };
        self.submit(search, play, think.version)
    }

    fn session_task(
        &self,
        session_id: Option<String>,
        session: Arc<GameSession>,
        budget: Budget,
        events: EventSink,
    ) -> SessionTask {
        let budget = budget.with_cancel(Cancel::new());
        let (id, moves) = (self.new_id(), Vec::new());
        SessionTask { id, session_id, session, moves, version: 0, budget, events }
    }

    /// Queues a job about the position of a session.
    fn submit(
        &self,
        mut job: impl SessionJob + 'static,
        play: bool,
        version: Option<u64>,
    ) -> Result<Answer, ApiError> {
        let SessionTask { id, session, .. } = job.task();
        let (id, session) = (id.clone(), Arc::clone(session));
        let place = session.submit(job, play, version, &self.searches)?;
        let document = with_schema(json!({"search": id, "queue": place}));
        let stop = move || session.stop_search(Some(&id), true);
        Ok(Answer { document, task: Some(Task(Box::new(stop))) })
    }

    fn review(&self, mut review: request::Review, events: EventSink) -> Result<Answer, ApiError> {
        let game = match review.take_subject()? {
            Subject::Session(id) => self.sessions.find(&id)?.plan_review(review.seat)?,
            Subject::Game(setup) => {
                self.open(setup, self.limits.moves)?.plan_review(review.seat)?
            }
        };
        self.start(ReviewGame::new(&self.games, game, &review, &self.limits)?, events)
    }

    /// Returns a review as a task that can be stopped.
    pub(crate) fn review_task(&self, id: &str) -> Result<Task, ApiError> {
        let review = self.background.find(Kind::Review, id)?;
        Ok(Task(Box::new(move || review.stop())))
    }

    /// Queues a background task.
    fn start<W: Work + 'static>(&self, work: W, events: EventSink) -> Result<Answer, ApiError> {
        let (task, place) = self.background.add(|| {
            let job = BackgroundJob::new(self.new_id(), work, events);
            let task = Arc::clone(&job.task);
            let pool = match W::KIND {
                Kind::Tournament | Kind::Study => &self.background_pool,
                Kind::Review => &self.reviews,
            };
            let (ticket, place) = pool.submit(Box::new(job), 1)?;
            task.ticket.get_or_init(|| ticket);
            Ok((Arc::clone(&task), (task, place)))
        })?;
        let document = with_schema(json!({(task.kind.id_field()): task.id, "queue": place}));
        Ok(Answer { document, task: Some(Task(Box::new(move || task.stop()))) })
    }

    /// Returns the games of a tournament so far, one line of JSON each. If the records are dropped
    /// meanwhile, the last item is an error.
    pub fn records(&self, arena: &str) -> Result<RecordLines, ApiError> {
        let lines =
            RecordLines { arena: Some(self.background.find(Kind::Tournament, arena)?), next: 0 };
        lines.line(0)?;
        Ok(lines)
    }

    /// Drops sessions that were idle for too long, and the longest games if all games together exceed the limit of
    /// moves. Stops tournaments, studies and reviews that exceed their time, and removes them once they have ended.
    /// Call this about every second.
    pub fn remove_expired(&self) {
        self.sessions.remove_idle();
        self.sessions.trim_games();
        self.background.remove_expired();
    }

    /// Returns a new id that clients cannot guess.
    fn new_id(&self) -> String {
        let number = self.id_count.fetch_add(1, Ordering::Relaxed);
        let half = |half: u8| self.id_keys.hash_one((number, half));
        format!("{:016x}{:016x}", half(0), half(1))
    }
}

/// An iterator over the records of a tournament as lines of JSON, which are made on demand.
pub struct RecordLines {
    /// `None` after an error.
    arena: Option<Arc<Background>>,
    next: usize,
}

impl RecordLines {
    /// Returns the record with this index; `None` after the last record so far. Dropped records are an error.
    fn line(&self, index: usize) -> Result<Option<String>, ApiError> {
        let Some(arena) = &self.arena else { return Ok(None) };
        match arena.records.line(index) {
            None if arena.records.are_discarded() => Err(ApiError::Dropped(arena.id.clone())),
            line => Ok(line),
        }
    }
}

impl Iterator for RecordLines {
    type Item = Result<String, ApiError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.line(self.next);
        self.next += 1;
        if line.is_err() {
            self.arena = None;
        }
        line.transpose()
    }
}

/// Puts the schema number before the fields of a document.
pub(crate) fn with_schema(document: Value) -> Value {
    let mut whole = json!({"schema": SCHEMA});
    if let (Value::Object(whole), Value::Object(rest)) = (&mut whole, document) {
        whole.extend(rest);
    }
    whole
}

/// Returns the description of a game. Without `local_names`, omits players that need the name of a local file or
/// command.
fn describe(game: &dyn GameEntry, local_names: bool) -> Value {
    let players: Vec<Value> = game
        .players()
        .iter()
        .filter(|player| local_names || !player.local_names)
        .map(|player| {
            json!({
                "name": player.name,
                "summary": player.summary,
                "example": player.example,
                "seeing": player.omniscient,
                "keys": player.keys,
            })
        })
        .collect();
    json!({
        "name": game.name(),
        "title": game.title(),
        "board": game.board(),
        "summary": game.summary(),
        "seats": game.seats(),
        "private": game.is_private(),
        "winnable": game.offers_winnable(),
        "score_unit": game.score_unit(),
        "rules": game.rules(),
        "players": players,
    })
}
