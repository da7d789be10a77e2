//! The search, compiled once for each kind of processor.
//!
//! In code that is compiled for every processor, calling an AVX2 function costs as much as the
//! function itself, and bits are counted in software. Therefore the recursive functions of the search
//! are generic over the processor, and each version is compiled with the processor's features.

use super::discs::Discs;
use super::worker::Worker;
use crate::bits::scalar;

/// The bitboard functions and the recursive functions of the search, compiled for one kind of
/// processor.
pub(super) trait Processor: Sized {
    fn legal(own: u64, other: u64) -> u64;
    fn flips(own: u64, other: u64, square: u8) -> u64;
    fn last_flips(own: u64, square: u8) -> u32;

    fn three(worker: &mut Worker<Self>, discs: Discs, squares: [u8; 3], alpha: i32) -> i32;
    fn four(worker: &mut Worker<Self>, discs: Discs, alpha: i32) -> i32;
    fn by_parity(worker: &mut Worker<Self>, discs: Discs, alpha: i32, empties: u32) -> i32;
    fn null_window(worker: &mut Worker<Self>, discs: Discs, alpha: i32, empties: u32) -> i32;
    fn principal(worker: &mut Worker<Self>, discs: Discs, window: [i32; 2], empties: u32) -> i32;
    fn look_ahead(worker: &mut Worker<Self>, discs: Discs, window: [i32; 2], depth: u32) -> i32;
}

/// Any processor.
pub(super) struct Portable;

/// An x86-64 processor for which [`avx2::available`](crate::bits::avx2::available) is true. Only the
/// code that calls `available` may choose this type for a search.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;

/// Implements a trait for a processor. `compile!` wraps the body of a function.
macro_rules! functions {
    ($processor:ty, $compile:ident) => {
        #[inline(always)]
        fn three(worker: &mut Worker<Self>, discs: Discs, squares: [u8; 3], alpha: i32) -> i32 {
            $compile!(three(worker: &mut Worker<$processor>, discs: Discs, squares: [u8; 3], alpha: i32))
        }
        #[inline(always)]
        fn four(worker: &mut Worker<Self>, discs: Discs, alpha: i32) -> i32 {
            $compile!(four(worker: &mut Worker<$processor>, discs: Discs, alpha: i32))
        }
        #[inline(always)]
        fn by_parity(worker: &mut Worker<Self>, discs: Discs, alpha: i32, empties: u32) -> i32 {
            $compile!(by_parity(worker: &mut Worker<$processor>, discs: Discs, alpha: i32, empties: u32))
        }
        #[inline(always)]
        fn null_window(worker: &mut Worker<Self>, discs: Discs, alpha: i32, empties: u32) -> i32 {
            $compile!(null_window(worker: &mut Worker<$processor>, discs: Discs, alpha: i32, empties: u32))
        }
        #[inline(always)]
        fn principal(worker: &mut Worker<Self>, discs: Discs, window: [i32; 2], empties: u32) -> i32 {
            $compile!(principal(worker: &mut Worker<$processor>, discs: Discs, window: [i32; 2], empties: u32))
        }
        #[inline(always)]
        fn look_ahead(worker: &mut Worker<Self>, discs: Discs, window: [i32; 2], depth: u32) -> i32 {
            $compile!(look_ahead(worker: &mut Worker<$processor>, discs: Discs, window: [i32; 2], depth: u32))
        }
    };
}

macro_rules! portable {
    ($name:ident($worker:ident: $type:ty, $($argument:ident: $argument_type:ty),*)) => {{
        #[inline(never)]
        fn compiled($worker: $type, $($argument: $argument_type),*) -> i32 {
            $worker.$name($($argument),*)
        }
        compiled($worker, $($argument),*)
    }};
}

impl Processor for Portable {
    #[inline(always)]
    fn legal(own: u64, other: u64) -> u64 {
        scalar::legal(own, other)
    }

    #[inline(always)]
    fn flips(own: u64, other: u64, square: u8) -> u64 {
        scalar::flips(own, other, square)
    }

    #[inline(always)]
    fn last_flips(own: u64, square: u8) -> u32 {
        scalar::last_flips(own, square)
    }

    functions!(Portable, portable);
}

#[cfg(target_arch = "x86_64")]
mod with_avx2 {
    use super::{Avx2, Discs, Processor, Worker};
    use crate::bits::avx2;

    macro_rules! avx2 {
        ($name:ident($worker:ident: $type:ty, $($argument:ident: $argument_type:ty),*)) => {{
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn compiled($worker: $type, $($argument: $argument_type),*) -> i32 {
                $worker.$name($($argument),*)
            }
            // SAFETY: a search with `Avx2` runs only on processors with all these features.
            unsafe { compiled($worker, $($argument),*) }
        }};
    }

    impl Processor for Avx2 {
        #[inline(always)]
        fn legal(own: u64, other: u64) -> u64 {
            // SAFETY: a search with `Avx2` runs only on processors with all features of `avx2`.
            unsafe { avx2::legal(own, other) }
        }

        #[inline(always)]
        fn flips(own: u64, other: u64, square: u8) -> u64 {
            // SAFETY: as in `legal`.
            unsafe { avx2::flips(own, other, square) }
        }

        #[inline(always)]
        fn last_flips(own: u64, square: u8) -> u32 {
            // SAFETY: as in `legal`.
            unsafe { avx2::last_flips(own, square) }
        }

        functions!(Avx2, avx2);
    }
}
