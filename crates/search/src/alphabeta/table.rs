//! The transposition table of alpha-beta search.

/// How a stored value relates to the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Exact,
    /// The value is at least the stored one.
    Lower,
    /// The value is at most the stored one.
    Upper,
}

/// The depth of results that do not depend on the evaluation: every line ended with the game.
pub(super) const COMPLETE: u8 = u8::MAX;

/// The index of no move.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// The result of a search, in 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    key: u64,
    pub(super) value: i32,
    /// The index of the best move in the order of [`Game::moves`](crate::Game::moves).
    pub(super) best: u16,
    pub(super) depth: u8,
    pub(super) kind: Kind,
}

impl Slot {
    const EMPTY: Slot = Slot { key: 0, value: 0, best: NO_MOVE, depth: 0, kind: Kind::Upper };

    pub(super) fn new(key: u64, value: i32, best: u16, depth: u8, kind: Kind) -> Self {
        Slot { key, value, best, depth, kind }
    }
}

/// Two slots for positions with similar keys: one keeps the deepest search, one the latest.
type Bucket = [Slot; 2];

pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table of at most `bytes`, or smaller if fewer `positions` will be searched.
    pub(super) fn new(bytes: usize, positions: u64) -> Self {
        let useful = usize::try_from(positions).unwrap_or(usize::MAX);
        let buckets = (bytes / size_of::<Bucket>()).min(useful).max(1);
        let size =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { buckets: vec![[Slot::EMPTY; 2]; size] }
    }

    pub(super) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Slot> {
        let bucket = &self.buckets[self.index(key)];
        bucket.iter().copied().find(|slot| slot.key == key && slot.depth > 0)
    }

    #[inline]
    pub(super) fn store(&mut self, slot: Slot) {
        let index = self.index(slot.key);
        let [deepest, latest] = &mut self.buckets[index];
        if slot.key == deepest.key || slot.depth >= deepest.depth {
            *deepest = slot;
        } else {
            *latest = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_are_kept() {
        let mut table = Table::new(1, 1);
        assert_eq!(table.bytes(), size_of::<Bucket>());
        assert_eq!(size_of::<Slot>(), 16);
        let slot = |key, depth| Slot::new(key, 7, 0, depth, Kind::Exact);
        assert!(table.find(0).is_none(), "an empty slot has no result");
        table.store(slot(1, 5));
        table.store(slot(2, 3));
        table.store(slot(3, 2));
        assert_eq!([1, 2, 3].map(|key| table.find(key).is_some()), [true, false, true]);
        table.store(slot(4, 6));
        assert_eq!([1, 3, 4].map(|key| table.find(key).is_some()), [false, true, true]);
    }

    #[test]
    fn a_table_is_a_power_of_two_within_its_limits() {
        assert_eq!(Table::new(100 * size_of::<Bucket>(), u64::MAX).buckets.len(), 64);
        assert_eq!(Table::new(usize::MAX / 2, 9).buckets.len(), 8);
        assert_eq!(Table::new(0, 0).buckets.len(), 1);
    }
}
