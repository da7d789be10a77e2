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

/// The stored depth of a result that does not depend on the evaluation, because every line ended with the game. It
/// is greater than any depth of a search, since a deeper search would give the same result.
pub(super) const COMPLETE: u8 = u8::MAX;

/// The value of [`Slot::best`] if no best move is known.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// The result of the search of a position.
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
    pub(super) fn new(key: u64, value: i32, best: u16, depth: u8, kind: Kind) -> Self {
        Slot { key, value, best, depth, kind }
    }

    #[inline]
    fn pack(self) -> [u64; 2] {
        let [a, b, c, d] = self.value.to_le_bytes();
        let [low, high] = self.best.to_le_bytes();
        let data = [a, b, c, d, low, high, self.depth, self.kind as u8];
        [self.key, u64::from_le_bytes(data)]
    }

    #[inline]
    fn unpack([key, data]: [u64; 2]) -> Slot {
        let [a, b, c, d, low, high, depth, kind] = data.to_le_bytes();
        let kind = match kind {
            0 => Kind::Exact,
            1 => Kind::Lower,
            _ => Kind::Upper,
        };
        let value = i32::from_le_bytes([a, b, c, d]);
        Slot { key, value, best: u16::from_le_bytes([low, high]), depth, kind }
    }
}

/// Two slots for positions whose keys have the same low bits: one keeps the deepest search, one the latest. An empty
/// slot is all zeros, so its depth is 0, and the system can provide the zeroed memory of a new table on first use.
type Bucket = [[u64; 2]; 2];

pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table of at most `bytes`, or smaller if fewer `positions` will be stored.
    pub(super) fn new(bytes: usize, positions: u64) -> Self {
        let useful = usize::try_from(positions).unwrap_or(usize::MAX);
        let buckets = (bytes / size_of::<Bucket>()).min(useful).max(1);
        let size =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { buckets: vec![[[0; 2]; 2]; size] }
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
        let found = bucket.iter().find(|[own, _]| *own == key)?;
        Some(Slot::unpack(*found)).filter(|slot| slot.depth > 0)
    }

    #[inline]
    pub(super) fn store(&mut self, slot: Slot) {
        let index = self.index(slot.key);
        let [deepest, latest] = &mut self.buckets[index];
        let known = Slot::unpack(*deepest);
        let place =
            if slot.key == known.key || slot.depth >= known.depth { deepest } else { latest };
        *place = slot.pack();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_are_kept() {
        let mut table = Table::new(1, 1);
        assert_eq!(table.bytes(), size_of::<Bucket>());
        assert_eq!(size_of::<Bucket>(), 32);
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
    fn slots_survive_packing() {
        for kind in [Kind::Exact, Kind::Lower, Kind::Upper] {
            for (value, best, depth) in [(-1, 0, 1), (i32::MIN, NO_MOVE, COMPLETE), (123, 7, 9)] {
                let slot = Slot::unpack(Slot::new(5, value, best, depth, kind).pack());
                let Slot { key, value: v, best: b, depth: d, kind: k } = slot;
                assert_eq!((key, v, b, d, k), (5, value, best, depth, kind));
            }
        }
    }

    #[test]
    fn a_table_is_a_power_of_two_within_its_limits() {
        assert_eq!(Table::new(100 * size_of::<Bucket>(), u64::MAX).buckets.len(), 64);
        assert_eq!(Table::new(usize::MAX / 2, 9).buckets.len(), 8);
        assert_eq!(Table::new(0, 0).buckets.len(), 1);
    }
}
