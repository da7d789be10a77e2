//! McNemar's exact test: do two players win equally often with the same seeds?

use statrs::distribution::{Binomial, DiscreteCDF};

/// Returns the two-sided p-value, given how many games only `a` won and how many only `b` won.
///
/// Games that both or neither won do not matter. Under the null hypothesis each of the other games
/// is a fair coin toss between the players.
pub(crate) fn mcnemar(only_a: u64, only_b: u64) -> f64 {
    let fewer = only_a.min(only_b);
    let tail = Binomial::new(0.5, only_a + only_b).map_or(1.0, |coin| coin.cdf(fewer));
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_and_exact_values() {
        // From tables of the sign test: 5 of 20, two-sided.
        assert!((mcnemar(5, 15) - 0.041_389).abs() < 1e-6);
        // The counts are the approval ratings in Agresti's book Categorical Data Analysis.
        assert!((mcnemar(150, 86) / 3.716e-5 - 1.0).abs() < 1e-3);
        assert_eq!(mcnemar(4, 4), 1.0);
        assert_eq!(mcnemar(0, 0), 1.0);
        assert_eq!(mcnemar(3, 17), mcnemar(17, 3));
    }

    /// An exact test rejects a true null hypothesis with at most the probability of its significance level.
    #[test]
    fn false_positives_are_within_the_level() {
        for n in [6u64, 10, 25, 80] {
            let coin = Binomial::new(0.5, n).unwrap();
            let rejected: f64 = (0..=n)
                .filter(|&only_a| mcnemar(only_a, n - only_a) <= 0.05)
                .map(|only_a| statrs::distribution::Discrete::pmf(&coin, only_a))
                .sum();
            assert!(rejected > 0.01 && rejected <= 0.05, "{n}: {rejected}");
        }
    }
}
