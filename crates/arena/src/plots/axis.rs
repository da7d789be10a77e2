//! An axis: the position of a value, and the ticks.

/// The function from values to positions on an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Scale {
    Linear,
    /// The position is `ln(value + offset)`. The offset is 1 if values may be zero, otherwise 0.
    Logarithmic {
        offset: f64,
    },
}

impl Scale {
    fn place(self, value: f64) -> f64 {
        match self {
            Scale::Linear => value,
            Scale::Logarithmic { offset } => (value + offset).max(f64::MIN_POSITIVE).ln(),
        }
    }
}

/// An axis of scores is logarithmic if `(largest + 1) / (10% quantile + 1)` is above this ratio.
const WIDE_SPREAD: f64 = 50.0;

/// The margin at each end of an axis, as a share of the distance between the outermost values.
const MARGIN: f64 = 0.04;

/// An axis with a range and a scale.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Axis {
    /// Returns a linear axis of `values`, with a margin at both ends.
    pub(super) fn around(values: impl IntoIterator<Item = f64>) -> Self {
        Axis::new(Scale::Linear, values)
    }

    /// Returns a linear axis from `low` to `high`.
    pub(super) fn between(low: f64, high: f64) -> Self {
        Axis { scale: Scale::Linear, low, high }
    }

    /// Returns a logarithmic axis of positive values.
    pub(super) fn of_factors(values: impl IntoIterator<Item = f64>) -> Self {
        Axis::new(Scale::Logarithmic { offset: 0.0 }, values)
    }

    /// Returns an axis of scores: logarithmic if they are not negative and differ by large factors.
    pub(super) fn of_scores(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (Some(&smallest), Some(&largest)) = (sorted.first(), sorted.last()) else {
            return Axis::between(0.0, 1.0);
        };
        let small = sorted[sorted.len() / 10];
        let wide = smallest >= 0.0 && (largest + 1.0) / (small + 1.0) > WIDE_SPREAD;
        Axis::new(if wide { Scale::Logarithmic { offset: 1.0 } } else { Scale::Linear }, sorted)
    }

    fn new(scale: Scale, values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) =
            values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let (low, high) = if low < high { (low, high) } else { around_one(scale, low) };
        let (start, end) = (scale.place(low), scale.place(high));
        let space = MARGIN * (end - start);
        match scale {
            Scale::Linear => Axis { scale, low: low - space, high: high + space },
            Scale::Logarithmic { offset } => Axis {
                scale,
                low: (start - space).exp() - offset,
                high: (end + space).exp() - offset,
            },
        }
    }

    pub(super) fn is_logarithmic(&self) -> bool {
        self.scale != Scale::Linear
    }

    /// Returns the position of `value`: 0 at the low end, 1 at the high end.
    pub(super) fn share(&self, value: f64) -> f64 {
        let place = |value| self.scale.place(value);
        (place(value) - place(self.low)) / (place(self.high) - place(self.low))
    }

    /// Returns the ticks and their labels.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let values = match self.scale {
            Scale::Linear => self.even_ticks(),
            Scale::Logarithmic { .. } => self.factor_ticks(),
        };
        let step = values.windows(2).map(|two| two[1] - two[0]).fold(f64::INFINITY, f64::min);
        values.into_iter().map(|value| (value, number(value, step))).collect()
    }

    fn even_ticks(&self) -> Vec<f64> {
        const MOST: f64 = 8.0;
        let rough = (self.high - self.low) / MOST;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        (first..)
            .map(|k| k as f64 * step)
            .take_while(|tick| *tick <= self.high + step * 1e-9)
            .collect()
    }

    fn factor_ticks(&self) -> Vec<f64> {
        const MOST: usize = 8;
        let inside = |value: &f64| self.low <= *value && *value <= self.high;
        let zero = [0.0].into_iter().filter(inside);
        let (first, last) =
            (self.low.max(1.0).log10().floor() as i32, self.high.log10().ceil() as i32);
        let fine: Vec<f64> = (first..=last)
            .flat_map(|power| [1.0, 2.0, 5.0].map(|factor| factor * 10f64.powi(power)))
            .filter(inside)
            .collect();
        if fine.len() <= MOST {
            return zero.chain(fine).collect();
        }
        let every = (last - first) as usize / MOST + 1;
        zero.chain((first..=last).step_by(every).map(|power| 10f64.powi(power)).filter(inside))
            .collect()
    }
}

/// Returns the range of an axis that shows only `value`; 0 to 1 if `value` is not finite.
fn around_one(scale: Scale, value: f64) -> (f64, f64) {
    match scale {
        _ if !value.is_finite() => (0.0, 1.0),
        Scale::Linear => (value - 1.0 - 0.1 * value.abs(), value + 1.0 + 0.1 * value.abs()),
        Scale::Logarithmic { .. } => (value / 2.0, value * 2.0),
    }
}

/// Formats the label of a tick whose distance to the next tick is at least `step`.
fn number(value: f64, step: f64) -> String {
    let (scaled, step, unit) = match value.abs() {
        size if size >= 1e6 => (value / 1e6, step / 1e6, "M"),
        size if size >= 1e4 => (value / 1e3, step / 1e3, "k"),
        _ => (value, step, ""),
    };
    let decimals =
        if step.is_finite() { (-step.log10()).ceil().clamp(0.0, 6.0) as usize } else { 0 };
    let text = format!("{scaled:.decimals$}");
    // Removes trailing zeros: large values on a logarithmic axis need fewer decimals than others.
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let text = if text == "-0" { "0" } else { text };
    format!("{}{unit}", text.replace('-', "\u{2212}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::around([-120.0, 310.0])), ["−100", "0", "100", "200", "300"]);
        assert_eq!(labels(&Axis::between(0.0, 1.0)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(
            labels(&Axis::of_factors([100.0, 2000.0])),
            ["100", "200", "500", "1000", "2000"]
        );
        let scores = Axis::of_scores(&[0.0, 3.0, 8.0, 90_000.0]);
        assert_eq!(labels(&scores), ["0", "1", "10", "100", "1000", "10k", "100k"]);
        assert!(!Axis::of_scores(&[-5.0, 90_000.0]).is_logarithmic());
    }

    proptest! {
        #[test]
        fn ticks_lie_on_the_axis(values in proptest::collection::vec(-1e7f64..1e7, 1..10)) {
            for axis in [Axis::around(values.clone()), Axis::of_scores(&values)] {
                let ticks = axis.ticks();
                prop_assert!((1..=13).contains(&ticks.len()), "{axis:?}: {ticks:?}");
                prop_assert!(ticks.iter().all(|(tick, _)| (-1e-6..=1.0 + 1e-6).contains(&axis.share(*tick))));
                prop_assert!(values.iter().all(|value| (0.0..=1.0).contains(&axis.share(*value))));
            }
        }
    }
}
