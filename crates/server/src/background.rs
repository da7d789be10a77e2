//! Tasks that run in the background: tournaments, studies and reviews.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use plywood_search::Cancel;
use serde_json::{Value, json};

use crate::pool::{Job, Ticket};
use crate::records::Records;
use crate::{ApiError, Event, EventSink, lock};

/// The kinds of background tasks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tournament,
    Study,
    Review,
}

impl Kind {
    /// Returns the name of the field that holds a task's id.
    pub(crate) fn id_field(self) -> &'static str {
        match self {
            Kind::Tournament => "arena",
            Kind::Study => "study",
            Kind::Review => "review",
        }
    }

    /// Returns the name of a task's events.
    fn event_name(self) -> &'static str {
        match self {
            Kind::Tournament => "arena",
            Kind::Study => "quality",
            Kind::Review => "review",
        }
    }
}

/// A waiting, running or finished task.
pub(crate) struct Background {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) created: Instant,
    pub(crate) cancel: Cancel,
    /// The number of parts: games of a tournament, measurements of a study, analyses of a review.
    total: usize,
    /// Set once the task is queued.
    pub(crate) ticket: OnceLock<Ticket>,
    /// The games of a tournament so far; empty for other tasks.
    pub(crate) records: Records,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    /// The number of parts that are done.
    done: usize,
    summary: Value,
    finished: bool,
    error: Option<ApiError>,
}

impl Background {
    /// Returns the document of the results so far.
    pub(crate) fn document(&self) -> Value {
        let results = lock(&self.results);
        let mut document = json!({
            (self.kind.id_field()): self.id,
            "done": results.done,
            "total": self.total,
            "finished": results.finished,
        });
        if self.kind == Kind::Tournament {
            document["dropped"] = json!(self.records.are_discarded());
        }
        document["summary"] = results.summary.clone();
        document["error"] = json!(results.error.as_ref().map(ApiError::body));
        document
    }

    /// Stops the task and keeps the results so far. Returns whether it was unfinished.
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

    /// Returns the event with the results so far.
    fn event(&self) -> Event {
        let (name, subject) = (self.kind.event_name(), self.id.clone());
        Event { name, subject, is_last: self.is_finished(), document: self.document() }
    }

    /// Ends the task and returns its last event.
    fn finish(&self, error: Option<ApiError>) -> Event {
        let mut results = lock(&self.results);
        (results.error, results.finished) = (error, true);
        drop(results);
        self.event()
    }
}

/// The work of a background task.
pub(crate) trait Work: Send {
    const KIND: Kind;

    /// Returns the number of parts.
    fn total(&self) -> usize;

    /// Returns the summary before the first part is done.
    fn empty_summary(&self) -> Value;

    /// Works until all parts are done or `task` is cancelled. Reports each part and the final summary
    /// to `progress`.
    fn run(&self, task: &Background, progress: &mut Progress<'_>) -> Result<(), ApiError>;
}

/// Minimum time between two summaries.
const SUMMARY_INTERVAL: Duration = Duration::from_millis(300);
/// The pause after a summary is at least this multiple of the time that the summary took, so that
/// summaries take at most a tenth of the task's time.
const SUMMARY_SHARE: u32 = 10;

/// Passes the results of a running task on to its client.
pub(crate) struct Progress<'a> {
    task: &'a Background,
    events: &'a EventSink,
    started: Instant,
    /// The earliest time of the next summary.
    next: Instant,
}

impl Progress<'_> {
    /// Records the number of parts that are done. Sends a new summary unless the last one is too
    /// recent. `summarize` gets the seconds since the start.
    pub(crate) fn report(&mut self, done: usize, summarize: impl FnOnce(f64) -> Value) {
        lock(&self.task.results).done = done;
        let now = Instant::now();
        if now >= self.next {
            self.summarize(summarize);
            (self.events)(self.task.event());
            self.next = Instant::now() + SUMMARY_INTERVAL.max(now.elapsed() * SUMMARY_SHARE);
        }
    }

    /// Replaces the summary.
    pub(crate) fn summarize(&self, summarize: impl FnOnce(f64) -> Value) {
        let summary = summarize(self.started.elapsed().as_secs_f64());
        lock(&self.task.results).summary = summary;
    }
}

/// A background task as a job of the pool.
pub(crate) struct BackgroundJob<W> {
    work: W,
    pub(crate) task: Arc<Background>,
    events: EventSink,
}

impl<W: Work> BackgroundJob<W> {
    pub(crate) fn new(id: String, work: W, events: EventSink) -> Self {
        let results = Results { summary: work.empty_summary(), ..Results::default() };
        let task = Arc::new(Background {
            id,
            kind: W::KIND,
            created: Instant::now(),
            cancel: Cancel::new(),
            total: work.total(),
            ticket: OnceLock::new(),
            records: Records::default(),
            results: Mutex::new(results),
        });
        BackgroundJob { work, task, events }
    }
}

impl<W: Work> Job for BackgroundJob<W> {
    fn run(&mut self) -> Event {
        let started = Instant::now();
        let (task, events) = (&*self.task, &self.events);
        let ended = self.work.run(task, &mut Progress { task, events, started, next: started });
        task.finish(ended.err())
    }

    fn queued(&self, place: usize) -> Event {
        let document = json!({(W::KIND.id_field()): self.task.id, "place": place});
        Event { name: "queued", subject: self.task.id.clone(), is_last: false, document }
    }

    fn failed(&self, error: ApiError) -> Event {
        self.task.finish(Some(error))
    }

    fn send(&self, event: Event) {
        (self.events)(event);
    }
}
