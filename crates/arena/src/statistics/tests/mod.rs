//! Simulations of tournaments with known strengths.

mod coverage;
mod sequential;

use super::Interval;
use super::elo::EloEstimate;

pub(super) fn contains(interval: Interval, value: f64) -> bool {
    interval.low <= value && value <= interval.high
}

/// Returns whether `elo` lies in the interval. A missing end is unbounded.
pub(super) fn contains_elo(estimate: &EloEstimate, elo: f64) -> bool {
    estimate.low.is_none_or(|low| low <= elo) && estimate.high.is_none_or(|high| elo <= high)
}
