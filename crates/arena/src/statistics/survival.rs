//! The Kaplan-Meier estimate of game lengths, where some games were cut off.

use plywood_search::Z95;

/// The observed length of a game.
#[derive(Clone, Copy)]
pub(crate) struct Lifetime {
    pub(crate) length: f64,
    /// Whether the game was cut off at this length.
    pub(crate) censored: bool,
}

/// The estimated share of games that last longer than a length, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SurvivalStep {
    /// A length at which at least one game ended.
    pub(crate) length: f64,
    pub(crate) survival: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The Kaplan-Meier curve. A game that was cut off counts as running up to the length at the cut.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SurvivalCurve {
    /// Steps by increasing length. Before the first step, the share of games that last longer is 1.
    pub(crate) steps: Vec<SurvivalStep>,
    /// The largest observed length.
    pub(crate) longest: f64,
}

impl SurvivalCurve {
    /// Returns the curve of games; `None` without games.
    ///
    /// The band is the pointwise 95% interval on the log-minus-log scale with Greenwood's variance,
    /// which stays between 0 and 1. Where no game is left, the formula is undefined, and the band
    /// extends from 0 to the upper end at the previous step.
    pub(crate) fn new(lifetimes: &[Lifetime]) -> Option<Self> {
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
                steps.push(SurvivalStep { length: same[0].length, survival, low, high });
            }
            at_risk -= same.len();
        }
        Some(SurvivalCurve { steps, longest })
    }

    /// Returns the length by which half of the games have ended; `None` if more than half of them
    /// last longer than the last observed end.
    pub(crate) fn median(&self) -> Option<f64> {
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

    /// Returns the estimated share of games that last longer than `length`.
    fn share_at(curve: &SurvivalCurve, length: f64) -> f64 {
        let before = curve.steps.iter().rfind(|step| step.length <= length);
        before.map_or(1.0, |step| step.survival)
    }

    fn lifetimes(lengths: &[(f64, bool)]) -> Vec<Lifetime> {
        lengths.iter().map(|&(length, censored)| Lifetime { length, censored }).collect()
    }

    /// The data are remission times under 6-mercaptopurine, Freireich et al. (1963). The expected
    /// band is that of R's survival package.
    #[test]
    fn published_curve() {
        let ended = [6, 6, 6, 7, 10, 13, 16, 22, 23].map(|week| (f64::from(week), false));
        let censored =
            [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35].map(|week| (f64::from(week), true));
        let curve = SurvivalCurve::new(&lifetimes(&[&ended[..], &censored[..]].concat())).unwrap();
        let expected = [
            (6.0, 0.857),
            (7.0, 0.807),
            (10.0, 0.753),
            (13.0, 0.690),
            (16.0, 0.627),
            (22.0, 0.538),
            (23.0, 0.448),
        ];
        assert_eq!(curve.steps.len(), expected.len());
        for (step, (length, survival)) in curve.steps.iter().zip(expected) {
            assert_eq!(step.length, length);
            assert!((step.survival - survival).abs() < 6e-4, "{step:?}");
        }
        let first = curve.steps[0];
        assert!((first.low - 0.620).abs() < 6e-4 && (first.high - 0.952).abs() < 6e-4, "{first:?}");
        assert_eq!(curve.median(), Some(23.0));
        assert_eq!(curve.longest, 35.0);
    }

    #[test]
    fn curves_without_and_with_only_censored_games() {
        let all_end = SurvivalCurve::new(&lifetimes(&[(1.0, false), (2.0, false)])).unwrap();
        assert_eq!([0.5, 1.0, 2.0].map(|length| share_at(&all_end, length)), [1.0, 0.5, 0.0]);
        assert_eq!(all_end.median(), Some(1.0));
        let all_cut = SurvivalCurve::new(&lifetimes(&[(9.0, true), (9.0, true)])).unwrap();
        assert_eq!((share_at(&all_cut, 9.0), all_cut.median()), (1.0, None));
        assert_eq!(SurvivalCurve::new(&[]), None);
    }

    proptest! {
        #[test]
        fn without_censored_games_the_curve_is_the_share_of_longer_games(lengths in proptest::collection::vec(0u8..20, 1..60)) {
            let games: Vec<_> = lengths.iter().map(|&length| (f64::from(length), false)).collect();
            let curve = SurvivalCurve::new(&lifetimes(&games)).unwrap();
            for length in 0..20 {
                let left = lengths.iter().filter(|&&seen| seen > length).count() as f64 / lengths.len() as f64;
                prop_assert!((share_at(&curve, f64::from(length)) - left).abs() < 1e-9);
            }
            for step in &curve.steps {
                prop_assert!(0.0 <= step.low && step.low <= step.survival);
                prop_assert!(step.survival <= step.high && step.high <= 1.0);
            }
        }
    }
}
