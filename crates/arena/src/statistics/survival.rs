//! How long games last when some are cut at a cap: the Kaplan-Meier estimate.

use plywood_search::Z95;

/// How long a game was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifetime {
    /// Its length when it ended or was cut.
    pub length: f64,
    /// Whether it was cut before its end: it would have lasted at least this long.
    pub censored: bool,
}

/// The share of games still going after some length at which games ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurvivalStep {
    /// A length at which at least one game ended.
    pub length: f64,
    /// Games that lasted this long and were still seen.
    pub at_risk: usize,
    /// Games that ended here.
    pub ended: usize,
    /// The estimated share of games that last longer.
    pub survival: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end of its 95% interval.
    pub high: f64,
}

/// The Kaplan-Meier curve: games that were cut count as alive until then, and not after.
///
/// ```
/// use plywood_arena::statistics::survival::{Lifetime, SurvivalCurve};
///
/// let ended = |length| Lifetime { length, censored: false };
/// let cut = Lifetime { length: 20.0, censored: true };
/// let curve = SurvivalCurve::new(&[ended(10.0), ended(30.0), cut]).unwrap();
/// // One of three ends at 10; at 30 only one game is left to see, and it ends.
/// assert_eq!(curve.at(10.0), 2.0 / 3.0);
/// assert_eq!(curve.median(), Some(30.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SurvivalCurve {
    steps: Vec<SurvivalStep>,
    longest: f64,
}

impl SurvivalCurve {
    /// The curve of these games; `None` without games.
    ///
    /// The band is the pointwise 95% interval on the log-minus-log scale with
    /// Greenwood's variance, which stays between 0 and 1. Where no game is
    /// left that formula says nothing, and the band goes from 0 to its last upper end.
    pub fn new(lifetimes: &[Lifetime]) -> Option<Self> {
        let mut sorted = lifetimes.to_vec();
        sorted.sort_by(|one, other| one.length.total_cmp(&other.length));
        let longest = sorted.last()?.length;

        let mut steps = Vec::new();
        let (mut at_risk, mut survival, mut greenwood, mut last_high) =
            (sorted.len(), 1.0, 0.0, 1.0);
        for same in sorted.chunk_by(|one, other| one.length == other.length) {
            let ended = same.iter().filter(|game| !game.censored).count();
            if ended > 0 {
                survival *= (at_risk - ended) as f64 / at_risk as f64;
                greenwood += ended as f64 / (at_risk as f64 * (at_risk - ended) as f64);
                let (low, high) =
                    if ended < at_risk { band(survival, greenwood) } else { (0.0, last_high) };
                last_high = high;
                let length = same[0].length;
                steps.push(SurvivalStep { length, at_risk, ended, survival, low, high });
            }
            at_risk -= same.len();
        }
        Some(SurvivalCurve { steps, longest })
    }

    /// The steps of the curve, from the shortest length on; before the first all games go on.
    pub fn steps(&self) -> &[SurvivalStep] {
        &self.steps
    }

    /// The length up to which anything was seen.
    pub fn longest(&self) -> f64 {
        self.longest
    }

    /// The estimated share of games that last longer than `length`.
    pub fn at(&self, length: f64) -> f64 {
        let before = self.steps.partition_point(|step| step.length <= length);
        before.checked_sub(1).map_or(1.0, |last| self.steps[last].survival)
    }

    /// The length by which half of the games have ended; `None` if half of them lasted longer than was seen.
    pub fn median(&self) -> Option<f64> {
        // A product of fractions may miss an exact half by a rounding error.
        let step = self.steps.iter().find(|step| step.survival <= 0.5 + 1e-9)?;
        Some(step.length)
    }
}

fn band(survival: f64, greenwood: f64) -> (f64, f64) {
    let reach = (Z95 * greenwood.sqrt() / survival.ln().abs()).exp();
    (survival.powf(reach), survival.powf(1.0 / reach))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lifetimes(lengths: &[(f64, bool)]) -> Vec<Lifetime> {
        lengths.iter().map(|&(length, censored)| Lifetime { length, censored }).collect()
    }

    /// Remission times under 6-mercaptopurine, Freireich et al. (1963): the
    /// textbooks' example, with the band that R's survival package prints.
    #[test]
    fn published_curve() {
        let ended = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(|week| (f64::from(week), false));
        let censored =
            [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(|week| (f64::from(week), true));
        let curve = SurvivalCurve::new(&lifetimes(&[&ended[..], &censored[..]].concat())).unwrap();
        let expected = [
            (6.0, 21, 0.857),
            (7.0, 17, 0.807),
            (10.0, 15, 0.753),
            (13.0, 12, 0.690),
            (16.0, 11, 0.627),
            (22.0, 7, 0.538),
            (23.0, 6, 0.448),
        ];
        assert_eq!(curve.steps().len(), expected.len());
        for (step, (length, at_risk, survival)) in curve.steps().iter().zip(expected) {
            assert_eq!((step.length, step.at_risk), (length, at_risk));
            assert!((step.survival - survival).abs() < 6e-4, "{step:?}");
        }
        let first = curve.steps()[0];
        assert!((first.low - 0.620).abs() < 6e-4 && (first.high - 0.952).abs() < 6e-4, "{first:?}");
        assert_eq!(curve.median(), Some(23.0));
        assert_eq!(curve.longest(), 35.0);
    }

    #[test]
    fn nothing_cut_and_all_cut() {
        let all_end = SurvivalCurve::new(&lifetimes(&[(1.0, false), (2.0, false)])).unwrap();
        assert_eq!((all_end.at(0.5), all_end.at(1.0), all_end.at(2.0)), (1.0, 0.5, 0.0));
        assert_eq!(all_end.median(), Some(1.0));
        let all_cut = SurvivalCurve::new(&lifetimes(&[(9.0, true), (9.0, true)])).unwrap();
        assert_eq!((all_cut.at(9.0), all_cut.median()), (1.0, None));
        assert_eq!(SurvivalCurve::new(&[]), None);
    }

    proptest! {
        #[test]
        fn without_cuts_it_is_the_share_that_is_left(lengths in proptest::collection::vec(0u8..20, 1..60)) {
            let games: Vec<_> = lengths.iter().map(|&length| (f64::from(length), false)).collect();
            let curve = SurvivalCurve::new(&lifetimes(&games)).unwrap();
            for length in 0..20 {
                let left = lengths.iter().filter(|&&seen| seen > length).count() as f64 / lengths.len() as f64;
                prop_assert!((curve.at(f64::from(length)) - left).abs() < 1e-9);
            }
            for step in curve.steps() {
                prop_assert!(0.0 <= step.low && step.low <= step.survival);
                prop_assert!(step.survival <= step.high && step.high <= 1.0);
            }
        }
    }
}
