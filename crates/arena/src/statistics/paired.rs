//! The mean difference of two players on the same deals.

use super::bootstrap::mean_interval;
use super::interval::Interval;
use plywood_search::Rng;

/// How much more the first player scores on average than the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedDifference {
    /// The mean of the differences.
    pub mean: f64,
    /// Its 95% interval; `None` for a single game.
    pub interval: Option<Interval>,
}

/// The mean difference of scores that two players made in the same games, each
/// item a game with the first player's and the second player's score; `None` without games.
///
/// Luck that both players met cancels out in each difference, so the interval
/// is narrower than that of two separate means.
pub fn paired_difference(scores: &[(f64, f64)], rng: &mut Rng) -> Option<PairedDifference> {
    let differences: Vec<f64> = scores.iter().map(|(first, second)| first - second).collect();
    if differences.is_empty() {
        return None;
    }
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    Some(PairedDifference { mean, interval: mean_interval(&differences, rng) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_luck_cancels() {
        let mut rng = Rng::new(3);
        let scores: Vec<(f64, f64)> = (0..50)
            .map(|_| {
                let luck = 1000.0 * rng.unit();
                (luck + 5.0 + rng.unit(), luck)
            })
            .collect();
        let difference = paired_difference(&scores, &mut rng).unwrap();
        let interval = difference.interval.unwrap();
        assert!(interval.contains(5.5) && interval.high - interval.low < 0.5, "{difference:?}");
        assert_eq!(paired_difference(&[], &mut rng), None);
        let single = PairedDifference { mean: 2.0, interval: None };
        assert_eq!(paired_difference(&[(3.0, 1.0)], &mut rng), Some(single));
    }
}
