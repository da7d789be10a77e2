//! The learned value of a view: the probability that a player who sees only the view wins from
//! there.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use plywood_learn::{Archive, ArchiveError, FileError};
use plywood_search::{Rng, quoted};

use crate::features::{self, FEATURES};
use crate::rules::Draw;
use crate::table::Table;

/// Number of units of the hidden layer.
const UNITS: usize = 32;
/// Number of weights of a network.
const WEIGHTS: usize = FEATURES * (UNITS + 1) + 2 * UNITS + 1;

/// The value of the key `kind` in files of weights. It contains a version number for the features.
const KIND: &str = "klondike value 1";
/// The key of the rule in files of weights: the number of cards that `turn` deals.
const DRAW: &str = "draw";
/// Weights are saved as multiples of `1 / SCALE`.
const SCALE: f32 = 1024.0;
/// The largest accepted file of weights, in bytes.
const LIMIT: u64 = 4 << 20;

/// A network with one hidden layer, and direct weights from the features to the output.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// The weights from each feature to the output.
    direct: Vec<f32>,
    rows: Vec<[f32; UNITS]>,
    bias: [f32; UNITS],
    output: [f32; UNITS],
    offset: f32,
}

impl Network {
    /// Creates a network that values every view at about one half.
    pub fn untrained(rng: &mut Rng) -> Network {
        let mut within = |limit: f64| ((2.0 * rng.unit() - 1.0) * limit) as f32;
        Network {
            direct: vec![0.0; FEATURES],
            rows: (0..FEATURES).map(|_| std::array::from_fn(|_| within(0.1))).collect(),
            bias: [0.0; UNITS],
            output: std::array::from_fn(|_| within(0.3)),
            offset: 0.0,
        }
    }

    /// Returns the value of a view with these features.
    pub fn value(&self, features: &[u16]) -> f64 {
        self.value_of(features, &self.units(features))
    }

    /// Returns the inputs of the hidden units.
    fn units(&self, features: &[u16]) -> [f32; UNITS] {
        let mut units = self.bias;
        for &feature in features {
            let row = &self.rows[usize::from(feature)];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        }
        units
    }

    fn value_of(&self, features: &[u16], units: &[f32; UNITS]) -> f64 {
        let direct: f32 = features.iter().map(|&feature| self.direct[usize::from(feature)]).sum();
        let hidden = units.iter().zip(&self.output).map(|(unit, weight)| unit.max(0.0) * weight);
        let sum = self.offset + direct + hidden.sum::<f32>();
        1.0 / (1.0 + libm::exp(f64::from(-sum)))
    }

    /// Moves the value of a view towards `target` by a step of stochastic gradient descent on the
    /// cross-entropy.
    pub fn learn(&mut self, features: &[u16], target: f64, rate: f64) {
        let units = self.units(features);
        let step = (rate * (target - self.value_of(features, &units))) as f32;
        let mut steps = [0.0; UNITS];
        for (unit, &input) in units.iter().enumerate().filter(|&(_, &input)| input > 0.0) {
            steps[unit] = step * self.output[unit];
            self.output[unit] += step * input;
            self.bias[unit] += steps[unit];
        }
        self.offset += step;
        for &feature in features {
            self.direct[usize::from(feature)] += step;
            let row = &mut self.rows[usize::from(feature)];
            row.iter_mut().zip(&steps).for_each(|(weight, step)| *weight += step);
        }
    }

    /// Returns all weights, for a checkpoint.
    pub fn to_weights(&self) -> Vec<f32> {
        let rows = self.rows.iter().flatten();
        let all = self.direct.iter().chain(rows).chain(&self.bias).chain(&self.output);
        all.chain([&self.offset]).copied().collect()
    }

    /// Restores a network from the weights that [`to_weights`](Network::to_weights) returned.
    pub fn from_weights(weights: &[f32]) -> Network {
        let mut left = weights.iter().copied();
        let mut next = || left.next().expect("the number of weights is checked");
        Network {
            direct: (0..FEATURES).map(|_| next()).collect(),
            rows: (0..FEATURES).map(|_| std::array::from_fn(|_| next())).collect(),
            bias: std::array::from_fn(|_| next()),
            output: std::array::from_fn(|_| next()),
            offset: next(),
        }
    }

    /// The shape of [`to_weights`](Network::to_weights) in an archive.
    pub const SHAPE: [usize; 1] = [WEIGHTS];

    /// Returns the network as an archive for a file, with rounded weights and the draw of the
    /// games.
    pub fn to_archive(&self, draw: Draw) -> Archive {
        let short = |weight: f32| (weight * SCALE).round() as i16;
        let mut archive = Archive::default();
        archive.set_text("kind", KIND);
        archive.set_text(DRAW, draw.cards().to_string());
        archive.set_shorts(
            "weights",
            &Network::SHAPE,
            self.to_weights().into_iter().map(short).collect(),
        );
        archive
    }

    fn from_archive(archive: &Archive) -> Result<Network, ArchiveError> {
        archive.expect_text("kind", KIND)?;
        let shorts = archive.shorts("weights", &Network::SHAPE)?;
        let weights: Vec<f32> = shorts.iter().map(|&short| f32::from(short) / SCALE).collect();
        Ok(Network::from_weights(&weights))
    }
}

/// A learned value from a file, and the draw that it was trained with.
#[derive(Clone, Debug)]
pub(crate) struct TrainedValue {
    pub draw: Draw,
    network: Arc<Network>,
}

impl TrainedValue {
    /// Reads a file written by `plywood train klondike`.
    pub fn read(path: &Path) -> Result<TrainedValue, FileError> {
        let archive = Archive::read(path, LIMIT)?;
        TrainedValue::from_archive(&archive).map_err(FileError::contents(path))
    }

    fn from_archive(archive: &Archive) -> Result<TrainedValue, ArchiveError> {
        let network = Arc::new(Network::from_archive(archive)?);
        let found = archive.text(DRAW)?;
        let draw = [Draw::One, Draw::Three]
            .into_iter()
            .find(|draw| draw.cards().to_string() == found)
            .ok_or_else(|| ArchiveError::Unexpected {
                what: DRAW.to_owned(),
                found: quoted(found),
                expected: "\"1\" or \"3\"".to_owned(),
            })?;
        Ok(TrainedValue { draw, network })
    }

    /// If the value was trained with another draw than `draw`, returns the part of the error message that follows
    /// "expected". Otherwise returns `None`.
    pub fn misfit(&self, draw: Draw) -> Option<String> {
        let [own, other] = [self.draw, draw].map(Draw::cards);
        (own != other)
            .then(|| format!("a file trained with draw={other}; this one is for draw={own}"))
    }

    /// Returns the evaluator of this value.
    pub fn value(&self) -> Value {
        Value::new(Arc::clone(&self.network))
    }
}

/// An evaluator of views, with a buffer. Clones share the network.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    network: Arc<Network>,
    features: Vec<u16>,
}

impl Value {
    pub fn new(network: Arc<Network>) -> Value {
        Value { network, features: Vec::new() }
    }

    /// Returns the shipped value, trained by `plywood train klondike`.
    pub fn shipped(draw: Draw) -> Value {
        static DRAW_ONE: LazyLock<Arc<Network>> =
            LazyLock::new(|| unpack(include_bytes!("../weights/draw1.safetensors.gz")));
        static DRAW_THREE: LazyLock<Arc<Network>> =
            LazyLock::new(|| unpack(include_bytes!("../weights/draw3.safetensors.gz")));
        Value::new(Arc::clone(match draw {
            Draw::One => &DRAW_ONE,
            Draw::Three => &DRAW_THREE,
        }))
    }

    /// Returns the value of a position that is not won. Does not use its unseen cards.
    pub fn of(&mut self, table: &Table) -> f64 {
        features::list(table, &mut self.features);
        self.network.value(&self.features)
    }
}

fn unpack(bytes: &[u8]) -> Arc<Network> {
    let mut archive = Vec::new();
    let mut decoder = GzDecoder::new(bytes);
    decoder.read_to_end(&mut archive).expect("the shipped weights are compressed");
    let archive = Archive::from_bytes(&archive);
    let network = archive.and_then(|archive| Network::from_archive(&archive));
    Arc::new(network.expect("a test reads the shipped weights"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deal, Klondike, Rules};

    #[test]
    fn learning_moves_the_value_towards_the_target() {
        let mut network = Network::untrained(&mut Rng::new(1));
        let mut features = Vec::new();
        features::list(&Klondike::new(Rules::default(), &Deal::from_seed(1)).0, &mut features);
        for target in [0.9, 0.2] {
            (0..500).for_each(|_| network.learn(&features, target, 0.01));
            assert!((network.value(&features) - target).abs() < 0.01);
        }
        let copy = Network::from_weights(&network.to_weights());
        assert_eq!(copy.value(&features), network.value(&features));
        let archive = network.to_archive(Draw::One);
        let rounded = TrainedValue::from_archive(&archive).unwrap();
        assert_eq!(rounded.draw, Draw::One);
        assert!((rounded.network.value(&features) - network.value(&features)).abs() < 0.05);
    }

    #[test]
    fn a_view_close_to_the_win_has_a_higher_value_than_the_start() {
        for draw in [Draw::One, Draw::Three] {
            let rules = Rules { draw, ..Rules::default() };
            let start = Klondike::new(rules, &Deal::from_seed(1));
            let text = "KC|?? KD|KH QS|KS QH|JC|-|- home:10,11,11,11 stock:??";
            let late = crate::view_text::read(rules, text).unwrap();
            let mut value = Value::shipped(draw);
            assert!(value.of(&late.0) > value.of(&start.0) + 0.2, "{draw:?}");
        }
    }
}
