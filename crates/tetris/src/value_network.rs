//! A value network with everything that is needed to play by it: features, rewards and discount.

use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use plywood_learn::{Archive, ArchiveError, Choices, DenseNetwork, FileError};

use crate::evaluation::Evaluation;
use crate::features::{FeatureSet, NextPiece};
use crate::{Placed, Position};

/// The rewards of placements, and their discount.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// The reward for each placed piece.
    pub piece: f32,
    /// The reward for each cleared line.
    pub line: f32,
    /// The reward for a lost game.
    pub loss: f32,
    /// The factor by which a reward is multiplied for each piece of delay.
    pub discount: f32,
}

impl Rewards {
    /// A reward for each line, and a small reward for each piece.
    pub const LINES: Rewards = Rewards { piece: 0.02, line: 0.5, loss: -1.0, discount: 0.97 };

    /// The same reward for every placement. The player of the project's first design ranks
    /// placements without their rewards, and equal rewards do not change a ranking.
    pub const SURVIVAL: Rewards = Rewards { piece: 0.03, line: 0.0, ..Rewards::LINES };

    /// Returns the reward of a placement.
    #[inline]
    pub fn of(&self, placed: &Placed) -> f32 {
        self.piece + self.line * f32::from(placed.lines)
    }
}

/// Writes the command-line name if there is one (`lines` or `survival`), otherwise the four numbers.
impl fmt::Display for Rewards {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Rewards::LINES => f.write_str("lines"),
            Rewards::SURVIVAL => f.write_str("survival"),
            Rewards { piece, line, loss, discount } => {
                write!(f, "piece={piece},line={line},loss={loss},discount={discount}")
            }
        }
    }
}

/// A network with the features, rewards and rules of its training.
///
/// ```
/// use plywood_learn::Choices;
/// use plywood_tetris::features::FeatureSet;
/// use plywood_tetris::value_network::ValueNetwork;
/// use plywood_tetris::{Rules, Tetris};
///
/// let network = ValueNetwork::shipped(FeatureSet::Design29);
/// let game = Tetris::new(Rules::default(), 7);
/// let best = network.best_placement(game.position(), &mut Choices::default());
/// assert!(best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueNetwork {
    /// The inputs of the network.
    pub features: FeatureSet,
    /// The rewards of the training.
    pub rewards: Rewards,
    /// The highest value of the input `lines` in training; higher values are clamped to it.
    pub most_lines: u32,
    /// The rules of the training.
    pub rules: String,
    /// The network.
    pub network: DenseNetwork,
}

/// The value of the key `kind` in files of networks.
const KIND: &str = "tetris value network";

/// The largest accepted network file, in bytes; the shipped files have 19 to 25 kB.
const LIMIT: u64 = 16 << 20;

/// The largest accepted absolute value of a reward, far above any useful reward.
const MOST_REWARD: f32 = 1e6;

impl ValueNetwork {
    /// Returns the shipped network with these features, trained by `plywood train tetris`.
    pub fn shipped(features: FeatureSet) -> &'static ValueNetwork {
        static DESIGN29: LazyLock<ValueNetwork> = LazyLock::new(|| {
            read(include_bytes!("../weights/design29.safetensors"), FeatureSet::Design29)
        });
        static COMPACT4: LazyLock<ValueNetwork> = LazyLock::new(|| {
            read(include_bytes!("../weights/compact4.safetensors"), FeatureSet::Compact4)
        });
        match features {
            FeatureSet::Design29 => &DESIGN29,
            FeatureSet::Compact4 => &COMPACT4,
        }
    }

    /// Returns the network of the player `original`, trained by
    /// `plywood train tetris --rewards survival`.
    pub fn original() -> &'static ValueNetwork {
        static ORIGINAL: LazyLock<ValueNetwork> = LazyLock::new(|| {
            read(include_bytes!("../weights/original.safetensors"), FeatureSet::Design29)
        });
        &ORIGINAL
    }

    /// Reads a file of a network with these features.
    pub fn read(path: &Path, features: FeatureSet) -> Result<Self, FileError> {
        let archive = Archive::read(path, LIMIT)?;
        let network = ValueNetwork::from_archive(&archive, features);
        network.map_err(FileError::contents(path))
    }

    /// Replaces `choices` by the placements of a position, in their order.
    #[inline]
    pub fn choices(&self, position: &Position, next: NextPiece, choices: &mut Choices) {
        choices.clear();
        for mv in position.placements() {
            let placed = position.place(mv);
            let lines = position.lines().saturating_add(u32::from(placed.lines));
            self.features.describe(&placed, next, lines.min(self.most_lines), |numbers| {
                choices.push(numbers, self.rewards.of(&placed));
            });
        }
    }

    /// Returns the index of the placement with the highest value; `None` when the game is over.
    #[inline]
    pub fn best_placement(&self, position: &Position, choices: &mut Choices) -> Option<usize> {
        self.choices(position, NextPiece::Seen(position.next()), choices);
        choices.best(&self.network, self.rewards.discount)
    }

    /// Returns the network's value of one row of features.
    pub fn value(&self, features: &[f32]) -> f32 {
        let mut values = Vec::with_capacity(1);
        self.network.evaluate(features, &mut values);
        values.first().copied().unwrap_or(0.0)
    }

    /// Returns the network in the form of a file.
    pub fn to_archive(&self) -> Archive {
        let mut archive = self.network.to_archive();
        archive.set_text("kind", KIND);
        archive.set_text("features", self.features.name());
        archive.set_text("rules", self.rules.clone());
        archive.set_text("reward_piece", self.rewards.piece.to_string());
        archive.set_text("reward_line", self.rewards.line.to_string());
        archive.set_text("reward_loss", self.rewards.loss.to_string());
        archive.set_text("discount", self.rewards.discount.to_string());
        archive.set_text("most_lines", self.most_lines.to_string());
        archive
    }

    /// Reads an archive written by [`to_archive`](ValueNetwork::to_archive).
    pub fn from_archive(archive: &Archive, features: FeatureSet) -> Result<Self, ArchiveError> {
        archive.expect_text("kind", KIND)?;
        archive.expect_text("features", features.name())?;
        let reward = |key| archive.number(key, -MOST_REWARD..=MOST_REWARD);
        let network = DenseNetwork::from_archive(archive, features.count())?;
        network.check_range()?;
        Ok(ValueNetwork {
            features,
            rewards: Rewards {
                piece: reward("reward_piece")?,
                line: reward("reward_line")?,
                loss: reward("reward_loss")?,
                discount: archive.number("discount", 0.0..=1.0)?,
            },
            most_lines: archive.number("most_lines", 0..=u32::MAX)?,
            rules: archive.text("rules")?.to_owned(),
            network,
        })
    }
}

fn read(bytes: &[u8], features: FeatureSet) -> ValueNetwork {
    let network = Archive::from_bytes(bytes)
        .and_then(|archive| ValueNetwork::from_archive(&archive, features));
    network.expect("a test reads the shipped files")
}

/// An evaluation by a network that reuses its buffers.
#[derive(Clone, Debug)]
pub struct NetworkEvaluation {
    pub(crate) network: ValueNetwork,
    choices: Choices,
}

impl NetworkEvaluation {
    /// An evaluation by this network.
    pub fn new(network: ValueNetwork) -> Self {
        NetworkEvaluation { network, choices: Choices::default() }
    }
}

impl Evaluation for NetworkEvaluation {
    fn values(&mut self, position: &Position, next: NextPiece, values: &mut Vec<f64>) {
        self.network.choices(position, next, &mut self.choices);
        let found = self.choices.values(&self.network.network, self.network.rewards.discount);
        values.clear();
        values.extend(found.iter().map(|&value| f64::from(value)));
    }

    fn reward(&self, placed: &Placed) -> f64 {
        f64::from(self.network.rewards.of(placed))
    }

    fn discount(&self) -> f64 {
        f64::from(self.network.rewards.discount)
    }

    fn loss(&self) -> f64 {
        f64::from(self.network.rewards.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        let archive = ValueNetwork::shipped(FeatureSet::Compact4).to_archive();
        let refused = |archive: &Archive| {
            ValueNetwork::from_archive(archive, FeatureSet::Compact4).unwrap_err().to_string()
        };
        for (key, text) in [
            ("discount", "1e300"),
            ("discount", "-3"),
            ("discount", "NaN"),
            ("most_lines", "-5.5"),
            ("most_lines", "4294967296"),
            ("reward_piece", "1e38"),
            ("reward_loss", "-1e300"),
        ] {
            let mut archive = archive.clone();
            archive.set_text(key, text);
            let error = refused(&archive);
            assert!(error.starts_with(&format!("its {key} is {text:?}, expected")), "{error}");
        }
        let mut archive = archive.clone();
        archive.set_floats("gains", &[4], vec![1e38; 4]);
        assert!(refused(&archive).contains("\"gains\" is so large"));
    }

    #[test]
    fn shipped_networks_have_their_features() {
        assert_eq!(ValueNetwork::original().rewards, Rewards::SURVIVAL);
        for features in FeatureSet::ALL {
            let network = ValueNetwork::shipped(features);
            let archive = network.to_archive();
            assert_eq!(&ValueNetwork::from_archive(&archive, features).unwrap(), network);
            for other in FeatureSet::ALL.into_iter().filter(|&other| other != features) {
                let error = ValueNetwork::from_archive(&archive, other).unwrap_err().to_string();
                assert_eq!(
                    error,
                    format!("its features is {:?}, expected {:?}", features.name(), other.name())
                );
            }
        }
    }
}
