//! McNemar's exact test: do two players win equally often on the same deals?

use statrs::distribution::{Binomial, DiscreteCDF};

/// The two-sided p-value of the deals that only one of two players won.
///
/// Deals won by both or by neither say nothing about which player is better.
/// Of the others each falls to either player like a fair coin, if they are
/// equally good.
///
/// ```
/// use plywood_arena::statistics::mcnemar::mcnemar;
///
/// // One head or fewer in ten throws, or the mirror of it: 22 of 1024.
/// assert!((mcnemar(1, 9) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn mcnemar(only_a: u64, only_b: u64) -> f64 {
    let fewer = only_a.min(only_b);
    let tail = Binomial::new(0.5, only_a + only_b).map_or(1.0, |coin| coin.cdf(fewer));
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_and_exact_values() {
        // The sign test's tables: 5 of 20, two-sided.
        assert!((mcnemar(5, 15) - 0.041_389).abs() < 1e-6);
        // Approval ratings of Agresti's Categorical Data Analysis, exact test.
        assert!((mcnemar(150, 86) / 3.716e-5 - 1.0).abs() < 1e-3);
        assert_eq!(mcnemar(4, 4), 1.0);
        assert_eq!(mcnemar(0, 0), 1.0);
        assert_eq!(mcnemar(3, 17), mcnemar(17, 3));
    }

    /// A test that is exact rejects true equality at most as often as it says.
    #[test]
    fn false_alarms_are_within_the_level() {
        for n in [6u64, 10, 25, 80] {
            let coin = Binomial::new(0.5, n).unwrap();
            let alarms: f64 = (0..=n)
                .filter(|&only_a| mcnemar(only_a, n - only_a) <= 0.05)
                .map(|only_a| statrs::distribution::Discrete::pmf(&coin, only_a))
                .sum();
            assert!(alarms > 0.01 && alarms <= 0.05, "{n}: {alarms}");
        }
    }
}
