//! The last four empty squares, without loops, tables or lists of moves.
//!
//! Most positions of a search have at most four empty squares. All functions return the score for the
//! side to move within the window from `alpha` to `alpha + 1`: a result above `alpha` is a lower bound
//! of the score, any other an upper bound.

use super::discs::{Discs, MAX_SCORE};
use super::processor::Processor;
use super::quadrants::odd_quadrants;
use super::worker::Worker;

/// A value below every score: no move was found yet.
const NONE: i32 = -2 * MAX_SCORE;

/// The squares around each square. A move flips discs only if an opponent's disc is on one of them.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let disc = 1u64 << square;
        let row =
            disc | (disc & !0x8080_8080_8080_8080) << 1 | (disc & !0x0101_0101_0101_0101) >> 1;
        neighbours[square] = (row | row << 8 | row >> 8) & !disc;
        square += 1;
    }
    neighbours
};

impl<P: Processor> Worker<'_, P> {
    /// Returns the flips of a move; 0 if it is illegal.
    #[inline(always)]
    fn flips_if_near(discs: Discs, square: u8) -> u64 {
        if NEIGHBOURS[usize::from(square & 63)] & discs.other == 0 {
            return 0;
        }
        P::flips(discs.own, discs.other, square)
    }

    /// Returns the exact score with one empty square.
    #[inline(always)]
    fn one(&mut self, discs: Discs, square: u8) -> i32 {
        self.nodes += 1;
        let own = discs.own.count_ones() as i32;
        let flips = P::last_flips(discs.own, square) as i32;
        if flips != 0 {
            return 2 * (own + flips + 1) - MAX_SCORE;
        }
        let flips = P::last_flips(discs.other, square) as i32;
        if flips != 0 {
            return 2 * (own - flips) - MAX_SCORE;
        }
        // The empty square counts for the side with at least 32 of the 63 discs.
        2 * (own + i32::from(own >= 32)) - MAX_SCORE
    }

    #[inline(always)]
    fn two(&mut self, discs: Discs, a: u8, b: u8, alpha: i32) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let flips = Self::flips_if_near(discs, a);
        if flips != 0 {
            best = -self.one(discs.after(flips, a), b);
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, b);
        if flips != 0 {
            best = best.max(-self.one(discs.after(flips, b), a));
        }
        if best != NONE {
            return best;
        }

        let discs = discs.passed();
        let mut worst = -NONE;
        let flips = Self::flips_if_near(discs, a);
        if flips != 0 {
            worst = self.one(discs.after(flips, a), b);
            if worst <= alpha {
                return worst;
            }
        }
        let flips = Self::flips_if_near(discs, b);
        if flips != 0 {
            worst = worst.min(self.one(discs.after(flips, b), a));
        }
        if worst != -NONE {
            return worst;
        }
        -discs.final_score()
    }

    /// Searches a position with three empty squares, which are tried in the given order.
    #[inline(always)]
    pub(super) fn three(&mut self, discs: Discs, [a, b, c]: [u8; 3], alpha: i32) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let flips = Self::flips_if_near(discs, a);
        if flips != 0 {
            best = -self.two(discs.after(flips, a), b, c, -alpha - 1);
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, b);
        if flips != 0 {
            best = best.max(-self.two(discs.after(flips, b), a, c, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, c);
        if flips != 0 {
            best = best.max(-self.two(discs.after(flips, c), a, b, -alpha - 1));
        }
        if best != NONE {
            return best;
        }
        if P::legal(discs.other, discs.own) == 0 {
            return discs.final_score();
        }
        -P::three(self, discs.passed(), [a, b, c], -alpha - 1)
    }

    /// Searches a position with four empty squares. Squares in quadrants with an odd number of empty
    /// squares come first.
    #[inline(always)]
    pub(super) fn four(&mut self, discs: Discs, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cut(discs, alpha, 4) {
            return score;
        }
        let empties = discs.empties();
        let odd = odd_quadrants(empties) & empties;
        // If two quadrants have one empty square each, these two squares are `a` and `b`.
        let (first, rest) = if odd == 0 { (empties, 0) } else { (odd, empties ^ odd) };
        let mut left = first;
        let mut next = || {
            if left == 0 {
                left = rest;
            }
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            square
        };
        let (a, b, c, d) = (next(), next(), next(), next());

        let mut best = NONE;
        let flips = Self::flips_if_near(discs, a);
        if flips != 0 {
            best = -P::three(self, discs.after(flips, a), [b, c, d], -alpha - 1);
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, b);
        if flips != 0 {
            best = best.max(-P::three(self, discs.after(flips, b), [a, c, d], -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, c);
        if flips != 0 {
            best = best.max(-P::three(self, discs.after(flips, c), [d, a, b], -alpha - 1));
            if best > alpha {
                return best;
            }
        }
        let flips = Self::flips_if_near(discs, d);
        if flips != 0 {
            best = best.max(-P::three(self, discs.after(flips, d), [c, a, b], -alpha - 1));
        }
        if best != NONE {
            return best;
        }
        if P::legal(discs.other, discs.own) == 0 {
            return discs.final_score();
        }
        -P::four(self, discs.passed(), -alpha - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use plywood_search::Budget;

    use super::*;
    use crate::solver::processor::Portable;
    use crate::solver::table::Table;
    use crate::solver::worker::Shared;

    /// Neither side can flip a disc by playing on a1: the rest of the row and of the diagonal have one
    /// colour, the rest of the file the other.
    #[test]
    fn a_last_square_without_a_move_counts_for_the_winner() {
        let (table, budget) = (Table::default(), Budget::unlimited());
        let shared = Shared::new(&table, None, &budget, Duration::ZERO);
        let mut worker = Worker::<Portable>::new(&shared);
        const LINES: u64 = 0x8040_2010_0804_02fe;
        const FILE: u64 = 0x0101_0101_0101_0100;
        for count in 20..45 {
            let mut own = LINES;
            for square in 0..64 {
                if own.count_ones() < count && (FILE | 1) >> square & 1 == 0 {
                    own |= 1 << square;
                }
            }
            let discs = Discs { own, other: !own & !1 };
            assert_eq!(discs.own.count_ones(), count);
            assert_eq!(worker.one(discs, 0), discs.final_score());
            assert_eq!(worker.one(discs.passed(), 0), -discs.final_score());
        }
    }
}
