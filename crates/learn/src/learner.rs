//! Gradient steps on a dense network, by the library burn.

use burn::nn::loss::{HuberLossConfig, Reduction};
use burn::optim::{Adam, AdamConfig, AdamState, AdaptiveMomentumState, Optimizer};
use burn::tensor::{Device, Tensor, TensorData, activation::relu, module::linear};

use crate::archive::Archive;
use crate::dense::{DenseNetwork, Layer};
use crate::error::ArchiveError;

/// Where the loss turns from squares to absolute differences.
const HUBER: f32 = 1.0;

/// A network that learns: Adam on the Huber loss.
pub struct Learner {
    device: Device,
    adam: Adam,
    gains: Vec<f32>,
    layers: Vec<LearningLayer>,
}

struct LearningLayer {
    weights: Tensor<2>,
    biases: Tensor<1>,
    weight_moments: Option<AdamState<2>>,
    bias_moments: Option<AdamState<1>>,
}

impl LearningLayer {
    fn new(layer: &Layer, device: &Device) -> Self {
        let weights = tensor(layer.weights().to_vec(), [layer.inputs(), layer.outputs()], device);
        let biases = tensor(layer.biases().to_vec(), [layer.outputs()], device);
        LearningLayer {
            weights: weights.autodiff().require_grad(),
            biases: biases.autodiff().require_grad(),
            weight_moments: None,
            bias_moments: None,
        }
    }
}

impl Learner {
    /// Goes on from a network, without momentum.
    pub fn new(network: &DenseNetwork) -> Self {
        let device = Device::flex();
        let layers = network.layers().iter().map(|layer| LearningLayer::new(layer, &device));
        let layers = layers.collect();
        let adam = AdamConfig::new().build();
        Learner { device, adam, gains: network.gains().to_vec(), layers }
    }

    /// Rows of features as the library takes them.
    fn inputs(&self, rows: &[f32]) -> Tensor<2> {
        let gains = self.gains.iter().cycle();
        let scaled: Vec<f32> = rows.iter().zip(gains).map(|(x, gain)| x * gain).collect();
        let shape = [rows.len() / self.gains.len(), self.gains.len()];
        tensor(scaled, shape, &self.device)
    }

    fn forward(&self, rows: &[f32]) -> Tensor<2> {
        let mut values = self.inputs(rows).autodiff();
        for (number, layer) in self.layers.iter().enumerate() {
            values = linear(values, layer.weights.clone(), Some(layer.biases.clone()));
            if number + 1 < self.layers.len() {
                values = relu(values);
            }
        }
        values
    }

    /// What the library makes of rows of features.
    pub fn values(&self, rows: &[f32]) -> Vec<f32> {
        floats(self.forward(rows))
    }

    /// One step towards the targets of the rows; gives the loss before it.
    pub fn step(&mut self, rows: &[f32], targets: &[f32], rate: f64) -> f32 {
        let values = self.forward(rows);
        let targets = tensor(targets.to_vec(), [targets.len(), 1], &self.device).autodiff();
        let loss = HuberLossConfig::new(HUBER).init().forward(values, targets, Reduction::Mean);
        let gradients = loss.backward();
        for layer in &mut self.layers {
            if let Some(gradient) = layer.weights.grad(&gradients) {
                let (weights, moments) = self.adam.step(
                    rate,
                    layer.weights.clone().inner(),
                    gradient,
                    layer.weight_moments.take(),
                );
                layer.weights = weights.autodiff().require_grad();
                layer.weight_moments = moments;
            }
            if let Some(gradient) = layer.biases.grad(&gradients) {
                let (biases, moments) = self.adam.step(
                    rate,
                    layer.biases.clone().inner(),
                    gradient,
                    layer.bias_moments.take(),
                );
                layer.biases = biases.autodiff().require_grad();
                layer.bias_moments = moments;
            }
        }
        floats(loss)[0]
    }

    /// The network as it is now.
    pub fn network(&self) -> DenseNetwork {
        let layer = |layer: &LearningLayer| {
            let [inputs, _] = layer.weights.dims();
            Layer::new(inputs, floats(layer.weights.clone()), floats(layer.biases.clone()))
        };
        DenseNetwork::new(self.gains.clone(), self.layers.iter().map(layer).collect())
    }

    /// The network and the optimiser's moments.
    pub fn to_archive(&self) -> Archive {
        let mut archive = self.network().to_archive();
        for (number, layer) in self.layers.iter().enumerate() {
            if let Some(state) = &layer.weight_moments {
                save_moments(&mut archive, &format!("weights{number}"), &state.momentum);
            }
            if let Some(state) = &layer.bias_moments {
                save_moments(&mut archive, &format!("biases{number}"), &state.momentum);
            }
        }
        archive
    }

    /// The learner that was archived.
    pub fn from_archive(archive: &Archive, inputs: usize) -> Result<Self, ArchiveError> {
        let network = DenseNetwork::from_archive(archive, inputs)?;
        let mut learner = Learner::new(&network);
        for (number, layer) in learner.layers.iter_mut().enumerate() {
            let name = format!("weights{number}");
            layer.weight_moments =
                read_moments(archive, &name, layer.weights.dims(), &learner.device)?;
            let name = format!("biases{number}");
            layer.bias_moments =
                read_moments(archive, &name, layer.biases.dims(), &learner.device)?;
        }
        Ok(learner)
    }
}

fn tensor<const D: usize>(floats: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(floats, shape), device)
}

fn floats<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.into_data().try_into_vec().expect("every tensor here is of f32")
}

fn save_moments<const D: usize>(
    archive: &mut Archive,
    name: &str,
    moments: &AdaptiveMomentumState<D>,
) {
    let shape = moments.moment_1.dims();
    archive.set_floats(&format!("{name}.mean"), &shape, floats(moments.moment_1.clone()));
    archive.set_floats(&format!("{name}.square"), &shape, floats(moments.moment_2.clone()));
    archive.set_integers(&format!("{name}.steps"), vec![moments.time as u64]);
}

/// The moments of a tensor; none where it has not learned yet.
fn read_moments<const D: usize>(
    archive: &Archive,
    name: &str,
    shape: [usize; D],
    device: &Device,
) -> Result<Option<AdamState<D>>, ArchiveError> {
    let steps = format!("{name}.steps");
    if archive.shape(&steps).is_none() {
        return Ok(None);
    }
    let time = archive.integers(&steps)?.first().copied().unwrap_or(0) as usize;
    let read = |moment: &str| {
        let floats = archive.floats(&format!("{name}.{moment}"), &shape)?.to_vec();
        Ok::<_, ArchiveError>(tensor(floats, shape, device))
    };
    let moments = AdaptiveMomentumState::new(time, read("mean")?, read("square")?);
    Ok(Some(AdamState::new(moments)))
}

#[cfg(test)]
mod tests {
    use plywood_search::Rng;

    use super::*;

    fn rows(count: usize, rng: &mut Rng) -> Vec<f32> {
        (0..count).map(|_| (rng.unit() * 4.0 - 2.0) as f32).collect()
    }

    #[test]
    fn the_library_and_the_kernel_agree() {
        let mut rng = Rng::new(1);
        for hidden in [&[][..], &[7], &[64, 64]] {
            let network = DenseNetwork::random(&[0.5; 29], hidden, &mut rng);
            let rows = rows(29 * 50, &mut rng);
            let mut values = Vec::new();
            network.evaluate(&rows, &mut values);
            for (ours, theirs) in values.iter().zip(Learner::new(&network).values(&rows)) {
                assert!((ours - theirs).abs() < 1e-5, "{ours} {theirs}");
            }
        }
    }

    #[test]
    fn a_learner_learns_and_comes_back_from_its_archive() {
        let mut rng = Rng::new(3);
        let mut learner = Learner::new(&DenseNetwork::random(&[1.0; 3], &[16], &mut rng));
        let rows = rows(3 * 64, &mut rng);
        let targets: Vec<f32> = rows.chunks(3).map(|row| row[0] * row[1] - row[2]).collect();
        let first = learner.step(&rows, &targets, 1e-2);
        for _ in 0..100 {
            learner.step(&rows, &targets, 1e-2);
        }
        let archive = learner.to_archive();
        let mut again = Learner::from_archive(&archive, 3).unwrap();
        let losses = [learner.step(&rows, &targets, 1e-2), again.step(&rows, &targets, 1e-2)];
        assert_eq!(losses[0].to_bits(), losses[1].to_bits());
        assert!(losses[0] < first / 4.0, "{first} {losses:?}");
        assert_eq!(learner.to_archive(), again.to_archive());
    }
}
