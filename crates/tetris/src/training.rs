//! Tetris as a task of deep Q-learning: rewards, training games and validation games.

use plywood_learn::{Archive, Choices, DenseNetwork, Layer, RunSettings, Task};
use plywood_search::{Game, Notation};

use crate::features::{FeatureSet, NextPiece};
use crate::value_network::{Rewards, ValueNetwork};
use crate::{Rules, Tetris};

/// A training task: rules, features and rewards.
#[derive(Clone, Debug)]
pub struct TetrisTask {
    rules: Rules,
    /// The rules of validation games: fewer rows or a cap make the games end.
    validation_rules: Rules,
    /// The features, rewards and rules of trained networks; the network in it is a placeholder.
    blank: ValueNetwork,
}

/// The number of games that validate a network; their seeds are 0, 1, 2 and so on.
const VALIDATION_GAMES: u64 = 20;

/// A training game.
#[derive(Clone, Debug)]
pub struct TrainingGame {
    game: Tetris,
    seed: u64,
    pieces: u64,
}

/// The highest value of the network's input `lines`; higher values are clamped to it.
const MOST_LINES: u32 = 100;

impl TetrisTask {
    /// The task that the shipped networks were trained on.
    pub fn new(rules: Rules, features: FeatureSet, rewards: Rewards) -> Self {
        // Validation games must be short. On three fifths of the height, even good networks lose.
        // A network rewarded only for survival has higher piles and loses on the full height.
        let height = if rewards.line > 0.0 { rules.height / 5 * 3 } else { rules.height };
        let height = height.max(*Rules::HEIGHTS.start());
        let validation_rules = Rules { height, cap: Some(3_000), ..rules };
        let gains = features.gains();
        let placeholder = Layer::new(gains.len(), vec![0.0; gains.len()], vec![0.0]);
        let blank = ValueNetwork {
            features,
            rewards,
            most_lines: MOST_LINES,
            rules: rules.to_string(),
            network: DenseNetwork::new(gains, vec![placeholder]),
        };
        TetrisTask { rules, validation_rules, blank }
    }

    fn filled(&self, network: &DenseNetwork) -> ValueNetwork {
        ValueNetwork { network: network.clone(), ..self.blank.clone() }
    }
}

/// Plays the game of a seed by the network's best placements and returns the cleared lines.
pub fn play_out(network: &ValueNetwork, rules: Rules, seed: u64) -> u32 {
    let mut choices = Choices::default();
    let mut game = Tetris::new(rules, seed);
    while let Some(number) = network.best_placement(game.position(), &mut choices) {
        play_placement(&mut game, number);
    }
    game.position().lines()
}

fn play_placement(game: &mut Tetris, number: usize) {
    let mv = game.position().placements().nth(number);
    if let Some(mv) = mv {
        game.play(mv);
    }
}

impl Task for TetrisTask {
    type Game = TrainingGame;

    fn settings(&self) -> RunSettings {
        vec![
            ("game", "tetris".to_owned()),
            ("rules", self.rules.to_string()),
            ("features", self.blank.features.name().to_owned()),
            ("rewards", self.blank.rewards.to_string()),
            ("validation", format!("{VALIDATION_GAMES} games of {}", self.validation_rules)),
        ]
    }

    fn gains(&self) -> &[f32] {
        self.blank.network.gains()
    }

    fn discount(&self) -> f32 {
        self.blank.rewards.discount
    }

    fn loss_reward(&self) -> f32 {
        self.blank.rewards.loss
    }

    fn begin(&self, seed: u64) -> TrainingGame {
        TrainingGame { game: Tetris::new(self.rules, seed), seed, pieces: 2 }
    }

    fn choices(&self, game: &TrainingGame, choices: &mut Choices) {
        let position = game.game.position();
        self.blank.choices(position, NextPiece::Seen(position.next()), choices);
    }

    fn is_lost(&self, game: &TrainingGame) -> bool {
        let position = game.game.position();
        position.is_over() && !position.is_capped()
    }

    fn play(&self, game: &mut TrainingGame, number: usize) {
        play_placement(&mut game.game, number);
        game.pieces += 1;
    }

    fn score(&self, game: &TrainingGame) -> f64 {
        game.game.score(0)
    }

    fn save(&self, game: &TrainingGame) -> String {
        let position = Tetris::write_position(game.game.position());
        format!("{position} seed:{}@{}", game.seed, game.pieces)
    }

    fn restore(&self, text: &str) -> Option<TrainingGame> {
        let (_, future) = text.rsplit_once(" seed:")?;
        let (seed, pieces) = future.split_once('@')?;
        let game = Tetris::new(self.rules, 0).read_position(text).ok()?;
        Some(TrainingGame { game, seed: seed.parse().ok()?, pieces: pieces.parse().ok()? })
    }

    fn validate(&self, network: &DenseNetwork) -> f64 {
        let network = self.filled(network);
        let play = |seed| u64::from(play_out(&network, self.validation_rules, seed));
        (0..VALIDATION_GAMES).map(play).sum::<u64>() as f64 / VALIDATION_GAMES as f64
    }

    fn to_archive(&self, network: &DenseNetwork) -> Archive {
        self.filled(network).to_archive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game and returns whether it is lost at its end.
    fn is_lost(cap: Option<u32>, choose: impl Fn(&mut Choices) -> usize) -> bool {
        let rules = Rules { cap, ..Rules::default() };
        let task = TetrisTask::new(rules, FeatureSet::Compact4, Rewards::LINES);
        let (mut game, mut choices) = (task.begin(1), Choices::default());
        task.choices(&game, &mut choices);
        while choices.count() > 0 {
            assert!(!task.is_lost(&game));
            task.play(&mut game, choose(&mut choices));
            task.choices(&game, &mut choices);
        }
        task.is_lost(&game)
    }

    #[test]
    fn a_game_at_its_cap_is_not_lost() {
        let network = &ValueNetwork::shipped(FeatureSet::Compact4).network;
        let well = |choices: &mut Choices| choices.best(network, 0.97).unwrap();
        assert!(!is_lost(Some(5), well));
        assert!(is_lost(Some(5), |_| 0));
    }
}
