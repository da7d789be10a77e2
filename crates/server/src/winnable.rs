//! The two requests that use the solver of the true deal: whether a game can be won, and a new game that can.

use std::sync::Arc;
use std::time::Duration;

use plywood_registry::{no_winnable_seed, winnable_seed};
use plywood_search::{Budget, Cancel};
use serde_json::{Value, json};

use crate::game::{Game, GameSetup};
use crate::player::replay;
use crate::pool::Job;
use crate::session::{GameSession, SessionJob};
use crate::store::SessionStore;
use crate::{ApiError, Event, EventSink};

/// Time of the solver unless a request says otherwise.
const SOLVER_TIME: Duration = Duration::from_secs(10);

/// Returns the budget of the solver unless a request changes it.
pub(crate) fn default_budget() -> Budget {
    Budget::unlimited().with_time(SOLVER_TIME)
}

/// The question whether the game of a session can be won from its current position.
pub(crate) struct WinnableQuestion {
    pub(crate) id: String,
    pub(crate) session_id: String,
    pub(crate) session: Arc<GameSession>,
    /// The seat that asks, as in the request.
    pub(crate) seat: Option<u8>,
    /// The moves from the start of the game to the position, and the version of the game there.
    pub(crate) moves: Vec<String>,
    pub(crate) version: u64,
    pub(crate) budget: Budget,
    pub(crate) events: EventSink,
}

impl WinnableQuestion {
    fn event(&self, name: &'static str, is_last: bool, mut document: Value) -> Event {
        document["session"] = json!(self.session_id);
        document["search"] = json!(self.id);
        document["version"] = json!(self.version);
        Event { name, subject: self.id.clone(), is_last, document }
    }

    fn answer(&self) -> Result<Event, ApiError> {
        let mut board = self.session.setup.open()?;
        replay(&mut *board, &self.moves)?;
        let answer = match board.winnable(&self.budget)? {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        };
        let (_, state) = self.session.finish_search(&self.id, None, self.seat)?;
        Ok(self.event("winnable", true, json!({"winnable": answer, "state": state})))
    }
}

impl SessionJob for WinnableQuestion {
    fn id(&self) -> &str {
        &self.id
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn begin(&mut self, game: &Game) -> Result<(), ApiError> {
        (self.moves, self.version) = (game.played.clone(), game.version);
        Ok(())
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
        self.event("queued", false, json!({"place": place}))
    }

    fn failed(&self, error: ApiError) -> Event {
        // The state is not sent, so an error in it changes nothing.
        self.session.finish_search(&self.id, None, self.seat).ok();
        self.event("error", true, json!({"error": error.body()}))
    }

    fn send(&self, event: Event) {
        (self.events)(event);
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
