//! The loop of a search: when it stops, and when it sends snapshots.

use std::time::Duration;

use crate::budget::Budget;
use crate::decision::StoppedBy;
use crate::player::Interval;
use crate::report::Snapshot;
use crate::tree::{ROOT, ROOT_NODE};
use crate::variations::FinalChoice;
use crate::worker::{Root, Worker};
use crate::{Game, Guide, Objective};

/// The number of simulations between two checks for an early stop. The number is fixed, so that the
/// result does not depend on the speed of the machine.
const EARLY_STOP_EVERY: u64 = 8;

/// The intended time between two reads of the clock. A cancelled search may take 10 ms to stop.
const POLL_EVERY: Duration = Duration::from_millis(1);

/// The limits of one worker's search.
pub(crate) struct RunLimits {
    /// The worker's share of the budget.
    pub(crate) budget: Budget,
    pub(crate) started: Duration,
    pub(crate) interval: Interval,
}

impl RunLimits {
    /// Returns the reason to stop at time `now`, cancellation or time, if there is one.
    pub(crate) fn stop(&self, now: Duration) -> Option<StoppedBy> {
        if self.budget.cancel.is_cancelled() {
            return Some(StoppedBy::Cancelled);
        }
        let spent = now.saturating_sub(self.started);
        self.budget.time.is_some_and(|time| spent >= time).then_some(StoppedBy::Time)
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// Runs simulations until a limit, a proof or an early stop, and returns the reason for the stop.
    pub(crate) fn run(
        &mut self,
        root: &Root<G>,
        limits: &RunLimits,
        report: &mut dyn FnMut(Snapshot<G::Move>),
    ) -> StoppedBy {
        let mut timer = Timer::new(limits);
        let mut reported = 0;
        self.start_focus(root, limits);
        self.update_focus(|| 0.0);
        if self.is_proven() && !self.focus_is_open() {
            return StoppedBy::Proven;
        }
        loop {
            let cut_short = self.simulate(root, limits);
            let done = self.counts.simulations;
            self.update_focus(|| timer.used(done));
            if self.is_proven() && !self.focus_is_open() {
                return StoppedBy::Proven;
            }
            let counter_full = self.tree.visits(ROOT) == u32::MAX;
            if counter_full || limits.budget.simulations.is_some_and(|limit| done >= limit) {
                return StoppedBy::Simulations;
            }
            if limits.budget.stop_early
                && done.is_multiple_of(EARLY_STOP_EVERY)
                && let Some(reason) = self.early_stop(root, timer.simulations_left(done))
            {
                return reason;
            }
            let mut report_now = limits.interval.simulations.is_some_and(|n| done - reported >= n);
            if cut_short || timer.is_due(done) {
                if let Some(reason) = timer.poll(done) {
                    return reason;
                }
                report_now |= timer.report_is_due();
            }
            if report_now {
                reported = done;
                report(self.snapshot(root));
            }
        }
    }

    /// Returns the reason for an early stop, if any: the best move is good enough, or leads by more
    /// visits than the simulations `left`. The lead is checked only if visits alone decide the final
    /// choice: with [`FinalChoice::MostVisits`] and without proven bounds at the root.
    fn early_stop(&self, root: &Root<G>, left: Option<u64>) -> Option<StoppedBy> {
        let position = self.tree.node(ROOT_NODE).bounds();
        let open = self.tree.children(ROOT).iter().filter(|child| {
            child.visits > 0
                && (!self.provable() || !child.bounds().settled_for(child.mover, position))
        });
        let (mut first, mut second) = (0, 0);
        let mut best_mean = f64::NEG_INFINITY;
        for child in open {
            if child.visits > first {
                (first, second) = (child.visits, first);
                best_mean = child.mean();
            } else {
                second = second.max(child.visits);
            }
        }
        if let Some(enough) = self.options.variations.good_enough
            && self.counts.simulations >= enough.after
            && best_mean + self.shift(root, root.seat) > enough.value
        {
            return Some(StoppedBy::GoodEnough);
        }
        let by_visits = self.options.variations.choice == FinalChoice::MostVisits;
        let unknown = self.unknown_bounds();
        let nothing_proven = position == unknown
            && self.tree.children(ROOT).iter().all(|child| child.bounds() == unknown);
        let decided = left.is_some_and(|left| u64::from(first - second) > left);
        (decided && by_visits && nothing_proven).then_some(StoppedBy::Decided)
    }
}

/// A timer that reads the clock and the cancel flag about every [`POLL_EVERY`].
struct Timer<'a> {
    limits: &'a RunLimits,
    last_report: Duration,
    now: Duration,
    next_poll: u64,
    step: u64,
}

impl<'a> Timer<'a> {
    fn new(limits: &'a RunLimits) -> Self {
        let started = limits.started;
        Timer { limits, last_report: started, now: started, next_poll: 1, step: 1 }
    }

    #[inline]
    fn is_due(&self, done: u64) -> bool {
        done >= self.next_poll
    }

    /// Reads the clock and returns the reason to stop, if any. Adapts the number of simulations until
    /// the next read to the time since the last read.
    fn poll(&mut self, done: u64) -> Option<StoppedBy> {
        let now = self.limits.budget.clock.now();
        let taken = now.saturating_sub(self.now);
        self.now = now;
        if taken < POLL_EVERY / 2 {
            self.step = (self.step * 2).min(1 << 12);
        } else if taken > POLL_EVERY {
            self.step = (self.step / 2).max(1);
        }
        self.next_poll = done + self.step;
        self.limits.stop(now)
    }

    fn report_is_due(&mut self) -> bool {
        let every = self.limits.interval.time;
        let due = every.is_some_and(|every| self.now - self.last_report >= every);
        if due {
            self.last_report = self.now;
        }
        due
    }

    /// Returns the share of the budget that is used; 1 without a limit.
    fn used(&self, done: u64) -> f64 {
        let budget = &self.limits.budget;
        let by_count = budget.simulations.map(|limit| done as f64 / limit.max(1) as f64);
        let spent = self.now.saturating_sub(self.limits.started).as_secs_f64();
        let by_time = budget.time.map(|time| spent / time.as_secs_f64().max(f64::MIN_POSITIVE));
        by_count.into_iter().chain(by_time).reduce(f64::max).unwrap_or(1.0)
    }

    /// Returns how many simulations the budget still allows; `None` without a limit. A time limit is
    /// converted at the rate measured so far.
    fn simulations_left(&self, done: u64) -> Option<u64> {
        let budget = &self.limits.budget;
        let by_count = budget.simulations.map(|limit| limit.saturating_sub(done));
        let by_time = budget.time.and_then(|time| {
            let spent = self.now.saturating_sub(self.limits.started);
            let left = time.saturating_sub(spent).as_secs_f64();
            let spent = spent.as_secs_f64();
            (spent > 0.0).then(|| (done as f64 * left / spent) as u64)
        });
        match (by_count, by_time) {
            (Some(count), Some(time)) => Some(count.min(time)),
            (count, time) => count.or(time),
        }
    }
}
