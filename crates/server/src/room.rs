//! A room: a game, and those who think about it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use plywood_search::Cancel;
use serde_json::{Value, json};

use crate::game::Game;
use crate::lock::lock;
use crate::opening::Opening;
use crate::pool::Ticket;
use crate::thinker::Thinker;
use crate::{ApiError, request};

/// A game, and those who think about it. The two are locked apart, so that
/// nobody who wants to see or play the game waits for a search.
pub(crate) struct Room {
    /// The session's name.
    pub(crate) id: String,
    place: Mutex<Place>,
    /// Held as long as a search runs.
    pub(crate) thinker: Mutex<Thinker>,
    tree_bytes: AtomicU64,
}

/// How long somebody waits before looking again whether the tree is free.
const MOMENT: Duration = Duration::from_millis(1);

struct Place {
    game: Game,
    /// The search whose answer the game waits for.
    search: Option<Running>,
    used: Instant,
}

/// A search that waits or runs.
struct Running {
    id: String,
    cancel: Cancel,
    ticket: Option<Ticket>,
    /// Whether its move is played when it ends.
    play: bool,
}

impl Running {
    fn end(&self) {
        self.cancel.cancel();
        if let Some(ticket) = &self.ticket {
            ticket.take_back();
        }
    }
}

impl Room {
    pub(crate) fn new(id: String, game: Game) -> Self {
        Room {
            id,
            place: Mutex::new(Place { game, search: None, used: Instant::now() }),
            thinker: Mutex::default(),
            tree_bytes: AtomicU64::new(0),
        }
    }

    /// Shows the game.
    pub(crate) fn state(&self) -> Value {
        let mut place = lock(&self.place);
        place.used = Instant::now();
        place.state()
    }

    /// Changes the game, which ends a search about it.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(&mut Game) -> Result<(), ApiError>,
    ) -> Result<Value, ApiError> {
        let mut place = lock(&self.place);
        place.used = Instant::now();
        change(&mut place.game)?;
        let search = place.search.take();
        let state = place.state();
        drop(place);
        search.iter().for_each(Running::end);
        Ok(state)
    }

    /// The record of the game.
    pub(crate) fn record(&self) -> Value {
        lock(&self.place).game.record()
    }

    /// How the game began.
    pub(crate) fn opening(&self) -> Opening {
        lock(&self.place).game.opening().clone()
    }

    /// Makes a search the one whose answer the game waits for, and ends any other.
    /// Gives the moves that it has to know of: whatever changes them ends it.
    pub(crate) fn begin_search(&self, id: &str, cancel: &Cancel, play: bool) -> Vec<String> {
        let search = Running { id: id.to_owned(), cancel: cancel.clone(), ticket: None, play };
        let mut place = lock(&self.place);
        place.used = Instant::now();
        let earlier = place.search.replace(search);
        let moves = place.game.moves().to_vec();
        drop(place);
        earlier.iter().for_each(Running::end);
        moves
    }

    /// Remembers by which ticket a search waits.
    pub(crate) fn hold_ticket(&self, id: &str, ticket: Ticket) {
        let mut place = lock(&self.place);
        if let Some(search) = place.search.as_mut().filter(|search| search.id == id) {
            search.ticket = Some(ticket);
        }
    }

    /// Ends a search: plays its move if that was asked for and the game has not
    /// gone on. Tells whether it was played, and the state of the game.
    pub(crate) fn end_search(&self, id: &str, mv: Option<&str>) -> (bool, Value) {
        let mut place = lock(&self.place);
        let awaited = place.search.take_if(|search| search.id == id);
        let mv = mv.filter(|_| awaited.is_some_and(|search| search.play));
        let played = mv.is_some_and(|mv| place.game.play(mv).is_ok());
        place.used = Instant::now();
        (played, place.state())
    }

    /// Asks the search for its answer now; `false` if there is none.
    pub(crate) fn stop_search(&self, id: Option<&str>, discard: bool) -> bool {
        let mut place = lock(&self.place);
        let wanted = |search: &&mut Running| id.is_none_or(|id| search.id == id);
        let Some(search) = place.search.as_mut().filter(wanted) else { return false };
        search.play &= !discard;
        search.cancel.cancel();
        let ticket = search.ticket.clone();
        drop(place);
        if let Some(ticket) = ticket {
            ticket.take_back();
        }
        true
    }

    /// The tree of the last search. Who else reads it, and a search that has told
    /// its answer or was told to end, are done with it soon: these are waited for.
    pub(crate) fn tree(&self, request: &request::Tree) -> Result<Value, ApiError> {
        loop {
            match self.thinker.try_lock() {
                Ok(thinker) => return thinker.tree(request),
                Err(TryLockError::Poisoned(thinker)) => return thinker.into_inner().tree(request),
                Err(TryLockError::WouldBlock) if lock(&self.place).is_searching() => {
                    return Err(ApiError::Busy(
                        "a search is running: its tree can be seen when it has ended".to_owned(),
                    ));
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(MOMENT),
            }
        }
    }

    /// When somebody last asked for it, if no search is under way.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let place = lock(&self.place);
        place.search.is_none().then_some(place.used)
    }

    /// How many moves its game has.
    pub(crate) fn moves(&self) -> usize {
        lock(&self.place).game.moves().len()
    }

    /// What the trees take that are kept.
    pub(crate) fn tree_bytes(&self) -> u64 {
        self.tree_bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn set_tree_bytes(&self, bytes: u64) {
        self.tree_bytes.store(bytes, Ordering::Relaxed);
    }

    /// Drops the trees, unless a search is using them.
    pub(crate) fn drop_trees(&self) {
        if let Ok(mut thinker) = self.thinker.try_lock() {
            thinker.forget();
            self.set_tree_bytes(0);
        }
    }
}

impl Place {
    /// Whether a search goes on until its budget is spent.
    fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| !search.cancel.is_cancelled())
    }

    fn state(&self) -> Value {
        let mut state = self.game.state();
        state["search"] = json!(self.search.as_ref().map(|search| &search.id));
        state
    }
}
