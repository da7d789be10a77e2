//! The order of moves: the move that is most likely to end the search of a position comes first.

use super::discs::Discs;
use super::evaluation::{CORNERS, SQUARES, WHOLE_RANGE, potential_moves};
use super::processor::Processor;
use super::quadrants::odd_quadrants;
use super::stability::stable_on_border;
use super::table::Known;
use super::worker::Worker;

/// A move with the discs that it flips and its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) flips: u64,
    pub(super) square: u8,
    /// The move with the highest worth is searched first.
    pub(super) worth: i32,
}

/// The worths of the best moves of an earlier search.
const KNOWN_BEST: [i32; 2] = [i32::MAX, i32::MAX - 1];

// The numbers below are the best of a few that were tried on the FFO suite. Without the learned evaluation, each of them, halved or
// doubled, changed the nodes by less than a tenth.

/// Least number of empty squares at which more than mobility and parity orders the moves.
const ALL_TERMS: u32 = 10;
/// Least number of empty squares at which a look ahead orders the moves.
const LOOK_AHEAD: u32 = 13;
/// Empty squares for each further move of the look ahead.
const EMPTIES_PER_PLY: u32 = 3;
/// The moves of the longest look ahead.
const MAX_PLIES: u32 = 3;

/// The worth of having one reply less.
const MOBILITY: i32 = 1024;
/// The worth of a stable disc on the border.
const STABLE_DISC: i32 = 256;
/// The worth of one empty square less beside one's own discs.
const POTENTIAL_MOBILITY: i32 = 256;
/// The worth of a move into a quadrant with an odd number of empty squares.
const PARITY: i32 = 32;
/// The worth of a unit of the evaluation.
const VALUE: i32 = 16;

impl<P: Processor> Worker<'_, P> {
    /// Adds the legal moves to the list of candidates, without their worths. Returns `true` if one of
    /// them takes all discs of the opponent.
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

    /// Sets the worths of the candidates from index `first` on.
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

    /// Returns the worth of a move on `square` after which the opponent is to move in `discs`.
    #[inline(always)]
    fn worth(&mut self, discs: Discs, square: u8, odd: u64, empties: u32) -> i32 {
        let replies = P::legal(discs.own, discs.other);
        // A corner counts twice.
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

    /// Moves the best candidate from index `next` on to this index, and returns it.
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
