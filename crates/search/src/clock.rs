//! The clock that a search is given: it has none of its own.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Tells how much time has passed since some fixed moment.
pub trait Clock: Debug + Send + Sync {
    /// The time since that moment; it never goes back.
    fn now(&self) -> Duration;
}

/// The operating system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        SystemClock(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
