//! Plywood's games and players over HTTP and as lines of JSON.
//!
//! An [`Engine`] answers requests and sends an [`Event`] for every change of a search,
//! tournament or study. [`Server`] offers the engine over HTTP, together with the web page. [`json_lines`]
//! offers it to another program over a pair of streams. Both serve every game of the registry.
//! `docs/api.md` describes the documents.

#![allow(clippy::disallowed_methods, reason = "a boundary: it may read the system's clock")]

mod arena;
mod background;
mod background_store;
mod engine;
mod error;
mod game;
mod http;
mod inbox;
pub mod json_lines;
mod limits;
mod lineup;
mod player;
mod pool;
mod quality;
mod records;
mod request;
mod review;
mod search;
mod session;
mod store;
mod winnable;

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

pub use engine::{Answer, Engine, RecordLines, Task};
pub use error::ApiError;
pub use http::{HostName, Server};
pub use limits::ResourceLimits;
pub use pool::{Event, EventSink};

/// Returns the error for a panic, such as one of a user's game, with its message.
fn panicked(panic: &(dyn std::any::Any + Send)) -> ApiError {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
    ApiError::Internal(format!("internal error: {}", message.unwrap_or("a panic")))
}

/// Locks a mutex and ignores poisoning: the pool reports a panicked search, and the session drops
/// the player of that search.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until a condition holds. Panics after a minute, which no condition of a test needs.
#[cfg(test)]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = std::time::Instant::now();
    while !holds() {
        assert!(started.elapsed() < std::time::Duration::from_secs(60), "timeout: {what}");
        thread::yield_now();
    }
}

/// Starts a thread. Fails if the system does not allow another one.
fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let explain =
        |error: io::Error| io::Error::new(error.kind(), format!("cannot start a thread: {error}"));
    thread::Builder::new().spawn(work).map_err(explain)
}
