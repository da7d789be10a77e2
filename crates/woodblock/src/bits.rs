//! Sets of cells as bits.

/// A set of cells of a grid: bit `row * size + column`.
pub type Cells = u128;

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
#[inline]
pub(crate) fn runs(set: Cells, length: u32, step: u32) -> Cells {
    let (mut runs, mut found) = (set, 1);
    while 2 * found <= length {
        runs &= runs >> (found * step);
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
