//! The guide of tree searches: the objective, the rollout policy, and the value of leaves.

use std::borrow::Cow;

use plywood_search::{Game, Guide, Objective, Rng};

use crate::evaluation::Depth;
use crate::leaf::{Leaf, LeafEvaluator};
use crate::linear::{LinearPlayer, Weights};
use crate::{Move, Tetris};

/// The objective: as many lines as possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

impl Objective<Tetris> for Lines {
    fn value(&self, state: &Tetris, seat: u8) -> f64 {
        state.score(seat)
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        None
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "lines".into()
    }
}

/// How rollouts are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollouts {
    /// Every legal placement with the same probability.
    Random,
    /// The linear player's placement, by the learned weights.
    Linear,
}

/// A guide for tree searches. Each simulation samples the pieces after the next one, so the guide never
/// sees the real future pieces.
#[derive(Clone, Debug)]
pub struct TetrisGuide {
    rollouts: Rollouts,
    leaves: LeafEvaluator,
}

impl TetrisGuide {
    /// A guide with this rollout policy and leaf evaluation.
    pub fn new(rollouts: Rollouts, leaf: Leaf, depth: Depth) -> Self {
        TetrisGuide { rollouts, leaves: LeafEvaluator::new(leaf, depth) }
    }
}

impl Guide<Tetris> for TetrisGuide {
    fn rollout_move(
        &mut self,
        state: &Tetris,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        match self.rollouts {
            Rollouts::Random => state.random_move(rng, scratch),
            Rollouts::Linear => LinearPlayer::new(Weights::learned()).best_move(state.position()),
        }
    }

    /// Writes `lines + expected`. Under a cap, `expected` is multiplied by `left / (left + expected)`,
    /// where `left` is `cap - lines`, so that the value stays below the cap.
    fn static_value(&mut self, state: &Tetris, values: &mut [f64]) -> bool {
        let position = state.position();
        let lines = f64::from(position.lines());
        let expected = self.leaves.expected_lines(position);
        let share = position.rules().cap.map_or(1.0, |cap| {
            let left = f64::from(cap) - lines;
            left / (left + expected)
        });
        values[0] = lines + expected * share;
        true
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;
    use crate::Rules;
    use crate::features::FeatureSet;

    fn valued(leaf: Leaf, cap: Option<u32>, text: &str) -> f64 {
        let game = Tetris::new(Rules { cap, ..Rules::default() }, 1).read_position(text);
        let game = game.expect("a test's own position");
        let mut guide = TetrisGuide::new(Rollouts::Linear, leaf, Depth::One);
        let mut values = [f64::NAN];
        assert!(guide.static_value(&game, &mut values));
        values[0]
    }

    #[test]
    fn values_below_the_cap_are_less_than_the_cap() {
        for leaf in [Leaf::Linear, Leaf::Network(FeatureSet::Design29)] {
            let value = |cap, lines, rows: &str| {
                valued(leaf, cap, &format!("{rows} current:T next:I lines:{lines}"))
            };
            let [rough, empty] =
                ["#.#.#.#.#./.#.#.#.#.#", ".........."].map(|rows| value(Some(40), 15, rows));
            assert!(15.0 < rough && rough < empty && empty < 40.0, "{leaf:?} {rough} {empty}");
            let later = value(Some(40), 16, "..........");
            assert!(empty < later && later < 40.0, "{leaf:?} {empty} {later}");
        }
        let [at_once, later] = [0, 15].map(|lines| {
            valued(Leaf::Linear, None, &format!(".......... current:T next:I lines:{lines}"))
        });
        assert_eq!(later, at_once + 15.0);
    }
}
