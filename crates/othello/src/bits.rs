//! Moves and flips on bitboards, in the fastest version this processor can run.
//!
//! A set of squares is a `u64`: bit 0 is a1, bit 7 h1, bit 8 a2, bit 63 h8.
//! Which version runs is decided at run time, so one program serves every
//! processor; all versions give the same bits.

use plywood_search::Rng;

#[cfg(target_arch = "x86_64")]
mod avx2;
mod rays;
pub mod scalar;

/// Calls the named function of the best module this processor can run.
macro_rules! fastest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            // SAFETY: the processor has every feature the function is compiled for.
            return unsafe { avx2::$name($($argument),*) };
        }
        scalar::$name($($argument),*)
    }};
}

/// The squares where the side with the discs `own` may play.
///
/// ```
/// use plywood_othello::bits;
///
/// let (black, white) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
/// assert_eq!(bits::legal(black, white), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44);
/// ```
#[inline]
pub fn legal(own: u64, other: u64) -> u64 {
    fastest!(legal(own, other))
}

/// The discs that turn when `own` plays on the empty `square`; 0 where none does.
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    fastest!(flips(own, other, square))
}

/// The square of the `n`-th bit of `set`, counted from 0; `n` is below their number.
#[inline]
pub fn nth(set: u64, n: usize) -> u8 {
    fastest!(nth(set, n))
}

/// The discs that turn when `own` plays on `square`, and the squares where
/// `other` may then play: all that a turn needs, in one call.
#[inline]
pub fn turn(own: u64, other: u64, square: u8) -> (u64, u64) {
    fastest!(turn(own, other, square))
}

/// One square of `set`, which is not empty, each with the same probability.
#[inline]
pub fn pick(set: u64, rng: &mut Rng) -> u8 {
    fastest!(pick(set, rng))
}

/// Tells `visit`, for each of `squares` in order, how many moves `own` and
/// `other` would have after `own` played there.
#[inline]
pub fn mobility(own: u64, other: u64, squares: u64, visit: impl FnMut(u8, u32, u32)) {
    fastest!(mobility(own, other, squares, visit));
}
