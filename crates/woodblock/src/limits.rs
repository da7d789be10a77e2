//! The limits of a decision's budget.

use std::time::Duration;

use plywood_search::{Budget, StoppedBy};

/// The progress of a decision towards the limits of its budget.
pub(crate) struct Limits<'a> {
    budget: &'a Budget,
    start: Duration,
    pub(crate) simulations: u64,
    /// The limit that has ended a part of the work.
    reached: Option<StoppedBy>,
}

impl<'a> Limits<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Limits { budget, start: budget.clock.now(), simulations: 0, reached: None }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.clock.now().saturating_sub(self.start)
    }

    /// Returns why the work has ended: the limit that has cut it short, if there is one.
    pub(crate) fn stopped_by(&self) -> StoppedBy {
        self.reached.unwrap_or(StoppedBy::Decided)
    }

    /// Returns whether the decision was cancelled or its time is used up. A search that asks this reads the clock, so
    /// it asks only after a number of steps.
    pub(crate) fn interrupt(&mut self) -> bool {
        if self.reached.is_none() {
            if self.budget.cancel.is_cancelled() {
                self.reached = Some(StoppedBy::Cancelled);
            } else if self.budget.time.is_some_and(|limit| self.elapsed() >= limit) {
                self.reached = Some(StoppedBy::Time);
            }
        }
        self.is_interrupted()
    }

    /// Returns whether [`interrupt`](Limits::interrupt) has returned `true`.
    pub(crate) fn is_interrupted(&self) -> bool {
        matches!(self.reached, Some(StoppedBy::Cancelled | StoppedBy::Time))
    }

    /// Returns whether any limit is reached, simulations before time.
    pub(crate) fn end(&mut self) -> bool {
        let over = |limit: u64| self.simulations >= limit.max(1);
        if self.reached.is_none()
            && !self.budget.cancel.is_cancelled()
            && self.budget.simulations.is_some_and(over)
        {
            self.reached = Some(StoppedBy::Simulations);
        }
        self.interrupt() || self.reached.is_some()
    }

    /// Returns the used share of the budget, 1 or more at its end.
    pub(crate) fn used(&self) -> f64 {
        if self.budget.cancel.is_cancelled() {
            return 1.0;
        }
        let simulations = self
            .budget
            .simulations
            .map_or(0.0, |limit| self.simulations as f64 / limit.max(1) as f64);
        let time = self
            .budget
            .time
            .map_or(0.0, |limit| self.elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9));
        simulations.max(time)
    }
}
