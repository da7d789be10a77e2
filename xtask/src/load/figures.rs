//! Statistics of measurements.

/// The distribution of some numbers.
#[derive(Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) count: usize,
    pub(super) min: f64,
    pub(super) p50: f64,
    pub(super) p95: f64,
    pub(super) max: f64,
}

impl Spread {
    /// Sorts the numbers and returns their distribution; `None` if there are no numbers.
    pub(super) fn new(numbers: &mut [f64]) -> Option<Self> {
        numbers.sort_by(f64::total_cmp);
        let count = numbers.len();
        let last = count.checked_sub(1)?;
        // Nearest-rank percentile: the smallest number that is >= `percent` % of the numbers.
        let percentile = |percent: usize| numbers[(count * percent).div_ceil(100).max(1) - 1];
        let (p50, p95) = (percentile(50), percentile(95));
        Some(Spread { count, min: numbers[0], p50, p95, max: numbers[last] })
    }
}

/// Returns Jain's fairness index, `sum² / (n * sum of squares)`: 1 if all shares are equal, 1/n if
/// only one of n shares is not 0. The index of shares that are all 0 is 0.
pub(super) fn jain(shares: &[f64]) -> f64 {
    let sum: f64 = shares.iter().sum();
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    if squares == 0.0 { 0.0 } else { sum * sum / (shares.len() as f64 * squares) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_measured_numbers() {
        let mut numbers: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let spread = Spread { count: 100, min: 1.0, p50: 50.0, p95: 95.0, max: 100.0 };
        assert_eq!(Spread::new(&mut numbers), Some(spread));
        let one = Spread { count: 1, min: 7.0, p50: 7.0, p95: 7.0, max: 7.0 };
        assert_eq!(Spread::new(&mut [7.0]), Some(one));
        assert_eq!(Spread::new(&mut []), None);
    }

    #[test]
    fn fairness_is_one_for_equal_shares_and_one_nth_for_one_owner() {
        assert_eq!(jain(&[3.0, 3.0, 3.0, 3.0]), 1.0);
        assert_eq!(jain(&[0.0, 8.0, 0.0, 0.0]), 0.25);
        assert_eq!(jain(&[0.0, 0.0]), 0.0);
    }
}
