//! The set of visited positions.

/// The value of an unused slot. Keys are stored plus one.
const UNUSED: u64 = 0;
/// The base-2 logarithm of the number of slots of a cleared set, which is small enough to clear in
/// a fraction of a microsecond.
const FIRST_BITS: u32 = 9;

/// A set of keys in a hash table with open addressing. It grows up to its limit, and keeps its
/// memory when it is cleared.
#[derive(Debug)]
pub(super) struct Visited {
    slots: Vec<u64>,
    /// The memory of a second table: the two are swapped when the set grows.
    spare: Vec<u64>,
    bits: u32,
    most_bits: u32,
    count: usize,
}

/// The error of an insertion into a set that has reached its limit.
pub(super) struct Full;

impl Visited {
    /// Creates a set that uses at most `bytes`, or its minimum size if that is more.
    pub fn new(bytes: usize) -> Visited {
        // While the set grows, the old table, which is half as large as the new one, is in memory,
        // too.
        let slots = bytes / size_of::<u64>() * 2 / 3;
        let most_bits = slots.checked_ilog2().unwrap_or(0).max(FIRST_BITS);
        Visited { slots: Vec::new(), spare: Vec::new(), bits: 0, most_bits, count: 0 }
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    pub fn clear(&mut self) {
        self.bits = FIRST_BITS;
        self.count = 0;
        self.slots.clear();
        self.slots.resize(1 << FIRST_BITS, UNUSED);
    }

    /// Adds a key. Returns whether it is new.
    #[inline]
    pub fn insert(&mut self, key: u64) -> Result<bool, Full> {
        // At most three quarters of the slots are used.
        if self.count >= self.slots.len() / 4 * 3 {
            self.grow()?;
        }
        let added = put(&mut self.slots, self.bits, key + 1);
        self.count += usize::from(added);
        Ok(added)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        if self.bits == self.most_bits {
            return Err(Full);
        }
        self.bits += 1;
        self.spare.clear();
        self.spare.resize(1 << self.bits, UNUSED);
        for &stored in self.slots.iter().filter(|&&stored| stored != UNUSED) {
            put(&mut self.spare, self.bits, stored);
        }
        std::mem::swap(&mut self.slots, &mut self.spare);
        Ok(())
    }
}

/// Returns a hash of a key. Its highest bits depend on all bits of the key.
#[inline]
pub(super) fn spread(key: u64) -> u64 {
    // The golden ratio in 64 bits, as in Fibonacci hashing.
    (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Inserts a value by linear probing. Returns whether it is new.
#[inline]
fn put(slots: &mut [u64], bits: u32, value: u64) -> bool {
    let mut index = (spread(value) >> (64 - bits)) as usize;
    loop {
        let slot = &mut slots[index];
        if *slot == UNUSED {
            *slot = value;
            return true;
        }
        if *slot == value {
            return false;
        }
        index = (index + 1) & ((1 << bits) - 1);
    }
}
