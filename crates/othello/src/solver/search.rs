//! The search for the exact score: principal variation search with null windows.
//!
//! A search returns an exact score if the result is inside its window, an upper bound of the score if the
//! result is at or below the window, and a lower bound if it is at or above the window's upper end.

use super::discs::{Discs, MAX_SCORE};
use super::processor::Processor;
use super::quadrants::odd_quadrants;
use super::table::{Known, NO_MOVE};
use super::worker::Worker;

/// A value below every score.
const NONE: i32 = -2 * MAX_SCORE;

/// Greatest number of empty squares at which parity alone orders moves, and the table is not used.
const BY_PARITY: u32 = 6;

/// Least number of empty squares at which the search checks the limits of the budget. Smaller positions
/// take microseconds, and are always solved.
const INTERRUPTIBLE: u32 = 9;

/// Least number of empty squares at which the table is probed for the position after each move.
const ENHANCED_CUT: u32 = 10;

/// Least number of empty squares at which threads share the moves of a position.
const SHARED_MOVES: u32 = 12;

impl<P: Processor> Worker<'_, P> {
    /// Searches with the window from `alpha` to `alpha + 1`. Selects the method by the number of empty
    /// squares, at least 4.
    #[inline(always)]
    pub(super) fn search(&mut self, discs: Discs, alpha: i32, empties: u32) -> i32 {
        match empties {
            4 => P::four(self, discs, alpha),
            5..=BY_PARITY => P::by_parity(self, discs, alpha, empties),
            _ => P::null_window(self, discs, alpha, empties),
        }
    }

    /// Searches a position with at least 5 empty squares, without the table. Moves into quadrants with an
    /// odd number of empty squares come first.
    #[inline(always)]
    pub(super) fn by_parity(&mut self, discs: Discs, alpha: i32, empties: u32) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cut(discs, alpha, empties) {
            return score;
        }
        let moves = P::legal(discs.own, discs.other);
        if moves == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return discs.final_score();
            }
            return -P::by_parity(self, discs.passed(), -alpha - 1, empties);
        }
        let odd = odd_quadrants(discs.empties());
        let mut best = NONE;
        for mut rest in [moves & odd, moves & !odd] {
            while rest != 0 {
                let square = rest.trailing_zeros() as u8;
                rest &= rest - 1;
                let next = discs.after(P::flips(discs.own, discs.other, square), square);
                let score = -if empties == 5 {
                    P::four(self, next, -alpha - 1)
                } else {
                    P::by_parity(self, next, -alpha - 1, empties - 1)
                };
                best = best.max(score);
                if best > alpha {
                    return best;
                }
            }
        }
        best
    }

    /// Searches with the window from `alpha` to `alpha + 1`, with the table and ordered moves.
    #[inline(always)]
    pub(super) fn null_window(&mut self, discs: Discs, alpha: i32, empties: u32) -> i32 {
        self.nodes += 1;
        if empties >= INTERRUPTIBLE && self.should_stop() {
            return alpha;
        }
        if let Some(score) = self.stability_cut(discs, alpha, empties) {
            return score;
        }
        let known = self.shared.table.probe(discs).unwrap_or(Known::NOTHING);
        if i32::from(known.lower) > alpha || known.lower == known.upper {
            return known.lower.into();
        }
        if i32::from(known.upper) <= alpha {
            return known.upper.into();
        }
        let moves = P::legal(discs.own, discs.other);
        if moves == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return discs.final_score();
            }
            return -P::null_window(self, discs.passed(), -alpha - 1, empties);
        }
        let first = self.candidates.len();
        let (score, best) = if self.list_moves(discs, moves) {
            (MAX_SCORE, NO_MOVE)
        } else if let Some(cut) = self.enhanced_cut(discs, first, alpha, empties) {
            cut
        } else {
            self.rate_moves(discs, first, empties, &known);
            self.best_move(discs, first, alpha, empties)
        };
        self.candidates.truncate(first);
        if !self.stopped {
            self.shared.table.store(discs, empties, known.with_result(score, alpha, best));
        }
        score
    }

    /// Probes the table for the position after each move. Returns a score above `alpha` and its move if the
    /// table proves one.
    #[inline(always)]
    fn enhanced_cut(
        &self,
        discs: Discs,
        first: usize,
        alpha: i32,
        empties: u32,
    ) -> Option<(i32, u8)> {
        if empties < ENHANCED_CUT {
            return None;
        }
        self.candidates[first..].iter().find_map(|candidate| {
            let next = discs.after(candidate.flips, candidate.square);
            let score = -i32::from(self.shared.table.probe(next)?.upper);
            (score > alpha).then_some((score, candidate.square))
        })
    }

    /// Searches the candidates from index `first` on, the best first, until a score is above `alpha`.
    /// Returns the best score and its move.
    #[inline(always)]
    fn best_move(&mut self, discs: Discs, first: usize, alpha: i32, empties: u32) -> (i32, u8) {
        let (mut best, mut best_square) = (NONE, NO_MOVE);
        for next in first..self.candidates.len() {
            let candidate = self.take_best(next);
            let after = discs.after(candidate.flips, candidate.square);
            let score = -self.search(after, -alpha - 1, empties - 1);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_square) = (score, candidate.square);
                if best > alpha {
                    break;
                }
            }
            if empties >= SHARED_MOVES
                && self.shared.pool.has_idle()
                && next + 1 < self.candidates.len()
            {
                return self.share_moves(discs, next + 1, alpha, empties, (best, best_square));
            }
        }
        (best, best_square)
    }

    /// Searches a position of the principal variation with a window of any size.
    #[inline(always)]
    pub(super) fn principal(&mut self, discs: Discs, [alpha, beta]: [i32; 2], empties: u32) -> i32 {
        if beta - alpha <= 1 || empties <= BY_PARITY + 1 {
            return self.narrow(discs, [alpha, beta], empties);
        }
        self.nodes += 1;
        if empties >= INTERRUPTIBLE && self.should_stop() {
            return alpha;
        }
        let known = self.shared.table.probe(discs).unwrap_or(Known::NOTHING);
        let moves = P::legal(discs.own, discs.other);
        if moves == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return discs.final_score();
            }
            return -P::principal(self, discs.passed(), [-beta, -alpha], empties);
        }
        let first = self.candidates.len();
        let (mut best, mut best_square) = (NONE, NO_MOVE);
        if self.list_moves(discs, moves) {
            best = MAX_SCORE;
        } else {
            self.rate_moves(discs, first, empties, &known);
            for next in first..self.candidates.len() {
                let candidate = self.take_best(next);
                let after = discs.after(candidate.flips, candidate.square);
                let low = alpha.max(best);
                let mut score = low + 1;
                if next > first {
                    score = -self.search(after, -low - 1, empties - 1);
                }
                if score > low && (score < beta || next == first) && !self.stopped {
                    score = -P::principal(self, after, [-beta, -low], empties - 1);
                }
                if self.stopped {
                    break;
                }
                if score > best {
                    (best, best_square) = (score, candidate.square);
                    if best >= beta {
                        break;
                    }
                }
            }
        }
        self.candidates.truncate(first);
        if !self.stopped {
            let mut result = known;
            if best > alpha {
                result = result.with_result(best, best - 1, best_square);
            }
            if best < beta {
                result = result.with_result(best, best, best_square);
            }
            self.shared.table.store(discs, empties, result);
        }
        best
    }

    /// Searches a window of any size by repeated searches with null windows.
    fn narrow(&mut self, discs: Discs, [mut alpha, beta]: [i32; 2], empties: u32) -> i32 {
        loop {
            let score = self.solve_null(discs, alpha, empties);
            if score <= alpha || score >= beta || self.stopped {
                return score;
            }
            alpha = score;
        }
    }

    /// Searches a position with few empty squares with the window from `alpha` to `alpha + 1`, without the table.
    pub(super) fn without_table(&mut self, discs: Discs, alpha: i32, empties: u32) -> i32 {
        if empties > 4 {
            P::by_parity(self, discs, alpha, empties)
        } else {
            self.solve_null(discs, alpha, empties)
        }
    }

    /// Searches a position of any size with the window from `alpha` to `alpha + 1`.
    pub(super) fn solve_null(&mut self, discs: Discs, alpha: i32, empties: u32) -> i32 {
        if empties >= 4 {
            return self.search(discs, alpha, empties);
        }
        let moves = P::legal(discs.own, discs.other);
        if moves == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                return discs.final_score();
            }
            return -self.solve_null(discs.passed(), -alpha - 1, empties);
        }
        let mut best = NONE;
        let mut rest = moves;
        while rest != 0 {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            self.nodes += 1;
            let next = discs.after(P::flips(discs.own, discs.other, square), square);
            best = best.max(-self.solve_null(next, -alpha - 1, empties - 1));
        }
        best
    }
}
