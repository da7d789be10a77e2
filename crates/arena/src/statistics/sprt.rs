//! A sequential test: play pairs until one of two Elo differences is the better explanation.
//!
//! The test is a generalised sequential probability ratio test on the five
//! possible results of a pair. Under each hypothesis the probabilities of the
//! five results are those that explain the pairs seen best among all with the
//! expected score of the hypothesis. So draws and the dependence of the two
//! games need no model, and a test takes as many pairs as their spread asks for.

use super::elo::expected_score;
use super::game_pair::GamePair;
use thiserror::Error;

/// The share of wrong decisions that the test allows under each hypothesis.
const ERROR_RATE: f64 = 0.05;

/// Pairs added to each of the five results, so that none is held to be impossible.
const PRIOR_PAIRS: f64 = 0.1;

/// At this difference the weaker player scores one point in 100,000 games: no test sees more.
const MOST_ELO: f64 = 2_000.0;

/// What cannot be tested.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SprtError {
    /// The hypotheses are not two reasonable numbers in order.
    #[error(
        "a test of {elo0} against {elo1} Elo: expected two numbers from -2000 to 2000, the smaller one first"
    )]
    Hypotheses {
        /// The Elo difference of the null hypothesis.
        elo0: f64,
        /// The Elo difference of the alternative.
        elo1: f64,
    },
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More pairs are needed.
    Continue,
    /// The difference is no more than the null hypothesis says.
    AcceptH0,
    /// The difference is at least what the alternative says.
    AcceptH1,
}

/// A sequential test of an Elo difference of `elo0` against `elo1`, each
/// wrongly rejected in at most about 5% of tests.
///
/// ```
/// use plywood_arena::statistics::{GamePair, GameResult::*, sprt::{Sprt, Verdict}};
///
/// let mut test = Sprt::new(0.0, 50.0)?;
/// let won = GamePair { a: 0, b: 1, results: [Win, Draw] };
/// let split = GamePair { a: 0, b: 1, results: [Win, Loss] };
/// let mut played = 0;
/// for pair in [won, won, split].into_iter().cycle() {
///     test.add(&pair);
///     played += 1;
///     if test.verdict() != Verdict::Continue {
///         break;
///     }
/// }
/// assert_eq!(test.verdict(), Verdict::AcceptH1);
/// assert!(played < 100);
/// # Ok::<(), plywood_arena::statistics::sprt::SprtError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sprt {
    score0: f64,
    score1: f64,
    counts: [f64; 5],
}

impl Sprt {
    /// The log-likelihood ratio at which the alternative is accepted; its negative accepts the null hypothesis.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// A test without any pairs yet.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        if !(-MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        let (score0, score1) = (expected_score(elo0), expected_score(elo1));
        Ok(Sprt { score0, score1, counts: [0.0; 5] })
    }

    /// Takes in a pair, seen from its player `a`.
    pub fn add(&mut self, pair: &GamePair) {
        self.counts[pair.half_points()] += 1.0;
    }

    /// The log of how much likelier the pairs are under the alternative than under the null hypothesis.
    pub fn log_likelihood_ratio(&self) -> f64 {
        let (tilt0, tilt1) = (self.tilt(self.score0), self.tilt(self.score1));
        self.smoothed()
            .map(|(score, count)| {
                let denominator0 = 1.0 + tilt0 * (score - self.score0);
                let denominator1 = 1.0 + tilt1 * (score - self.score1);
                count * (denominator0 / denominator1).ln()
            })
            .sum()
    }

    /// Whether the test is over, and how.
    pub fn verdict(&self) -> Verdict {
        match self.log_likelihood_ratio() {
            ratio if ratio >= Self::bound() => Verdict::AcceptH1,
            ratio if ratio <= -Self::bound() => Verdict::AcceptH0,
            _ => Verdict::Continue,
        }
    }

    /// The five scores of a pair, from 0 to 1, with how often each was seen.
    fn smoothed(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        scores.into_iter().zip(self.counts.iter().map(|count| count + PRIOR_PAIRS))
    }

    /// The multiplier of the likeliest probabilities with mean `mean`: each is
    /// the share seen, divided by `1 + tilt * (score - mean)`.
    ///
    /// The mean falls as the multiplier grows, so bisection finds it between
    /// the values at which the probability of the largest or the smallest
    /// score would be infinite.
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

    /// For many pairs the ratio is that of normal means with the variance seen.
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
    fn no_pairs_and_pairs_all_alike() {
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
    fn hypotheses_out_of_order() {
        let error = Sprt::new(10.0, 0.0).unwrap_err();
        let text = "a test of 10 against 0 Elo: \
                    expected two numbers from -2000 to 2000, the smaller one first";
        assert_eq!(error.to_string(), text);
        assert!(Sprt::new(0.0, f64::INFINITY).is_err());
        assert!(Sprt::new(f64::NAN, 0.0).is_err());
        let widest = Sprt::new(-MOST_ELO, MOST_ELO).unwrap();
        assert!(widest.log_likelihood_ratio().is_finite());
    }
}
