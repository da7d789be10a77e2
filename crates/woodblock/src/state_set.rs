//! A set of states that a search has reached. To stay small, it forgets states.

use crate::bits::Bits;
use crate::layout::State;

/// A hash set of states within a hand. A new state replaces the state that occupies its slot.
pub(crate) struct StateSet<B> {
    slots: Vec<Reached<B>>,
    /// The number of the current search. Slots of other searches count as empty.
    search: u32,
}

#[derive(Clone, Copy, Default)]
struct Reached<B> {
    search: u32,
    left: u8,
    state: State<B>,
}

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 12;

impl<B: Bits> StateSet<B> {
    pub(crate) fn new() -> Self {
        StateSet { slots: vec![Reached::default(); SLOTS], search: 0 }
    }

    /// Begins a search with an empty set.
    pub(crate) fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill(Reached::default());
            self.search = 1;
        }
    }

    /// Adds a state, where `left` is the set of blocks still to be placed. Returns whether the state is new
    /// or has more points than before.
    #[inline(always)]
    pub(crate) fn add(&mut self, state: State<B>, left: u8) -> bool {
        let cells = state.board.cells();
        let mixed = cells as u64 ^ ((cells >> 64) as u64).rotate_left(32) ^ u64::from(left) << 60;
        // Multiplication by an odd constant spreads differences in any bit to the highest bits.
        let slot = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS.ilog2());
        let slot = &mut self.slots[slot as usize];
        let same = slot.search == self.search
            && slot.left == left
            && (slot.state.board, slot.state.streak) == (state.board, state.streak);
        if same && slot.state.points >= state.points {
            return false;
        }
        *slot = Reached { search: self.search, left, state };
        true
    }
}
