//! The version for x86-64 processors with AVX2 and BMI2: a vector has one lane per axis.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi32,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256, _pdep_u64, _pext_u64,
};
use std::sync::LazyLock;

use plywood_search::Rng;

use super::lines::{ENCLOSED, LINES, Line};
use super::rays::RAYS;

/// Whether the processor can run this module. Cached, because four feature tests at every call
/// would take as long as [`flips`].
static AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
});

#[inline]
pub(crate) fn available() -> bool {
    *AVAILABLE
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn legal(own: u64, other: u64) -> u64 {
    any_lane(legal4(in_lanes(own), in_lanes(other))) & !(own | other)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn flips(own: u64, other: u64, square: u8) -> u64 {
    any_lane(flips4(in_lanes(own), in_lanes(other), square))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn last_flips(own: u64, square: u8) -> u32 {
    let lines = &LINES[usize::from(square & 63)];
    let along = |axis: usize| {
        let Line { squares, place } = lines[axis];
        u32::from(ENCLOSED[usize::from(place & 7)][_pext_u64(own, squares) as usize & 255])
    };
    along(0) + along(1) + along(2) + along(3)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn nth(set: u64, n: usize) -> u8 {
    _pdep_u64(1 << n, set).trailing_zeros() as u8
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn turn(own: u64, other: u64, square: u8) -> (u64, u64) {
    let disc = 1 << square;
    let (lanes, other_lanes) = (in_lanes(own), in_lanes(other));
    // The flips stay in vector registers, as the input of `legal4`.
    let flips = every_lane(flips4(lanes, other_lanes, square));
    let moves = legal4(
        _mm256_xor_si256(other_lanes, flips),
        _mm256_xor_si256(_mm256_or_si256(lanes, in_lanes(disc)), flips),
    );
    (first_lane(flips), any_lane(moves) & !(own | other | disc))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn pick(set: u64, rng: &mut Rng) -> u8 {
    nth(set, rng.below(set.count_ones() as usize))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(crate) fn mobility(own: u64, other: u64, squares: u64, mut visit: impl FnMut(u8, u32, u32)) {
    let (own_lanes, other_lanes) = (in_lanes(own), in_lanes(other));
    let mut rest = squares;
    while rest != 0 {
        let square = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        let disc = 1 << square;
        let flips = every_lane(flips4(own_lanes, other_lanes, square));
        let mover = _mm256_xor_si256(_mm256_or_si256(own_lanes, in_lanes(disc)), flips);
        let replier = _mm256_xor_si256(other_lanes, flips);
        let empty = !(own | other | disc);
        let mine = any_lane(legal4(mover, replier)) & empty;
        let theirs = any_lane(legal4(replier, mover)) & empty;
        visit(square, mine.count_ones(), theirs.count_ones());
    }
}

/// Returns, in one lane per axis, the squares directly after lines of `other` discs that start next
/// to an own disc, in both directions of the axis. Some of these squares may be occupied.
#[inline]
#[target_feature(enable = "avx2")]
fn legal4(own: __m256i, other: __m256i) -> __m256i {
    // The squares of files b to g. Discs on the a- and h-files can only be enclosed along a column.
    const INNER_FILES: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    let enclosed =
        _mm256_and_si256(other, _mm256_set_epi64x(INNER_FILES, -1, INNER_FILES, INNER_FILES));
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two_steps = _mm256_add_epi64(step, step);

    let pairs = _mm256_and_si256(enclosed, _mm256_sllv_epi64(enclosed, step));
    let pairs_behind = _mm256_srlv_epi64(pairs, step);
    let mut ahead = _mm256_and_si256(enclosed, _mm256_sllv_epi64(own, step));
    let mut behind = _mm256_and_si256(enclosed, _mm256_srlv_epi64(own, step));
    ahead = _mm256_or_si256(ahead, _mm256_and_si256(enclosed, _mm256_sllv_epi64(ahead, step)));
    behind = _mm256_or_si256(behind, _mm256_and_si256(enclosed, _mm256_srlv_epi64(behind, step)));
    for _ in 0..2 {
        ahead =
            _mm256_or_si256(ahead, _mm256_and_si256(pairs, _mm256_sllv_epi64(ahead, two_steps)));
        behind = _mm256_or_si256(
            behind,
            _mm256_and_si256(pairs_behind, _mm256_srlv_epi64(behind, two_steps)),
        );
    }
    _mm256_or_si256(_mm256_sllv_epi64(ahead, step), _mm256_srlv_epi64(behind, step))
}

/// Returns the discs that flip along each axis, in one lane per axis.
#[inline]
#[target_feature(enable = "avx2")]
fn flips4(own: __m256i, other: __m256i, square: u8) -> __m256i {
    let rays = &RAYS[usize::from(square & 63)];
    let zero = _mm256_setzero_si256();

    // Towards higher bits, the lowest bit that is not a disc of `other` ends the line.
    let ray = vector(&rays.ahead);
    let open = _mm256_andnot_si256(other, ray);
    let end = _mm256_and_si256(_mm256_and_si256(open, own), _mm256_sub_epi64(zero, open));
    let kept = _mm256_sub_epi64(_mm256_cmpeq_epi64(end, zero), end);
    let ahead = _mm256_andnot_si256(kept, ray);

    // Towards lower bits, the highest bit that is not a disc of `other` ends the line. AVX2 cannot
    // isolate the highest bit, so `below` gets all squares of the ray below an open square.
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let ray = vector(&rays.behind);
    let open = _mm256_andnot_si256(other, ray);
    let mut below = _mm256_srlv_epi64(open, step);
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, step));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, two_steps));
    below = _mm256_or_si256(below, _mm256_srlv_epi64(below, four_steps));
    let end = _mm256_andnot_si256(below, _mm256_and_si256(open, own));
    let kept = _mm256_cmpeq_epi64(end, zero);
    let line = _mm256_andnot_si256(_mm256_or_si256(below, open), ray);
    let behind = _mm256_andnot_si256(kept, line);

    _mm256_or_si256(ahead, behind)
}

#[inline]
#[target_feature(enable = "avx2")]
fn in_lanes(set: u64) -> __m256i {
    _mm256_set1_epi64x(set.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn vector(lanes: &[u64; 4]) -> __m256i {
    let [a, b, c, d] = lanes.map(u64::cast_signed);
    _mm256_set_epi64x(d, c, b, a)
}

#[inline]
#[target_feature(enable = "avx2")]
fn first_lane(lanes: __m256i) -> u64 {
    _mm_cvtsi128_si64(_mm256_castsi256_si128(lanes)).cast_unsigned()
}

/// Returns a vector in which every lane is the union of all lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn every_lane(lanes: __m256i) -> __m256i {
    let pairs = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    _mm256_or_si256(pairs, _mm256_shuffle_epi32::<0b01_00_11_10>(pairs))
}

#[inline]
#[target_feature(enable = "avx2")]
fn any_lane(lanes: __m256i) -> u64 {
    first_lane(every_lane(lanes))
}
