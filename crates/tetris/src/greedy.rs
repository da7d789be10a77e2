//! The player that grabs lines.

use plywood_search::{Budget, Decision, Observer, Player};

use crate::judged::decision;
use crate::{Move, Position, Tetris};

/// Clears the most lines; of equals leaves the lowest pile, then the fewest
/// holes, then takes the first. Its values are the lines that a placement clears.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

impl Player<Tetris> for GreedyPlayer {
    fn decide(
        &mut self,
        view: &Position,
        _budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        decision(
            view,
            |placed| {
                let pile = std::cmp::Reverse(placed.board.pile());
                (placed.lines, pile, std::cmp::Reverse(placed.board.holes()))
            },
            |(lines, ..)| f64::from(*lines),
        )
    }
}
