//! A search as a job of the pool.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plywood_registry::document;
use plywood_search::{Interval, Observer, Progress};
use serde_json::{Value, json};

use crate::game::Game;
use crate::player::CachedPlayer;
use crate::pool::Job;
use crate::session::{SessionJob, SessionTask, Thinker};
use crate::store::SessionStore;
use crate::{ApiError, Event};

/// A search of one position by one player.
pub(crate) struct Search {
    pub(crate) task: SessionTask,
    pub(crate) store: Arc<SessionStore>,
    pub(crate) player: Arc<CachedPlayer>,
    pub(crate) thinker: Thinker,
}

impl Search {
    /// Adds the field `words`, descriptions of moves, to the candidates of a document.
    fn describe(&self, document: &mut Value) {
        let candidates = &mut document["candidates"];
        for candidate in candidates.as_array_mut().into_iter().flatten() {
            candidate["words"] = Value::Null;
        }
        self.task.session.describe(self.task.version, candidates);
    }

    fn decide(&self) -> Result<Event, ApiError> {
        let SessionTask { id, session, moves, budget, .. } = &self.task;
        session.keep_player(&self.player);
        let mut observer = ProgressObserver { search: self, started: Instant::now(), sent: None };
        let (mv, mut decision) = self.player.decide(moves, budget, &mut observer)?;
        let viewer = self.thinker.viewer;
        self.describe(&mut decision);
        let (played, state) = session.finish_search(id, mv.as_deref(), viewer)?;
        self.store.trim_trees();
        let shown = Some(decision).filter(|_| !self.thinker.hidden);
        let document = json!({"decision": shown, "state": state, "played": played});
        Ok(self.task.event("decision", true, document))
    }
}

impl SessionJob for Search {
    fn task(&mut self) -> &mut SessionTask {
        &mut self.task
    }

    fn check(&self, game: &Game) -> Result<(), ApiError> {
        let turn_passed = game.seat() != self.thinker.to_move;
        if turn_passed && self.task.session.setup.entry.is_private() {
            return Err(ApiError::Busy("the game has gone on meanwhile".to_owned()));
        }
        Ok(())
    }

    /// Returns `true` if the player sees hidden facts, because its decision depends on them. If the decision is
    /// hidden from the seat that asks, returns `false`: this seat is shown only the move, which does not count
    /// as peeking.
    fn peeks(&self) -> bool {
        self.player.question.seeing && self.thinker.to_move.is_some() && !self.thinker.hidden
    }
}

impl Job for Search {
    fn run(&mut self) -> Event {
        self.decide().unwrap_or_else(|error| self.failed(error))
    }

    fn queued(&self, place: usize) -> Event {
        self.task.event("queued", false, json!({"place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        if matches!(error, ApiError::Internal(_)) {
            self.task.session.drop_player(&self.player);
        }
        // Ignores the returned state, or its error: this event has no state.
        self.task.session.finish_search(&self.task.id, None, self.thinker.viewer).ok();
        let error = match error {
            // The message may contain facts that the seat does not know.
            ApiError::Internal(_) | ApiError::Input(_) if self.thinker.hidden => {
                ApiError::Internal("the search failed".to_owned())
            }
            error => error,
        };
        self.task.event("error", true, json!({"error": error.body()}))
    }

    fn send(&self, event: Event) {
        (self.task.events)(event);
    }
}

/// Time until the first progress event, short enough to feel immediate.
const FIRST_PROGRESS: Duration = Duration::from_millis(30);
/// Minimum time between two progress events: a person cannot follow faster changes.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// An observer that sends the progress of a search as events.
struct ProgressObserver<'a> {
    search: &'a Search,
    started: Instant,
    /// The time of the last event.
    sent: Option<Instant>,
}

impl Observer<String> for ProgressObserver<'_> {
    fn progress(&mut self, progress: &Progress<String>) {
        let too_soon = self.sent.is_some_and(|sent| sent.elapsed() < PROGRESS_INTERVAL);
        if too_soon || self.search.thinker.hidden {
            return;
        }
        self.sent = Some(Instant::now());
        let mut document = document::progress(progress);
        self.search.describe(&mut document);
        document["unit"] = json!(self.search.player.unit);
        document["score_unit"] = json!(self.search.player.score_unit);
        document["elapsed_ms"] = json!(self.started.elapsed().as_millis() as u64);
        self.search.send(self.search.task.event("progress", false, document));
    }

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: Some(FIRST_PROGRESS) }
    }
}
