//! The transposition table: bounds and best moves of positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use super::discs::{Discs, MAX_SCORE};

/// Proven bounds of a position's score, and its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i8,
    /// The score is at most this.
    pub(super) upper: i8,
    /// The two moves that were best in earlier searches, the latest first; [`NO_MOVE`] for a missing
    /// one.
    pub(super) moves: [u8; 2],
}

/// The value for a missing move.
pub(super) const NO_MOVE: u8 = 64;

impl Known {
    /// The entry of a position that has not been searched.
    pub(super) const NOTHING: Known =
        Known { lower: -(MAX_SCORE as i8), upper: MAX_SCORE as i8, moves: [NO_MOVE; 2] };

    /// Returns the entry updated by the result of a search with the window from `alpha` to `alpha + 1`.
    #[inline(always)]
    pub(super) fn with_result(mut self, score: i32, alpha: i32, best: u8) -> Known {
        if score > alpha {
            self.lower = self.lower.max(score as i8);
        } else {
            self.upper = self.upper.min(score as i8);
        }
        // The best move is kept even if it did not raise the score above `alpha`: it is still the most
        // promising one.
        if best != self.moves[0] {
            self.moves = [best, self.moves[0]];
        }
        self
    }

    fn pack(self, empties: u32, generation: u8) -> u64 {
        let [first, second] = self.moves;
        u64::from_le_bytes([
            self.lower.cast_unsigned(),
            self.upper.cast_unsigned(),
            first,
            second,
            empties as u8,
            generation,
            0,
            0,
        ])
    }

    fn unpack(data: u64) -> Known {
        let [lower, upper, first, second, ..] = data.to_le_bytes();
        Known { lower: lower.cast_signed(), upper: upper.cast_signed(), moves: [first, second] }
    }
}

/// Returns the worth of a slot with this data. It is the number of empty squares, because positions
/// with more of them took longer to search, or 0 for a slot of an earlier generation. The slot with
/// the lower worth is replaced.
fn worth(data: u64, generation: u8) -> u8 {
    let [_, _, _, _, empties, age, ..] = data.to_le_bytes();
    if age == generation { empties } else { 0 }
}

/// A position and its entry. Several threads may write a slot at the same time, so the two words of the
/// discs are stored XORed with the data: if a slot has words of different writes, its discs match no
/// position.
struct Slot {
    own: AtomicU64,
    other: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline(always)]
    fn read(&self) -> (Discs, u64) {
        let data = self.data.load(Ordering::Relaxed);
        let own = self.own.load(Ordering::Relaxed) ^ data;
        let other = self.other.load(Ordering::Relaxed) ^ data.rotate_left(32);
        (Discs { own, other }, data)
    }

    #[inline(always)]
    fn write(&self, discs: Discs, data: u64) {
        self.own.store(discs.own ^ data, Ordering::Relaxed);
        self.other.store(discs.other ^ data.rotate_left(32), Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// Two slots, padded to the size of a cache line. Aligning buckets to cache lines did not make searches
/// faster, and an aligned allocation would write all the zeros of a new table.
struct Bucket {
    slots: [Slot; 2],
    _padding: [u64; 2],
}

/// Returns empty buckets. The operating system provides zeroed memory on first use; writing 1 GiB of
/// zeros here would take longer than most searches and many time limits.
fn empty_buckets(size: usize) -> Box<[Bucket]> {
    // SAFETY: buckets are made of integers, for which zero bytes are valid.
    unsafe { Box::new_zeroed_slice(size).assume_init() }
}

/// The transposition table of a solver.
#[derive(Default)]
pub(super) struct Table {
    /// The buckets. Only the first `mask + 1` are in use; the others are left from a larger size.
    buckets: Box<[Bucket]>,
    /// The number of buckets in use minus one; the number is a power of two.
    mask: usize,
    /// The generation of the entries, increased by each reset. Slots of other generations count as
    /// empty.
    generation: u8,
}

impl Table {
    /// Clears the table, and changes its size to at most `bytes`, but at least one bucket.
    pub(super) fn reset(&mut self, bytes: usize) {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let size =
            if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        self.mask = size - 1;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            // The counter has wrapped around, so old slots of the first generation would become valid
            // again.
            self.buckets = Box::default();
            self.generation = 1;
        }
        if self.buckets.len() < size {
            // Frees the old buckets before the allocation, so that both are never in memory at the same
            // time.
            self.buckets = Box::default();
            self.buckets = empty_buckets(size);
        }
    }

    /// Returns the size in bytes.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        (self.mask + 1) * size_of::<Bucket>()
    }

    #[inline(always)]
    fn bucket(&self, discs: Discs) -> &Bucket {
        // Hashes the position. The constants are odd numbers without a pattern; the high bits of the
        // products depend on all squares.
        let own = discs.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let other = discs.other.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (own ^ other.rotate_right(29)).wrapping_mul(0x1656_67b1_9e37_79f9);
        &self.buckets[(mixed >> 32 ^ mixed) as usize & self.mask]
    }

    /// Returns the entry of a position; `None` if the table has none.
    #[inline(always)]
    pub(super) fn probe(&self, discs: Discs) -> Option<Known> {
        for slot in &self.bucket(discs).slots {
            let (found, data) = slot.read();
            if found == discs && worth(data, self.generation) != 0 {
                return Some(Known::unpack(data));
            }
        }
        None
    }

    /// Stores the entry of a position with `empties` empty squares. Replaces the position's old entry
    /// if there is one, else the less valuable slot of the bucket.
    #[inline(always)]
    pub(super) fn store(&self, discs: Discs, empties: u32, known: Known) {
        let bucket = self.bucket(discs);
        let data = known.pack(empties, self.generation);
        let [first, second] = &bucket.slots;
        // A slot of another generation counts as empty, even if it holds this position.
        let [(in_first, first_worth), (in_second, second_worth)] = [first, second].map(|slot| {
            let (found, data) = slot.read();
            let worth = worth(data, self.generation);
            (found == discs && worth != 0, worth)
        });
        let slot =
            if in_first || !in_second && first_worth < second_worth { first } else { second };
        slot.write(discs, data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known { lower: -4, upper: 64, moves: [7, NO_MOVE] };

    fn discs(number: u64) -> Discs {
        Discs { own: number, other: !number << 1 & !number }
    }

    #[test]
    fn what_is_stored_is_found_until_the_table_is_cleared() {
        let mut table = Table::default();
        table.reset(1 << 16);
        assert_eq!(table.probe(discs(5)), None);
        table.store(discs(5), 10, KNOWN);
        assert_eq!(table.probe(discs(5)), Some(KNOWN));
        assert_eq!(table.probe(discs(6)), None);
        for _ in 0..600 {
            table.reset(1 << 16);
            assert_eq!(table.probe(discs(5)), None);
        }
    }

    #[test]
    fn results_that_took_longer_are_kept() {
        let mut table = Table::default();
        table.reset(1);
        assert_eq!(table.bytes(), 64);
        table.store(discs(1), 20, KNOWN);
        for number in 2..100 {
            table.store(discs(number), 10, KNOWN);
            assert_eq!(table.probe(discs(number)), Some(KNOWN));
        }
        assert_eq!(table.probe(discs(1)), Some(KNOWN));
        table.reset(1);
        table.store(discs(2), 9, KNOWN);
        table.store(discs(3), 8, KNOWN);
        assert_eq!([2, 3].map(|number| table.probe(discs(number))), [Some(KNOWN); 2]);
    }

    #[test]
    fn the_size_is_bounded() {
        for bytes in [0, 63, 64, 1000, 1 << 20, (1 << 20) - 1] {
            let mut table = Table::default();
            table.reset(bytes);
            let size = table.bytes();
            assert!(size <= bytes.max(64) && 2 * size > bytes, "{size} of {bytes}");
        }
    }

    #[test]
    fn results_narrow_the_bounds() {
        let known = Known::NOTHING.with_result(10, 9, 3).with_result(20, 21, 4);
        assert_eq!(known, Known { lower: 10, upper: 20, moves: [4, 3] });
        assert_eq!(known.with_result(12, 11, 4), Known { lower: 12, ..known });
    }
}
