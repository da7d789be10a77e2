//! The 95% interval, and the quantiles to compute it.

use plywood_search::Z95;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The probability outside of a two-sided 95% interval, on each side.
pub(super) const TAIL: f64 = 0.025;

/// A 95% confidence interval. Its JSON form is `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Applies a non-decreasing function to both ends.
    #[must_use]
    pub fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Interval { low: change(self.low), high: change(self.high) }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// Returns Student's quantile for a two-sided 95% interval.
///
/// It exceeds the normal quantile, because a variance estimated from few values is uncertain.
pub(super) fn student_quantile(degrees_of_freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, degrees_of_freedom.max(1) as f64)
        .map_or(Z95, |student| student.inverse_cdf(1.0 - TAIL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_equal_published_tables() {
        for (degrees, expected) in [(1, 12.706), (2, 4.303), (10, 2.228), (30, 2.042)] {
            let quantile = student_quantile(degrees);
            assert!((quantile - expected).abs() < 0.001, "{degrees}: {quantile}");
        }
        assert!((student_quantile(100_000) - Z95).abs() < 1e-4);
    }
}
