//! A search on its way from a question to an answer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plywood_registry::{Spec, document};
use plywood_search::{Budget, Interval, Observer, Progress};
use serde_json::{Value, json};

use crate::ApiError;
use crate::lock::lock;
use crate::opening::Opening;
use crate::pool::Job;
use crate::report::{Report, Reporter};
use crate::room::Room;
use crate::rooms::Rooms;
use crate::thinker::Ask;

/// A search about the game of a room.
pub(crate) struct Search {
    pub(crate) id: String,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) room: Arc<Room>,
    pub(crate) opening: Opening,
    pub(crate) moves: Vec<String>,
    pub(crate) spec: Spec,
    pub(crate) seed: u64,
    pub(crate) budget: Budget,
    /// What the values of the candidates mean.
    pub(crate) unit: &'static str,
    pub(crate) reporter: Arc<dyn Reporter>,
}

impl Search {
    fn report(&self, event: &'static str, is_last: bool, mut document: Value) -> Report {
        document["session"] = json!(self.room.id);
        document["search"] = json!(self.id);
        Report { event, about: self.id.clone(), is_last, document }
    }

    fn think(&self) -> Result<Report, ApiError> {
        let mut thinker = lock(&self.room.thinker);
        let ask = Ask {
            opening: &self.opening,
            moves: &self.moves,
            spec: &self.spec,
            seed: self.seed,
            budget: &self.budget,
        };
        let mut teller = Teller { search: self, started: Instant::now(), told: None };
        let (mv, decision) = thinker.think(&ask, &mut teller)?;
        self.room.set_tree_bytes(thinker.tree_bytes());
        drop(thinker);
        let (played, state) = self.room.end_search(&self.id, mv.as_deref());
        self.rooms.trim_trees();
        let document = json!({"decision": decision, "state": state, "played": played});
        Ok(self.report("decision", true, document))
    }

    fn failure(&self, error: &ApiError) -> Report {
        if matches!(error, ApiError::Internal(_)) {
            lock(&self.room.thinker).forget();
        }
        self.room.end_search(&self.id, None);
        self.report("error", true, json!({"error": error.body()}))
    }
}

impl Job for Search {
    fn run(&mut self) -> Report {
        self.think().unwrap_or_else(|error| self.failure(&error))
    }

    fn tell(&self, report: Report) {
        self.reporter.report(report);
    }

    fn wait_at(&self, place: usize) {
        self.tell(self.report("queued", false, json!({"place": place})));
    }

    fn fail(&self, error: ApiError) {
        self.tell(self.failure(&error));
    }
}

/// Soon enough to feel immediate.
const FIRST: Duration = Duration::from_millis(30);
/// As often as anybody can follow.
const EVERY: Duration = Duration::from_millis(100);

/// Tells how a search goes.
struct Teller<'a> {
    search: &'a Search,
    started: Instant,
    told: Option<Instant>,
}

impl Observer<String> for Teller<'_> {
    fn progress(&mut self, progress: &Progress<String>) {
        if self.told.is_some_and(|told| told.elapsed() < EVERY) {
            return;
        }
        self.told = Some(Instant::now());
        let mut document = document::progress(progress);
        document["unit"] = json!(self.search.unit);
        document["elapsed_ms"] = json!(self.started.elapsed().as_millis() as u64);
        self.search.tell(self.search.report("progress", false, document));
    }

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: Some(FIRST) }
    }
}
