//! Players that score every placement once, without a search.

use plywood_search::Decision;

use crate::Move;

/// Implements [`Player`](plywood_search::Player) for a type that has the method
/// `rank(&mut self, &Position) -> Decision<Move>`. The budget and the observer are ignored.
macro_rules! unsearched_player {
    ($player:ty) => {
        impl plywood_search::Player<crate::Tetris> for $player {
            fn decide(
                &mut self,
                view: &crate::Position,
                _: &plywood_search::Budget,
                _: &mut dyn plywood_search::Observer<crate::Move>,
            ) -> plywood_search::Decision<crate::Move> {
                self.rank(view)
            }
        }
    };
}

pub(crate) use unsearched_player;

/// Returns a decision with the highest value first; moves with equal values keep their order.
pub(crate) fn ranked(valued: impl Iterator<Item = (Move, f64)>) -> Decision<Move> {
    let mut valued: Vec<(Move, f64)> = valued.collect();
    valued.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    Decision::unsearched(valued.into_iter().map(|(mv, value)| (mv, Some(value))))
}
