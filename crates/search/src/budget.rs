//! Limits of one decision: simulations, time, memory, threads and cancellation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{Clock, SystemClock};

/// The limits of one decision. The search stops at the first limit it reaches.
///
/// A search runs at least one simulation, so that it always has an answer. Without a limit on
/// simulations or time it runs until it is cancelled or the position is proven.
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
    /// Maximum number of simulations of all threads together; `None` for no limit. A solver counts the positions that
    /// it searches as simulations.
    pub simulations: Option<u64>,
    /// The time limit; `None` for no limit.
    pub time: Option<Duration>,
    /// The size limit of all trees together, in bytes. A full tree is searched without adding nodes.
    pub memory: usize,
    /// The number of threads and of trees. The decision depends on the trees alone: if the system can
    /// start fewer threads, they search the trees one after another.
    pub threads: usize,
    /// Whether to stop early, as soon as more simulations cannot change the choice or the best move is
    /// good enough: `true` for playing, `false` for analysis, which uses the whole budget.
    pub stop_early: bool,
    /// Whether to evaluate every legal move, even if there is only one. Otherwise the search returns the only legal
    /// move at once.
    pub analyse: bool,
    /// The indices, in the order of [`Game::moves`](crate::Game::moves), of the legal moves whose values are needed
    /// even if the moves are bad. Together they get at least a quarter of the visits of each tree, and so does the most
    /// visited of the other moves. Empty for play and for an analysis of all moves.
    pub focus: Vec<usize>,
    /// Stops the search from another thread.
    pub cancel: Cancel,
    /// Measures `time` and the elapsed time of the decision.
    pub clock: Arc<dyn Clock>,
}

/// The default memory limit in bytes: enough for about a minute of search in most games.
const DEFAULT_MEMORY: usize = 1 << 30;

/// Minimum memory for each thread, in bytes. With less memory, fewer threads are started.
const MIN_TREE_BYTES: usize = 16 << 10;

impl Budget {
    /// Returns a budget limited only by the default memory of 1 GiB, on one thread.
    pub fn unlimited() -> Self {
        Budget {
            simulations: None,
            time: None,
            memory: DEFAULT_MEMORY,
            threads: 1,
            stop_early: false,
            analyse: false,
            focus: Vec::new(),
            cancel: Cancel::default(),
            clock: Arc::new(SystemClock),
        }
    }

    /// Returns a budget limited to a number of simulations.
    pub fn simulations(simulations: u64) -> Self {
        Budget { simulations: Some(simulations), ..Budget::unlimited() }
    }

    /// Returns a budget with a time limit.
    pub fn time(time: Duration) -> Self {
        Budget { time: Some(time), ..Budget::unlimited() }
    }

    /// Sets the time limit.
    pub fn with_time(self, time: Duration) -> Self {
        Budget { time: Some(time), ..self }
    }

    /// Sets the memory limit in bytes.
    pub fn with_memory(self, memory: usize) -> Self {
        Budget { memory, ..self }
    }

    /// Sets the number of threads; 0 counts as 1.
    pub fn with_threads(self, threads: usize) -> Self {
        Budget { threads: threads.max(1), ..self }
    }

    /// Sets whether the search may stop early.
    pub fn with_stop_early(self, stop_early: bool) -> Self {
        Budget { stop_early, ..self }
    }

    /// Sets whether every legal move is evaluated, even if there is only one.
    pub fn with_analyse(self, analyse: bool) -> Self {
        Budget { analyse, ..self }
    }

    /// Sets the moves that get a share of the visits even if they are bad, by their indices.
    pub fn with_focus(self, focus: Vec<usize>) -> Self {
        Budget { focus, ..self }
    }

    /// Sets the flag that cancels the search.
    pub fn with_cancel(self, cancel: Cancel) -> Self {
        Budget { cancel, ..self }
    }

    /// Sets the clock, for tests and for platforms without [`SystemClock`].
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        Budget { clock, ..self }
    }

    /// Returns the number of threads to start: at most one per simulation and per [`MIN_TREE_BYTES`] of memory.
    pub(crate) fn useful_threads(&self) -> usize {
        let simulations = self.simulations.map_or(usize::MAX, |limit| limit as usize);
        self.threads.min(simulations).min(self.memory / MIN_TREE_BYTES).max(1)
    }

    /// Returns the budget of worker `index`: its share of the simulations and of the memory.
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

/// A flag that stops searches from another thread. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Creates a flag that is not set.
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Sets the flag. Every search with a clone of this flag stops and returns its decision.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
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
            assert_eq!(budget.with_memory(1200).share(0).memory, 1200 / threads);
        }
    }

    #[test]
    fn each_thread_has_a_simulation_and_a_tree() {
        let threads = |simulations, memory| {
            let budget = Budget { simulations, ..Budget::unlimited() };
            budget.with_threads(8).with_memory(memory).useful_threads()
        };
        assert_eq!(threads(None, 8 * MIN_TREE_BYTES), 8);
        assert_eq!(threads(Some(3), 8 * MIN_TREE_BYTES), 3);
        assert_eq!(threads(None, 6 * MIN_TREE_BYTES - 1), 5);
        assert_eq!(threads(Some(0), 0), 1);
    }
}
