//! Pearson's correlation.

use plywood_search::Z95;

use super::interval::Interval;

/// Pearson's correlation with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Correlation {
    pub(crate) value: f64,
    /// `None` for fewer than four pairs.
    pub(crate) interval: Option<Interval>,
}

/// Returns the correlation of number pairs; `None` if all first or all second numbers are equal.
///
/// The interval is Fisher's: the inverse hyperbolic tangent of the correlation of n pairs is nearly
/// normal, with a variance of 1 / (n - 3).
pub(crate) fn correlation(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let count = pairs.len() as f64;
    let (sum_x, sum_y) = pairs.iter().fold((0.0, 0.0), |(x, y), pair| (x + pair.0, y + pair.1));
    let (mean_x, mean_y) = (sum_x / count, sum_y / count);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    let value = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    if !varies(pairs.iter().map(|pair| pair.0)) || !varies(pairs.iter().map(|pair| pair.1)) {
        return None;
    }
    let interval = (pairs.len() > 3).then(|| {
        let reach = Z95 / (count - 3.0).sqrt();
        let end = |shift: f64| (value.atanh() + shift).tanh();
        Interval { low: end(-reach), high: end(reach) }
    });
    value.is_finite().then_some(Correlation { value, interval })
}

/// Returns whether the values differ. The sum of squared deviations cannot decide this: rounding
/// may make it positive for equal values.
fn varies(mut values: impl Iterator<Item = f64>) -> bool {
    let first = values.next();
    values.any(|value| Some(value) != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Anscombe's first data set.
    #[test]
    fn published_correlation() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let pairs: Vec<_> = x.into_iter().zip(y).collect();
        let found = correlation(&pairs).unwrap();
        assert!((found.value - 0.81642).abs() < 1e-5, "{found:?}");
        // The interval is tanh(1.14608 +- 1.95996 / sqrt(8)), where 1.14608 = atanh(0.81642).
        let interval = found.interval.unwrap();
        assert!((interval.low - 0.42439).abs() < 1e-4, "{interval:?}");
        assert!((interval.high - 0.95069).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn constant_values_have_no_correlation() {
        assert_eq!(correlation(&[]), None);
        assert_eq!(correlation(&[(1.0, 2.0)]), None);
        assert_eq!(correlation(&[(0.1, 1.0), (0.1, 2.0), (0.1, 4.0)]), None);
        let three = correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]).unwrap();
        assert_eq!(three, Correlation { value: -1.0, interval: None });
    }

    proptest! {
        #[test]
        fn a_correlation_lies_in_its_interval(pairs in proptest::collection::vec((-9.0f64..9.0, -9.0f64..9.0), 4..40)) {
            if let Some(Correlation { value, interval: Some(interval) }) = correlation(&pairs) {
                prop_assert!(interval.low - 1e-9 <= value && value <= interval.high + 1e-9);
                prop_assert!((-1.0..=1.0).contains(&value));
            }
        }
    }
}
