//! The marks of moves, and the thresholds of the loss for each mark.

use plywood_registry::Thresholds;
use serde::Serialize;

/// The mark of a move, by its loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The best move, or one that is exactly as good.
    Best,
    /// A move with a loss below all thresholds.
    Good,
    /// A move with a small loss.
    Inaccuracy,
    /// A move with a larger loss.
    Mistake,
    /// A move with a great loss.
    Blunder,
}

impl Mark {
    /// Returns the mark of a loss; [`Mark::Best`] only if the loss is 0.
    pub(super) fn of(loss: f64, thresholds: Thresholds) -> Self {
        let Thresholds { inaccuracy, mistake, blunder } = thresholds;
        match loss {
            // The tolerance is for rounding errors in a loss that equals a threshold.
            _ if loss > blunder - TOLERANCE => Mark::Blunder,
            _ if loss > mistake - TOLERANCE => Mark::Mistake,
            _ if loss > inaccuracy - TOLERANCE => Mark::Inaccuracy,
            _ if loss > 0.0 => Mark::Good,
            _ => Mark::Best,
        }
    }

    /// Returns the name in JSON documents.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

const TOLERANCE: f64 = 1e-9;

/// The thresholds of values from 0 to 1: shares of a whole.
const OF_SHARES: Thresholds = Thresholds::new(0.05, 0.1, 0.2);

/// The thresholds of values without a known range, as shares of the mean absolute value of the game.
const OF_VALUES: Thresholds = Thresholds::new(0.02, 0.05, 0.1);

/// The units of values from 0 to 1.
const SHARES: [&str; 3] = ["win probability", "share of opponents beaten", "progress"];

/// Returns the default thresholds of a unit. `values` has `base + value` of each reviewed position.
pub(super) fn default_thresholds(unit: &str, values: impl Iterator<Item = f64>) -> Thresholds {
    if SHARES.contains(&unit) {
        return OF_SHARES;
    }
    let (mut sum, mut count) = (0.0, 0.0);
    for value in values {
        sum += value.abs();
        count += 1.0;
    }
    let mean = if sum > 0.0 { sum / count } else { 1.0 };
    OF_VALUES.times(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_thresholds() {
        let marks =
            [0.0, 0.01, 0.05, 0.0999, 0.1, 0.199, 0.2, 1.0].map(|loss| Mark::of(loss, OF_SHARES));
        let expected = [
            Mark::Best,
            Mark::Good,
            Mark::Inaccuracy,
            Mark::Inaccuracy,
            Mark::Mistake,
            Mark::Mistake,
            Mark::Blunder,
            Mark::Blunder,
        ];
        assert_eq!(marks, expected);
        assert_eq!(Mark::of(0.3 - 0.1, OF_SHARES), Mark::Blunder, "0.3 - 0.1 is less than 0.2");
        for mark in expected {
            assert_eq!(serde_json::to_string(&mark).unwrap(), format!("\"{}\"", mark.name()));
        }
    }

    #[test]
    fn open_ranges_are_measured_by_the_values_of_the_game() {
        let thresholds = |unit, values: &[f64]| default_thresholds(unit, values.iter().copied());
        assert_eq!(thresholds("win probability", &[9.0]), OF_SHARES);
        assert_eq!(thresholds("lines", &[100.0, -300.0]), Thresholds::new(4.0, 10.0, 20.0));
        assert_eq!(thresholds("points", &[0.0]), OF_VALUES);
        assert_eq!(thresholds("points", &[]), OF_VALUES);
    }
}
