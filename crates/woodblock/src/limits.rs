//! The limits of a decision's budget, and the interval of its reports.

use std::time::Duration;

use plywood_search::{Budget, Interval, StoppedBy};

/// The progress of a decision towards the limits of its budget.
pub(crate) struct Limits<'a> {
    budget: &'a Budget,
    start: Duration,
    pub(crate) simulations: u64,
    /// The limit that has ended a part of the work.
    reached: Option<StoppedBy>,
    interval: Interval,
    /// The simulations and the time at the last report.
    reported: (u64, Duration),
}

impl<'a> Limits<'a> {
    pub(crate) fn new(budget: &'a Budget, interval: Interval) -> Self {
        let (start, reported) = (budget.clock.now(), (0, Duration::ZERO));
        Limits { budget, start, simulations: 0, reached: None, interval, reported }
    }

    /// Returns whether the interval has passed since this last returned `true`.
    pub(crate) fn report_is_due(&mut self) -> bool {
        let (simulations, elapsed) = (self.simulations, self.elapsed());
        let passed = |steps: u64| simulations - self.reported.0 >= steps;
        let waited = |time: Duration| elapsed.saturating_sub(self.reported.1) >= time;
        let due =
            self.interval.simulations.is_some_and(passed) || self.interval.time.is_some_and(waited);
        if due {
            self.reported = (simulations, elapsed);
        }
        due
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
