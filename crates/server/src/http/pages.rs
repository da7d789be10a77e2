//! Open web pages: the mailbox and the event stream of each page, and the cleanup after a page is
//! closed.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::response::{Sse, sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::Value;
use tokio::sync::watch;

use crate::engine::Task;
use crate::{Answer, ApiError, Event, EventSink, lock};

/// All pages by name.
#[derive(Default)]
pub(super) struct Pages(Mutex<HashMap<String, Arc<Page>>>);

/// Maximum number of pages, since each has a mailbox in memory.
const MAX_PAGES: usize = 1000;
/// Maximum length of a page's name.
const MAX_NAME: usize = 64;
/// Time without an event stream after which a page's searches and reviews are stopped.
const STOP_AFTER: Duration = Duration::from_secs(20);
/// Time without an event stream after which a page and its events are removed.
const REMOVE_AFTER: Duration = Duration::from_secs(60);
/// Maximum number of events in a mailbox: about 320 kB, since a decision event has about 10 kB.
const MAX_EVENTS: usize = 32;
/// Maximum bytes of the events in a mailbox. The newest event is kept whatever its size.
const MAX_BYTES: usize = 512 << 10;
/// Interval at which comments are sent on a stream without events, so that proxies do not close it.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

impl Pages {
    /// Returns the page of a name and creates it if necessary.
    pub(super) fn page(&self, name: &str) -> Result<Arc<Page>, ApiError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_plain) {
            return Err(ApiError::Input(format!(
                "page: expected 1 to {MAX_NAME} letters, digits, '-' and '_'"
            )));
        }
        let mut pages = lock(&self.0);
        if let Some(page) = pages.get(name) {
            return Ok(Arc::clone(page));
        }
        let replaced = if pages.len() < MAX_PAGES { None } else { remove_closed(&mut pages)? };
        let closed_since = Some(Instant::now());
        let mailbox = Mutex::new(Mailbox { closed_since, ..Mailbox::default() });
        let page = Arc::new(Page { mailbox, changed: watch::Sender::default() });
        pages.insert(name.to_owned(), Arc::clone(&page));
        drop(pages);
        replaced.iter().for_each(|page| page.stop_tasks());
        Ok(page)
    }

    /// Moves a task from the pages that hold it to `page`.
    pub(super) fn hand_over(&self, id: &str, task: Task, page: &Page) {
        let pages: Vec<Arc<Page>> = lock(&self.0).values().map(Arc::clone).collect();
        pages.iter().for_each(|other| other.release(id));
        page.hold(id, task);
    }

    /// Stops the searches and reviews of pages that have been closed for [`STOP_AFTER`], and removes pages
    /// that have been closed for [`REMOVE_AFTER`].
    pub(super) fn remove_expired(&self, now: Instant) {
        let mut abandoned = Vec::new();
        lock(&self.0).retain(|_, page| {
            let since = lock(&page.mailbox).closed_since;
            let closed = since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
            if closed > STOP_AFTER {
                abandoned.push(Arc::clone(page));
            }
            closed < REMOVE_AFTER
        });
        abandoned.iter().for_each(|page| page.stop_tasks());
    }
}

/// Removes and returns the page that has been closed longest. If all pages are open, returns an
/// error.
fn remove_closed(pages: &mut HashMap<String, Arc<Page>>) -> Result<Option<Arc<Page>>, ApiError> {
    let closed = pages.iter().filter_map(|(name, page)| {
        let since = lock(&page.mailbox).closed_since?;
        Some((since, name))
    });
    let Some(name) = closed.min().map(|(_, name)| name.clone()) else {
        return Err(ApiError::Limit(format!("{MAX_PAGES} pages are open: try again later")));
    };
    Ok(pages.remove(&name))
}

/// An open page, or a page that was closed less than a minute ago and may reconnect.
pub(super) struct Page {
    mailbox: Mutex<Mailbox>,
    /// Wakes the stream after each change of the mailbox.
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Mailbox {
    events: VecDeque<StoredEvent>,
    /// The number of the last event.
    last: u64,
    /// The number of the current stream.
    stream: u64,
    /// The time since which there is no stream.
    closed_since: Option<Instant>,
    /// The unfinished searches and reviews of the page, by id.
    tasks: HashMap<String, Task>,
}

/// An event in a mailbox, with its number.
#[derive(Clone)]
struct StoredEvent {
    number: u64,
    name: &'static str,
    subject: String,
    is_last: bool,
    data: String,
}

impl Mailbox {
    /// Adds an event and removes earlier events of the same subject. Removes the oldest events if
    /// the mailbox is full.
    fn add(&mut self, event: Event) {
        let Event { name, subject, is_last, document } = event;
        if is_last {
            self.tasks.remove(&subject);
        }
        self.events.retain(|earlier| earlier.subject != subject);
        let is_full = |events: &VecDeque<StoredEvent>| {
            let bytes: usize = events.iter().map(|event| event.data.len()).sum();
            events.len() >= MAX_EVENTS || bytes > MAX_BYTES
        };
        while is_full(&self.events) {
            self.events.pop_front();
        }
        self.last += 1;
        let (number, data) = (self.last, document.to_string());
        self.events.push_back(StoredEvent { number, name, subject, is_last, data });
    }
}

impl Page {
    /// Returns a sink that puts events into the page's mailbox.
    pub(super) fn event_sink(self: &Arc<Self>) -> EventSink {
        let page = Arc::clone(self);
        Arc::new(move |event| page.add(event))
    }

    fn add(&self, event: Event) {
        lock(&self.mailbox).add(event);
        self.changed.send_replace(());
    }

    /// Stores the search or the review that a request has started, so that closing the page stops it, and returns the
    /// document of the answer. Tournaments and studies continue without their page.
    pub(super) fn hold_task_of(&self, Answer { document, task }: Answer) -> Value {
        let id = document["search"].as_str().or_else(|| document["review"].as_str());
        if let (Some(id), Some(task)) = (id, task) {
            self.hold(id, task);
        }
        document
    }

    /// Stores a task, so that closing the page stops it, unless the task has already ended.
    fn hold(&self, id: &str, task: Task) {
        let mut mailbox = lock(&self.mailbox);
        let has_ended = |event: &StoredEvent| event.subject == id && event.is_last;
        if !mailbox.events.iter().any(has_ended) {
            mailbox.tasks.insert(id.to_owned(), task);
        }
    }

    /// Returns whether closing the page stops a task.
    pub(super) fn holds(&self, id: &str) -> bool {
        lock(&self.mailbox).tasks.contains_key(id)
    }

    /// Removes a task from the page without stopping it.
    pub(super) fn release(&self, id: &str) {
        lock(&self.mailbox).tasks.remove(id);
    }

    fn stop_tasks(&self) {
        let tasks = std::mem::take(&mut lock(&self.mailbox).tasks);
        tasks.values().for_each(Task::stop);
    }

    /// Returns an event stream with the stored events after number `last`, followed by new events.
    /// Ends an earlier stream of the page.
    pub(super) fn stream(
        self: Arc<Self>,
        last: u64,
    ) -> Sse<impl Stream<Item = Result<sse::Event, Infallible>>> {
        let events = unfold(self.open_stream(last), |mut stream| async move {
            let stored = stream.next().await?;
            let event = sse::Event::default().id(stored.number.to_string());
            Some((Ok(event.event(stored.name).data(stored.data)), stream))
        });
        Sse::new(events).keep_alive(sse::KeepAlive::new().interval(KEEP_ALIVE))
    }

    fn open_stream(self: Arc<Self>, last: u64) -> EventStream {
        let mut mailbox = lock(&self.mailbox);
        mailbox.stream += 1;
        mailbox.closed_since = None;
        let number = mailbox.stream;
        // If `last` is above the newest number, the client got it before the server was restarted: sends all events.
        let last = if last > mailbox.last { 0 } else { last };
        drop(mailbox);
        self.changed.send_replace(());
        EventStream { number, last, changed: self.changed.subscribe(), page: self }
    }
}

/// A stream that reads a page's mailbox.
struct EventStream {
    page: Arc<Page>,
    number: u64,
    /// The number of the last event that was sent.
    last: u64,
    changed: watch::Receiver<()>,
}

impl EventStream {
    /// Waits for the next event; `None` if a newer stream has replaced this one.
    async fn next(&mut self) -> Option<StoredEvent> {
        loop {
            {
                let mailbox = lock(&self.page.mailbox);
                if mailbox.stream != self.number {
                    return None;
                }
                if let Some(event) = mailbox.events.iter().find(|event| event.number > self.last) {
                    self.last = event.number;
                    return Some(event.clone());
                }
            }
            self.changed.changed().await.ok()?;
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        let mut mailbox = lock(&self.page.mailbox);
        if mailbox.stream == self.number {
            mailbox.closed_since = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use plywood_registry::{Entry, Games};
    use plywood_search::nim::Nim;
    use serde_json::json;

    use super::*;
    use crate::{Engine, ResourceLimits, wait_until};

    fn request(engine: &Engine, method: &str, params: &Value, events: EventSink) -> Answer {
        engine.answer(method, params.as_object().unwrap().clone(), events).unwrap()
    }

    /// Returns the answer to a request that sends no events.
    fn ask(engine: &Engine, method: &str, params: &Value) -> Value {
        request(engine, method, params, Arc::new(|_event| {})).document
    }

    /// Returns an engine with a session of Nim, and the session's id.
    fn nim() -> (Engine, Value) {
        let mut games = Games::default();
        games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
        let engine = Engine::new(games, ResourceLimits::for_http()).unwrap();
        let session = ask(&engine, "new", &json!({"game": "nim"}))["session"].clone();
        (engine, session)
    }

    /// A player that searches until it is stopped.
    const ENDLESS: &str = "mcts:proofs=false,simulations=1000000000000";

    /// Starts a search as a request for `page` does.
    fn think(engine: &Engine, session: &Value, player: &str, page: &Arc<Page>) {
        let params = json!({"session": session, "player": player});
        page.hold_task_of(request(engine, "think", &params, page.event_sink()));
    }

    /// Starts a review as a request for `page` does, and returns its id.
    fn review(engine: &Engine, page: &Arc<Page>) -> String {
        let params = json!({"game": "nim", "moves": ["1"], "player": ENDLESS});
        let document = page.hold_task_of(request(engine, "review", &params, page.event_sink()));
        document["review"].as_str().unwrap().to_owned()
    }

    fn is_reviewing(engine: &Engine, id: &str) -> bool {
        ask(engine, "review_state", &json!({"review": id}))["finished"] == false
    }

    fn is_searching(engine: &Engine, session: &Value) -> bool {
        !ask(engine, "state", &json!({"session": session}))["state"]["search"].is_null()
    }

    fn has_ended_search(page: &Page) -> bool {
        lock(&page.mailbox).events.iter().any(|event| event.is_last)
    }

    #[test]
    fn searches_stop_when_their_page_is_closed_and_events_are_removed_later() {
        let ((engine, session), pages) = (nim(), Pages::default());
        let page = pages.page("closing").unwrap();
        let stream = Arc::clone(&page).open_stream(0);
        think(&engine, &session, ENDLESS, &page);
        pages.remove_expired(Instant::now() + Duration::from_secs(3600));
        assert!(is_searching(&engine, &session), "a page with a stream is open");

        drop(stream);
        let closed = Instant::now();
        pages.remove_expired(closed + Duration::from_secs(19));
        assert!(is_searching(&engine, &session), "the page may come back");
        pages.remove_expired(closed + Duration::from_secs(21));
        wait_until("the search stops", || !is_searching(&engine, &session));
        // The last event is sent even if the search was stopped before it began.
        wait_until("a last event", || has_ended_search(&page));
        assert!(Arc::ptr_eq(&page, &pages.page("closing").unwrap()), "events are kept");

        pages.remove_expired(closed + Duration::from_secs(59));
        assert!(Arc::ptr_eq(&page, &pages.page("closing").unwrap()));
        pages.remove_expired(closed + Duration::from_secs(61));
        assert!(!Arc::ptr_eq(&page, &pages.page("closing").unwrap()), "this page is new");
    }

    #[test]
    fn a_page_that_comes_back_keeps_its_searches() {
        let ((engine, session), pages) = (nim(), Pages::default());
        let page = pages.page("returning").unwrap();
        drop(Arc::clone(&page).open_stream(0));
        think(&engine, &session, ENDLESS, &page);
        let _stream = Arc::clone(&page).open_stream(0);
        pages.remove_expired(Instant::now() + Duration::from_secs(100));
        assert!(is_searching(&engine, &session));
        ask(&engine, "stop", &json!({"session": session}));
    }

    #[test]
    fn a_closed_page_stops_its_second_search_too() {
        let ((engine, session), pages) = (nim(), Pages::default());
        let page = pages.page("second").unwrap();
        let stream = Arc::clone(&page).open_stream(0);
        think(&engine, &session, "random", &page);
        wait_until("the first search ends", || has_ended_search(&page));
        think(&engine, &session, ENDLESS, &page);
        drop(stream);
        pages.remove_expired(Instant::now() + Duration::from_secs(21));
        wait_until("the second search stops", || !is_searching(&engine, &session));
    }

    #[test]
    fn a_review_stops_when_its_page_is_closed() {
        let ((engine, _), pages) = (nim(), Pages::default());
        let page = pages.page("reviewing").unwrap();
        drop(Arc::clone(&page).open_stream(0));
        let closed = Instant::now();
        let id = review(&engine, &page);
        pages.remove_expired(closed + Duration::from_secs(19));
        assert!(is_reviewing(&engine, &id), "the page may come back");
        pages.remove_expired(closed + Duration::from_secs(21));
        wait_until("the review stops", || !is_reviewing(&engine, &id));
    }

    #[test]
    fn a_review_that_a_reloaded_page_follows_stops_with_that_page() {
        let ((engine, _), pages) = (nim(), Pages::default());
        let [before, after] = ["before", "after"].map(|name| pages.page(name).unwrap());
        drop(Arc::clone(&before).open_stream(0));
        let stream = Arc::clone(&after).open_stream(0);
        let id = review(&engine, &before);
        pages.hand_over(&id, engine.review_task(&id).unwrap(), &after);
        pages.remove_expired(Instant::now() + Duration::from_secs(30));
        assert!(is_reviewing(&engine, &id), "the page that follows the review is open");
        drop(stream);
        pages.remove_expired(Instant::now() + Duration::from_secs(30));
        wait_until("the review stops", || !is_reviewing(&engine, &id));
    }

    fn event(name: &'static str, subject: usize, document: Value) -> Event {
        Event { name, subject: subject.to_string(), is_last: name == "decision", document }
    }

    fn decision(subject: usize, document: Value) -> Event {
        event("decision", subject, document)
    }

    #[test]
    fn each_search_of_a_page_has_its_newest_event() {
        let mut mailbox = Mailbox::default();
        for (name, subject) in
            [("progress", 1), ("progress", 2), ("progress", 1), ("decision", 2), ("progress", 1)]
        {
            mailbox.add(event(name, subject, Value::Null));
        }
        let kept = mailbox.events.iter().map(|event| (event.number, event.name, &*event.subject));
        assert_eq!(kept.collect::<Vec<_>>(), [(4, "decision", "2"), (5, "progress", "1")]);
    }

    #[test]
    fn events_of_a_mailbox_are_bounded() {
        let mut mailbox = Mailbox::default();
        (0..1000).for_each(|number| mailbox.add(decision(number, json!(number))));
        assert_eq!(mailbox.events.len(), MAX_EVENTS);
        assert_eq!(mailbox.events.back().map(|event| event.subject.as_str()), Some("999"));
    }

    #[test]
    fn bytes_of_a_mailbox_are_bounded() {
        let mut mailbox = Mailbox::default();
        let long = json!("x".repeat(MAX_BYTES / 2));
        (0..MAX_EVENTS).for_each(|number| mailbox.add(decision(number, long.clone())));
        assert_eq!(mailbox.events.len(), 2);
        assert_eq!(mailbox.events.back().map(|event| event.number), Some(MAX_EVENTS as u64));
    }

    #[test]
    fn pages_are_bounded() {
        let (engine, session) = nim();
        let pages = Pages::default();
        let first = pages.page("0").unwrap();
        think(&engine, &session, ENDLESS, &first);
        let open_stream = |name: &str| pages.page(name).map(|page| page.open_stream(0));
        let mut streams: Vec<_> =
            (1..MAX_PAGES).map(|number| open_stream(&number.to_string()).unwrap()).collect();
        assert!(Arc::ptr_eq(&first, &pages.page("0").unwrap()), "there is room for all");
        streams.push(open_stream("more").unwrap());
        wait_until("the replaced page's search stops", || !is_searching(&engine, &session));
        assert_eq!(pages.page("0").err().map(|error| error.kind()), Some("limit"), "all are open");
        assert!(pages.page("1").is_ok(), "an open page stays");
        drop(streams);
        assert!(pages.page("0").is_ok());
        pages.remove_expired(Instant::now() + REMOVE_AFTER);
        assert_eq!(lock(&pages.0).len(), 0);
    }
}
