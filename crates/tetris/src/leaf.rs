//! Leaf evaluation of tree searches: the number of lines that a position is expected to clear.

use crate::evaluation::{Depth, LookAhead};
use crate::features::FeatureSet;
use crate::linear::Weights;
use crate::value_network::{NetworkEvaluation, ValueNetwork};
use crate::{Board, Position, Rules};

/// The evaluation of a leaf by the best placement of its current piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// Values placements by the learned weights.
    Linear,
    /// Values placements by the shipped network with these features.
    Network(FeatureSet),
}

/// An evaluator of leaves that reuses its buffers.
#[derive(Clone, Debug)]
pub(crate) struct LeafEvaluator {
    evaluation: LeafEvaluation,
    values: Vec<f64>,
}

#[derive(Clone, Debug)]
enum LeafEvaluation {
    Linear(LookAhead<Weights>),
    Network(LookAhead<NetworkEvaluation>),
}

impl LeafEvaluator {
    pub(crate) fn new(leaf: Leaf, depth: Depth) -> Self {
        let evaluation = match leaf {
            Leaf::Linear => LeafEvaluation::Linear(LookAhead::new(Weights::learned(), depth)),
            Leaf::Network(features) => {
                let network = NetworkEvaluation::new(ValueNetwork::shipped(features).clone());
                LeafEvaluation::Network(LookAhead::new(network, depth))
            }
        };
        LeafEvaluator { evaluation, values: Vec::new() }
    }

    /// Returns the number of lines that a position is expected to clear, at least 0. The game must not
    /// be over.
    pub(crate) fn expected_lines(&mut self, position: &Position) -> f64 {
        let (lost, line) = match &mut self.evaluation {
            LeafEvaluation::Linear(ahead) => {
                ahead.values(position, &mut self.values);
                let Rules { width, height, .. } = *position.rules();
                let empty = ahead.evaluation.of_board(&Board::new(width, height));
                (empty - EMPTY_BOARD * LINE, LINE)
            }
            LeafEvaluation::Network(ahead) => {
                ahead.values(position, &mut self.values);
                let rewards = ahead.evaluation.network.rewards;
                (f64::from(rewards.loss), f64::from(rewards.line))
            }
        };
        let best = self.values.iter().copied().fold(lost, f64::max);
        (best - lost) / line
    }
}

/// The expected lines that linear weights assign to an empty board. The number is chosen, not
/// measured: a search compares this cost of a loss with the lines that a risky placement can clear.
const EMPTY_BOARD: f64 = 100.0;
/// The approximate value, by the learned weights, of a line cleared with 3 or 4 cells of a piece.
const LINE: f64 = 2.6;

#[cfg(test)]
mod tests {
    use plywood_learn::Choices;
    use plywood_search::Notation;

    use super::*;
    use crate::Tetris;

    const LEAVES: [Leaf; 3] =
        [Leaf::Linear, Leaf::Network(FeatureSet::Design29), Leaf::Network(FeatureSet::Compact4)];

    fn game(text: &str) -> Tetris {
        Tetris::new(Rules::default(), 1).read_position(text).expect("a test's own position")
    }

    fn expected(leaf: Leaf, depth: Depth, rows: &str) -> f64 {
        LeafEvaluator::new(leaf, depth)
            .expected_lines(game(&format!("{rows} current:T next:I")).position())
    }

    #[test]
    fn clean_boards_have_higher_values_and_none_is_negative() {
        let checkers = |times| ["#.#.#.#.#.", ".#.#.#.#.#"].repeat(times).join("/");
        let depths = [Depth::One, Depth::Two];
        for (leaf, depth) in LEAVES.into_iter().flat_map(|leaf| depths.map(|depth| (leaf, depth))) {
            let boards = ["..........", &checkers(1), &checkers(8)];
            let [empty, rough, hopeless] = boards.map(|rows| expected(leaf, depth, rows));
            assert!(empty > rough && empty > hopeless, "{leaf:?} {depth:?} {empty} {rough}");
            assert!(hopeless >= 0.0, "{leaf:?} {depth:?} {hopeless}");
        }
    }

    #[test]
    fn depth_two_places_the_next_piece() {
        for leaf in LEAVES {
            let text = "#########./#########./#########./#########. current:O next:I";
            let expected =
                |depth| LeafEvaluator::new(leaf, depth).expected_lines(game(text).position());
            assert!(expected(Depth::Two) > expected(Depth::One), "{leaf:?}");
        }
    }

    #[test]
    fn a_network_values_its_best_placement() {
        let game = game("##.......#/##.......# current:O next:S");
        for features in FeatureSet::ALL {
            let network = ValueNetwork::shipped(features);
            let (position, mut choices) = (game.position(), Choices::default());
            let best = network.best_placement(position, &mut choices).expect("it is not over");
            let follows = network.value(choices.features(best));
            let worth = f64::from(choices.reward(best) + network.rewards.discount * follows);
            let [lost, line] = [network.rewards.loss, network.rewards.line].map(f64::from);
            let expected =
                LeafEvaluator::new(Leaf::Network(features), Depth::One).expected_lines(position);
            assert_eq!(expected, (worth - lost) / line);
        }
    }
}
