//! Mean and quantiles of a sample.

/// A sample of at least one value, sorted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) sorted: Vec<f64>,
}

impl Sample {
    /// Returns the sample of `values`; `None` without values.
    pub(crate) fn new(values: &[f64]) -> Option<Self> {
        Sample::from_vec(values.to_vec())
    }

    /// Returns the sample of `values` without copying them; `None` without values.
    pub(crate) fn from_vec(mut values: Vec<f64>) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        (!values.is_empty()).then_some(Sample { sorted: values })
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sorted.iter().sum::<f64>() / self.sorted.len() as f64
    }

    /// Returns the quantile of `share`, from 0 to 1, by linear interpolation.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let place = share * (self.sorted.len() - 1) as f64;
        let (below, above) =
            (self.sorted[place.floor() as usize], self.sorted[place.ceil() as usize]);
        below + (above - below) * place.fract()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The default method of R and NumPy.
    #[test]
    fn quantiles_interpolate() {
        let sample = Sample::new(&[4.0, 1.0, 2.0, 3.0]).unwrap();
        assert_eq!(sample.quantile(0.25), 1.75);
        assert!((sample.quantile(0.95) - 3.85).abs() < 1e-12);
        assert_eq!(Sample::new(&[7.0]).unwrap().quantile(0.95), 7.0);
        assert_eq!(Sample::new(&[]), None);
        assert_eq!(Sample::new(&[6.0, 1.0, 2.0]).unwrap().mean(), 3.0);
    }

    proptest! {
        #[test]
        fn quantiles_rise_from_min_to_max(values in proptest::collection::vec(-1e6f64..1e6, 1..50)) {
            let sample = Sample::new(&values).unwrap();
            let quantiles: Vec<f64> = (0..=20).map(|k| sample.quantile(f64::from(k) / 20.0)).collect();
            prop_assert!(quantiles.is_sorted());
            prop_assert_eq!(quantiles[0], values.iter().copied().fold(f64::INFINITY, f64::min));
            prop_assert!(sample.quantile(0.0) <= sample.mean() + 1e-6 && sample.mean() <= sample.quantile(1.0) + 1e-6);
        }
    }
}
