//! A set of moves, to match the children of a position with the moves that are legal in a world.

use std::any::Any;

/// A set of moves. Moves of type `u8` are bits, so that matching many children takes little time.
/// Others are in a list, since they can only be compared.
pub(crate) struct MoveSet<M> {
    bits: [u64; 4],
    list: Vec<M>,
    len: usize,
}

impl<M> Default for MoveSet<M> {
    fn default() -> Self {
        MoveSet { bits: [0; 4], list: Vec::new(), len: 0 }
    }
}

impl<M: Copy + Eq + 'static> MoveSet<M> {
    /// Returns the place of a move among the bits. Returns `None` unless moves are of type `u8`. The
    /// compiler knows the type, so the cast takes no time.
    #[inline]
    fn bit(mv: M) -> Option<(usize, u64)> {
        let byte = *(&mv as &dyn Any).downcast_ref::<u8>()?;
        Some((usize::from(byte >> 6), 1 << (byte & 63)))
    }

    /// Replaces the set by moves of type `u8`: bit `n` of `bits` is the move `n`.
    #[inline]
    pub(crate) fn assign(&mut self, bits: u64) {
        self.bits = [bits, 0, 0, 0];
        self.len = bits.count_ones() as usize;
    }

    /// Appends the moves of a set that was assigned, the lowest first.
    ///
    /// # Panics
    /// If the moves are not of type `u8`.
    #[inline]
    pub(crate) fn list_assigned(&self, out: &mut Vec<M>) {
        let mut rest = self.bits[0];
        while rest != 0 {
            let byte = rest.trailing_zeros() as u8;
            let mv = (&byte as &dyn Any).downcast_ref::<M>();
            out.push(*mv.expect("`Game::move_bits` is for moves of type `u8`"));
            rest &= rest - 1;
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.bits = [0; 4];
        self.list.clear();
        self.len = 0;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn contains(&self, mv: M) -> bool {
        match MoveSet::bit(mv) {
            Some((word, bit)) => self.bits[word] & bit != 0,
            None => self.list.contains(&mv),
        }
    }

    /// Adds a move, if the set does not have it.
    #[inline]
    pub(crate) fn insert(&mut self, mv: M) {
        if self.contains(mv) {
            return;
        }
        match MoveSet::bit(mv) {
            Some((word, bit)) => self.bits[word] |= bit,
            None => self.list.push(mv),
        }
        self.len += 1;
    }

    /// Removes a move, if the set has it.
    #[inline]
    pub(crate) fn remove(&mut self, mv: M) {
        if !self.contains(mv) {
            return;
        }
        match MoveSet::bit(mv) {
            Some((word, bit)) => self.bits[word] &= !bit,
            None => self.list.retain(|&other| other != mv),
        }
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Compares random operations with a sorted list.
    fn check<M: Copy + Ord + 'static>(moves: impl Fn(u8) -> M) {
        let (mut set, mut expected, mut rng) = (MoveSet::default(), Vec::new(), Rng::new(1));
        for _ in 0..10_000 {
            let mv = moves(rng.below(256) as u8);
            let had = expected.binary_search(&mv);
            assert_eq!(set.contains(mv), had.is_ok());
            match (rng.below(100), had) {
                (0, _) => {
                    set.clear();
                    expected.clear();
                }
                (1..=50, had) => {
                    set.insert(mv);
                    had.err().into_iter().for_each(|index| expected.insert(index, mv));
                }
                (_, had) => {
                    set.remove(mv);
                    had.ok().into_iter().for_each(|index| _ = expected.remove(index));
                }
            }
            assert_eq!(set.len(), expected.len());
        }
    }

    #[test]
    fn bits_become_moves() {
        let mut set = MoveSet::<u8>::default();
        set.insert(200);
        set.assign(1 << 3 | 1 << 60);
        set.remove(3);
        let mut moves = Vec::new();
        set.list_assigned(&mut moves);
        assert_eq!((moves, set.len()), (vec![60], 1));
    }

    #[test]
    fn a_set_has_the_moves_that_were_added_and_not_removed() {
        check(|byte| byte);
        check(|byte| (byte % 16, byte / 16));
    }
}
