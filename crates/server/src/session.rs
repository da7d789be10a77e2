//! A session: a game, the players that searched it, and the active search.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plywood_arena::review::ReviewPlan;
use plywood_registry::Spec;
use plywood_search::{Budget, Cancel};
use serde_json::{Value, json};

use crate::game::{Game, GameSetup};
use crate::player::CachedPlayer;
use crate::pool::{Job, Pool, Ticket};
use crate::{ApiError, Event, EventSink, lock, request};

/// A game with its players. Players search on boards of their own, so the session
/// is locked only briefly, and clients can read and play the game during a search.
pub(crate) struct GameSession {
    pub(crate) setup: Arc<GameSetup>,
    inner: Mutex<Inner>,
}

struct Inner {
    game: Game,
    /// The queued or running search of the current position.
    search: Option<ActiveSearch>,
    /// The players whose searches have begun, the latest one last.
    players: Vec<Arc<CachedPlayer>>,
    /// The time of the last request.
    used: Instant,
}

/// A queued or running search.
struct ActiveSearch {
    id: String,
    cancel: Cancel,
    ticket: Ticket,
    /// Whether the chosen move is played when the search ends.
    play: bool,
}

impl ActiveSearch {
    /// Ends the search. The caller must not hold the session's lock: `withdraw` may take it.
    fn end(self) {
        self.cancel.cancel();
        self.ticket.withdraw();
    }
}

/// The fields of every job about the position of a session.
pub(crate) struct SessionTask {
    pub(crate) id: String,
    /// The id of the session; `None` for a position without a session.
    pub(crate) session_id: Option<String>,
    pub(crate) session: Arc<GameSession>,
    /// The moves from the start of the game to the position. [`GameSession::submit`] sets them.
    pub(crate) moves: Vec<String>,
    /// The version of the game at the position. [`GameSession::submit`] sets it.
    pub(crate) version: u64,
    pub(crate) budget: Budget,
    pub(crate) events: EventSink,
}

impl SessionTask {
    pub(crate) fn event(&self, name: &'static str, is_last: bool, mut document: Value) -> Event {
        document["session"] = json!(self.session_id);
        document["search"] = json!(self.id);
        document["version"] = json!(self.session_id.as_ref().map(|_| self.version));
        Event { name, subject: self.id.clone(), is_last, document }
    }
}

/// A job about the position of a session: a search, or the question whether the game can be won.
pub(crate) trait SessionJob: Job {
    fn task(&mut self) -> &mut SessionTask;

    /// Returns an error if the job is not allowed in the position of the game.
    fn check(&self, _game: &Game) -> Result<(), ApiError> {
        Ok(())
    }

    /// Returns whether the job's answer depends on hidden facts of a game that is not over. Such a job marks the
    /// game as peeked.
    fn peeks(&self) -> bool;
}

/// The seat for which a search decides, and the seat that is shown the decision.
#[derive(Clone, Copy)]
pub(crate) struct Thinker {
    /// The seat in the request; `None` if the request names no seat.
    pub(crate) viewer: Option<u8>,
    /// The seat to move.
    pub(crate) to_move: Option<u8>,
    /// The seat to which the player is bound; `None` in a game without private facts, and if the game is over.
    pub(crate) bound: Option<u8>,
    /// Whether the decision would reveal private facts of the seat to move to the seat that asks.
    pub(crate) hidden: bool,
}

/// Maximum number of cached players in a session, since each keeps its tree in memory. A web page compares
/// only a few players.
const MAX_PLAYERS: usize = 4;
/// Time between two attempts to read a tree while its search is ending.
const RETRY: Duration = Duration::from_millis(1);
/// Maximum number of steps of a line: a principal variation has up to 16 moves, each with an outcome.
const MAX_LINE: usize = 32;

impl GameSession {
    pub(crate) fn new(game: Game) -> Self {
        let setup = Arc::clone(&game.setup);
        let inner = Inner { game, search: None, players: Vec::new(), used: Instant::now() };
        GameSession { setup, inner: Mutex::new(inner) }
    }

    /// Returns the `state` document for a seat. `opener` is whether the client has just opened the game, and so may
    /// see its seed. With `history`, the document has the position before each move.
    pub(crate) fn state(
        &self,
        seat: Option<u8>,
        opener: bool,
        history: bool,
    ) -> Result<Value, ApiError> {
        let mut inner = lock(&self.inner);
        inner.used = Instant::now();
        inner.state(seat, opener, history)
    }

    /// Returns the positions along a path of moves, without playing them, and the legal moves at its end.
    pub(crate) fn line(&self, request: &request::Line) -> Result<Value, ApiError> {
        if request.path.len() > MAX_LINE {
            return Err(ApiError::Limit(format!("line: path: expected at most {MAX_LINE} steps")));
        }
        let mut inner = lock(&self.inner);
        inner.used = Instant::now();
        let game = &inner.game;
        game.check_version(request.version)?;
        let line = game.line(game.viewer(request.seat)?, &request.path);
        Ok(json!({
            "positions": line.positions,
            "cells": line.cells,
            "legal": line.legal,
            "words": line.words,
            "outlook": line.outlook,
            "version": game.version,
        }))
    }

    /// Returns the plan of a review of the game for the seat that asks.
    pub(crate) fn plan_review(&self, seat: Option<u8>) -> Result<ReviewPlan, ApiError> {
        let mut inner = lock(&self.inner);
        inner.used = Instant::now();
        inner.game.plan_review(seat)
    }

    /// Changes the game, which ends the active search. Returns the new state for a seat. Fails if the
    /// request expects another `version`.
    pub(crate) fn change(
        &self,
        seat: Option<u8>,
        version: Option<u64>,
        change: impl FnOnce(&mut Game) -> Result<(), ApiError>,
    ) -> Result<Value, ApiError> {
        let mut inner = lock(&self.inner);
        inner.used = Instant::now();
        inner.game.viewer(seat)?;
        inner.game.check_version(version)?;
        let moves = inner.game.played.len();
        change(&mut inner.game)?;
        if self.setup.entry.is_private() && inner.game.played.len() < moves {
            // Drops the trees, because whether a tree can be reused after an undo depends on hidden moves, and
            // decisions with a reused tree differ from others.
            inner.players.clear();
        }
        let search = inner.search.take();
        let state = inner.state(seat, false, false)?;
        drop(inner);
        search.into_iter().for_each(ActiveSearch::end);
        Ok(state)
    }

    /// Returns the record of the game for a seat.
    pub(crate) fn record(&self, seat: Option<u8>) -> Result<Value, ApiError> {
        let inner = lock(&self.inner);
        Ok(inner.game.record(inner.game.viewer(seat)?))
    }

    /// Returns the seats of a search that the seat `asked` requests now. In a game with private facts, no seat gets
    /// advice about the move of another seat: if another seat is to move, the request is an error unless the search
    /// is to `play` the move.
    pub(crate) fn thinker(&self, asked: Option<u8>, play: bool) -> Result<Thinker, ApiError> {
        let game = &lock(&self.inner).game;
        let viewer = game.viewer(asked)?;
        let (to_move, hidden) = (game.seat(), game.is_hidden_from(viewer));
        if let Some(seat) = to_move.filter(|_| hidden && !play) {
            let (seat, viewer) = (self.setup.seat_name(seat), self.setup.seat_name(viewer));
            return Err(ApiError::Input(format!(
                "think: {seat} is to move, and {viewer} does not see what {seat} sees"
            )));
        }
        let bound = to_move.filter(|_| self.setup.entry.is_private());
        Ok(Thinker { viewer: asked, to_move, bound, hidden })
    }

    /// Returns the cached player of a spec, seed and seat, or a new one.
    pub(crate) fn player(
        &self,
        spec: &Spec,
        seed: u64,
        seat: Option<u8>,
    ) -> Result<Arc<CachedPlayer>, ApiError> {
        let is_wanted = |player: &&Arc<CachedPlayer>| player.is(spec, seed, seat);
        if let Some(cached) = lock(&self.inner).players.iter().find(is_wanted) {
            return Ok(Arc::clone(cached));
        }
        Ok(Arc::new(CachedPlayer::new(&self.setup, spec, seed, seat)?))
    }

    /// Returns an error if the seat in the request is wrong, or if the server cannot find out whether the game can
    /// be won.
    pub(crate) fn check_winnable(&self, seat: Option<u8>) -> Result<(), ApiError> {
        let game = &lock(&self.inner).game;
        game.viewer(seat)?;
        game.check_winnable()
    }

    /// Ends the active search and queues `job` for the current position. Returns the place in
    /// the queue. A later change of the game ends the new job. Fails if the request expects another
    /// `version`.
    ///
    /// A job that [peeks](SessionJob::peeks) marks the game before it can answer. The mark stays if the job is ended
    /// early, since the job may have begun.
    pub(crate) fn submit(
        &self,
        mut job: impl SessionJob + 'static,
        play: bool,
        version: Option<u64>,
        pool: &Pool,
    ) -> Result<usize, ApiError> {
        let mut inner = lock(&self.inner);
        inner.game.check_version(version)?;
        let earlier = inner.search.take();
        drop(inner);
        earlier.into_iter().for_each(ActiveSearch::end);
        let mut inner = lock(&self.inner);
        inner.used = Instant::now();
        // The game may have changed while the lock was free.
        inner.game.check_version(version)?;
        job.check(&inner.game)?;
        let task = job.task();
        (task.moves, task.version) = (inner.game.played.clone(), inner.game.version);
        let (id, cancel, threads) =
            (task.id.clone(), task.budget.cancel.clone(), task.budget.threads);
        let peeks = job.peeks();
        let (ticket, place) = pool.submit(Box::new(job), threads)?;
        if peeks {
            // Marks the game before the job can answer, since the job waits for this lock.
            inner.game.set_peeked();
        }
        let concurrent = inner.search.replace(ActiveSearch { id, cancel, ticket, play });
        drop(inner);
        concurrent.into_iter().for_each(ActiveSearch::end);
        Ok(place)
    }

    /// Caches the player of a starting search; a full cache drops the least recently used player.
    pub(crate) fn keep_player(&self, player: &Arc<CachedPlayer>) {
        let players = &mut lock(&self.inner).players;
        players.retain(|other| !Arc::ptr_eq(other, player));
        // In a game with many seats, leaves room for one player bound to each seat, and one for hints.
        if players.len() >= MAX_PLAYERS.max(self.setup.entry.seats().len() + 1) {
            players.remove(0);
        }
        players.push(Arc::clone(player));
    }

    /// Drops a player whose search panicked.
    pub(crate) fn drop_player(&self, player: &Arc<CachedPlayer>) {
        lock(&self.inner).players.retain(|other| !Arc::ptr_eq(other, player));
    }

    /// Adds the field `words` to the candidates of a search, unless the game has changed since the search began.
    pub(crate) fn describe(&self, version: u64, candidates: &mut Value) {
        let inner = lock(&self.inner);
        if inner.game.version == version {
            inner.game.describe(candidates);
        }
    }

    /// Ends a search. Plays the move if the request asked for that and the search is still active.
    /// Returns whether the move was played, and the state for a seat.
    pub(crate) fn finish_search(
        &self,
        id: &str,
        mv: Option<&str>,
        seat: Option<u8>,
    ) -> Result<(bool, Value), ApiError> {
        let mut inner = lock(&self.inner);
        let active = inner.search.take_if(|search| search.id == id);
        let mv = mv.filter(|_| active.is_some_and(|search| search.play));
        let played = mv.is_some_and(|mv| inner.game.play(mv).is_ok());
        inner.used = Instant::now();
        Ok((played, inner.state(seat, false, false)?))
    }

    /// Makes the active search decide now, if its id is `id` or `id` is `None`. With `discard`, the
    /// move is not played. Returns whether a search was stopped.
    pub(crate) fn stop_search(&self, id: Option<&str>, discard: bool) -> bool {
        let mut inner = lock(&self.inner);
        let is_wanted = |search: &&mut ActiveSearch| id.is_none_or(|id| search.id == id);
        let Some(search) = inner.search.as_mut().filter(is_wanted) else { return false };
        search.play &= !discard;
        search.cancel.cancel();
        let ticket = search.ticket.clone();
        drop(inner);
        ticket.withdraw();
        true
    }

    /// Returns a part of the tree of the last search or, in a game with private facts, of the last search that
    /// decided for the seat that asks. Waits for other readers and for a search that is ending. Returns an error if
    /// a search is still running.
    pub(crate) fn tree(&self, request: &request::Tree) -> Result<Value, ApiError> {
        let not_found = || ApiError::NotFound("tree of session", request.session.clone());
        loop {
            let inner = lock(&self.inner);
            let goes_on = inner.search.as_ref().is_some_and(|search| !search.cancel.is_cancelled());
            let viewer = inner.game.viewer(request.seat)?;
            let is_shown =
                |player: &&Arc<CachedPlayer>| player.seat.is_none_or(|seat| seat == viewer);
            let player = inner.players.iter().rfind(is_shown).cloned().ok_or_else(not_found)?;
            drop(inner);
            match player.table.try_lock() {
                Ok(table) => return table.tree(request)?.ok_or_else(not_found),
                Err(_) if goes_on => {
                    let problem = "a search is running: its tree can be read when it has ended";
                    return Err(ApiError::Busy(problem.to_owned()));
                }
                Err(_) => std::thread::sleep(RETRY),
            }
        }
    }

    /// Returns the time of the last request; `None` during a search.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let inner = lock(&self.inner);
        inner.search.is_none().then_some(inner.used)
    }

    /// Returns the number of moves on the boards of the game and of its players.
    pub(crate) fn moves(&self) -> usize {
        let inner = lock(&self.inner);
        inner.game.played.len() * (1 + inner.players.len())
    }

    /// Returns the size of all trees.
    pub(crate) fn tree_bytes(&self) -> u64 {
        lock(&self.inner).players.iter().map(|player| player.tree_bytes.load(Relaxed)).sum()
    }

    /// Drops the players with their trees, except players that are searching.
    pub(crate) fn drop_trees(&self) {
        lock(&self.inner).players.retain(|player| player.table.try_lock().is_err());
    }
}

impl Inner {
    fn state(&self, seat: Option<u8>, opener: bool, history: bool) -> Result<Value, ApiError> {
        let mut state = self.game.state(self.game.viewer(seat)?, opener, history);
        state["version"] = json!(self.game.version);
        state["search"] = json!(self.search.as_ref().map(|search| &search.id));
        Ok(state)
    }
}
