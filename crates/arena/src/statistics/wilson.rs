//! Wilson's score interval of a proportion: a win rate.

use plywood_search::Z95;

use super::interval::Interval;

/// Wilson's 95% interval of a rate seen as `successes` in `trials`; `None` without trials.
///
/// Unlike the textbook's plus-minus it stays between 0 and 1 and says
/// something useful after no success at all. More successes than trials count as all of them.
///
/// ```
/// use plywood_arena::statistics::wilson::wilson;
///
/// let interval = wilson(81, 263).unwrap();
/// assert!((interval.low - 0.2553).abs() < 1e-4);
/// assert!((interval.high - 0.3662).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    wilson_of_points(successes as f64, trials)
}

/// The same of points from 0 to 1 a trial, such as halves for draws: wide
/// enough, since points in between vary less than all or nothing.
pub fn wilson_of_points(points: f64, trials: u64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let rate = (points / n).clamp(0.0, 1.0);
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

    /// Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn published_intervals() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson(successes, trials).unwrap();
            assert!((interval.low - low).abs() < 6e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 6e-5, "{interval:?}");
        }
        assert_eq!(wilson(0, 0), None);
    }

    proptest! {
        #[test]
        fn the_rate_lies_inside_and_failures_mirror(trials in 1u64..10_000, share in 0.0f64..=1.0) {
            let successes = (share * trials as f64) as u64;
            let interval = wilson(successes, trials).unwrap();
            let rate = successes as f64 / trials as f64;
            prop_assert!(interval.low <= rate + 1e-12 && rate <= interval.high + 1e-12);
            let mirrored = wilson(trials - successes, trials).unwrap();
            prop_assert!((mirrored.low - (1.0 - interval.high)).abs() < 1e-9);
        }
    }
}
