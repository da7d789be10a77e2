//! What a player's values are worth: their errors, and what became of them.

use plywood_registry::{Ending, Session};
use plywood_search::Rng;
use serde::Serialize;

use super::summary::{Mean, ends};
use crate::plots;
use crate::statistics::Interval;
use crate::statistics::bootstrap::mean_interval;
use crate::statistics::correlation::correlation;
use crate::statistics::sample::Sample;
use crate::statistics::wilson::wilson_of_points;
use crate::summary::round;

/// What searches for wins say that their values are.
const WIN_PROBABILITY: &str = "win probability";
/// What every score is called by an objective that does not know the game.
const ANY_SCORE: &str = "points";

/// What a player said that a position is worth, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    pub(super) predicted: f64,
    pub(super) realised: f64,
    /// The game was cut, and the result is what had been reached by then.
    pub(super) cut: bool,
}

/// By what a prediction is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The points of a game of two: 1, 1/2 or 0.
    Points,
    /// Whether a game of one was won.
    Won,
    /// What was scored from the position on.
    Gain,
}

impl Measure {
    /// The measure for values in `unit`.
    pub(super) fn new(seats: usize, unit: &str) -> Self {
        match unit {
            _ if seats > 1 => Measure::Points,
            WIN_PROBABILITY => Measure::Won,
            _ => Measure::Gain,
        }
    }

    /// Whether predictions in `unit` should be equal to what is realised, and
    /// not only rise with it.
    fn is_comparable(self, unit: &str, score_unit: &str) -> bool {
        match self {
            Measure::Points | Measure::Won => unit == WIN_PROBABILITY,
            Measure::Gain => unit == score_unit || unit == ANY_SCORE,
        }
    }

    /// What a game has brought `seat`, which had `score` before.
    pub(super) fn realised(self, session: &dyn Session, seat: u8, score: f64) -> f64 {
        let own = session.score(seat);
        match self {
            Measure::Points => match own.total_cmp(&session.score(1 - seat)) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            },
            Measure::Won => f64::from(u8::from(session.ending() == Ending::Won)),
            Measure::Gain => own - score,
        }
    }

    /// The interval of a mean of realised results.
    fn interval(self, results: &[f64], rng: &mut Rng) -> Option<Interval> {
        match self {
            Measure::Gain => mean_interval(results, rng),
            Measure::Points | Measure::Won => {
                wilson_of_points(results.iter().sum(), results.len() as u64)
            }
        }
    }
}

/// What a player's values are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolloutQuality {
    /// What its values count.
    pub unit: String,
    /// The mean standard error of the chosen moves' values.
    pub standard_error: Option<Mean>,
    /// Games that were played on.
    pub games: usize,
    /// How many of them were cut before their end, and count as they stood.
    pub cut: usize,
    /// The correlation of predicted with realised results.
    pub correlation: Option<f64>,
    /// Its 95% interval by Fisher's formula.
    pub correlation_ci95: Option<[f64; 2]>,
    /// Predictions against results, where both count the same.
    pub calibration: Option<Vec<CalibrationPoint>>,
}

/// Positions with about the same prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CalibrationPoint {
    /// The mean of the predictions.
    pub predicted: f64,
    /// The mean of the results.
    pub realised: f64,
    /// The 95% interval of that mean.
    pub ci95: Option<[f64; 2]>,
    /// How many positions.
    pub count: u64,
}

impl RolloutQuality {
    /// What predictions and errors over all positions say; `None` without any.
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
            correlation_ci95: found.and_then(|found| found.interval).map(ends),
            calibration: comparable.then(|| calibration(&pairs, measure, rng)),
        })
    }
}

/// A mean of fewer results says nothing.
const FEWEST_IN_A_POINT: usize = 5;
const MOST_POINTS: usize = 10;

/// Pairs in the order of their predictions, in groups of about the same size.
fn calibration(pairs: &[(f64, f64)], measure: Measure, rng: &mut Rng) -> Vec<CalibrationPoint> {
    let groups = (pairs.len() / FEWEST_IN_A_POINT).clamp(1, MOST_POINTS);
    let start = |group: usize| group * pairs.len() / groups;
    let group = |number| {
        let (predicted, realised): (Vec<f64>, Vec<f64>) =
            pairs[start(number)..start(number + 1)].iter().copied().unzip();
        Some(CalibrationPoint {
            predicted: round(Sample::new(&predicted)?.mean()),
            realised: round(Sample::new(&realised)?.mean()),
            ci95: measure.interval(&realised, rng).map(ends),
            count: realised.len() as u64,
        })
    };
    (0..groups).filter_map(group).collect()
}

impl From<&CalibrationPoint> for plots::CalibrationPoint {
    fn from(point: &CalibrationPoint) -> Self {
        let &CalibrationPoint { predicted, realised, ci95, count } = point;
        let interval = ci95.map(|[low, high]| Interval { low, high });
        plots::CalibrationPoint { predicted, realised, interval, count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(pairs: &[(f64, f64)], unit: &str) -> RolloutQuality {
        let predictions: Vec<_> = pairs
            .iter()
            .map(|&(predicted, realised)| Prediction { predicted, realised, cut: false })
            .collect();
        let measure = Measure::new(2, unit);
        RolloutQuality::of(&predictions, &[0.1, 0.3], (measure, unit, "discs"), &mut Rng::new(1))
            .unwrap()
    }

    #[test]
    fn predictions_are_correlated_with_results() {
        let found = quality(&[(0.9, 1.0), (0.2, 0.0), (0.5, 0.5)], WIN_PROBABILITY);
        assert_eq!((found.games, found.cut), (3, 0));
        assert_eq!(found.standard_error.unwrap().mean, 0.2);
        // Deviations of 11, -10 and -1 thirtieths, and of 1/2, -1/2 and 0.
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
        // Five of five are not certainty: Wilson's interval goes down to 0.5655.
        assert_eq!(points[3].ci95, Some([0.5655, 1.0]));
    }

    #[test]
    fn other_units_are_correlated_and_not_compared() {
        let found = quality(&[(12.0, 1.0), (-3.0, 0.0)], "discs ahead");
        assert_eq!((found.correlation, found.calibration), (Some(1.0), None));
        assert!(Measure::new(1, "lines").is_comparable("lines", "lines"));
        assert!(!Measure::new(1, "progress").is_comparable("progress", "cards home"));
        assert_eq!(Measure::new(1, WIN_PROBABILITY), Measure::Won);
    }
}
