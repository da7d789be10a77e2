//! Gradient steps on a dense network, computed by burn.

use burn::nn::loss::{HuberLossConfig, Reduction};
use burn::optim::{Adam, AdamConfig, AdamState, AdaptiveMomentumState, Optimizer};
use burn::tensor::{Device, Gradients, Tensor, TensorData, activation::relu, module::linear};

use crate::archive::Archive;
use crate::dense::{DenseNetwork, Layer};
use crate::error::ArchiveError;

/// The absolute error at which the Huber loss changes from quadratic to linear.
const HUBER: f32 = 1.0;

/// A network in training: Adam on the Huber loss.
pub(crate) struct Learner {
    device: Device,
    adam: Adam,
    gains: Vec<f32>,
    layers: Vec<(Parameter<2>, Parameter<1>)>,
}

/// A weight matrix or a bias vector with Adam's moments, which are `None` before the first step.
struct Parameter<const D: usize> {
    tensor: Tensor<D>,
    moments: Option<AdamState<D>>,
}

impl<const D: usize> Parameter<D> {
    fn new(floats: &[f32], shape: [usize; D], device: &Device) -> Self {
        let tensor = tensor(floats.to_vec(), shape, device).autodiff().require_grad();
        Parameter { tensor, moments: None }
    }

    fn step(&mut self, adam: &Adam, rate: f64, gradients: &Gradients) {
        let Some(gradient) = self.tensor.grad(gradients) else { return };
        let weights = self.tensor.clone().inner();
        let (weights, moments) = adam.step(rate, weights, gradient, self.moments.take());
        self.tensor = weights.autodiff().require_grad();
        self.moments = moments;
    }

    fn save_moments(&self, archive: &mut Archive, name: &str) {
        let Some(AdamState { momentum, .. }) = &self.moments else { return };
        let shape = self.tensor.dims();
        archive.set_floats(&format!("{name}.mean"), &shape, floats(momentum.moment_1.clone()));
        archive.set_floats(&format!("{name}.square"), &shape, floats(momentum.moment_2.clone()));
        archive.set_integers(&format!("{name}.steps"), vec![momentum.time as u64]);
    }

    fn read_moments(
        &mut self,
        archive: &Archive,
        name: &str,
        device: &Device,
    ) -> Result<(), ArchiveError> {
        let steps = format!("{name}.steps");
        if archive.shape(&steps).is_none() {
            return Ok(());
        }
        let [time] = archive.integer_array(&steps)?;
        let shape = self.tensor.dims();
        let read = |moment: &str| {
            let floats = archive.floats(&format!("{name}.{moment}"), &shape)?.to_vec();
            Ok::<_, ArchiveError>(tensor(floats, shape, device))
        };
        let moments = AdaptiveMomentumState::new(time as usize, read("mean")?, read("square")?);
        self.moments = Some(AdamState::new(moments));
        Ok(())
    }
}

impl Learner {
    /// Creates a learner that starts from a network, without moments.
    pub(crate) fn new(network: &DenseNetwork) -> Self {
        let device = Device::flex();
        let parameters = |layer: &Layer| {
            let shape = [layer.inputs, layer.outputs];
            let weights = Parameter::new(&layer.weights, shape, &device);
            (weights, Parameter::new(&layer.biases, [layer.outputs], &device))
        };
        let layers = network.layers.iter().map(parameters).collect();
        let adam = AdamConfig::new().build();
        Learner { device, adam, gains: network.gains().to_vec(), layers }
    }

    /// Evaluates rows of features.
    fn forward(&self, rows: &[f32]) -> Tensor<2> {
        let gains = self.gains.iter().cycle();
        let scaled: Vec<f32> = rows.iter().zip(gains).map(|(x, gain)| x * gain).collect();
        let shape = [rows.len() / self.gains.len(), self.gains.len()];
        let mut values = tensor(scaled, shape, &self.device).autodiff();
        for (number, (weights, biases)) in self.layers.iter().enumerate() {
            values = linear(values, weights.tensor.clone(), Some(biases.tensor.clone()));
            if number + 1 < self.layers.len() {
                values = relu(values);
            }
        }
        values
    }

    /// Takes a gradient step towards the targets of the rows and returns the loss before the step.
    pub(crate) fn step(&mut self, rows: &[f32], targets: &[f32], rate: f64) -> f32 {
        let values = self.forward(rows);
        let targets = tensor(targets.to_vec(), [targets.len(), 1], &self.device).autodiff();
        let loss = HuberLossConfig::new(HUBER).init().forward(values, targets, Reduction::Mean);
        let gradients = loss.backward();
        for (weights, biases) in &mut self.layers {
            weights.step(&self.adam, rate, &gradients);
            biases.step(&self.adam, rate, &gradients);
        }
        floats(loss)[0]
    }

    /// Returns a copy of the network.
    pub(crate) fn network(&self) -> DenseNetwork {
        let layer = |(weights, biases): &(Parameter<2>, Parameter<1>)| {
            let [inputs, _] = weights.tensor.dims();
            Layer::new(inputs, floats(weights.tensor.clone()), floats(biases.tensor.clone()))
        };
        DenseNetwork::new(self.gains.clone(), self.layers.iter().map(layer).collect())
    }

    /// Returns an archive with the network and Adam's moments.
    pub(crate) fn to_archive(&self) -> Archive {
        let mut archive = self.network().to_archive();
        for (number, (weights, biases)) in self.layers.iter().enumerate() {
            weights.save_moments(&mut archive, &format!("weights{number}"));
            biases.save_moments(&mut archive, &format!("biases{number}"));
        }
        archive
    }

    /// Reads an archive that [`to_archive`](Learner::to_archive) returned.
    pub(crate) fn from_archive(archive: &Archive, inputs: usize) -> Result<Self, ArchiveError> {
        let mut learner = Learner::new(&DenseNetwork::from_archive(archive, inputs)?);
        let device = &learner.device;
        for (number, (weights, biases)) in learner.layers.iter_mut().enumerate() {
            weights.read_moments(archive, &format!("weights{number}"), device)?;
            biases.read_moments(archive, &format!("biases{number}"), device)?;
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

#[cfg(test)]
mod tests {
    use plywood_search::Rng;

    use super::*;

    fn rows(count: usize, rng: &mut Rng) -> Vec<f32> {
        (0..count).map(|_| (rng.unit() * 4.0 - 2.0) as f32).collect()
    }

    #[test]
    fn burn_and_the_kernel_agree() {
        let mut rng = Rng::new(1);
        for hidden in [&[][..], &[7], &[64, 64]] {
            let network = DenseNetwork::random(&[0.5; 29], hidden, &mut rng);
            let rows = rows(29 * 50, &mut rng);
            let mut values = Vec::new();
            network.evaluate(&rows, &mut values);
            for (ours, theirs) in values.iter().zip(floats(Learner::new(&network).forward(&rows))) {
                assert!((ours - theirs).abs() < 1e-5, "{ours} {theirs}");
            }
        }
    }

    #[test]
    fn a_restored_learner_continues_with_the_same_bits() {
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
