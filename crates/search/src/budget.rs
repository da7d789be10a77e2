//! How much a decision may cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{Clock, SystemClock};

/// What one decision may spend; it ends at whatever is reached first.
///
/// An answer exists after the first simulation, so at least one is run
/// whatever the budget says. Without simulations and time a search goes on
/// until it is cancelled or has proven its move.
///
/// ```
/// use std::time::Duration;
/// use plywood_search::Budget;
///
/// let budget = Budget::simulations(10_000).with_time(Duration::from_millis(500));
/// assert_eq!(budget.threads, 1);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Budget {
    /// The number of simulations, all threads together.
    pub simulations: Option<u64>,
    /// The time until the answer.
    pub time: Option<Duration>,
    /// Bytes for the trees of all threads together.
    pub memory: usize,
    /// How many trees are searched at once, each on a thread of its own.
    pub threads: usize,
    /// Whether to stop once the choice is decided or good enough: right when
    /// playing, wrong when analysing.
    pub stop_early: bool,
    /// Ends the search from outside.
    pub cancel: Cancel,
    /// Measures `time` and the elapsed time of the decision.
    pub clock: Arc<dyn Clock>,
}

/// Enough for a minute of most games, and little enough for a laptop.
const DEFAULT_MEMORY: usize = 1 << 30;

/// A tree smaller than this is not worth a thread.
const LEAST_TREE: usize = 16 << 10;

impl Budget {
    /// No limit but the memory's: until cancelled or proven.
    pub fn unlimited() -> Self {
        Budget {
            simulations: None,
            time: None,
            memory: DEFAULT_MEMORY,
            threads: 1,
            stop_early: false,
            cancel: Cancel::default(),
            clock: Arc::new(SystemClock),
        }
    }

    /// A number of simulations.
    pub fn simulations(simulations: u64) -> Self {
        Budget { simulations: Some(simulations), ..Budget::unlimited() }
    }

    /// A length of time.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::unlimited() }
    }

    /// The same with a limit of time.
    pub fn with_time(self, time: Duration) -> Self {
        Budget { time: Some(time), ..self }
    }

    /// The same with a limit of memory in bytes.
    pub fn with_memory(self, memory: usize) -> Self {
        Budget { memory, ..self }
    }

    /// The same on a number of threads; 0 counts as 1.
    pub fn with_threads(self, threads: usize) -> Self {
        Budget { threads: threads.max(1), ..self }
    }

    /// The same, stopping early or not.
    pub fn with_stop_early(self, stop_early: bool) -> Self {
        Budget { stop_early, ..self }
    }

    /// The same, cancelled by `cancel`.
    pub fn with_cancel(self, cancel: Cancel) -> Self {
        Budget { cancel, ..self }
    }

    /// The same by another clock, for platforms where [`SystemClock`] does not work.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Budget { clock, ..self }
    }

    /// No more threads than there are simulations, or trees that fit into memory.
    pub(crate) fn useful_threads(&self) -> usize {
        let simulations = self.simulations.map_or(usize::MAX, |limit| limit as usize);
        self.threads.min(simulations).min(self.memory / LEAST_TREE).max(1)
    }

    /// What worker `index` of `threads` may spend.
    pub(crate) fn share(&self, index: usize) -> Budget {
        let threads = self.threads.max(1);
        let extra = |total: u64| u64::from((index as u64) < total % threads as u64);
        Budget {
            simulations: self.simulations.map(|total| total / threads as u64 + extra(total)),
            memory: self.memory / threads,
            ..self.clone()
        }
    }
}

/// A switch that ends a search from another thread; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Asks every search that holds this switch to answer now.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to answer now.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        for (total, threads) in [(5000, 2), (10, 3), (2, 4), (1, 1)] {
            let budget = Budget::simulations(total).with_threads(threads);
            let shares = (0..threads).filter_map(|index| budget.share(index).simulations);
            assert_eq!(shares.sum::<u64>(), total);
        }
    }
}
