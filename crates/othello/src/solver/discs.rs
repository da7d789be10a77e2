//! The two sets of discs that the solver searches over.

/// Highest score: all squares are the mover's.
pub(super) const MAX_SCORE: i32 = 64;

/// The discs of the side to move and of its opponent. Scores are for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Discs {
    /// Returns the empty squares.
    #[inline(always)]
    pub(super) fn empties(self) -> u64 {
        !(self.own | self.other)
    }

    /// Returns the discs after the mover plays on `square` and flips `flips`; the opponent is to move.
    #[inline(always)]
    pub(super) fn after(self, flips: u64, square: u8) -> Discs {
        Discs { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// Returns the same discs with the other side to move.
    #[inline(always)]
    pub(super) fn passed(self) -> Discs {
        Discs { own: self.other, other: self.own }
    }

    /// Returns the score of a finished game: empty squares count for the winner.
    #[inline(always)]
    pub(super) fn final_score(self) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => MAX_SCORE - 2 * other,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2 * own - MAX_SCORE,
        }
    }
}
