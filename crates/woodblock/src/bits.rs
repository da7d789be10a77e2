//! Sets of cells as bits.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells of a grid: bit `row * size + column`.
pub type Cells = u128;

/// A set of cells in one machine word or two: `u64` for grids of up to 8 rows, else `u128`. The planners are
/// compiled for both, since shifts of `u128` take several instructions.
pub(crate) trait Bits:
    Copy
    + Eq
    + Default
    + Send
    + std::fmt::Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const NONE: Self;

    fn of(cells: Cells) -> Self;

    fn cells(self) -> Cells;

    fn count(self) -> u32;

    /// The number of the lowest bit of a set that is not empty.
    fn first(self) -> u32;

    /// The set without its lowest bit.
    fn rest(self) -> Self;

    /// The product of two words; bits above the word are lost.
    fn times(self, factor: Self) -> Self;

    /// The lowest 16 bits.
    fn low(self) -> u32;
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: Self = 0;

            #[inline(always)]
            fn of(cells: Cells) -> Self {
                cells as $word
            }

            #[inline(always)]
            fn cells(self) -> Cells {
                Cells::from(self)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn times(self, factor: Self) -> Self {
                self.wrapping_mul(factor)
            }

            #[inline(always)]
            fn low(self) -> u32 {
                u32::from(self as u16)
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// Returns the index of the `n`-th lowest set bit, with `n` from 0.
///
/// `set` must have more than `n` bits.
#[inline]
pub(crate) fn nth(set: Cells, mut n: u32) -> u32 {
    let below = (set as u64).count_ones();
    let (mut word, mut place) = (set as u64, 0);
    if n >= below {
        (word, place) = ((set >> 64) as u64, 64);
        n -= below;
    }
    for width in [32, 16, 8] {
        let below = (word & ((1 << width) - 1)).count_ones();
        if n >= below {
            (word, place) = (word >> width, place + width);
            n -= below;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    place + word.trailing_zeros()
}

/// Removes the lowest bit of a set and returns its index; `None` if the set is empty.
#[inline]
pub(crate) fn take_first(set: &mut Cells) -> Option<u32> {
    if *set == 0 {
        return None;
    }
    let first = set.trailing_zeros();
    *set &= *set - 1;
    Some(first)
}

/// Returns the first cells of all runs of `length` set cells that are `step` bits apart.
#[inline(always)]
pub(crate) fn runs<B: Bits>(set: B, length: u32, step: u32) -> B {
    let (mut runs, mut found) = (set, 1);
    while 2 * found <= length {
        runs = runs & runs >> (found * step);
        found *= 2;
    }
    runs & runs >> ((length - found) * step)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_nth_bit(set: u128) {
            let mut rest = set;
            for n in 0..set.count_ones() {
                prop_assert_eq!(Some(nth(set, n)), take_first(&mut rest));
            }
            prop_assert_eq!(take_first(&mut rest), None);
        }

        #[test]
        fn runs_one_by_one(some: u128, more: u128, length in 1u32..=10, step in 1u32..=10) {
            let set = some | more;
            let expected = (0..length).fold(u128::MAX, |runs, k| runs & set >> (k * step));
            prop_assert_eq!(runs(set, length, step), expected);
        }
    }
}
