//! `greedy`: the player that clears the most lines at once.

use std::cmp::Reverse;

use plywood_search::Decision;

use crate::unsearched::unsearched_player;
use crate::{Move, Position};

/// A player that clears the most lines. Ties go to the lowest pile, then to the fewest holes, then to
/// the first placement. The value of a placement is the number of lines that it clears.
#[derive(Clone, Copy, Debug, Default)]
pub struct GreedyPlayer;

unsearched_player!(GreedyPlayer);

impl GreedyPlayer {
    fn rank(&self, position: &Position) -> Decision<Move> {
        let mut placements: Vec<_> =
            position.placements().map(|mv| (mv, position.place(mv))).collect();
        placements.sort_by_key(|(_, placed)| {
            (Reverse(placed.lines), placed.board.pile(), placed.board.holes())
        });
        let valued = placements.into_iter();
        Decision::unsearched(valued.map(|(mv, placed)| (mv, Some(f64::from(placed.lines)))))
    }
}
