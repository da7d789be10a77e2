//! Rollout quality: the errors of a player's values, and how well the values predict results.

use std::cmp::Ordering;

use plywood_registry::{Ending, Session};
use plywood_search::Rng;
use serde::Serialize;

use crate::mean::Mean;
use crate::statistics::Interval;
use crate::statistics::bootstrap::mean_interval;
use crate::statistics::correlation::correlation;
use crate::statistics::sample::Sample;
use crate::statistics::wilson::wilson;
use crate::summary::round;

/// The unit of values that estimate wins in games for one or two.
const WIN_PROBABILITY: &str = "win probability";
/// The unit of values that estimate wins in games for three and more.
const SHARE_BEATEN: &str = "share of opponents beaten";
/// The generic unit of values that estimate scores, used where the game's unit is not known.
const ANY_SCORE: &str = "points";

/// A player's value of a position, and the result of the game played from that position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prediction {
    pub(super) predicted: f64,
    pub(super) realised: f64,
    /// Whether the game was cut off, so that `realised` is the result at the cut.
    pub(super) cut: bool,
}

/// The kind of result that values are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The share of opponents beaten, where an equal score counts one half: 1, 1/2 or 0 in a game
    /// for two.
    Points,
    /// 1 for a solo game that was won, otherwise 0.
    Won,
    /// The score gained after the position.
    Gain,
}

impl Measure {
    /// Returns the measure for values in `unit`.
    pub(super) fn new(is_solo: bool, unit: &str) -> Self {
        match unit {
            _ if !is_solo => Measure::Points,
            WIN_PROBABILITY => Measure::Won,
            _ => Measure::Gain,
        }
    }

    /// Whether values in `unit` should equal the results, and not only correlate with them.
    fn is_comparable(self, unit: &str, score_unit: &str) -> bool {
        match self {
            Measure::Points => unit == WIN_PROBABILITY || unit == SHARE_BEATEN,
            Measure::Won => unit == WIN_PROBABILITY,
            Measure::Gain => unit == score_unit || unit == ANY_SCORE,
        }
    }

    /// Returns the result of `seat` in a game for `seats` seats. `score` is the seat's score at the
    /// position from which the game was played.
    pub(super) fn realised(self, session: &dyn Session, seats: u8, seat: u8, score: f64) -> f64 {
        let own = session.score(seat);
        match self {
            Measure::Points => {
                let others = (0..seats).filter(|&other| other != seat);
                let beaten = others.map(|other| match own.total_cmp(&session.score(other)) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                });
                beaten.sum::<f64>() / f64::from(seats - 1)
            }
            Measure::Won => f64::from(u8::from(session.ending() == Ending::Won)),
            Measure::Gain => own - score,
        }
    }

    /// Returns the 95% interval of a mean of results.
    fn interval(self, results: &[f64], rng: &mut Rng) -> Option<Interval> {
        match self {
            Measure::Gain => mean_interval(results, rng),
            Measure::Points | Measure::Won => wilson(results.iter().sum(), results.len()),
        }
    }
}

/// The errors of a player's values, and how well the values predict results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolloutQuality {
    /// The unit of the values.
    pub unit: String,
    /// The mean standard error of the chosen moves' values.
    pub standard_error: Option<Mean>,
    /// The number of games played from the positions.
    pub games: usize,
    /// The number of `games` that were cut off. Their results are taken at the cut.
    pub cut: usize,
    /// The correlation of values with results.
    pub correlation: Option<f64>,
    /// Fisher's 95% interval of `correlation`.
    pub correlation_ci95: Option<Interval>,
    /// Predicted against realised results, if both have the same unit.
    pub calibration: Option<Vec<CalibrationPoint>>,
}

/// A group of positions with similar predictions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationPoint {
    /// The mean of the predicted results.
    pub predicted: f64,
    /// The mean of the realised results.
    pub realised: f64,
    /// The 95% interval of `realised`.
    pub ci95: Option<Interval>,
    /// The number of positions.
    pub count: u64,
}

impl RolloutQuality {
    /// Combines the predictions and standard errors of all positions; `None` if there are none of either.
    pub(super) fn of(
        predictions: &[Prediction],
        errors: &[f64],
        (measure, unit, score_unit): (Measure, &str, &str),
        rng: &mut Rng,
    ) -> Option<Self> {
        if predictions.is_empty() && errors.is_empty() {
            return None;
        }
        let mut pairs: Vec<(f64, f64)> =
            predictions.iter().map(|one| (one.predicted, one.realised)).collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let found = correlation(&pairs);
        let comparable = measure.is_comparable(unit, score_unit) && !pairs.is_empty();
        Some(RolloutQuality {
            unit: unit.to_owned(),
            standard_error: Mean::of(errors, rng),
            games: pairs.len(),
            cut: predictions.iter().filter(|one| one.cut).count(),
            correlation: found.map(|found| round(found.value)),
            correlation_ci95: found.and_then(|found| found.interval).map(rounded),
            calibration: comparable.then(|| calibration(&pairs, measure, rng)),
        })
    }
}

fn rounded(interval: Interval) -> Interval {
    interval.map(round)
}

/// Minimum number of results in a group: the mean of fewer results is not useful.
const MIN_GROUP_SIZE: usize = 5;
const MAX_GROUPS: usize = 10;

/// Divides pairs, sorted by prediction, into groups of similar size. Returns a point for each.
fn calibration(pairs: &[(f64, f64)], measure: Measure, rng: &mut Rng) -> Vec<CalibrationPoint> {
    let groups = (pairs.len() / MIN_GROUP_SIZE).clamp(1, MAX_GROUPS);
    let start = |group: usize| group * pairs.len() / groups;
    let group = |number| {
        let (predicted, realised): (Vec<f64>, Vec<f64>) =
            pairs[start(number)..start(number + 1)].iter().copied().unzip();
        Some(CalibrationPoint {
            predicted: round(Sample::new(&predicted)?.mean()),
            realised: round(Sample::new(&realised)?.mean()),
            ci95: measure.interval(&realised, rng).map(rounded),
            count: realised.len() as u64,
        })
    };
    (0..groups).filter_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(pairs: &[(f64, f64)], unit: &str) -> RolloutQuality {
        let predictions: Vec<_> = pairs
            .iter()
            .map(|&(predicted, realised)| Prediction { predicted, realised, cut: false })
            .collect();
        let measure = Measure::new(false, unit);
        RolloutQuality::of(&predictions, &[0.1, 0.3], (measure, unit, "discs"), &mut Rng::new(1))
            .unwrap()
    }

    #[test]
    fn predictions_are_correlated_with_results() {
        let found = quality(&[(0.9, 1.0), (0.2, 0.0), (0.5, 0.5)], WIN_PROBABILITY);
        assert_eq!((found.games, found.cut), (3, 0));
        assert_eq!(found.standard_error.unwrap().mean, 0.2);
        // Deviations from the mean: 11/30, -10/30, -1/30 (values) and 1/2, -1/2, 0 (results).
        let expected = 10.5 / (222.0f64 * 0.5).sqrt();
        assert!((found.correlation.unwrap() - expected).abs() < 1e-4, "{found:?}");
        assert_eq!(found.correlation_ci95, None);
    }

    #[test]
    fn positions_are_grouped_by_prediction() {
        let pairs: Vec<_> =
            (0..20).rev().map(|k| (f64::from(k) / 20.0, f64::from(u8::from(k >= 10)))).collect();
        let points = quality(&pairs, WIN_PROBABILITY).calibration.unwrap();
        let means: Vec<_> = points.iter().map(|p| (p.predicted, p.realised, p.count)).collect();
        assert_eq!(means, [(0.1, 0.0, 5), (0.35, 0.0, 5), (0.6, 1.0, 5), (0.85, 1.0, 5)]);
        // Wilson's interval of five successes in five trials.
        assert_eq!(points[3].ci95, Some(Interval { low: 0.5655, high: 1.0 }));
    }

    #[test]
    fn values_in_other_units_are_correlated_but_not_calibrated() {
        let found = quality(&[(12.0, 1.0), (-3.0, 0.0)], "discs ahead");
        assert_eq!((found.correlation, found.calibration), (Some(1.0), None));
        assert!(Measure::new(true, "lines").is_comparable("lines", "lines"));
        assert!(!Measure::new(true, "progress").is_comparable("progress", "cards home"));
        assert_eq!(Measure::new(true, WIN_PROBABILITY), Measure::Won);
    }
}
