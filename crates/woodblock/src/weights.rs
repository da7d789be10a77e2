//! Weights of moves, for searches that try the most promising of about 240 moves first.

use plywood_search::{Guide, Leaf, Rng};

use crate::evaluation;
use crate::position::Move;
use crate::rated::BoardRating;
use crate::rollouts::Rollouts;
use crate::woodblock::Woodblock;

/// The knowledge of `puct`: rollouts, and for each move the weight `exp(value / temperature)`. `value`
/// is [`evaluation::value`] of the board after the move; it increases with the cells that the move
/// clears and with the edges that its block shares with filled cells.
#[derive(Clone, Debug)]
pub struct Weighted {
    /// The rollouts that evaluate positions.
    pub rollouts: Rollouts,
    /// A move that is better by this value has `e` times the weight.
    pub temperature: f32,
    /// If set, values leaves and weighs moves in place of `rollouts` and `temperature`.
    pub(crate) boards: Option<BoardRating>,
}

impl Weighted {
    /// Creates the knowledge from rollouts and a temperature of the weights.
    pub const fn new(rollouts: Rollouts, temperature: f32) -> Self {
        Weighted { rollouts, temperature, boards: None }
    }
}

impl Guide<Woodblock> for Weighted {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Woodblock>]) {
        if let Some(boards) = &mut self.boards {
            return leaves.iter_mut().for_each(|leaf| boards.rate(leaf));
        }
        for leaf in leaves {
            let position = leaf.state.position();
            let grid = position.rules().grid();
            let value = |mv: &Move| evaluation::value(grid, position.after(*mv).board);
            let mut best = i32::MIN;
            for (mv, weight) in leaf.moves.iter().zip(&mut *leaf.weights) {
                let value = value(mv);
                (*weight, best) = (value as f32, best.max(value));
            }
            // Weights are relative to the best move's, so that none exceeds the range of `f32`.
            for weight in &mut *leaf.weights {
                *weight = libm::expf((*weight - best as f32) / self.temperature);
            }
        }
    }

    #[inline]
    fn rollout_move(
        &mut self,
        state: &Woodblock,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        self.rollouts.rollout_move(state, rng, scratch)
    }

    #[inline]
    fn static_value(&mut self, state: &Woodblock, values: &mut [f64]) -> bool {
        self.rollouts.static_value(state, values)
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{Game, Notation};

    use super::*;
    use crate::Rules;

    #[test]
    fn moves_that_clear_weigh_most() {
        let game = Woodblock::new(Rules::default(), 1);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut weights = vec![1.0; moves.len()];
        let mut guide = Weighted::new(Rollouts::Heuristic, 4.0);
        let (state, values) = (&game, &mut [f64::NAN]);
        guide.rate(&mut [Leaf { state, moves: &moves, weights: &mut weights, values }]);
        assert!(values[0].is_nan(), "positions are evaluated by rollouts");
        let position = game.position();
        let value = |index: usize| {
            evaluation::value(position.rules().grid(), position.after(moves[index]).board)
        };
        for one in 0..moves.len() {
            for other in 0..moves.len() {
                let ratio = f64::from(weights[one] / weights[other]);
                let expected = (f64::from(value(one) - value(other)) / 4.0).exp();
                let moves = [one, other].map(|index| game.write_move(moves[index]));
                assert!((ratio / expected - 1.0).abs() < 1e-3, "{moves:?}: {ratio}, {expected}");
            }
        }
    }
}
