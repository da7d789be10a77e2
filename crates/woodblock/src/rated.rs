//! Values of leaves and weights of moves, computed by an evaluation of boards between hands.

use std::sync::Arc;

use plywood_search::{Game, Leaf};

use crate::bits::{Bits, Cells};
use crate::evaluations::{Chosen, Evaluation};
use crate::layout::{Layout, State};
use crate::learned::{Learned, WORD_SIZE};
use crate::plan::BoardValue;
use crate::position::Position;
use crate::rules::Rules;
use crate::tuned::Tuned;
use crate::woodblock::Woodblock;

/// Rates positions by a shipped evaluation. The value of a position is that of its best placement, and the weight of a
/// placement is `exp(value / temperature)`. If a block left in the hand fits nowhere after a placement, the placement
/// counts as the end of the game.
#[derive(Clone, Debug)]
pub(crate) struct BoardRating {
    evaluation: Evaluation,
    /// The evaluation for the rules of the last rated position.
    boards: Option<(Rules, Arc<Boards>)>,
}

/// An evaluation with its layout, in one of two word types.
#[derive(Debug)]
enum Boards {
    SmallTuned(Layout<u64>, Tuned),
    SmallLearned(Layout<u64>, Learned),
    LargeTuned(Layout<Cells>, Tuned),
    LargeLearned(Layout<Cells>, Learned),
}

/// A placement that is better by this value has `e` times the weight. In multiples of [`BoardValue::unit`].
const TEMPERATURE: f32 = 2.0;

impl BoardRating {
    /// Creates a rating by one of the shipped evaluations.
    pub(crate) fn new(evaluation: Evaluation) -> Self {
        BoardRating { evaluation, boards: None }
    }

    /// Writes the weights of the moves of a position, and its value in points.
    pub(crate) fn rate(&mut self, leaf: &mut Leaf<Woodblock>) {
        let rules = leaf.state.position().rules();
        if self.boards.as_ref().is_none_or(|(known, _)| known != rules) {
            self.boards = Some((rules.clone(), Arc::new(boards(&self.evaluation, rules))));
        }
        match self.boards.as_ref().map(|(_, boards)| &**boards) {
            Some(Boards::SmallTuned(layout, value)) => rate(layout, value, leaf),
            Some(Boards::SmallLearned(layout, value)) => rate(layout, value, leaf),
            Some(Boards::LargeTuned(layout, value)) => rate(layout, value, leaf),
            Some(Boards::LargeLearned(layout, value)) => rate(layout, value, leaf),
            None => {}
        }
    }
}

fn boards(evaluation: &Evaluation, rules: &Rules) -> Boards {
    let small = rules.grid().size() <= WORD_SIZE;
    if small {
        let layout = Layout::new(rules);
        match values(evaluation, &layout) {
            Ok(learned) => Boards::SmallLearned(layout, learned),
            Err(tuned) => Boards::SmallTuned(layout, tuned),
        }
    } else {
        let layout = Layout::new(rules);
        match values(evaluation, &layout) {
            Ok(learned) => Boards::LargeLearned(layout, learned),
            Err(tuned) => Boards::LargeTuned(layout, tuned),
        }
    }
}

/// Returns the learned value if the evaluation chooses it for these rules, else the tuned features as the error.
fn values<B: Bits>(evaluation: &Evaluation, layout: &Layout<B>) -> Result<Learned, Tuned> {
    match evaluation.chosen(&layout.rules) {
        Chosen::Features(weights) => Err(Tuned::new(weights, &layout.shares)),
        Chosen::Learned(weights) => {
            Ok(weights.value(layout).expect("shipped weights are found by their rules"))
        }
    }
}

#[inline(always)]
fn rate<B: Bits, V: BoardValue<B>>(layout: &Layout<B>, value: &V, leaf: &mut Leaf<Woodblock>) {
    let position: &Position = leaf.state.position();
    let state = State::<B>::of(position);
    let last = position.rules().cap().is_some_and(|cap| position.hands() >= cap.get());
    let hand = position.hand();
    let mut best = f32::NEG_INFINITY;
    for (mv, weight) in leaf.moves.iter().zip(&mut *leaf.weights) {
        let Some(block) = hand[usize::from(mv.slot)] else { continue };
        let shape = &layout.blocks[usize::from(block)][usize::from(mv.turn)];
        let anchor = u32::from(mv.row) * layout.size + u32::from(mv.column);
        let (after, _) = layout.place(state, shape, anchor);
        let fits = |block: u8| {
            layout.blocks[usize::from(block)].iter().any(|shape| shape.fits(after.board) != B::NONE)
        };
        let mut others = (0u8..).zip(hand).filter(|&(slot, _)| slot != mv.slot);
        let board = if last {
            0
        } else if others.all(|(_, block)| block.is_none_or(fits)) {
            value.value(layout, after.board, after.streak)
        } else {
            value.lost()
        };
        let worth = (board + value.points(after.points)) as f32;
        (*weight, best) = (worth, best.max(worth));
    }
    let temperature = TEMPERATURE * value.unit() as f32;
    for weight in &mut *leaf.weights {
        *weight = libm::expf((*weight - best) / temperature);
    }
    leaf.values[0] = leaf.state.score(0) + f64::from(best) / f64::from(value.point().max(1));
}
