//! Wilson's score interval of a proportion, such as a win rate.

use plywood_search::Z95;

use super::interval::Interval;

/// Returns Wilson's 95% interval of the rate `points / trials`; `None` without trials.
///
/// Unlike the normal approximation, the interval stays between 0 and 1, and is useful even without
/// a success. A trial may have a fraction of a point, such as half a point for a draw. The interval
/// is then conservative, since fractions vary less than zeros and ones.
pub(crate) fn wilson(points: f64, trials: usize) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let rate = points / n;
    let z2 = Z95 * Z95;
    let centre = rate + z2 / (2.0 * n);
    let reach = Z95 * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    Some(Interval {
        low: ((centre - reach) / scale).max(0.0),
        high: ((centre + reach) / scale).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Expected intervals: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn published_intervals() {
        for (successes, trials, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 6e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 6e-5, "{interval:?}");
        }
        assert_eq!(wilson(0.0, 0), None);
    }

    proptest! {
        #[test]
        fn the_rate_lies_inside_and_failures_are_symmetric(trials in 1usize..10_000, share in 0.0f64..=1.0) {
            let successes = (share * trials as f64).floor();
            let interval = wilson(successes, trials).unwrap();
            let rate = successes / trials as f64;
            prop_assert!(interval.low <= rate + 1e-12 && rate <= interval.high + 1e-12);
            let mirrored = wilson(trials as f64 - successes, trials).unwrap();
            prop_assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-9);
        }
    }
}
