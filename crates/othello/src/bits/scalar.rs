//! The portable version, in integer arithmetic.

use plywood_search::Rng;

use super::rays::RAYS;

/// The squares of files b to g: only discs on these can be enclosed along a row or a diagonal.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// As [`bits::legal`](super::legal).
#[inline]
pub fn legal(own: u64, other: u64) -> u64 {
    let inner = other & INNER_FILES;
    let reached = beyond::<1>(own, inner)
        | beyond::<7>(own, inner)
        | beyond::<8>(own, other)
        | beyond::<9>(own, inner);
    reached & !(own | other)
}

/// Returns the squares directly after lines of `enclosed` discs that start next to an own disc, in
/// both directions of the axis of `STEP`. A parallel prefix fill covers lines of up to six discs.
#[inline]
fn beyond<const STEP: u32>(own: u64, enclosed: u64) -> u64 {
    let pairs = enclosed & (enclosed << STEP);
    let mut ahead = enclosed & (own << STEP);
    ahead |= enclosed & (ahead << STEP);
    ahead |= pairs & (ahead << (2 * STEP));
    ahead |= pairs & (ahead << (2 * STEP));

    let pairs = pairs >> STEP;
    let mut behind = enclosed & (own >> STEP);
    behind |= enclosed & (behind >> STEP);
    behind |= pairs & (behind >> (2 * STEP));
    behind |= pairs & (behind >> (2 * STEP));

    ahead << STEP | behind >> STEP
}

/// As [`bits::flips`](super::flips).
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flips = 0;
    for ray in rays.ahead {
        // The nearest square without a disc of `other` ends the line; the line flips if that square
        // is an own disc.
        let open = ray & !other;
        let end = open & open.wrapping_neg() & own;
        flips |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for ray in rays.behind {
        let open = ray & !other;
        let end = (1 << 63 >> (open | 1).leading_zeros()) & open & own;
        flips |= ray & (end << 1).wrapping_neg();
    }
    flips
}

/// As [`bits::last_flips`](super::last_flips).
#[inline]
pub fn last_flips(own: u64, square: u8) -> u32 {
    flips(own, !(own | 1 << square), square).count_ones()
}

/// As [`bits::nth`](super::nth).
#[inline]
pub fn nth(set: u64, n: usize) -> u8 {
    let mut rest = set;
    for _ in 0..n {
        rest &= rest.wrapping_sub(1);
    }
    rest.trailing_zeros() as u8
}

/// As [`bits::turn`](super::turn).
#[inline]
pub fn turn(own: u64, other: u64, square: u8) -> (u64, u64) {
    let flips = flips(own, other, square);
    (flips, legal(other ^ flips, own ^ flips | 1 << square))
}

/// As [`bits::pick`](super::pick).
#[inline]
pub fn pick(set: u64, rng: &mut Rng) -> u8 {
    nth(set, rng.below(set.count_ones() as usize))
}

/// As [`bits::mobility`](super::mobility).
#[inline]
pub fn mobility(own: u64, other: u64, squares: u64, mut visit: impl FnMut(u8, u32, u32)) {
    let mut rest = squares;
    while rest != 0 {
        let square = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        let flips = flips(own, other, square);
        let (own, other) = (own ^ flips | 1 << square, other ^ flips);
        visit(square, legal(own, other).count_ones(), legal(other, own).count_ones());
    }
}
