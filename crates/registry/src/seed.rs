//! Seeds for games and tournaments that are given none.

use std::hash::{BuildHasher, RandomState};

/// Short enough to be read out and typed.
const SEEDS: u64 = 1_000_000_000;

/// Draws a seed from the operating system's entropy.
pub fn draw_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
