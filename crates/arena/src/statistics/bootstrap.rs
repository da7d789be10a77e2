//! The interval of a mean of skewed values, such as the lengths of many short and a few long games.

use plywood_search::{Rng, Z95};

use super::interval::{Interval, TAIL, student_quantile};

/// Number of resamples: the quantiles then vary by only a few percent of the interval's width.
const RESAMPLES: usize = 2_000;

/// Minimum number of values. With fewer, the tails of the resamples are unreliable, and Student's
/// interval is used.
const MIN_VALUES: usize = 20;
/// Maximum share of resamples without variance. If the share is higher, Student's interval is used
/// instead of the bootstrap.
const MAX_DEGENERATE: f64 = 0.01;

/// Returns the 95% interval of the mean by the studentised bootstrap; `None` for fewer than two
/// values.
///
/// The deviation of each resample is divided by the standard error of that resample. For skewed
/// scores, the coverage is better than that of percentile or BCa intervals, which are too short: a
/// resample without the rare large values has a low mean, and also a low standard error, which only
/// the studentised bootstrap takes into account. With few values, or if nearly all values are
/// equal, the result is Student's interval.
pub(crate) fn mean_interval(values: &[f64], rng: &mut Rng) -> Option<Interval> {
    if values.len() < 2 {
        return None;
    }
    let observed = Moments::of(values.iter().copied());
    let error = observed.standard_error();
    let around = |low: f64, high: f64| {
        Some(Interval { low: observed.mean - low * error, high: observed.mean + high * error })
    };
    let student = student_quantile(values.len() - 1);
    if error == 0.0 || values.len() < MIN_VALUES {
        return around(student, student);
    }

    // Subtracts the mean, so that the sums of squares lose no precision.
    let centred: Vec<f64> = values.iter().map(|value| value - observed.mean).collect();
    let mut deviations: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let draws = (0..centred.len()).map(|_| centred[rng.below(centred.len())]);
            let resample = Moments::of(draws);
            let deviation = resample.mean / resample.standard_error();
            // Omits a resample of equal values, whose standard error is zero.
            (resample.standard_error() > error * 1e-9).then_some(deviation)
        })
        .collect();
    let degenerate = RESAMPLES - deviations.len();
    if degenerate as f64 > MAX_DEGENERATE * RESAMPLES as f64 {
        return around(student, student);
    }
    deviations.sort_by(f64::total_cmp);
    // Resamples vary less than samples of the true distribution, above all with heavy tails on both
    // sides. The ratio of Student's quantile to the normal quantile corrects for that.
    let widening = student / Z95;
    around(widening * quantile(&deviations, 1.0 - TAIL), -widening * quantile(&deviations, TAIL))
}

/// Returns the value that is greater than `share` of the `sorted` values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[(share * (sorted.len() - 1) as f64).round() as usize]
}

/// Count, mean and variance, computed in one pass.
struct Moments {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        let mut origin = None;
        for value in values {
            // Subtracts the first value, so that equal values have a variance of exactly zero.
            let value = value - *origin.get_or_insert(value);
            count += 1.0;
            sum += value;
            squares += value * value;
        }
        let variance = ((squares - sum * sum / count) / (count - 1.0)).max(0.0);
        Moments { count, mean: origin.unwrap_or(0.0) + sum / count, variance }
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.count).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::contains;

    #[test]
    fn few_or_equal_values_have_students_interval() {
        assert_eq!(mean_interval(&[3.0], &mut Rng::new(1)), None);
        let equal = mean_interval(&[5.0; 40], &mut Rng::new(1)).unwrap();
        assert_eq!((equal.low, equal.high), (5.0, 5.0));
        // Mean 2, standard error 1, Student's quantile 12.706 with one degree of freedom.
        let two = mean_interval(&[1.0, 3.0], &mut Rng::new(1)).unwrap();
        assert!((two.low - 2.0 + 12.706).abs() < 0.001, "{two:?}");
        // Mean 2, standard error 1/sqrt(3), Student's quantile 4.303 with two degrees of freedom.
        let three = mean_interval(&[1.0, 2.0, 3.0], &mut Rng::new(1)).unwrap();
        assert!((three.high - 2.0 - 4.303 / 3f64.sqrt()).abs() < 0.001, "{three:?}");
        let mut nearly_equal = vec![100.0; 40];
        nearly_equal[0] = 7.0;
        let interval = mean_interval(&nearly_equal, &mut Rng::new(1)).unwrap();
        assert!(contains(interval, 97.7) && interval.low > 90.0, "{interval:?}");
    }

    /// Returns the interval of 100 values of which `others` are 1 and the rest 0, and Student's interval.
    fn of_few_others(others: usize) -> [Interval; 2] {
        let values: Vec<f64> = (0..100).map(|k| f64::from(u8::from(k < others))).collect();
        let observed = Moments::of(values.iter().copied());
        let half = student_quantile(99) * observed.standard_error();
        let student = Interval { low: observed.mean - half, high: observed.mean + half };
        [mean_interval(&values, &mut Rng::new(1)).unwrap(), student]
    }

    #[test]
    fn degenerate_resamples_lead_to_students_interval() {
        // A resample has no 1 with probability `(1 - others / 100)^100`: 37%, 1.7% and 0.2%.
        for others in [1, 4] {
            let [found, student] = of_few_others(others);
            assert_eq!(found, student, "{others} others");
        }
        let [found, student] = of_few_others(6);
        assert!(found.high > student.high && found.low > student.low, "{found:?}, {student:?}");
    }

    #[test]
    fn quantiles_reach_from_the_least_to_the_greatest_value() {
        let sorted = [1.0, 2.0, 3.0, 4.0, 5.0];
        let quantiles = [0.0, 0.3, 0.5, 0.9, 1.0].map(|share| quantile(&sorted, share));
        assert_eq!(quantiles, [1.0, 2.0, 3.0, 5.0, 5.0]);
    }

    #[test]
    fn the_interval_reaches_further_on_the_side_of_the_long_tail() {
        let values: Vec<f64> = (1..=60).map(|k| 1.0 / (1.0 - f64::from(k) / 61.0)).collect();
        let mean = values.iter().sum::<f64>() / 60.0;
        let interval = mean_interval(&values, &mut Rng::new(5)).unwrap();
        assert!(interval.high - mean > 1.5 * (mean - interval.low), "{interval:?} around {mean}");
        assert_eq!(Some(interval), mean_interval(&values, &mut Rng::new(5)));
    }
}
