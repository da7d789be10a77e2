//! Tetris as a task of deep Q-learning: features, rewards, training games and validation games.

use plywood_learn::{Archive, Choices, DenseNetwork, Layer, RunSettings, Task};
use plywood_search::Game;

use crate::encoding::NetworkInputs;
use crate::features::FeatureSet;
use crate::value_network::{Rewards, ValueNetwork};
use crate::{Move, Position, Rules, Tetris};

/// A training task: rules, features and rewards.
#[derive(Clone, Debug)]
pub struct TetrisTask {
    rules: Rules,
    /// The rules of validation games. They have fewer rows or a cap, so that the games end.
    validation_rules: Rules,
    encoding: NetworkInputs,
    /// A value network with the features, rewards and rules of the task and a placeholder network,
    /// which a trained network replaces.
    blank: ValueNetwork,
}

/// The number of games that validate a network; their seeds are 0, 1, 2 and so on.
const VALIDATION_GAMES: u64 = 20;

/// The highest value of the network's input `lines`; higher values are clamped to it.
const MOST_LINES: u32 = 100;

impl TetrisTask {
    /// Creates a training task of the kind on which the shipped networks were trained.
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
        let encoding = NetworkInputs { features, most_lines: MOST_LINES, width: rules.width };
        TetrisTask { rules, validation_rules, encoding, blank }
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
        let mv = game.position().placements().nth(number);
        game.play(mv.expect("a choice is a placement"));
    }
    game.position().lines()
}

impl Task for TetrisTask {
    type Game = Tetris;
    type Encoding = NetworkInputs;

    fn settings(&self) -> RunSettings {
        vec![
            ("game", "tetris".to_owned()),
            ("rules", self.rules.to_string()),
            ("features", self.blank.features.name().to_owned()),
            ("rewards", self.blank.rewards.to_string()),
            ("validation", format!("{VALIDATION_GAMES} games of {}", self.validation_rules)),
        ]
    }

    fn encoding(&self) -> &NetworkInputs {
        &self.encoding
    }

    fn gains(&self) -> &[f32] {
        self.blank.network.gains()
    }

    fn start(&self, seed: u64) -> Tetris {
        Tetris::new(self.rules, seed)
    }

    fn reward(&self, position: &Position, mv: Move) -> f32 {
        self.blank.rewards.of(&position.place(mv))
    }

    fn discount(&self) -> f32 {
        self.blank.rewards.discount
    }

    fn loss_reward(&self) -> f32 {
        self.blank.rewards.loss
    }

    fn is_lost(&self, game: &Tetris) -> bool {
        !game.position().is_capped()
    }

    fn validation_games(&self) -> Vec<Tetris> {
        (0..VALIDATION_GAMES).map(|seed| Tetris::new(self.validation_rules, seed)).collect()
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
        let (mut game, mut choices, mut moves) = (task.start(1), Choices::default(), Vec::new());
        choices.list(&task, &game, &mut moves);
        while choices.count() > 0 {
            game.play(moves[choose(&mut choices)]);
            choices.list(&task, &game, &mut moves);
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

    #[test]
    fn training_sees_what_the_player_of_the_network_sees() {
        for features in FeatureSet::ALL {
            let network = ValueNetwork::shipped(features);
            let task = TetrisTask::new(Rules::default(), features, network.rewards);
            let [mut trained, mut played] = [(); 2].map(|()| Choices::default());
            let (mut game, mut moves) = (task.start(3), Vec::new());
            for _ in 0..300 {
                trained.list(&task, &game, &mut moves);
                let best = network.best_placement(game.position(), &mut played);
                assert_eq!(trained.count(), played.count());
                for number in 0..played.count() {
                    assert_eq!(trained.features(number), played.features(number));
                    assert_eq!(trained.reward(number), played.reward(number));
                }
                game.play(moves[best.unwrap()]);
            }
            let short = Rules { height: 8, cap: Some(200), ..Rules::default() };
            let score = plywood_learn::play_out(&task, &network.network, Tetris::new(short, 4));
            assert_eq!(score, f64::from(play_out(network, short, 4)));
        }
    }
}
