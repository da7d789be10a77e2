//! Monotonic clocks. A search reads only the clock of its [`Budget`](crate::Budget).

use std::fmt::Debug;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A clock that starts at 0 and advances by a fixed step whenever it is read, so that tests of time limits do not depend
/// on the machine.
#[derive(Debug)]
pub struct SteppingClock {
    step: Duration,
    reads: AtomicU64,
}

impl SteppingClock {
    /// Creates a clock. With a step of zero, it stands still.
    pub fn new(step: Duration) -> Self {
        SteppingClock { step, reads: AtomicU64::new(0) }
    }

    /// Returns how often the clock was read.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Clock for SteppingClock {
    fn now(&self) -> Duration {
        let reads = self.reads.fetch_add(1, Ordering::Relaxed);
        self.step.saturating_mul(reads.try_into().unwrap_or(u32::MAX))
    }
}
