//! Requests in, answers and reports out: the same for every way of asking.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use plywood_registry::document::SCHEMA;
use plywood_registry::{GameEntry, Games};
use plywood_search::Cancel;
use serde_json::{Map, Value, json};

use crate::arena::{Arena, Tourney, tournament};
use crate::game::Game;
use crate::lock::lock;
use crate::opening::{Opening, read_spec};
use crate::pool::Pool;
use crate::report::Reporter;
use crate::request::{self, Request};
use crate::room::Room;
use crate::rooms::Rooms;
use crate::search::Search;
use crate::{ApiError, Limits};

/// Games in progress, searches and tournaments, and whoever asks for them.
///
/// ```
/// use std::sync::Arc;
/// use plywood_search::nim::Nim;
/// use plywood_server::{Answer, Engine, Limits, Report, Reporter};
/// use plywood_registry::{Entry, Games};
/// use serde_json::Map;
///
/// struct Nobody;
/// impl Reporter for Nobody {
///     fn report(&self, _report: Report) {}
/// }
///
/// let mut games = Games::default();
/// games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
/// let engine = Engine::new(Box::leak(Box::new(games)), Limits::of_a_program());
/// let params = Map::from_iter([("game".to_owned(), "nim".into())]);
/// let answer = engine.answer("new", params, Arc::new(Nobody))?;
/// let Answer::Now(document) = answer else { unreachable!("a new game takes no time") };
/// assert_eq!(document["state"]["position"], "21 first");
/// # Ok::<(), plywood_server::ApiError>(())
/// ```
pub struct Engine {
    games: &'static Games,
    limits: Limits,
    rooms: Arc<Rooms>,
    searches: Pool,
    arenas: Mutex<HashMap<String, Arc<Arena>>>,
    tourneys: Pool,
    names: RandomState,
    named: AtomicU64,
}

/// What a request is answered with.
pub enum Answer {
    /// All there is to say.
    Now(Value),
    /// What can be said at once; the rest is reported.
    Later(Value, Work),
}

/// Work that was begun by a request.
pub struct Work(Begun);

enum Begun {
    Search { room: Arc<Room>, id: String },
    Arena(Arc<Arena>),
}

impl Work {
    /// Asks for what there is by now; no move is played.
    pub fn stop(&self) {
        match &self.0 {
            Begun::Search { room, id } => {
                room.stop_search(Some(id), true);
            }
            Begun::Arena(arena) => arena.stop(),
        }
    }
}

/// One tournament at a time leaves the searches their threads.
const TOURNEYS: usize = 1;

impl Engine {
    /// An engine for these games. They live as long as the program, since
    /// searches may outlive whoever asked for them.
    pub fn new(games: &'static Games, limits: Limits) -> Self {
        Engine {
            games,
            rooms: Arc::new(Rooms::new(limits.clone())),
            searches: Pool::new(limits.threads, limits.queue),
            arenas: Mutex::default(),
            tourneys: Pool::new(TOURNEYS, limits.arenas),
            names: RandomState::new(),
            named: AtomicU64::new(0),
            limits,
        }
    }

    /// Answers a request; what takes longer is reported.
    pub fn answer(
        &self,
        method: &str,
        params: Map<String, Value>,
        reporter: Arc<dyn Reporter>,
    ) -> Result<Answer, ApiError> {
        let answer = match Request::read(method, params)? {
            Request::Games(_) => {
                json!({"games": self.games.iter().map(describe).collect::<Vec<_>>()})
            }
            Request::New(setup) => self.new_game(&setup)?,
            Request::Look(setup) => json!({"state": self.begin(&setup)?.state()}),
            Request::State(of) => json!({"state": self.rooms.find(&of.session)?.state()}),
            Request::Play(play) => {
                let room = self.rooms.find(&play.session)?;
                json!({"state": room.change(|game| game.play(&play.mv))?})
            }
            Request::Undo(steps) => {
                let room = self.rooms.find(&steps.session)?;
                json!({"state": room.change(|game| game.undo(steps.count()))?})
            }
            Request::Redo(steps) => {
                let room = self.rooms.find(&steps.session)?;
                json!({"state": room.change(|game| game.redo(steps.count()))?})
            }
            Request::Think(think) => return self.think(&think, reporter),
            Request::Stop(stop) => {
                let room = self.rooms.find(&stop.session)?;
                json!({"stopped": room.stop_search(None, stop.discard.unwrap_or(false))})
            }
            Request::Tree(tree) => self.rooms.find(&tree.session)?.tree(&tree)?,
            Request::Save(of) => self.rooms.find(&of.session)?.record(),
            Request::Arena(arena) => return self.arena(&arena, reporter),
            Request::ArenaState(of) => self.find_arena(&of.arena)?.document(),
            Request::ArenaStop(of) => {
                let arena = self.find_arena(&of.arena)?;
                let stopped = !arena.is_finished();
                arena.stop();
                json!({"stopped": stopped})
            }
        };
        Ok(Answer::Now(with_schema(answer)))
    }

    fn begin(&self, setup: &request::Setup) -> Result<Game, ApiError> {
        let opening = Opening::new(self.games, setup, &self.limits)?;
        Game::new(opening, setup.moves.as_deref().unwrap_or_default(), &self.limits)
    }

    fn new_game(&self, setup: &request::Setup) -> Result<Value, ApiError> {
        let room = Room::new(self.name(), self.begin(setup)?);
        let answer = json!({"session": room.id, "state": room.state()});
        self.rooms.add(room)?;
        Ok(answer)
    }

    fn think(
        &self,
        think: &request::Think,
        reporter: Arc<dyn Reporter>,
    ) -> Result<Answer, ApiError> {
        let room = self.rooms.find(&think.session)?;
        let spec = read_spec(&think.player, &self.limits)?;
        let opening = room.opening();
        let seed = think.seed.unwrap_or(opening.seed);
        // Whatever is wrong with the player is found now, on a board that nobody else needs.
        let mut board = opening.open()?;
        let player = board.seat_player(&spec, seed)?;
        let cancel = Cancel::new();
        let asked = think.budget()?.apply(&board.budget(player));
        let budget = self
            .limits
            .cap(asked)
            .with_stop_early(think.stop_early.unwrap_or(false))
            .with_cancel(cancel.clone());
        let (id, threads) = (self.name(), budget.threads);
        let unit = board.unit(player);
        let moves = room.begin_search(&id, &cancel, think.play.unwrap_or(false));
        let search = Search {
            id: id.clone(),
            rooms: Arc::clone(&self.rooms),
            room: Arc::clone(&room),
            opening,
            moves,
            spec,
            seed,
            budget,
            unit,
            reporter,
        };
        let (ticket, place) = match self.searches.submit(Box::new(search), threads) {
            Ok(submitted) => submitted,
            Err(error) => {
                room.end_search(&id, None);
                return Err(error);
            }
        };
        room.hold_ticket(&id, ticket);
        let answer = with_schema(json!({"search": id, "queue": place}));
        Ok(Answer::Later(answer, Work(Begun::Search { room, id })))
    }

    fn arena(
        &self,
        request: &request::Arena,
        reporter: Arc<dyn Reporter>,
    ) -> Result<Answer, ApiError> {
        let tournament = tournament(self.games, request, &self.limits)?;
        let arena = Arc::new(Arena::new(self.name(), &tournament));
        let mut arenas = lock(&self.arenas);
        if arenas.len() >= self.limits.arenas {
            let finished = arenas.values().filter(|arena| arena.is_finished());
            let Some(oldest) = finished.min_by_key(|arena| arena.created).map(|a| a.id.clone())
            else {
                return Err(ApiError::Limit("too many tournaments: try again later".to_owned()));
            };
            arenas.remove(&oldest);
        }
        let tourney = Tourney { tournament, arena: Arc::clone(&arena), reporter };
        let (ticket, place) = self.tourneys.submit(Box::new(tourney), 1)?;
        arena.hold_ticket(ticket);
        arenas.insert(arena.id.clone(), Arc::clone(&arena));
        drop(arenas);
        let answer = with_schema(json!({"arena": arena.id, "queue": place}));
        Ok(Answer::Later(answer, Work(Begun::Arena(arena))))
    }

    fn find_arena(&self, id: &str) -> Result<Arc<Arena>, ApiError> {
        let missing = || ApiError::NotFound { kind: "arena", name: id.to_owned() };
        lock(&self.arenas).get(id).cloned().ok_or_else(missing)
    }

    /// The games of a tournament so far, a line of JSON each.
    pub fn records(&self, arena: &str) -> Result<String, ApiError> {
        Ok(self.find_arena(arena)?.records())
    }

    /// Forgets games that were left alone, and ends tournaments that take too long.
    pub fn tidy(&self) {
        self.rooms.clear_idle();
        self.rooms.trim_games();
        let Some(longest) = self.limits.arena_time else { return };
        let mut arenas = lock(&self.arenas);
        arenas.retain(|_, arena| !arena.is_finished() || arena.created.elapsed() < longest);
        let too_long = arenas.values().filter(|arena| arena.created.elapsed() > longest);
        too_long.for_each(|arena| arena.stop());
    }

    /// A name that nobody can guess.
    fn name(&self) -> String {
        let number = self.named.fetch_add(1, Ordering::Relaxed);
        format!(
            "{:016x}{:016x}",
            self.names.hash_one((number, 0)),
            self.names.hash_one((number, 1))
        )
    }
}

/// A document with the number of the schema at its head.
pub(crate) fn with_schema(document: Value) -> Value {
    let mut whole = json!({"schema": SCHEMA});
    if let (Value::Object(whole), Value::Object(rest)) = (&mut whole, document) {
        whole.extend(rest);
    }
    whole
}

fn describe(game: &dyn GameEntry) -> Value {
    let players: Vec<Value> = game
        .players()
        .iter()
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
        "summary": game.summary(),
        "seats": game.seats(),
        "score_unit": game.score_unit(),
        "rules": game.rules(),
        "players": players,
    })
}
