//! The two requests that use the solver on the true deal: whether a game can be won, and a new game that can be won.

use std::sync::Arc;
use std::time::Duration;

use plywood_registry::{no_winnable_seed, winnable_seed};
use plywood_search::{Budget, Cancel};
use serde_json::{Value, json};

use crate::game::{Game, GameSetup};
use crate::player::replay;
use crate::pool::Job;
use crate::session::{GameSession, SessionJob, SessionTask};
use crate::store::SessionStore;
use crate::{ApiError, Event, EventSink};

/// Default time limit of the solver.
const SOLVER_TIME: Duration = Duration::from_secs(10);

/// Returns the default budget of the solver.
pub(crate) fn default_budget() -> Budget {
    Budget::unlimited().with_time(SOLVER_TIME)
}

/// The question whether the game of a session can be won from its current position.
pub(crate) struct WinnableQuestion {
    pub(crate) task: SessionTask,
    /// The seat in the request; `None` if the request names no seat.
    pub(crate) seat: Option<u8>,
}

impl WinnableQuestion {
    fn answer(&self) -> Result<Event, ApiError> {
        let SessionTask { id, session, moves, budget, .. } = &self.task;
        let mut board = session.setup.open()?;
        replay(&mut *board, moves)?;
        let answer = match board.winnable(budget)? {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        };
        let (_, state) = session.finish_search(id, None, self.seat)?;
        Ok(self.task.event("winnable", true, json!({"winnable": answer, "state": state})))
    }
}

impl SessionJob for WinnableQuestion {
    fn task(&mut self) -> &mut SessionTask {
        &mut self.task
    }

    fn peeks(&self) -> bool {
        true
    }
}

impl Job for WinnableQuestion {
    fn run(&mut self) -> Event {
        self.answer().unwrap_or_else(|error| self.failed(error))
    }

    fn queued(&self, place: usize) -> Event {
        self.task.event("queued", false, json!({"place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        // Ignores the returned state, or its error: this event has no state.
        self.task.session.finish_search(&self.task.id, None, self.seat).ok();
        self.task.event("error", true, json!({"error": error.body()}))
    }

    fn send(&self, event: Event) {
        (self.task.events)(event);
    }
}

/// The search for a new game that can be won.
pub(crate) struct WinnableGame {
    pub(crate) id: String,
    /// The id of the session that will have the game.
    pub(crate) session_id: String,
    /// The setup of the game, with the seed of the first deal to try.
    pub(crate) setup: GameSetup,
    pub(crate) history: bool,
    pub(crate) max_moves: usize,
    pub(crate) store: Arc<SessionStore>,
    pub(crate) cancel: Cancel,
    pub(crate) events: EventSink,
}

impl WinnableGame {
    fn event(&self, name: &'static str, is_last: bool, mut document: Value) -> Event {
        document["search"] = json!(self.id);
        Event { name, subject: self.id.clone(), is_last, document }
    }

    fn open(&self) -> Result<Event, ApiError> {
        let GameSetup { entry, rules, seed: first, .. } = &self.setup;
        let found = winnable_seed(&**entry, rules, *first, &self.cancel)?;
        if self.cancel.is_cancelled() {
            return Err(ApiError::Cancelled);
        }
        let none = || ApiError::Limit(format!("new: winnable: {}", no_winnable_seed(*first)));
        let setup = GameSetup { seed: found.ok_or_else(none)?, ..self.setup.clone() };
        let session = GameSession::new(Game::new(Arc::new(setup), &[], self.max_moves)?);
        let state = session.state(None, true, self.history)?;
        self.store.add(self.session_id.clone(), session)?;
        Ok(self.event("new", true, json!({"session": self.session_id, "state": state})))
    }
}

impl Job for WinnableGame {
    fn run(&mut self) -> Event {
        self.open().unwrap_or_else(|error| self.failed(error))
    }

    fn queued(&self, place: usize) -> Event {
        self.event("queued", false, json!({"session": null, "version": null, "place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        let document = json!({"session": null, "version": null, "error": error.body()});
        self.event("error", true, document)
    }

    fn send(&self, event: Event) {
        (self.events)(event);
    }
}
