//! Plans of a hand: the order and the placements of its blocks.

use crate::bits::Bits;
use crate::layout::{Layout, State};
use crate::position::{Hand, Move, Position, SLOTS};

/// An evaluation of boards between two hands, in units of its own.
pub(crate) trait BoardValue<B: Bits>: Send + Sync {
    /// The value of one point.
    fn point(&self) -> i32;

    /// Returns the value of the points of a hand. Limited, because a long streak can score more points than `i32`
    /// can express.
    #[inline(always)]
    fn points(&self, points: u32) -> i32 {
        let worth = i64::from(points) * i64::from(self.point());
        worth.min(MOST_FOR_POINTS) as i32
    }

    /// The number of units in a value of 1, that is, of a feature with weight 1 or of a hand.
    fn unit(&self) -> i32;

    /// Converts a value to points. If points have no value, converts to multiples of [`unit`](Self::unit) instead.
    fn in_points(&self, value: f64) -> f64 {
        let point = if self.point() > 0 { self.point() } else { self.unit() };
        value / f64::from(point)
    }

    /// The value of having placed a whole hand.
    fn hand(&self) -> i32;

    /// The value of a game that is over.
    fn lost(&self) -> i32;

    /// Returns the value of a board, and of the streak with which the next hand begins.
    fn value(&self, layout: &Layout<B>, board: B, streak: u16) -> i32;

    /// Returns the value if it is above `floor`, else any number up to `floor`, which may take less work.
    #[inline(always)]
    fn value_above(&self, layout: &Layout<B>, board: B, streak: u16, _floor: i32) -> i32 {
        self.value(layout, board, streak)
    }

    /// Returns an upper bound of the values after a placement of `block`, in its orientation `turn`, that clears
    /// nothing. If the bound is at most `floor`, it need not be tight.
    #[inline(always)]
    fn bound(&self, _: &Layout<B>, _board: B, _block: u8, _turn: usize, _floor: i32) -> i32 {
        i32::MAX
    }
}

/// The value of a plan that cannot place the whole hand, below the values of all other plans.
pub(crate) const STUCK: i32 = i32::MIN / 2;

/// The greatest value of points. The sum with the value of any board is far from the limits of `i32`.
const MOST_FOR_POINTS: i64 = 1 << 28;

/// The blocks to place, sorted by the numbers of their shapes. Canonical plans place them in this order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    /// The slot and the shape of each block.
    blocks: [(u8, u8); SLOTS],
    pub(crate) count: usize,
    /// Whether this is the last hand, so that the board after it has no value.
    pub(crate) last: bool,
}

/// A placement of one of [`Blocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The index of the block in [`Blocks`].
    pub(crate) index: u8,
    pub(crate) turn: u8,
    pub(crate) anchor: u8,
}

/// A plan and the state after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan<B> {
    pub(crate) steps: [Step; SLOTS],
    /// The number of steps. It is less than the number of blocks if the others fit nowhere.
    pub(crate) length: u8,
    pub(crate) end: State<B>,
    /// The value of the points of the plan and of the board after it.
    pub(crate) value: i32,
}

impl Blocks {
    pub(crate) fn new(hand: Hand, last: bool) -> Self {
        let (mut blocks, mut count) = ([(0, 0); SLOTS], 0);
        for (slot, block) in (0u8..).zip(hand) {
            if let Some(block) = block {
                blocks[count] = (slot, block);
                count += 1;
            }
        }
        blocks[..count].sort_by_key(|&(slot, block)| (block, slot));
        Blocks { blocks, count, last }
    }

    pub(crate) fn of(position: &Position) -> Self {
        let cap = position.rules().cap();
        Blocks::new(position.hand(), cap.is_some_and(|cap| position.hands() >= cap.get()))
    }

    /// The set of all blocks, as one bit for each index.
    pub(crate) fn all(&self) -> u8 {
        (1 << self.count) - 1
    }

    #[inline(always)]
    pub(crate) fn block(&self, index: u8) -> u8 {
        self.blocks[usize::from(index)].1
    }

    /// Returns the indices of the blocks in a set, in order. Of equal blocks it has only the first, because the
    /// others lead to the same boards.
    #[inline(always)]
    pub(crate) fn different(&self, left: u8) -> impl Iterator<Item = u8> {
        let mut before = None;
        (0..self.count as u8).filter(move |&index| {
            if left >> index & 1 == 0 {
                return false;
            }
            let block = Some(self.block(index));
            std::mem::replace(&mut before, block) != block
        })
    }

    /// Returns whether two successive placements that clear nothing are in the canonical order. The reverse order
    /// leads to the same board, streak and points.
    #[inline(always)]
    pub(crate) fn in_order(&self, before: Step, after: Step) -> bool {
        let key = |step: Step| (self.block(step.index), step.turn, step.anchor);
        key(before) < key(after)
    }

    pub(crate) fn mv(&self, step: Step, size: u32) -> Move {
        let (row, column) = (u32::from(step.anchor) / size, u32::from(step.anchor) % size);
        let slot = self.blocks[usize::from(step.index)].0;
        Move { slot, turn: step.turn, row: row as u8, column: column as u8 }
    }
}

impl<B: Bits> Plan<B> {
    /// Returns the plan for a hand without blocks.
    pub(crate) fn empty<V: BoardValue<B>>(
        layout: &Layout<B>,
        value: &V,
        end: State<B>,
        last: bool,
    ) -> Self {
        let board = if last { 0 } else { value.value(layout, end.board, end.streak) };
        let value = board + value.points(end.points);
        Plan { steps: [Step::default(); SLOTS], length: 0, end, value }
    }

    /// Returns the plan for a hand of which no block fits, so that the game is over.
    pub(crate) fn stuck<V: BoardValue<B>>(value: &V, end: State<B>) -> Self {
        let value = STUCK + value.points(end.points);
        Plan { steps: [Step::default(); SLOTS], length: 0, end, value }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }

    /// Inserts the plan into `best`, which has at most `keep` plans with different ends, the best first. Of plans
    /// with equal values, the earlier one comes first.
    pub(crate) fn insert(self, best: &mut Vec<Plan<B>>, keep: usize) {
        let same = |other: &Plan<B>| {
            (other.end.board, other.end.streak) == (self.end.board, self.end.streak)
                && other.length == self.length
        };
        if let Some(place) = best.iter().position(same) {
            if best[place].value >= self.value {
                return;
            }
            best.remove(place);
        }
        let place = best.partition_point(|other| other.value >= self.value);
        if place < keep {
            best.truncate(keep - 1);
            best.insert(place, self);
        }
    }
}
