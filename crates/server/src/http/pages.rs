//! The open pages: what each is told by its event stream, and what is done
//! when one goes away.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::Value;
use tokio::sync::watch;

use crate::ApiError;
use crate::engine::Work;
use crate::lock::lock;
use crate::report::{Report, Reporter};

/// All pages, by their names.
#[derive(Default)]
pub(super) struct Pages(Mutex<HashMap<String, Arc<Page>>>);

/// Pages at once.
const MOST_PAGES: usize = 1000;
/// The longest name of a page.
const LONGEST_NAME: usize = 64;
/// A page without a stream for so long has left: nobody waits for its searches.
const HAS_LEFT: Duration = Duration::from_secs(20);
/// After so long what it was told is forgotten.
const IS_FORGOTTEN: Duration = Duration::from_secs(60);
/// Events that are kept for a page that comes back; a decision has some 10 kB.
const MOST_KEPT: usize = 32;
/// Bytes of them, the last event apart: those of long games are larger.
const MOST_BYTES: usize = 512 << 10;
/// Silence would look like a broken line.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

impl Pages {
    /// The page of a name, old or new.
    pub(super) fn page(&self, name: &str) -> Result<Arc<Page>, ApiError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
            return Err(ApiError::Input(format!(
                "page: expected at most {LONGEST_NAME} letters, digits, '-' and '_'"
            )));
        }
        let mut pages = lock(&self.0);
        if pages.len() >= MOST_PAGES && !pages.contains_key(name) {
            return Err(ApiError::Limit(format!("{MOST_PAGES} pages are open: try again later")));
        }
        Ok(Arc::clone(pages.entry(name.to_owned()).or_default()))
    }

    /// Ends the searches of pages that have left, and forgets those long gone.
    pub(super) fn tidy(&self, now: Instant) {
        let mut left = Vec::new();
        lock(&self.0).retain(|_, page| {
            let absence = page.absence(now);
            if absence > HAS_LEFT {
                left.extend(page.take_work());
            }
            absence < IS_FORGOTTEN
        });
        left.iter().for_each(Work::stop);
    }
}

/// An open page.
pub(super) struct Page {
    mail: Mutex<Mail>,
    /// The number of the last event and of the stream that may tell it.
    news: watch::Sender<(u64, u64)>,
}

struct Mail {
    kept: VecDeque<Letter>,
    last: u64,
    /// How often a stream was opened; the last one counts.
    stream: u64,
    /// Since when there is no stream.
    absent: Option<Instant>,
    /// The searches that the page waits for.
    work: HashMap<String, Work>,
}

impl Mail {
    fn bytes(&self) -> usize {
        self.kept.iter().map(|letter| letter.data.len()).sum()
    }
}

#[derive(Clone)]
struct Letter {
    number: u64,
    event: &'static str,
    about: String,
    data: String,
}

impl Default for Page {
    fn default() -> Self {
        let mail = Mail {
            kept: VecDeque::new(),
            last: 0,
            stream: 0,
            absent: Some(Instant::now()),
            work: HashMap::new(),
        };
        Page { mail: Mutex::new(mail), news: watch::Sender::new((0, 0)) }
    }
}

impl Page {
    /// Keeps a search, to end it should the page leave; it may have ended already.
    pub(super) fn hold(&self, answer: &Value, work: Work) {
        let Some(search) = answer["search"].as_str() else { return };
        let mut mail = lock(&self.mail);
        let is_over = |letter: &Letter| {
            letter.about == search && matches!(letter.event, "decision" | "error")
        };
        if !mail.kept.iter().any(is_over) {
            mail.work.insert(search.to_owned(), work);
        }
    }

    fn take_work(&self) -> Vec<Work> {
        lock(&self.mail).work.drain().map(|(_, work)| work).collect()
    }

    fn absence(&self, now: Instant) -> Duration {
        let since = lock(&self.mail).absent;
        since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Events behind number `last`, and all that come. An earlier stream of
    /// the same page ends.
    pub(super) fn stream(
        self: Arc<Self>,
        last: u64,
    ) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
        let events = unfold(self.read(last), |mut reading| async move {
            let letter = reading.next().await?;
            let event = Event::default().id(letter.number.to_string());
            Some((Ok(event.event(letter.event).data(letter.data)), reading))
        });
        Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
    }

    fn read(self: Arc<Self>, last: u64) -> Reading {
        let mut mail = lock(&self.mail);
        mail.stream += 1;
        mail.absent = None;
        let reading = Reading {
            number: mail.stream,
            // A number from before this server was started means nothing.
            last: if last > mail.last { 0 } else { last },
            news: self.news.subscribe(),
            page: Arc::clone(&self),
        };
        self.news.send_replace((mail.last, mail.stream));
        drop(mail);
        reading
    }
}

impl Reporter for Page {
    /// A report of how things stand takes the place of an earlier one.
    fn report(&self, report: Report) {
        let Report { event, about, is_last, document } = report;
        let mut mail = lock(&self.mail);
        if is_last {
            mail.work.remove(&about);
        }
        let is_standing = |event| matches!(event, "queued" | "progress" | "arena");
        mail.kept.retain(|letter| letter.about != about || !is_standing(letter.event));
        while mail.kept.len() >= MOST_KEPT || mail.bytes() > MOST_BYTES {
            mail.kept.pop_front();
        }
        mail.last += 1;
        let number = mail.last;
        mail.kept.push_back(Letter { number, event, about, data: document.to_string() });
        self.news.send_replace((number, mail.stream));
    }
}

/// A stream that is being read.
struct Reading {
    page: Arc<Page>,
    number: u64,
    last: u64,
    news: watch::Receiver<(u64, u64)>,
}

impl Reading {
    /// Waits for the next event; `None` if another stream has taken over.
    async fn next(&mut self) -> Option<Letter> {
        loop {
            {
                let mail = lock(&self.page.mail);
                if mail.stream != self.number {
                    return None;
                }
                if let Some(letter) = mail.kept.iter().find(|letter| letter.number > self.last) {
                    self.last = letter.number;
                    return Some(letter.clone());
                }
            }
            self.news.changed().await.ok()?;
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut mail = lock(&self.page.mail);
        if mail.stream == self.number {
            mail.absent = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use plywood_registry::{Entry, Games};
    use plywood_search::nim::Nim;
    use serde_json::{Map, json};

    use super::*;
    use crate::Limits;
    use crate::engine::{Answer, Engine};

    struct Nobody;

    impl Reporter for Nobody {
        fn report(&self, _report: Report) {}
    }

    fn ask(engine: &Engine, method: &str, params: &Value, reporter: Arc<dyn Reporter>) -> Answer {
        let params: Map<String, Value> = params.as_object().unwrap().clone();
        engine.answer(method, params, reporter).unwrap()
    }

    /// An engine with a game of Nim, and the name of its session.
    fn nim() -> (Engine, Value) {
        let mut games = Games::default();
        games.add(Entry::new("nim", "take one to three", |_seed| Nim::new(21)));
        let engine = Engine::new(Box::leak(Box::new(games)), Limits::of_an_address());
        let opened = ask(&engine, "new", &json!({"game": "nim"}), Arc::new(Nobody));
        let Answer::Now(opened) = opened else { panic!("a new game takes no time") };
        (engine, opened["session"].clone())
    }

    /// Begins a search that ends only when it is told to.
    fn think(engine: &Engine, session: &Value, page: &Arc<Page>) {
        let player = "mcts:proofs=false,simulations=1000000000000";
        let params = json!({"session": session, "player": player});
        let answer = ask(engine, "think", &params, Arc::clone(page) as _);
        let Answer::Later(document, work) = answer else { panic!("a search takes time") };
        page.hold(&document, work);
    }

    fn is_searching(engine: &Engine, session: &Value) -> bool {
        let state = ask(engine, "state", &json!({"session": session}), Arc::new(Nobody));
        let Answer::Now(state) = state else { panic!("a look takes no time") };
        !state["state"]["search"].is_null()
    }

    #[test]
    fn searches_end_when_their_page_has_left_and_its_events_are_forgotten_later() {
        let ((engine, session), pages) = (nim(), Pages::default());
        let page = pages.page("leaving").unwrap();
        let stream = Arc::clone(&page).read(0);
        think(&engine, &session, &page);
        pages.tidy(Instant::now() + Duration::from_secs(3600));
        assert!(is_searching(&engine, &session), "a page with a stream has not left");

        drop(stream);
        let left = Instant::now();
        pages.tidy(left + Duration::from_secs(19));
        assert!(is_searching(&engine, &session), "it may come back");
        pages.tidy(left + Duration::from_secs(21));
        while is_searching(&engine, &session) {
            thread::yield_now();
        }
        // Whether it had begun by then or not, its end is told.
        let is_end = |letter: &Letter| matches!(letter.event, "decision" | "error");
        let is_told = || lock(&page.mail).kept.iter().any(is_end);
        while !is_told() {
            thread::yield_now();
        }
        assert!(Arc::ptr_eq(&page, &pages.page("leaving").unwrap()), "its events are kept");

        pages.tidy(left + Duration::from_secs(59));
        assert!(Arc::ptr_eq(&page, &pages.page("leaving").unwrap()));
        pages.tidy(left + Duration::from_secs(61));
        assert!(!Arc::ptr_eq(&page, &pages.page("leaving").unwrap()), "that one is new");
    }

    #[test]
    fn a_page_that_comes_back_keeps_its_searches() {
        let ((engine, session), pages) = (nim(), Pages::default());
        let page = pages.page("returning").unwrap();
        drop(Arc::clone(&page).read(0));
        think(&engine, &session, &page);
        let _stream = Arc::clone(&page).read(0);
        pages.tidy(Instant::now() + Duration::from_secs(100));
        assert!(is_searching(&engine, &session));
        ask(&engine, "stop", &json!({"session": session}), Arc::new(Nobody));
    }

    #[test]
    fn events_of_a_page_are_bounded() {
        let page = Page::default();
        for number in 0..1000 {
            let about = number.to_string();
            let document = json!({"number": number});
            page.report(Report { event: "decision", about, is_last: true, document });
        }
        let mail = lock(&page.mail);
        assert_eq!(mail.kept.len(), MOST_KEPT);
        assert_eq!(mail.kept.back().map(|letter| letter.about.as_str()), Some("999"));
    }

    #[test]
    fn long_events_of_a_page_are_bounded_too() {
        let page = Page::default();
        for number in 0..MOST_KEPT {
            let document = json!({"game": "x".repeat(MOST_BYTES / 2)});
            let about = number.to_string();
            page.report(Report { event: "decision", about, is_last: true, document });
        }
        let mail = lock(&page.mail);
        assert_eq!(mail.kept.len(), 2);
        assert_eq!(mail.kept.back().map(|letter| letter.number), Some(MOST_KEPT as u64));
    }

    #[test]
    fn pages_are_bounded() {
        let pages = Pages::default();
        assert!((0..MOST_PAGES).all(|number| pages.page(&number.to_string()).is_ok()));
        assert_eq!(pages.page("more").err().map(|error| error.kind()), Some("limit"));
        assert!(pages.page("0").is_ok(), "those who are here stay");
        pages.tidy(Instant::now() + IS_FORGOTTEN);
        assert!(pages.page("more").is_ok());
    }
}
