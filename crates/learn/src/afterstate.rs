//! Afterstates: the positions right after a move, before the next chance outcome. A trainer sees only
//! the features and the immediate rewards of afterstates.

use crate::archive::Archive;
use crate::dense::DenseNetwork;
use crate::run::RunSettings;

/// The moves of a position, each with the features of its afterstate and its immediate reward.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    features: Vec<f32>,
    rewards: Vec<f32>,
    values: Vec<f32>,
}

impl Choices {
    /// Removes all choices.
    #[inline]
    pub fn clear(&mut self) {
        self.features.clear();
        self.rewards.clear();
    }

    /// Adds a choice.
    #[inline]
    pub fn push(&mut self, features: &[f32], reward: f32) {
        self.features.extend_from_slice(features);
        self.rewards.push(reward);
    }

    /// The number of choices.
    pub fn count(&self) -> usize {
        self.rewards.len()
    }

    /// The features of a choice.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Choices::count).
    pub fn features(&self, number: usize) -> &[f32] {
        let inputs = self.features.len() / self.rewards.len();
        &self.features[number * inputs..(number + 1) * inputs]
    }

    /// The immediate reward of a choice.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Choices::count).
    pub fn reward(&self, number: usize) -> f32 {
        self.rewards[number]
    }

    /// Returns `reward + discount * value` of each choice, where `value` is the afterstate's value.
    #[inline]
    pub fn values(&mut self, network: &DenseNetwork, discount: f32) -> &[f32] {
        network.evaluate(&self.features, &mut self.values);
        for (value, reward) in self.values.iter_mut().zip(&self.rewards) {
            *value = reward + discount * *value;
        }
        &self.values
    }

    /// Returns the index of the first choice with the highest value; `None` if there are no choices.
    #[inline]
    pub fn best(&mut self, network: &DenseNetwork, discount: f32) -> Option<usize> {
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for (number, &value) in self.values(network, discount).iter().enumerate() {
            if value > highest {
                (best, highest) = (Some(number), value);
            }
        }
        best
    }
}

/// A game as a trainer sees it.
pub trait Task {
    /// A game in progress.
    type Game;

    /// The task's part of the run settings, such as rules and rewards.
    fn settings(&self) -> RunSettings;

    /// A factor for each feature that scales its values to about 1.
    fn gains(&self) -> &[f32];

    /// The factor by which a reward is multiplied for each move of delay.
    fn discount(&self) -> f32;

    /// The reward of losing a game.
    fn loss_reward(&self) -> f32;

    /// Starts the game of a seed.
    fn begin(&self, seed: u64) -> Self::Game;

    /// Replaces `choices` by the choices of the position; there are none when the game is over.
    fn choices(&self, game: &Self::Game, choices: &mut Choices);

    /// Whether a game that is over is lost. If not, the game was truncated, such as at a cap, and the
    /// value of its last afterstate is unknown.
    fn is_lost(&self, game: &Self::Game) -> bool;

    /// Plays the choice with this index.
    fn play(&self, game: &mut Self::Game, number: usize);

    /// Returns the score of a game.
    fn score(&self, game: &Self::Game) -> f64;

    /// Writes a game in progress as a text.
    fn save(&self, game: &Self::Game) -> String;

    /// Reads what [`save`](Task::save) wrote; `None` if the text is not valid.
    fn restore(&self, text: &str) -> Option<Self::Game>;

    /// Returns the score of a network in games that are the same in every round.
    fn validate(&self, network: &DenseNetwork) -> f64;

    /// Returns a network in the form of a file.
    fn to_archive(&self, network: &DenseNetwork) -> Archive;
}
