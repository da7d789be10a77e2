//! `greedy`: the player that clears the most lines at once.

use std::cmp::Reverse;

use plywood_search::Decision;

use crate::unsearched::unsearched_player;
use crate::{Move, Position};

/// Clears the most lines; of equals leaves the lowest pile, then the fewest holes, then takes the
/// first. The values are the cleared lines.
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
