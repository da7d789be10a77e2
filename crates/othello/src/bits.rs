//! Moves and flips on bitboards.
//!
//! A set of squares is a `u64`: bit 0 is a1, bit 7 h1, bit 8 a2, bit 63 h8. Each function runs the
//! fastest version for the processor, chosen at run time; all versions return the same results.

use plywood_search::Rng;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
mod lines;
mod rays;
pub mod scalar;

/// Calls the AVX2 version of a function if the processor supports it, else the portable version.
macro_rules! fastest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            // SAFETY: `available` checks every feature that the function is compiled for.
            return unsafe { avx2::$name($($argument),*) };
        }
        scalar::$name($($argument),*)
    }};
}

/// Returns the squares where the side with the discs `own` may play.
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

/// Returns the discs that flip when `own` plays on the empty `square`; 0 if the move is illegal.
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    fastest!(flips(own, other, square))
}

/// Returns the number of discs that flip when `own` plays on `square`, the only empty square of the
/// board.
#[inline]
pub fn last_flips(own: u64, square: u8) -> u32 {
    fastest!(last_flips(own, square))
}

/// Returns the square of the `n`-th bit of `set`, counted from 0; `set` must have over `n` bits.
#[inline]
pub fn nth(set: u64, n: usize) -> u8 {
    fastest!(nth(set, n))
}

/// Returns the discs that flip when `own` plays on `square`, and the squares where `other` may play
/// next. One call is faster than separate calls of `flips` and `legal`.
#[inline]
pub fn turn(own: u64, other: u64, square: u8) -> (u64, u64) {
    fastest!(turn(own, other, square))
}

/// Draws a square of `set` uniformly; `set` must not be empty.
#[inline]
pub fn pick(set: u64, rng: &mut Rng) -> u8 {
    fastest!(pick(set, rng))
}

/// For each of `squares` in order, calls `visit` with the square and the numbers of moves that
/// `own` and `other` would have after `own` plays on that square.
#[inline]
pub fn mobility(own: u64, other: u64, squares: u64, visit: impl FnMut(u8, u32, u32)) {
    fastest!(mobility(own, other, squares, visit));
}
