//! The order of moves: the move that is most likely to end the search of a position comes first.

use super::discs::Discs;
use super::evaluation::{CORNERS, SQUARES, WHOLE_RANGE, potential_moves};
use super::processor::Processor;
use super::quadrants::odd_quadrants;
use super::stability::stable_on_border;
use super::table::Known;
use super::worker::Worker;

/// A move, the discs that it flips, and its worth in the move ordering.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) flips: u64,
    pub(super) square: u8,
    /// The move with the highest worth is searched first.
    pub(super) worth: i32,
}

/// The worths of the two best moves that earlier searches of a position found.
const KNOWN_BEST: [i32; 2] = [i32::MAX, i32::MAX - 1];

// The constants below are the best of a few that were tried on the FFO suite. Halving or doubling one of them changed
// the number of nodes by less than a tenth, without the learned evaluation.

/// Least number of empty squares at which stable discs and potential mobility contribute to the worth, too.
const ALL_TERMS: u32 = 10;
/// Least number of empty squares at which a look-ahead contributes to the worth.
const LOOK_AHEAD: u32 = 13;
/// The look-ahead has depth 0 at [`LOOK_AHEAD`] empty squares, and is one move deeper for each further group of this
/// many empty squares.
const EMPTIES_PER_PLY: u32 = 3;
/// The maximum depth of the look-ahead, in moves.
const MAX_PLIES: u32 = 3;

/// How much each legal reply of the opponent reduces the worth.
const MOBILITY: i32 = 1024;
/// The worth of each stable disc of the mover on the border.
const STABLE_DISC: i32 = 256;
/// How much each empty square next to the mover's discs reduces the worth.
const POTENTIAL_MOBILITY: i32 = 256;
/// The worth of a move into a quadrant with an odd number of empty squares.
const PARITY: i32 = 32;
/// The worth of one unit of the learned evaluation.
const VALUE: i32 = 16;

impl<P: Processor> Worker<'_, P> {
    /// Appends the legal moves to the list of candidates, with a worth of 0. Returns `true` if a move flips all discs
    /// of the opponent.
    #[inline(always)]
    pub(super) fn list_moves(&mut self, discs: Discs, moves: u64) -> bool {
        let mut rest = moves;
        while rest != 0 {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let flips = P::flips(discs.own, discs.other, square);
            if flips == discs.other {
                return true;
            }
            self.candidates.push(Candidate { flips, square, worth: 0 });
        }
        false
    }

    /// Computes the worth of each candidate from index `first` on.
    #[inline(always)]
    pub(super) fn rate_moves(&mut self, discs: Discs, first: usize, empties: u32, known: &Known) {
        let odd = odd_quadrants(discs.empties());
        for index in first..self.candidates.len() {
            let Candidate { flips, square, .. } = self.candidates[index];
            let worth = match known.moves.iter().position(|&mv| mv == square) {
                Some(rank) => KNOWN_BEST[rank],
                None => self.worth(discs.after(flips, square), square, odd, empties),
            };
            self.candidates[index].worth = worth;
        }
    }

    /// Returns the worth of the move on `square`. `discs` is the position after the move, with the opponent to move.
    #[inline(always)]
    fn worth(&mut self, discs: Discs, square: u8, odd: u64, empties: u32) -> i32 {
        let replies = P::legal(discs.own, discs.other);
        // A corner counts as two replies.
        let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
        let parity = PARITY * (odd >> square & 1) as i32;
        let worth = i32::from(SQUARES[usize::from(square & 63)]) + parity - MOBILITY * mobility;
        if empties < ALL_TERMS {
            return worth;
        }
        let stable = stable_on_border(self.edges, discs.other, discs.own).count_ones() as i32;
        let potential = potential_moves(discs.other, discs.empties()).count_ones() as i32;
        let worth = worth + STABLE_DISC * stable - POTENTIAL_MOBILITY * potential;
        if empties < LOOK_AHEAD || self.shared.evaluation.is_none() {
            return worth;
        }
        let plies = ((empties - LOOK_AHEAD) / EMPTIES_PER_PLY).min(MAX_PLIES);
        worth - VALUE * P::look_ahead(self, discs, WHOLE_RANGE, plies)
    }

    /// Moves the candidate with the highest worth, from index `next` on, to index `next`, and returns it.
    #[inline(always)]
    pub(super) fn take_best(&mut self, next: usize) -> Candidate {
        let rest = &mut self.candidates[next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].worth > rest[best].worth {
                best = index;
            }
        }
        rest.swap(0, best);
        rest[0]
    }
}
