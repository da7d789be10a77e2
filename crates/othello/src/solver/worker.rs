//! A thread of the solver, and what all threads share.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use plywood_search::{Budget, StoppedBy};

use super::ordering::Candidate;
use super::split::{Pool, Split};
use super::stability::{EdgeTable, edge_table};
use super::table::Table;
use crate::LearnedEvaluation;

/// What the threads of a solver share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// What orders moves far from the end.
    pub(super) evaluation: Option<&'a LearnedEvaluation>,
    pub(super) pool: Pool,
    budget: &'a Budget,
    deadline: Option<Duration>,
    /// The nodes that the threads have reported.
    nodes: AtomicU64,
    /// The limit of the budget that was reached.
    exhausted: OnceLock<StoppedBy>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a Table,
        evaluation: Option<&'a LearnedEvaluation>,
        budget: &'a Budget,
        began: Duration,
    ) -> Self {
        Shared {
            table,
            evaluation,
            pool: Pool::default(),
            budget,
            deadline: budget.time.map(|time| began.saturating_add(time)),
            nodes: AtomicU64::new(0),
            exhausted: OnceLock::new(),
        }
    }

    /// Returns the nodes of all threads that have ended or reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.get().is_some()
    }

    /// Returns the limit that ended the search.
    pub(super) fn stopped_by(&self) -> StoppedBy {
        self.exhausted.get().copied().unwrap_or(StoppedBy::Cancelled)
    }
}

/// Nodes between two looks at the limits: a fraction of a millisecond.
const POLL_NODES: u64 = 4096;

/// One thread of a solver.
pub(super) struct Worker<'a, P> {
    pub(super) shared: &'a Shared<'a>,
    /// Positions that this thread has reached by a move. See [`Solver`](super::Solver).
    pub(super) nodes: u64,
    /// The nodes that [`Shared`] knows of.
    reported: u64,
    /// The nodes at which the limits are looked at again.
    next_poll: u64,
    /// Whether the search is to return at once. The scores of interrupted searches mean nothing.
    pub(super) stopped: bool,
    /// The split that the thread works on.
    pub(super) split: Option<Arc<Split>>,
    /// The moves of all positions on the current line, one list after another.
    pub(super) candidates: Vec<Candidate>,
    pub(super) edges: &'static EdgeTable,
    processor: PhantomData<P>,
}

impl<'a, P> Worker<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        let mut worker = Worker {
            shared,
            nodes: 0,
            reported: 0,
            next_poll: 0,
            stopped: false,
            split: None,
            candidates: Vec::new(),
            edges: edge_table(),
            processor: PhantomData,
        };
        worker.next_poll = worker.nodes_to_next_poll();
        worker
    }

    /// Returns the nodes until the next look at the limits, fewer when the limit of nodes is near.
    fn nodes_to_next_poll(&self) -> u64 {
        let limit = self.shared.budget.simulations.unwrap_or(u64::MAX);
        limit.saturating_sub(self.shared.nodes()).min(POLL_NODES)
    }

    /// Returns whether to stop: a limit is reached, or the result of a split above is known.
    #[inline(always)]
    pub(super) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.poll();
        }
        if let Some(split) = &self.split {
            self.stopped |= split.is_settled();
        }
        self.stopped
    }

    #[cold]
    fn poll(&mut self) {
        self.report_nodes();
        let Budget { simulations, cancel, clock, .. } = self.shared.budget;
        let shared = self.shared;
        let reached = if simulations.is_some_and(|limit| shared.nodes() >= limit) {
            Some(StoppedBy::Simulations)
        } else if cancel.is_cancelled() {
            Some(StoppedBy::Cancelled)
        } else if shared.deadline.is_some_and(|deadline| clock.now() >= deadline) {
            Some(StoppedBy::Time)
        } else {
            None
        };
        if let Some(limit) = reached {
            shared.exhausted.get_or_init(|| limit);
        }
        self.stopped |= shared.is_exhausted();
        self.next_poll = self.nodes + self.nodes_to_next_poll();
    }

    /// Adds the nodes since the last report to the shared number.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }
}
