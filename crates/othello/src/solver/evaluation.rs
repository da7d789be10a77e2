//! Estimates that order moves: values of squares, and a shallow search with the learned evaluation. No proven
//! bound depends on them.

use super::discs::Discs;
use super::processor::Processor;
use super::worker::Worker;
use crate::LearnedEvaluation;

/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The value of a move on each square, if everything else is equal.
pub(crate) static SQUARES: [u8; 64] = {
    let quarter = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        squares[square] = quarter[if row < 4 { row } else { 7 - row }]
            [if column < 4 { column } else { 7 - column }];
        square += 1;
    }
    squares
};

/// Returns the empty squares next to discs of `other`, which may become legal moves for the other side.
#[inline(always)]
pub(super) fn potential_moves(other: u64, empties: u64) -> u64 {
    let inner = other & 0x7e7e_7e7e_7e7e_7e7e;
    let rows = other & 0x00ff_ffff_ffff_ff00;
    let both = inner & rows;
    let beside = inner << 1 | inner >> 1 | rows << 8 | rows >> 8;
    (beside | both << 7 | both >> 7 | both << 9 | both >> 9) & empties
}

/// The depth of the look-ahead that estimates the score, in moves.
const GUESS_PLIES: u32 = 2;

/// A window that includes all values.
pub(super) const WHOLE_RANGE: [i32; 2] = [-(1 << 20), 1 << 20];

impl<P: Processor> Worker<'_, P> {
    /// Returns an estimate of the score, an even number.
    pub(super) fn guess(&mut self, discs: Discs) -> i32 {
        let value = P::look_ahead(self, discs, WHOLE_RANGE, GUESS_PLIES);
        2 * (value / (2 * LearnedEvaluation::DISC))
    }

    /// Returns the value for the side to move by an alpha-beta search of `depth` moves.
    #[inline(always)]
    pub(super) fn look_ahead(&mut self, discs: Discs, [alpha, beta]: [i32; 2], depth: u32) -> i32 {
        if depth == 0 {
            let evaluation = self.shared.evaluation;
            return evaluation.map_or(0, |weights| weights.inlined_units(discs.own, discs.other));
        }
        let mut rest = P::legal(discs.own, discs.other);
        if rest == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return LearnedEvaluation::DISC * discs.final_score();
            }
            return -P::look_ahead(self, discs.passed(), [-beta, -alpha], depth);
        }
        let mut best = i32::MIN;
        while rest != 0 {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let flips = P::flips(discs.own, discs.other, square);
            self.nodes += 1;
            let window = [-beta, -alpha.max(best)];
            best = best.max(-P::look_ahead(self, discs.after(flips, square), window, depth - 1));
            if best >= beta {
                break;
            }
        }
        best
    }
}
