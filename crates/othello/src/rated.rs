//! The learned evaluation in a tree search: values of leaves, and weights of moves.

use plywood_search::{Game, Guide, Leaf};

use crate::endings::exact_value;
use crate::{LearnedEvaluation, Othello};

/// Knowledge of a tree search without rollouts. The value of a leaf is the learned evaluation of its
/// best move; the weight of a move is `exp(discs / temperature)`.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The evaluation.
    pub evaluation: LearnedEvaluation,
    /// A move that is this many discs better has `e` times the weight.
    pub temperature: f32,
    /// The greatest number of empty squares at which leaves are solved exactly, at most
    /// [`Endings::MAX_LEAVES`](crate::Endings::MAX_LEAVES).
    pub leaves: u32,
}

impl Guide<Othello> for Rated {
    const RATES: bool = true;

    fn rate(&mut self, leaves: &mut [Leaf<Othello>]) {
        for leaf in leaves {
            let mut best = f32::NEG_INFINITY;
            for (&mv, weight) in leaf.moves.iter().zip(&mut *leaf.weights) {
                let mut after = *leaf.state;
                after.play(mv);
                let discs = match after.seat() {
                    Some(_) => -self.evaluation.discs(&after) as f32,
                    None => after.score(leaf.state.turn) as f32,
                };
                (*weight, best) = (discs, best.max(discs));
            }
            // Weights are relative to the best move's, so that none exceeds the range of `f32`.
            for weight in &mut *leaf.weights {
                *weight = libm::expf((*weight - best) / self.temperature);
            }
            let empties = leaf.state.empties().count_ones();
            let for_mover = self.evaluation.probability(best.into(), empties);
            leaf.values[0] = if leaf.state.turn == 0 { for_mover } else { 1.0 - for_mover };
        }
    }

    #[inline]
    fn exact_value(&mut self, state: &Othello) -> Option<f64> {
        exact_value(state, self.leaves)
    }
}
