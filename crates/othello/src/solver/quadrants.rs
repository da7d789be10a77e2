//! Parity: the quadrants of the board with an odd number of empty squares.
//!
//! The side that plays first in a region with an odd number of empty squares usually also plays last
//! in it, and keeps what it flips there.

/// The squares of the quadrant from a1 to d4. Shifts by 4, 32 and 36 give the other quadrants.
const QUADRANT: u64 = 0x0f0f_0f0f;

/// Returns all squares of the quadrants with an odd number of `empties`.
#[inline(always)]
pub(super) fn odd_quadrants(empties: u64) -> u64 {
    // Adds up modulo 2: first the rows of each half, then the columns of each quadrant. The lowest
    // square of a quadrant then has the parity of the quadrant.
    let mut parity = empties ^ empties >> 8;
    parity ^= parity >> 16;
    parity ^= parity >> 1;
    parity ^= parity >> 2;
    (parity & 0x0000_0011_0000_0011) * QUADRANT
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_quadrant_is_counted(empties: u64) {
            let quadrants = [0, 4, 32, 36].map(|moved| QUADRANT << moved);
            let odd = quadrants.into_iter().filter(|one| (one & empties).count_ones() % 2 == 1);
            prop_assert_eq!(odd_quadrants(empties), odd.fold(0, |all, one| all | one));
        }
    }
}
