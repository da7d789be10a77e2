//! Games seen by a learner of afterstates: what each choice leads to, and what
//! it earns at once.

use crate::archive::Archive;
use crate::dense::DenseNetwork;

/// The choices of a position: a row of features each, and a reward.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    features: Vec<f32>,
    rewards: Vec<f32>,
    values: Vec<f32>,
}

impl Choices {
    /// Forgets all.
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

    /// How many there are.
    pub fn count(&self) -> usize {
        self.rewards.len()
    }

    /// The features of a choice.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn features(&self, number: usize) -> &[f32] {
        let inputs = self.features.len() / self.rewards.len();
        &self.features[number * inputs..(number + 1) * inputs]
    }

    /// What a choice earns at once.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn reward(&self, number: usize) -> f32 {
        self.rewards[number]
    }

    /// What each choice is worth: what it earns and, discounted, what is
    /// expected to follow.
    #[inline]
    pub fn worths(&mut self, network: &DenseNetwork, discount: f32) -> &[f32] {
        network.evaluate(&self.features, &mut self.values);
        for (value, reward) in self.values.iter_mut().zip(&self.rewards) {
            *value = reward + discount * *value;
        }
        &self.values
    }

    /// The choice that is worth most, the first of equals; `None` if there is none.
    #[inline]
    pub fn best(&mut self, network: &DenseNetwork, discount: f32) -> Option<usize> {
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for (number, &worth) in self.worths(network, discount).iter().enumerate() {
            if worth > highest {
                (best, highest) = (Some(number), worth);
            }
        }
        best
    }
}

/// A game that is learned: its features and its rewards are all that a trainer
/// needs to know of it.
pub trait Task {
    /// A game in progress.
    type Game;

    /// What is learned, under which rules and how it is rewarded: goes into
    /// the settings of the run.
    fn settings(&self) -> String;

    /// What brings each feature to the order of one.
    fn gains(&self) -> &[f32];

    /// The discount of what comes a move later.
    fn discount(&self) -> f32;

    /// What a lost game earns.
    fn loss_reward(&self) -> f32;

    /// The start of the game of a seed.
    fn begin(&self, seed: u64) -> Self::Game;

    /// Replaces `choices` by those of the position: none if the game is over.
    fn choices(&self, game: &Self::Game, choices: &mut Choices);

    /// Whether a game that is over is lost; else it was broken off, as at a
    /// cap, and says nothing about what would have followed.
    fn is_lost(&self, game: &Self::Game) -> bool;

    /// Plays a choice.
    fn play(&self, game: &mut Self::Game, number: usize);

    /// The score of a game.
    fn score(&self, game: &Self::Game) -> f64;

    /// A game in progress as a text.
    fn save(&self, game: &Self::Game) -> String;

    /// The game of such a text.
    fn restore(&self, text: &str) -> Option<Self::Game>;

    /// How well a network plays, by games that are always the same.
    fn validate(&self, network: &DenseNetwork) -> f64;

    /// The weights file of a network.
    fn weights(&self, network: &DenseNetwork) -> Archive;
}
