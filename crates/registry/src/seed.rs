//! Default seeds of games and tournaments.

use std::hash::{BuildHasher, RandomState};

/// The number of possible seeds. Seeds have at most nine digits, which are easy to type.
const SEEDS: u64 = 1_000_000_000;

/// Draws a seed from the operating system's entropy.
pub fn draw_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}
