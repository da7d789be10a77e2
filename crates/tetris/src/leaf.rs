//! What a position promises where a search stops: lines that are still to come.

use crate::evaluation::{Depth, LookAhead};
use crate::features::FeatureSet;
use crate::linear::Weights;
use crate::value_network::{NetworkEvaluation, ValueNetwork};
use crate::{Board, Position, Rules};

/// What values the leaves of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The best placement of the current piece, by the learned weights.
    Linear,
    /// The same by the network that is shipped for these features.
    Network(FeatureSet),
}

/// A leaf's judge with the room that it works in.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    evaluator: Evaluator,
    values: Vec<f64>,
}

#[derive(Clone, Debug)]
enum Evaluator {
    Linear(LookAhead<Weights>),
    Network(LookAhead<NetworkEvaluation>),
}

impl Judge {
    pub(crate) fn new(leaf: Leaf, depth: Depth) -> Self {
        let evaluator = match leaf {
            Leaf::Linear => Evaluator::Linear(LookAhead::new(Weights::learned(), depth)),
            Leaf::Network(features) => {
                let network = NetworkEvaluation::new(ValueNetwork::shipped(features).clone());
                Evaluator::Network(LookAhead::new(network, depth))
            }
        };
        Judge { evaluator, values: Vec::new() }
    }

    /// How many lines a position promises that is not over.
    pub(crate) fn promise(&mut self, position: &Position) -> f64 {
        let (lost, line) = match &mut self.evaluator {
            Evaluator::Linear(ahead) => {
                ahead.values(position, &mut self.values);
                let Rules { width, height, .. } = *position.rules();
                let empty = ahead.evaluation().of_board(&Board::new(width, height));
                (empty - EMPTY_BOARD * LINE, LINE)
            }
            Evaluator::Network(ahead) => {
                ahead.values(position, &mut self.values);
                let rewards = ahead.evaluation().network().rewards;
                (f64::from(rewards.loss), f64::from(rewards.line))
            }
        };
        let best = self.values.iter().copied().fold(lost, f64::max);
        (best - lost) / line
    }
}

/// Lines that an empty board promises. Games are endless to a search, so this
/// is no forecast: it is what losing costs against the lines won by risking it.
const EMPTY_BOARD: f64 = 100.0;
/// What a line is worth in the learned weights: clearing one with three to four
/// cells of a piece gives about that.
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

    fn promised(leaf: Leaf, depth: Depth, rows: &str) -> f64 {
        Judge::new(leaf, depth).promise(game(&format!("{rows} current:T next:I")).position())
    }

    #[test]
    fn clean_boards_promise_more_and_none_less_than_nothing() {
        let checkers = |times| ["#.#.#.#.#.", ".#.#.#.#.#"].repeat(times).join("/");
        let depths = [Depth::One, Depth::Two];
        for (leaf, depth) in LEAVES.into_iter().flat_map(|leaf| depths.map(|depth| (leaf, depth))) {
            let boards = ["..........", &checkers(1), &checkers(8)];
            let [empty, rough, hopeless] = boards.map(|rows| promised(leaf, depth, rows));
            assert!(empty > rough && empty > hopeless, "{leaf:?} {depth:?} {empty} {rough}");
            assert!(hopeless >= 0.0, "{leaf:?} {depth:?} {hopeless}");
        }
    }

    #[test]
    fn the_next_piece_is_placed_with_two() {
        for leaf in LEAVES {
            let text = "#########./#########./#########./#########. current:O next:I";
            let promises = |depth| Judge::new(leaf, depth).promise(game(text).position());
            assert!(promises(Depth::Two) > promises(Depth::One), "{leaf:?}");
        }
    }

    #[test]
    fn a_network_promises_what_its_best_placement_earns_and_expects() {
        let game = game("##.......#/##.......# current:O next:S");
        for features in FeatureSet::ALL {
            let network = ValueNetwork::shipped(features);
            let (position, mut choices) = (game.position(), Choices::default());
            let best = network.best_placement(position, &mut choices).expect("it is not over");
            let follows = network.value(choices.features(best));
            let worth = f64::from(choices.reward(best) + network.rewards.discount * follows);
            let [lost, line] = [network.rewards.loss, network.rewards.line].map(f64::from);
            let promise = Judge::new(Leaf::Network(features), Depth::One).promise(position);
            assert_eq!(promise, (worth - lost) / line);
        }
    }
}
