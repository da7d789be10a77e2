//! A static evaluation and a shallow search with it. For the solver both only order moves: no claim rests on
//! them.

use super::discs::Discs;
#[cfg(target_arch = "x86_64")]
use super::processor::Avx2;
use super::processor::{Portable, Processor};
use super::stability::{EdgeTable, edge_table, stable_on_border};
use super::worker::Worker;
#[cfg(target_arch = "x86_64")]
use crate::bits::avx2;

/// The four corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally beside the corners.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// How promising a move on each square is, all else being equal.
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

/// Returns the empty squares beside the discs of `other`: squares that may become moves against them.
#[inline(always)]
pub(super) fn potential_moves(other: u64, empties: u64) -> u64 {
    let inner = other & 0x7e7e_7e7e_7e7e_7e7e;
    let rows = other & 0x00ff_ffff_ffff_ff00;
    let both = inner & rows;
    let beside = inner << 1 | inner >> 1 | rows << 8 | rows >> 8;
    (beside | both << 7 | both >> 7 | both << 9 | both >> 9) & empties
}

// The weights of the evaluation.
const MOBILITY: i32 = 32;
const POTENTIAL_MOBILITY: i32 = 12;
const STABLE_DISC: i32 = 24;
const CORNER: i32 = 60;
const X_SQUARE: i32 = -16;

/// The moves of the look ahead that estimates the score.
const GUESS_PLIES: u32 = 2;
/// The units of the evaluation for each disc of the estimated score.
pub(crate) const DISC: i32 = 32;
/// The value of each disc of a finished game: a result counts more than any evaluation.
const FINAL_DISC: i32 = 256;

/// A window with all values.
pub(super) const WHOLE_RANGE: [i32; 2] = [-(1 << 20), 1 << 20];

/// Returns the value of a position for the side to move. Higher is better; the unit is a [`DISC`]th of a
/// disc.
pub(crate) fn static_value(own: u64, other: u64) -> i32 {
    let discs = Discs { own, other };
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled(discs: Discs) -> i32 {
            evaluate::<Avx2>(edge_table(), discs)
        }
        // SAFETY: the processor has all these features.
        return unsafe { compiled(discs) };
    }
    evaluate::<Portable>(edge_table(), discs)
}

#[inline(always)]
fn evaluate<P: Processor>(edges: &EdgeTable, discs: Discs) -> i32 {
    let Discs { own, other } = discs;
    let count = |set: u64| set.count_ones() as i32;
    let empties = discs.empties();
    let (mine, theirs) = (P::legal(own, other), P::legal(other, own));
    let mobility = count(mine) + count(mine & CORNERS) - count(theirs) - count(theirs & CORNERS);
    let potential = count(potential_moves(other, empties)) - count(potential_moves(own, empties));
    let stable =
        count(stable_on_border(edges, own, other)) - count(stable_on_border(edges, other, own));
    let corners = count(own & CORNERS) - count(other & CORNERS);
    let x_squares = count(own & X_SQUARES) - count(other & X_SQUARES);
    MOBILITY * mobility
        + POTENTIAL_MOBILITY * potential
        + STABLE_DISC * stable
        + CORNER * corners
        + X_SQUARE * x_squares
}

impl<P: Processor> Worker<'_, P> {
    /// Returns an estimate of the score, an even number.
    pub(super) fn guess(&mut self, discs: Discs) -> i32 {
        let value = P::look_ahead(self, discs, WHOLE_RANGE, GUESS_PLIES);
        2 * (value / (2 * DISC))
    }

    /// Returns the value after `depth` more moves, by alpha-beta search.
    #[inline(always)]
    pub(super) fn look_ahead(&mut self, discs: Discs, [alpha, beta]: [i32; 2], depth: u32) -> i32 {
        if depth == 0 {
            return evaluate::<P>(self.edges, discs);
        }
        let mut rest = P::legal(discs.own, discs.other);
        if rest == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return FINAL_DISC * discs.final_score();
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
