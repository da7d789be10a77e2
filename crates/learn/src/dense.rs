//! A small dense network for the hot path: many short rows of inputs, one output for each row.
//!
//! All machines compute the same bits: every sum has one fixed order, products and sums are rounded
//! separately, and the AVX2 version is compiled from the same source as the portable one.

use plywood_search::Rng;

use crate::archive::Archive;
use crate::error::ArchiveError;

/// The number of sums in one vector register.
const LANES: usize = 8;
/// The number of sums that fit into the registers: eight vectors of eight sums.
const BLOCK: usize = 64;
/// Maximum number of units in a layer of a network that is read from an archive.
const MOST_UNITS: usize = 4096;
/// Maximum number of layers of a network that is read from an archive.
const MOST_LAYERS: usize = 16;
/// The largest input that `check_range` assumes: inputs are counts of type `u32`.
const GREATEST_INPUT: f64 = u32::MAX as f64;
/// The largest intermediate value that `check_range` accepts, far below the limit of `f32`.
const GREATEST: f64 = 1e30;

/// A network with one output: a factor for each input (its gain), hidden layers of rectified linear
/// units (ReLU), and a linear last layer.
///
/// ```
/// use plywood_learn::DenseNetwork;
/// use plywood_search::Rng;
///
/// let network = DenseNetwork::random(&[0.1, 1.0], &[16], &mut Rng::new(7));
/// let mut values = Vec::new();
/// network.evaluate(&[5.0, 0.0, 2.0, 1.0], &mut values);
/// assert_eq!(values.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DenseNetwork {
    gains: Vec<f32>,
    pub(crate) layers: Vec<Layer>,
}

/// A layer: weights in the order `[input][output]`, and a bias for each output.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: Vec<f32>,
    pub(crate) biases: Vec<f32>,
}

impl Layer {
    /// Creates a layer with an output for each bias.
    ///
    /// # Panics
    /// If the number of weights is not the number of inputs times the number of biases.
    pub fn new(inputs: usize, weights: Vec<f32>, biases: Vec<f32>) -> Self {
        assert_eq!(weights.len(), inputs * biases.len(), "weights of a layer");
        Layer { inputs, outputs: biases.len(), weights, biases }
    }

    /// Computes the outputs of a hidden layer.
    #[inline(always)]
    fn rectified(&self, input: &[f32], output: &mut [f32]) {
        let mut first = 0;
        while first + BLOCK <= self.outputs {
            self.block::<BLOCK>(first, input, output);
            first += BLOCK;
        }
        while first + LANES <= self.outputs {
            self.block::<LANES>(first, input, output);
            first += LANES;
        }
        while first < self.outputs {
            self.block::<1>(first, input, output);
            first += 1;
        }
    }

    /// Computes `N` outputs at once. Skips inputs of zero: about half of the outputs of a hidden layer
    /// and most elements of a one-hot input are zero.
    #[inline(always)]
    fn block<const N: usize>(&self, first: usize, input: &[f32], output: &mut [f32]) {
        let mut sums = [0.0; N];
        sums.copy_from_slice(&self.biases[first..first + N]);
        for (&x, row) in input.iter().zip(self.weights.chunks_exact(self.outputs)) {
            if x != 0.0 {
                for (sum, &weight) in sums.iter_mut().zip(&row[first..first + N]) {
                    *sum += x * weight;
                }
            }
        }
        for (output, sum) in output[first..first + N].iter_mut().zip(sums) {
            *output = if sum > 0.0 { sum } else { 0.0 };
        }
    }

    /// Computes the output of the last layer: eight parallel sums, added from first to last.
    #[inline(always)]
    fn single(&self, input: &[f32]) -> f32 {
        let (inputs, inputs_left) = input.as_chunks::<LANES>();
        let (weights, weights_left) = self.weights.as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for (inputs, weights) in inputs.iter().zip(weights) {
            for ((sum, x), weight) in sums.iter_mut().zip(inputs).zip(weights) {
                *sum += x * weight;
            }
        }
        let side_by_side = sums.iter().fold(self.biases[0], |total, sum| total + sum);
        let left = inputs_left.iter().zip(weights_left);
        left.fold(side_by_side, |total, (x, weight)| total + x * weight)
    }
}

impl DenseNetwork {
    /// Creates a network from its gains and layers.
    ///
    /// # Panics
    /// If a layer has another number of inputs than the previous layer has outputs, or the last layer
    /// does not have exactly one output.
    pub fn new(gains: Vec<f32>, layers: Vec<Layer>) -> Self {
        let mut outputs = gains.len();
        for layer in &layers {
            assert_eq!(layer.inputs, outputs, "inputs of a layer");
            outputs = layer.outputs;
        }
        assert!(outputs == 1 && !layers.is_empty(), "the last layer has one output");
        DenseNetwork { gains, layers }
    }

    /// Creates a network with biases of zero and uniform random weights between `-1 / sqrt(n)` and
    /// `1 / sqrt(n)`, where `n` is the number of the layer's inputs.
    pub fn random(gains: &[f32], hidden: &[usize], rng: &mut Rng) -> Self {
        let mut inputs = gains.len();
        let mut layers = Vec::new();
        for &outputs in hidden.iter().chain(&[1]) {
            let bound = 1.0 / (inputs as f64).sqrt();
            let weight = |_| ((rng.unit() * 2.0 - 1.0) * bound) as f32;
            let weights = (0..inputs * outputs).map(weight).collect();
            layers.push(Layer::new(inputs, weights, vec![0.0; outputs]));
            inputs = outputs;
        }
        DenseNetwork::new(gains.to_vec(), layers)
    }

    /// Returns the factor of each input.
    pub fn gains(&self) -> &[f32] {
        &self.gains
    }

    /// Replaces `values` by an output for each row of inputs. `rows` is the concatenation of the rows.
    #[inline]
    pub fn evaluate(&self, rows: &[f32], values: &mut Vec<f32>) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the line above found AVX2.
            return unsafe { self.evaluate_avx2(rows, values) };
        }
        self.evaluate_portable(rows, values);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_avx2(&self, rows: &[f32], values: &mut Vec<f32>) {
        self.evaluate_here(rows, values);
    }

    fn evaluate_portable(&self, rows: &[f32], values: &mut Vec<f32>) {
        self.evaluate_here(rows, values);
    }

    /// Evaluates rows. Inlined into both functions above, so that each instruction set has a version.
    #[inline(always)]
    fn evaluate_here(&self, rows: &[f32], values: &mut Vec<f32>) {
        let Some((last, hidden)) = self.layers.split_last() else { return };
        let widest = self.layers.iter().map(|layer| layer.inputs).max().unwrap_or(0);
        let mut narrow = [0.0; 4 * BLOCK];
        let mut wide = Vec::new();
        let scratch = if 2 * widest <= narrow.len() {
            &mut narrow[..]
        } else {
            wide.resize(2 * widest, 0.0);
            &mut wide[..]
        };
        let (mut input, mut output) = scratch.split_at_mut(widest);
        values.clear();
        for row in rows.chunks_exact(self.gains.len()) {
            for ((scaled, x), gain) in input.iter_mut().zip(row).zip(&self.gains) {
                *scaled = x * gain;
            }
            for layer in hidden {
                layer.rectified(&input[..layer.inputs], output);
                std::mem::swap(&mut input, &mut output);
            }
            values.push(last.single(&input[..last.inputs]));
        }
    }

    /// Returns an error if an input could make an intermediate value too large.
    pub fn check_range(&self) -> Result<(), ArchiveError> {
        let size = |x: &f32| f64::from(x.abs());
        let greatest = |numbers: &[f32]| numbers.iter().map(size).fold(0.0, f64::max);
        let within = |name: &str, largest: f64| {
            let found = format!("so large that values reach {largest:.1e}");
            let error = || ArchiveError::tensor(name, &found, format!("{GREATEST:.0e} at most"));
            if largest <= GREATEST { Ok(largest) } else { Err(error()) }
        };
        let mut largest = within("gains", GREATEST_INPUT * greatest(&self.gains))?;
        for (number, layer) in self.layers.iter().enumerate() {
            let sum = largest * layer.inputs as f64 * greatest(&layer.weights);
            largest = within(&format!("weights{number}"), sum + greatest(&layer.biases))?;
        }
        Ok(())
    }

    /// Returns an archive with the network.
    pub fn to_archive(&self) -> Archive {
        let mut archive = Archive::default();
        archive.set_floats("gains", &[self.gains.len()], self.gains.clone());
        for (number, layer) in self.layers.iter().enumerate() {
            let shape = [layer.inputs, layer.outputs];
            archive.set_floats(&format!("weights{number}"), &shape, layer.weights.clone());
            archive.set_floats(&format!("biases{number}"), &shape[1..], layer.biases.clone());
        }
        archive
    }

    /// Reads a network with `inputs` inputs. Fails if it has more than 16 layers or more than 4,096
    /// units in a layer.
    pub fn from_archive(archive: &Archive, inputs: usize) -> Result<Self, ArchiveError> {
        let gains = archive.floats("gains", &[inputs])?.to_vec();
        let mut layers: Vec<Layer> = Vec::new();
        let mut width = inputs;
        loop {
            let [weights, biases] = ["weights", "biases"].map(|n| format!("{n}{}", layers.len()));
            let shape = match archive.shape(&weights) {
                Some(shape) => shape,
                None if layers.is_empty() => return Err(ArchiveError::NoTensor(weights)),
                None => break,
            };
            if layers.len() == MOST_LAYERS {
                let found = format!("layer {}", MOST_LAYERS + 1);
                let expected = format!("{MOST_LAYERS} layers at most");
                return Err(ArchiveError::tensor(&weights, &found, expected));
            }
            let outputs = match *shape {
                [rows, outputs] if rows == width && (1..=MOST_UNITS).contains(&outputs) => outputs,
                _ => {
                    let expected = format!("F32 [{width}, 1 to {MOST_UNITS}]");
                    let found = archive.describe(&weights);
                    return Err(ArchiveError::tensor(&weights, &found, expected));
                }
            };
            let values = archive.floats(&weights, &[width, outputs])?.to_vec();
            let offsets = archive.floats(&biases, &[outputs])?.to_vec();
            layers.push(Layer::new(width, values, offsets));
            width = outputs;
        }
        if width != 1 {
            let last = format!("weights{}", layers.len() - 1);
            let found = format!("a last layer with {width} outputs");
            return Err(ArchiveError::tensor(&last, &found, "one with 1"));
        }
        Ok(DenseNetwork::new(gains, layers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(network: &DenseNetwork, count: usize, rng: &mut Rng) -> Vec<f32> {
        let number = |_| if rng.below(3) == 0 { 0.0 } else { (rng.unit() * 4.0 - 2.0) as f32 };
        (0..count * network.gains.len()).map(number).collect()
    }

    /// Evaluates a row by the definition, in double precision.
    fn by_definition(network: &DenseNetwork, row: &[f32]) -> f64 {
        let mut input: Vec<f64> = row
            .iter()
            .zip(network.gains())
            .map(|(x, gain)| f64::from(*x) * f64::from(*gain))
            .collect();
        for (number, layer) in network.layers.iter().enumerate() {
            let sum = |output: usize| {
                let products = (0..layer.inputs)
                    .map(|i| input[i] * f64::from(layer.weights[i * layer.outputs + output]));
                products.sum::<f64>() + f64::from(layer.biases[output])
            };
            let hidden = number + 1 < network.layers.len();
            let output = (0..layer.outputs).map(sum);
            input = output.map(|x| if hidden { x.max(0.0) } else { x }).collect();
        }
        input[0]
    }

    #[test]
    fn values_match_the_definition_and_are_portable_bit_for_bit() {
        let mut rng = Rng::new(1);
        for hidden in [&[][..], &[1], &[7, 9], &[64, 64], &[100, 3, 72], &[300]] {
            let gains: Vec<f32> = (0..29).map(|i| 0.1 + i as f32 / 29.0).collect();
            let mut network = DenseNetwork::random(&gains, hidden, &mut rng);
            for layer in &mut network.layers {
                layer.biases.iter_mut().for_each(|bias| *bias = rng.unit() as f32 - 0.5);
            }
            let rows = rows(&network, 40, &mut rng);
            let (mut values, mut portable) = (Vec::new(), Vec::new());
            network.evaluate(&rows, &mut values);
            network.evaluate_portable(&rows, &mut portable);
            let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&values), bits(&portable));
            for (row, value) in rows.chunks(29).zip(&values) {
                let expected = by_definition(&network, row);
                assert!((f64::from(*value) - expected).abs() < 1e-5, "{hidden:?}");
            }
        }
    }

    #[test]
    fn networks_round_trip_through_archives() {
        let network = DenseNetwork::random(&[1.0; 4], &[8, 3], &mut Rng::new(5));
        let archive = Archive::from_bytes(&network.to_archive().to_bytes()).unwrap();
        assert_eq!(DenseNetwork::from_archive(&archive, 4).unwrap(), network);
    }

    #[test]
    fn weights_within_the_range_give_finite_values() {
        for (size, fits) in [(1.0, true), (1e6, true), (1e12, false), (1e38, false)] {
            let layers = [(2, 3), (3, 1)].map(|(inputs, outputs)| {
                Layer::new(inputs, vec![size; inputs * outputs], vec![size; outputs])
            });
            let network = DenseNetwork::new(vec![1.0; 2], layers.to_vec());
            assert_eq!(network.check_range().is_ok(), fits, "{size}");
            let mut values = Vec::new();
            network.evaluate(&[u32::MAX as f32; 2], &mut values);
            assert!(values[0].is_finite() || !fits);
        }
    }

    #[test]
    fn archives_of_other_shapes_are_refused() {
        let network = DenseNetwork::random(&[1.0; 4], &[8], &mut Rng::new(5));
        let refused = |change: &dyn Fn(&mut Archive), inputs| {
            let mut archive = network.to_archive();
            change(&mut archive);
            DenseNetwork::from_archive(&archive, inputs).unwrap_err().to_string()
        };
        assert!(refused(&|_| {}, 29).contains("\"gains\" is F32 [4], expected F32 [29]"));
        let floats = |count: usize| vec![0.5; count];
        let wide = refused(&|a| a.set_floats("weights1", &[8, 2], floats(16)), 4);
        assert!(wide.contains("\"biases1\" is F32 [1], expected F32 [2]"), "{wide}");
        let narrow = refused(&|a| a.set_floats("weights1", &[7, 1], floats(7)), 4);
        assert!(narrow.contains("is F32 [7, 1], expected F32 [8, 1 to 4096]"), "{narrow}");
        let flat = refused(&|a| a.set_floats("weights0", &[32], floats(32)), 4);
        assert!(flat.contains("\"weights0\" is F32 [32], expected F32 [4, 1 to 4096]"), "{flat}");
        let none = refused(&|a| a.set_floats("weights1", &[8, 0], vec![]), 4);
        assert!(none.contains("\"weights1\" is F32 [8, 0], expected F32 [8, 1 to"), "{none}");
        let large = refused(&|a| a.set_floats("weights0", &[4, 5000], floats(20_000)), 4);
        assert!(large.contains("is F32 [4, 5000], expected F32 [4, 1 to 4096]"), "{large}");
        assert_eq!(refused(&|a| *a = Archive::default(), 4), "it has no tensor \"gains\"");
        let gains_alone = |a: &mut Archive| {
            *a = Archive::default();
            a.set_floats("gains", &[4], floats(4));
        };
        assert_eq!(refused(&gains_alone, 4), "it has no tensor \"weights0\"");
        let deep = |a: &mut Archive| {
            for number in 2..17 {
                a.set_floats(&format!("weights{number}"), &[1, 1], floats(1));
                a.set_floats(&format!("biases{number}"), &[1], floats(1));
            }
        };
        let deep = refused(&deep, 4);
        assert_eq!(deep, "its tensor \"weights16\" is layer 17, expected 16 layers at most");
        let long = |a: &mut Archive| {
            a.set_floats("weights2", &[1, 3], floats(3));
            a.set_floats("biases2", &[3], floats(3));
        };
        assert!(refused(&long, 4).contains("3 outputs"));
    }
}
