//! The four lines through a square, packed into bytes, to count the flips of the last move.

use super::rays::RAYS;

/// A line through a square along one axis.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// All squares of the line, including the square itself.
    pub(super) squares: u64,
    /// The index of the square among the squares of the line, counted from the lowest bit.
    pub(super) place: u8,
}

/// The lines through every square.
pub(super) static LINES: [[Line; 4]; 64] = {
    let mut lines = [[Line { squares: 0, place: 0 }; 4]; 64];
    let mut index = 0;
    while index < 64 * 4 {
        let (square, axis) = (index / 4, index % 4);
        let behind = RAYS[square].behind[axis];
        lines[square][axis] = Line {
            squares: RAYS[square].ahead[axis] | behind | 1 << square,
            place: behind.count_ones() as u8,
        };
        index += 1;
    }
    lines
};

/// The number of discs that a move encloses on a full line, for each place of the move and each set of
/// own discs. The other squares of the line hold discs of the opponent.
pub(super) static ENCLOSED: [[u8; 256]; 8] = {
    let mut enclosed = [[0; 256]; 8];
    let mut index = 0;
    while index < 8 * 256 {
        let (place, own) = (index / 256, index % 256);
        let ahead: usize = own >> (place + 1);
        let behind: usize = own & ((1 << place) - 1);
        let mut count = 0;
        if ahead != 0 {
            count += ahead.trailing_zeros();
        }
        if behind != 0 {
            // The discs between the highest own disc below the place and the place.
            count += place as u32 - (usize::BITS - behind.leading_zeros());
        }
        enclosed[place][own] = count as u8;
        index += 1;
    }
    enclosed
};
