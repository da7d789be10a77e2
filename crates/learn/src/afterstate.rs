//! Afterstates: the positions right after a move, before the next chance outcome. A network evaluates observations of
//! afterstates; a player adds the immediate rewards of the moves.

use plywood_search::{Encoding, Game};

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

    /// Replaces the choices by the legal moves of a state, and `moves` by the moves in the same order.
    pub fn list<T: Task>(&mut self, task: &T, state: &T::Game, moves: &mut Vec<Move<T>>) {
        self.clear();
        moves.clear();
        state.moves(moves);
        let (view, inputs) = (state.view(0), task.gains().len());
        for &mv in &*moves {
            let first = self.features.len();
            self.features.resize(first + inputs, 0.0);
            task.encoding().observe_after(&view, 0, mv, &mut self.features[first..]);
            self.rewards.push(task.reward(&view, mv));
        }
    }

    /// Returns the number of choices.
    pub fn count(&self) -> usize {
        self.rewards.len()
    }

    /// Returns the features of a choice.
    ///
    /// # Panics
    /// If `number` is not below [`count`](Choices::count).
    pub fn features(&self, number: usize) -> &[f32] {
        let inputs = self.features.len() / self.rewards.len();
        &self.features[number * inputs..(number + 1) * inputs]
    }

    /// Returns the immediate reward of a choice.
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

/// The view of a game.
pub(crate) type View<T> = <<T as Task>::Game as Game>::View;
/// A move of a game.
pub(crate) type Move<T> = <<T as Task>::Game as Game>::Move;

/// A task that a network learns: games of one seat, their encoding, and the rewards.
///
/// The rules are those of the [`Game`]; the inputs of the network are the
/// [afterstates](Encoding::observe_after) of the [`Encoding`].
pub trait Task {
    /// The game.
    type Game: Game;
    /// The encoding of its views and moves.
    type Encoding: Encoding<Self::Game>;

    /// Returns the task's part of the run settings, such as rules and rewards.
    fn settings(&self) -> RunSettings;

    /// Returns the encoding.
    fn encoding(&self) -> &Self::Encoding;

    /// Returns, for each number of an observation, the factor that scales the number to about 1.
    fn gains(&self) -> &[f32];

    /// Starts the training game with this seed.
    fn start(&self, seed: u64) -> Self::Game;

    /// Returns the immediate reward of a legal move.
    fn reward(&self, view: &View<Self>, mv: Move<Self>) -> f32;

    /// Returns the factor by which a reward is multiplied for each move of delay.
    fn discount(&self) -> f32;

    /// Returns the reward for losing a game.
    fn loss_reward(&self) -> f32;

    /// Returns whether a game that is over is lost. If not, the game was truncated, for example by a move limit, and
    /// the value of its last afterstate is unknown.
    fn is_lost(&self, state: &Self::Game) -> bool;

    /// Starts the games that validate a network by their mean score. They are the same in every round.
    fn validation_games(&self) -> Vec<Self::Game>;

    /// Returns the archive that stores a network as a result.
    fn to_archive(&self, network: &DenseNetwork) -> Archive;
}

/// Plays a game by a network's best moves and returns its score.
pub fn play_out<T: Task>(task: &T, network: &DenseNetwork, mut state: T::Game) -> f64 {
    let (mut choices, mut moves) = (Choices::default(), Vec::new());
    choices.list(task, &state, &mut moves);
    while let Some(best) = choices.best(network, task.discount()) {
        state.play(moves[best]);
        choices.list(task, &state, &mut moves);
    }
    state.score(0)
}
