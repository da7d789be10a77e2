//! A sequential test between two hypotheses about an Elo difference, `elo0` and `elo1`. It ends as
//! soon as one hypothesis explains the results of the game pairs much better than the other.
//!
//! The test is a generalised sequential probability ratio test on the five possible scores of a
//! pair. Under each hypothesis, the five probabilities are the most likely ones whose mean is the
//! expected score of the hypothesis. So the test needs no model of draws or of the dependence
//! between the two games of a pair.

use super::elo::expected_score;
use super::game_pair::GamePair;

/// The probability of a wrong decision under each hypothesis.
const ERROR_RATE: f64 = 0.05;

/// Number of pairs added to each of the five counts, so that no score has probability zero.
const PRIOR_PAIRS: f64 = 0.1;

/// Maximum Elo difference. At 2,000 the weaker player scores one point in 100,000 games.
const MAX_ELO: f64 = 2_000.0;

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Continue,
    /// The null hypothesis `elo0` is accepted.
    AcceptH0,
    /// The alternative `elo1` is accepted.
    AcceptH1,
}

/// A sequential test of an Elo difference of `elo0` against `elo1`.
pub(crate) struct Sprt {
    score0: f64,
    score1: f64,
    /// The number of pairs in which player `a` scored 0, 1, 2, 3 and 4 half points.
    counts: [f64; 5],
}

impl Sprt {
    /// Returns the log-likelihood ratio that accepts `elo1`; the negative value accepts `elo0`.
    pub(crate) fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// Returns a test without pairs. The error says what is wrong with the hypotheses.
    pub(crate) fn new(elo0: f64, elo1: f64) -> Result<Self, String> {
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            return Err(format!(
                "{elo0} and {elo1}: expected two Elo differences from -2000 to 2000, the smaller first"
            ));
        }
        let (score0, score1) = (expected_score(elo0), expected_score(elo1));
        Ok(Sprt { score0, score1, counts: [0.0; 5] })
    }

    /// Adds a pair of games. The hypotheses are about the rating of player `a` minus that of `b`.
    pub(crate) fn add(&mut self, pair: &GamePair) {
        self.counts[pair.half_points()] += 1.0;
    }

    /// Returns `ln(L1 / L0)`, where `L0` and `L1` are the likelihoods of `elo0` and `elo1`.
    pub(crate) fn log_likelihood_ratio(&self) -> f64 {
        let (tilt0, tilt1) = (self.tilt(self.score0), self.tilt(self.score1));
        self.smoothed()
            .map(|(score, count)| {
                let denominator0 = 1.0 + tilt0 * (score - self.score0);
                let denominator1 = 1.0 + tilt1 * (score - self.score1);
                count * (denominator0 / denominator1).ln()
            })
            .sum()
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.log_likelihood_ratio() {
            ratio if ratio >= Self::bound() => Verdict::AcceptH1,
            ratio if ratio <= -Self::bound() => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    /// Returns the five scores of a pair, from 0 to 1, with their smoothed counts.
    fn smoothed(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        scores.into_iter().zip(self.counts.iter().map(|count| count + PRIOR_PAIRS))
    }

    /// Returns the Lagrange multiplier of the most likely probabilities whose mean is `mean`: the
    /// probability of a score is its observed share divided by `1 + tilt * (score - mean)`.
    ///
    /// The mean decreases with the multiplier, so bisection finds it. The multiplier lies between
    /// the values at which the probability of the largest or of the smallest score is infinite.
    fn tilt(&self, mean: f64) -> f64 {
        const HALVINGS: usize = 45;
        let surplus = |tilt: f64| -> f64 {
            let term =
                |(score, count): (f64, f64)| count * (score - mean) / (1.0 + tilt * (score - mean));
            self.smoothed().map(term).sum()
        };
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if surplus(middle) > 0.0 { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::GameResult::{self, Draw, Loss, Win};

    fn after(results: [GameResult; 2], count: usize) -> Sprt {
        let mut test = Sprt::new(0.0, 10.0).unwrap();
        (0..count).for_each(|_| test.add(&GamePair { a: 0, b: 1, results }));
        test
    }

    /// For many pairs, the log-likelihood ratio is close to its normal approximation: two
    /// hypotheses about one mean score, with the observed variance.
    #[test]
    fn ratio_of_many_pairs() {
        let mut test = Sprt::new(0.0, 5.0).unwrap();
        test.counts = [100.0, 600.0, 1500.0, 640.0, 120.0];
        let pairs: f64 = test.counts.iter().sum();
        let moment = |power: i32| -> f64 {
            test.counts
                .iter()
                .enumerate()
                .map(|(k, count)| count * (k as f64 / 4.0).powi(power))
                .sum::<f64>()
                / pairs
        };
        let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
        let (score0, score1) = (0.5, expected_score(5.0));
        let expected =
            pairs * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance);
        let ratio = test.log_likelihood_ratio();
        assert!((ratio - expected).abs() < 0.02, "{ratio} {expected}");
    }

    #[test]
    fn verdicts_of_equal_pairs() {
        assert_eq!(after([Win, Win], 0).verdict(), Verdict::Continue);
        assert_eq!(after([Win, Win], 1).verdict(), Verdict::Continue);
        assert_eq!(after([Win, Win], 200).verdict(), Verdict::AcceptH1);
        assert_eq!(after([Loss, Loss], 200).verdict(), Verdict::AcceptH0);
        for alike in [[Draw, Draw], [Win, Loss]] {
            assert_eq!(after(alike, 200).verdict(), Verdict::AcceptH0);
            assert!(after(alike, 10).log_likelihood_ratio().is_finite());
        }
    }

    #[test]
    fn invalid_hypotheses_are_errors() {
        let error = Sprt::new(10.0, 0.0).err().unwrap();
        assert!(error.starts_with("10 and 0: expected two"), "{error}");
        assert!(Sprt::new(0.0, f64::INFINITY).is_err());
        assert!(Sprt::new(f64::NAN, 0.0).is_err());
        let widest = Sprt::new(-MAX_ELO, MAX_ELO).unwrap();
        assert!(widest.log_likelihood_ratio().is_finite());
    }
}
