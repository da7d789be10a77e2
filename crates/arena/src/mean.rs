//! A mean with its 95% interval, as written in JSON documents.

use plywood_search::Rng;
use serde::Serialize;

use crate::statistics::Interval;
use crate::statistics::bootstrap::mean_interval;
use crate::statistics::sample::Sample;
use crate::summary::round;

/// A mean and its 95% interval, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The bootstrap 95% interval of the mean; none for fewer than two values.
    pub ci95: Option<Interval>,
}

impl Mean {
    /// Returns the mean of values; `None` without values.
    pub(crate) fn of(values: &[f64], rng: &mut Rng) -> Option<Self> {
        let mean = round(Sample::new(values)?.mean());
        Some(Mean { mean, ci95: mean_interval(values, rng).map(|ends| ends.map(round)) })
    }

    /// Clamps the interval to the range of possible values.
    pub(crate) fn within(self, low: f64, high: f64) -> Self {
        Mean { ci95: self.ci95.map(|ends| ends.map(|end| end.clamp(low, high))), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_an_interval_from_two_values_on() {
        let mut rng = Rng::new(1);
        assert_eq!(Mean::of(&[], &mut rng), None);
        assert_eq!(Mean::of(&[2.0], &mut rng), Some(Mean { mean: 2.0, ci95: None }));
        let mean = Mean::of(&[1.0, 2.0, 6.0], &mut rng).unwrap();
        assert_eq!(mean.mean, 3.0);
        let clamped = mean.within(0.0, 4.0).ci95.unwrap();
        assert_eq!((clamped.low, clamped.high), (0.0, 4.0));
    }
}
