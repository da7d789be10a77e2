//! The random generator. Its sequence for a seed is part of the public contract.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// The random generator of all games and players: xoshiro256++, seeded by SplitMix64.
///
/// All draws are defined here, so updates of dependencies cannot change them. A seed gives the same
/// game and the same decision on every machine.
///
/// ```
/// use plywood_search::Rng;
///
/// let mut rng = Rng::new(7);
/// assert!(rng.below(6) < 6);
/// assert_eq!(Rng::new(7).below(1_000_000), Rng::new(7).below(1_000_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates one of several independent generators from the same seed, for example one per thread.
    /// `number` selects the generator.
    pub fn stream(seed: u64, number: u64) -> Self {
        Rng::new(Rng::new(seed).bits() ^ number)
    }

    /// Returns 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number from 0 to `n - 1`; 0 if `n` is 0.
    ///
    /// The relative bias of the multiplication is about `n / 2^64`, too small to measure.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Returns a number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Returns one of `items`, all with the same probability; `None` if there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Shuffles `items`, all orders with the same probability.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(7);
        let draws = [rng.bits(), rng.bits(), rng.bits()];
        // Computed by an independent implementation of SplitMix64 and xoshiro256++.
        let expected = [1021219803524665661, 3174977118032272916, 13236943193235544178];
        assert_eq!(draws, expected);
        let mut stream = Rng::stream(7, 1);
        assert_eq!(stream.bits(), 7679972318425380485);
    }

    #[test]
    fn streams_of_a_seed_differ() {
        let mut first: Vec<u64> = (0..1000).map(|k| Rng::stream(3, k).bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1000);
    }

    #[test]
    fn shuffles_reach_every_order_equally_often() {
        let mut rng = Rng::new(1);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|&count| (850..1150).contains(&count)));
    }

    #[test]
    fn empty_ranges_have_defined_results() {
        assert_eq!(Rng::new(1).pick::<u8>(&[]), None);
        assert_eq!(Rng::new(1).below(0), 0);
    }
}
