//! The 95% interval, and the quantiles that intervals are made with.

use plywood_search::Z95;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The probability that a two-sided 95% interval leaves out on each side.
pub(super) const TAIL: f64 = 0.025;

/// An interval that holds the true value with 95% confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in the interval, its ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Student's quantile for a two-sided 95% interval: wider than the normal
/// one, because a variance estimated from few values is itself uncertain.
pub(super) fn student_quantile(degrees_of_freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, degrees_of_freedom.max(1) as f64)
        .map_or(Z95, |student| student.inverse_cdf(1.0 - TAIL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_printed_tables() {
        for (degrees, expected) in [(1, 12.706), (2, 4.303), (10, 2.228), (30, 2.042)] {
            let quantile = student_quantile(degrees);
            assert!((quantile - expected).abs() < 0.001, "{degrees}: {quantile}");
        }
        assert!((student_quantile(100_000) - Z95).abs() < 1e-4);
    }
}
