//! Monotonic clocks. A search reads only the clock of its [`Budget`](crate::Budget).

use std::fmt::Debug;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A monotonic clock.
pub trait Clock: Debug + Send + Sync {
    /// Returns the time since a fixed moment. A later call never returns less.
    fn now(&self) -> Duration;
}

/// The operating system's monotonic clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[expect(clippy::disallowed_methods, reason = "the one place that reads the system's clock")]
static PROCESS_START: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        PROCESS_START.elapsed()
    }
}
