//! The randomizers: a bag of seven pieces, or uniform draws.

use plywood_search::Rng;

use crate::{Piece, Randomizer};

/// A set of pieces, such as those left in the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bag(u8);

impl Bag {
    /// The empty set.
    pub const EMPTY: Bag = Bag(0);
    /// All seven pieces.
    pub const FULL: Bag = Bag(0b111_1111);

    /// Whether the set contains `piece`.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 >> piece as u8 & 1 == 1
    }

    /// The pieces as bits, in the order of [`Piece::ALL`].
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The set with `piece` added.
    #[must_use]
    pub const fn with(self, piece: Piece) -> Bag {
        Bag(self.0 | 1 << piece as u8)
    }

    /// The set with `piece` removed.
    #[must_use]
    pub const fn without(self, piece: Piece) -> Bag {
        Bag(self.0 & !(1 << piece as u8))
    }

    /// The number of pieces.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The pieces, in the order of [`Piece::ALL`].
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.contains(piece))
    }

    /// Draws the next piece. An empty bag is filled first; uniform draws leave the bag empty. Each
    /// piece takes one random number, so the k-th piece depends only on the generator's seed and k.
    pub(crate) fn draw(&mut self, randomizer: Randomizer, rng: &mut Rng) -> Piece {
        if randomizer == Randomizer::Uniform {
            return Piece::ALL[rng.below(Piece::ALL.len())];
        }
        if *self == Bag::EMPTY {
            *self = Bag::FULL;
        }
        let mut left = self.0;
        for _ in 0..rng.below(self.count()) {
            left &= left - 1;
        }
        let piece = Piece::ALL[left.trailing_zeros() as usize];
        *self = self.without(piece);
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(randomizer: Randomizer, seed: u64, count: usize) -> Vec<Piece> {
        let (mut bag, mut rng) = (Bag::EMPTY, Rng::new(seed));
        (0..count).map(|_| bag.draw(randomizer, &mut rng)).collect()
    }

    #[test]
    fn each_bag_has_each_piece_once() {
        for seed in 0..100 {
            for bag in draws(Randomizer::Bag, seed, 70).chunks(7) {
                let set = bag.iter().fold(Bag::EMPTY, |set, &piece| set.with(piece));
                assert_eq!(set, Bag::FULL);
            }
        }
    }

    #[test]
    fn all_orders_of_a_bag_are_equally_likely() {
        let mut counts = std::collections::HashMap::new();
        for seed in 0..5040 * 10 {
            *counts.entry(draws(Randomizer::Bag, seed, 7)).or_insert(0) += 1;
        }
        // Each of the 5,040 orders is expected ten times. By the Poisson distribution, an order is
        // missing with probability 1 / 22,000, and it occurs over 32 times with probability < 1e-8.
        assert!(counts.len() > 5030, "{} orders", counts.len());
        assert!(counts.values().all(|&count| count <= 32));
    }

    #[test]
    fn uniform_pieces_are_equally_likely_and_independent() {
        let pieces = draws(Randomizer::Uniform, 1, 70_000);
        for piece in Piece::ALL {
            let count = pieces.iter().filter(|&&drawn| drawn == piece).count();
            assert!((9_500..10_500).contains(&count), "{piece:?}: {count} times");
        }
        let repeats = pieces.windows(2).filter(|pair| pair[0] == pair[1]).count();
        assert!((9_500..10_500).contains(&repeats), "{repeats} repeats");
    }
}
