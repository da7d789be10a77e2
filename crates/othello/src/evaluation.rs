//! Static knowledge for alpha-beta search: mobility, corners, edges and parity.

use plywood_search::Evaluate;

use crate::solver::{CORNERS, DISC, SQUARES, static_value};
use crate::{Move, Othello};

/// The value of having the last move of the game, in discs.
const LAST_MOVE: f64 = 1.0;

/// The worth of one reply less in the order of moves, in units of [`SQUARES`].
const REPLY: i32 = 16;

/// A hand-made evaluation in discs: mobility, potential mobility, corners, stable discs on the edges,
/// and who moves last.
///
/// ```
/// use plywood_othello::{Othello, StaticEvaluation};
/// use plywood_search::{AlphaBeta, Budget, Player};
///
/// let mut player = AlphaBeta::new(StaticEvaluation);
/// let decision = player.decide(&Othello::start(), &Budget::simulations(10_000), &mut ());
/// assert!(decision.candidates[0].depth > Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEvaluation;

impl Evaluate<Othello> for StaticEvaluation {
    #[inline]
    fn evaluate(&mut self, board: &Othello) -> f64 {
        let value = f64::from(static_value(board.own, board.other)) / f64::from(DISC);
        // With an odd number of empty squares, the side to move has the last move unless a side passes.
        let has_last_move = board.empties().count_ones() % 2 == 1;
        let parity = if has_last_move { LAST_MOVE } else { -LAST_MOVE };
        // A result counts more than an estimate.
        (value + parity).clamp(-63.0, 63.0)
    }

    #[inline]
    fn key(&self, board: &Othello) -> u64 {
        // Multiplications by odd constants and shifts spread the bits of both boards over the key.
        let mut key = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^= key >> 32;
        key = (key ^ board.other).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key ^= key >> 29;
        key = (key ^ u64::from(board.turn)).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ key >> 32
    }

    #[inline]
    fn promise(&mut self, _before: &Othello, mv: Move, after: &Othello) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let replies = after.legal();
        // A corner counts twice.
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        i32::from(SQUARES[usize::from(square)]) - REPLY * mobility as i32
    }
}
