//! Runs a review: analyses all moves. In long games, a first pass uses few simulations, and a second pass repeats the
//! analysis of the moves with the largest swings in full.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use plywood_search::{Budget, Cancel};

use super::analysis::Analysis;
use super::plan::Review;
use super::walk::Walkers;
use crate::ArenaError;
use crate::parallel::work_through;

/// Number of reviewed moves above which a game is long.
const LONG_GAME: usize = 300;
/// Maximum number of moves of a long game that are analysed in full: those with the largest swings.
const FULL_MOVES: usize = 100;
/// Simulations and time of an analysis in the first pass over a long game, as a share of those of a full analysis.
const COARSE_SHARE: f64 = 0.1;
/// Minimum number of simulations of an analysis in the first pass over a long game.
const LEAST_SIMULATIONS: u64 = 20;
/// The share of the review's time that the first pass over a long game gets.
const FIRST_PASS: f64 = 0.4;
/// The least time of an analysis.
const LEAST_TIME: Duration = Duration::from_millis(1);

/// The moves of a game that are analysed so far.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The analysis of each move of the game.
    pub(super) parts: Vec<Option<Analysis>>,
    /// Sentences about the game.
    pub(super) notes: Vec<String>,
    /// The number of analyses made.
    pub done: usize,
    /// The number of analyses to make.
    pub total: usize,
    /// Whether all analyses were made.
    pub is_complete: bool,
}

impl Review {
    /// Returns the number of analyses to make.
    pub fn size(&self) -> usize {
        let moves = self.plies().len();
        moves + if self.is_long() { FULL_MOVES.min(moves) } else { 0 }
    }

    /// Returns whether the game is so long that its moves are first analysed with few simulations.
    pub(super) fn is_long(&self) -> bool {
        self.plies().len() > LONG_GAME
    }

    /// Returns the simulations of an analysis in the first pass over a long game; `None` if they are not limited.
    pub(super) fn coarse_simulations(&self) -> Option<u64> {
        let least = |all: u64| LEAST_SIMULATIONS.min(all);
        self.budget.simulations.map(|all| ((all as f64 * COARSE_SHARE) as u64).max(least(all)))
    }

    /// Returns a review without analyses.
    pub fn unreviewed(&self) -> Reviewed {
        Reviewed {
            parts: vec![None; self.movers.len()],
            notes: Vec::new(),
            done: 0,
            total: self.size(),
            is_complete: false,
        }
    }

    /// Analyses all moves in `threads` threads, or on the calling thread if `threads` is 0, and calls `done` after each
    /// analysis. Returns the analyses made so far when `cancel` is cancelled. With a limit of simulations, the result
    /// does not depend on the number of threads.
    pub fn run(
        &self,
        threads: usize,
        cancel: &Cancel,
        done: &mut dyn FnMut(&Reviewed),
    ) -> Result<Reviewed, ArenaError> {
        let mut reviewed = self.unreviewed();
        let began = self.budget.clock.now();
        let end = self.plan.time.map(|time| began.saturating_add(time));
        let all: Vec<usize> = (0..self.movers.len()).collect();
        let is_long = self.is_long();
        let mut first = self.budget.clone();
        let mut first_end = end;
        if is_long {
            first.simulations = self.coarse_simulations();
            first.time = first.time.map(|time| part(time, COARSE_SHARE));
            let first_part = |time| began.saturating_add(part(time, FIRST_PASS));
            first_end = self.plan.time.map(first_part);
        }
        let pace = Pace::new(first, first_end, self.plies().len(), threads);
        self.pass(&all, &pace, is_long, cancel, &mut reviewed, done)?;
        if is_long && !cancel.is_cancelled() {
            let swings = self.largest_swings(&reviewed);
            let pace = Pace::new(self.budget.clone(), end, swings.len(), threads);
            self.pass(&swings, &pace, false, cancel, &mut reviewed, done)?;
        }
        if !cancel.is_cancelled() {
            reviewed.notes = self.notes(cancel)?;
        }
        reviewed.is_complete = reviewed.done == reviewed.total;
        Ok(reviewed)
    }

    fn pass(
        &self,
        plies: &[usize],
        pace: &Pace,
        is_coarse: bool,
        cancel: &Cancel,
        reviewed: &mut Reviewed,
        done: &mut dyn FnMut(&Reviewed),
    ) -> Result<(), ArenaError> {
        let walkers = Walkers::new(self);
        let work = |&ply: &usize, stop: &Cancel| {
            let budget = if self.includes(ply) { pace.next() } else { pace.budget.clone() };
            self.analyse(&walkers, ply, &budget.with_cancel(stop.clone()), is_coarse)
        };
        work_through(plies, pace.threads, cancel, work, |part: Analysis| {
            let counts = usize::from(part.judged.is_some());
            let ply = part.ply;
            reviewed.parts[ply] = Some(part);
            reviewed.done += counts;
            if counts > 0 {
                done(reviewed);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Returns the moves at which the value changed most, in the order of the game.
    fn largest_swings(&self, reviewed: &Reviewed) -> Vec<usize> {
        let swing = |ply: usize| {
            let part = reviewed.parts[ply].as_ref()?.judged.as_ref()?;
            let best = part.worth()?.value;
            let lost = part.played.as_ref().map_or(0.0, |played| best - played.value);
            let after = self.total_after(ply, &reviewed.parts);
            let changed =
                after.zip(part.base).map_or(0.0, |(after, base)| (after.value - base - best).abs());
            Some(lost.max(changed))
        };
        let mut swings: Vec<(f64, usize)> =
            self.plies().into_iter().map(|ply| (swing(ply).unwrap_or(0.0), ply)).collect();
        swings.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
        swings.truncate(FULL_MOVES);
        let mut plies: Vec<usize> = swings.into_iter().map(|(_, ply)| ply).collect();
        plies.sort_unstable();
        plies
    }
}

/// Returns `time` multiplied by `share`, which is at most 1; `time` itself if the product overflows by rounding.
fn part(time: Duration, share: f64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * share).unwrap_or(time)
}

/// Gives each of a series of analyses its budget: an equal share of the time that is left when it begins.
struct Pace {
    budget: Budget,
    /// The time on the budget's clock by which the last analysis must end; `None` for no limit.
    end: Option<Duration>,
    left: AtomicUsize,
    /// The number of threads; with 0, the calling thread makes the analyses.
    threads: usize,
}

impl Pace {
    fn new(budget: Budget, end: Option<Duration>, analyses: usize, threads: usize) -> Self {
        Pace { budget, end, left: AtomicUsize::new(analyses), threads }
    }

    /// Returns the budget of the next analysis.
    fn next(&self) -> Budget {
        let left = self.left.fetch_sub(1, Ordering::Relaxed).max(1);
        let mut budget = self.budget.clone();
        if let Some(end) = self.end {
            let rest = end.saturating_sub(budget.clock.now());
            let share = part(rest, self.threads.clamp(1, left) as f64 / left as f64);
            budget.time = Some(share.max(LEAST_TIME));
        }
        budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_is_divided_again() {
        let end = Budget::unlimited().clock.now() + Duration::from_secs(100);
        let pace = Pace::new(Budget::unlimited(), Some(end), 4, 1);
        let times: Vec<f64> =
            (0..4).map(|_| pace.next().time.expect("a limit").as_secs_f64()).collect();
        // The analyses take no time here, so each gets a larger share of the rest than the one before.
        for (time, expected) in times.iter().zip([25.0, 100.0 / 3.0, 50.0, 100.0]) {
            assert!((time - expected).abs() < 1.0, "{times:?}");
        }
        let two = Pace::new(Budget::unlimited(), Some(end), 4, 2).next().time.unwrap();
        assert!((two.as_secs_f64() - 50.0).abs() < 1.0, "two at a time");
        let none = Pace::new(Budget::unlimited(), Some(end), 4, 0).next().time.unwrap();
        assert!((none.as_secs_f64() - 25.0).abs() < 1.0, "on the calling thread");
        let past = Pace::new(Budget::unlimited(), Some(Duration::ZERO), 4, 1).next();
        assert_eq!(past.time, Some(LEAST_TIME));
        assert_eq!(Pace::new(Budget::simulations(5), None, 4, 1).next().time, None);
    }

    #[test]
    fn the_longest_time_is_divided() {
        let pace = Pace::new(Budget::unlimited(), Some(Duration::MAX), 2, 1);
        for least in [Duration::MAX / 3, Duration::MAX - Duration::from_secs(3600)] {
            assert!(pace.next().time.expect("a limit") > least);
        }
        assert_eq!(part(Duration::MAX, 1.0), Duration::MAX);
        assert_eq!(part(Duration::from_secs(4), 0.25), Duration::from_secs(1));
    }
}
