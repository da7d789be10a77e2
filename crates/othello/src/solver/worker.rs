//! A thread of the solver, and the state that all threads share.

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

/// The state that all threads of a solver share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    /// The evaluation that orders moves of positions with many empty squares.
    pub(super) evaluation: Option<&'a LearnedEvaluation>,
    pub(super) pool: Pool,
    budget: &'a Budget,
    deadline: Option<Duration>,
    /// The number of nodes that the threads have reported.
    nodes: AtomicU64,
    /// The limit of the budget that was reached, if any.
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

    /// Returns the number of nodes that all threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted.get().is_some()
    }

    /// Returns the limit that stopped the search.
    pub(super) fn stopped_by(&self) -> StoppedBy {
        self.exhausted.get().copied().unwrap_or(StoppedBy::Cancelled)
    }
}

/// The number of nodes between two checks of the limits, which take a fraction of a millisecond.
const POLL_NODES: u64 = 4096;

/// One thread of a solver.
pub(super) struct Worker<'a, P> {
    pub(super) shared: &'a Shared<'a>,
    /// The nodes of this thread, as [`Solver`](super::Solver) defines them.
    pub(super) nodes: u64,
    /// The number of these nodes that have been added to [`Shared`].
    reported: u64,
    /// The number of nodes at which the limits are checked next.
    next_poll: u64,
    /// Whether the search should return at once. The score of a stopped search is meaningless.
    pub(super) stopped: bool,
    /// The split that the thread works on.
    pub(super) split: Option<Arc<Split>>,
    /// The legal moves of all positions on the current line, one list after another.
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

    /// Returns the number of nodes until the next check of the limits. It is smaller when the limit
    /// of nodes is near.
    fn nodes_to_next_poll(&self) -> u64 {
        let limit = self.shared.budget.simulations.unwrap_or(u64::MAX);
        limit.saturating_sub(self.shared.nodes()).min(POLL_NODES)
    }

    /// Returns whether to stop, because a limit is reached or the current split is settled.
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

    /// Adds the nodes since the last report to the shared counter.
    pub(super) fn report_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }
}
