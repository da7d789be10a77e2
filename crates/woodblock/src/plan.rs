//! Plans of a hand: in which order and where its blocks are placed.

use crate::bits::Bits;
use crate::layout::{Layout, State};
use crate::position::{Hand, Move, Position, SLOTS};

/// The value of a board between two hands, in units of its own.
pub(crate) trait BoardValue<B: Bits>: Send + Sync {
    /// The worth of a point.
    fn point(&self) -> i32;

    /// Returns the worth of the points of a hand. A long streak makes more than can be counted.
    #[inline(always)]
    fn points(&self, points: u32) -> i32 {
        let worth = i64::from(points) * i64::from(self.point());
        worth.min(MOST_FOR_POINTS) as i32
    }

    /// The units of a value of 1: a feature with weight 1, or a hand.
    fn unit(&self) -> i32;

    /// Returns a value as the number of points that are worth as much; in units of 1 if points are worth nothing.
    fn in_points(&self, value: f64) -> f64 {
        let point = if self.point() > 0 { self.point() } else { self.unit() };
        value / f64::from(point)
    }

    /// The worth of having placed a hand.
    fn hand(&self) -> i32;

    /// The value of a game that is over.
    fn lost(&self) -> i32;

    /// Returns the value of a board, and of the streak with which the next hand begins.
    fn value(&self, layout: &Layout<B>, board: B, streak: u16) -> i32;

    /// Returns the value if it is above `floor`, else any number up to `floor`. May save the work of an exact
    /// value.
    #[inline(always)]
    fn value_above(&self, layout: &Layout<B>, board: B, streak: u16, _floor: i32) -> i32 {
        self.value(layout, board, streak)
    }

    /// Returns an upper bound of the values of all boards to which a placement of `block`, in its orientation
    /// `turn`, leads if it clears nothing. A bound that is not above `floor` need not be the least one.
    #[inline(always)]
    fn bound(&self, _: &Layout<B>, _board: B, _block: u8, _turn: usize, _floor: i32) -> i32 {
        i32::MAX
    }
}

/// What a plan is worth that cannot place the whole hand: less than all others.
pub(crate) const STUCK: i32 = i32::MIN / 2;

/// The greatest worth of points: added to any board it is far from the limits of `i32`.
const MOST_FOR_POINTS: i64 = 1 << 28;

/// The blocks to place, in the order of their numbers, which is the order of canonical plans.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    /// The slot and the block.
    blocks: [(u8, u8); SLOTS],
    pub(crate) count: usize,
    /// Whether no hand follows, so that the board is worth nothing.
    pub(crate) last: bool,
}

/// A placement of one of [`Blocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The index of the block.
    pub(crate) index: u8,
    pub(crate) turn: u8,
    pub(crate) anchor: u8,
}

/// A plan and what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan<B> {
    pub(crate) steps: [Step; SLOTS],
    /// The number of steps; fewer than the blocks if the rest fits nowhere.
    pub(crate) length: u8,
    pub(crate) end: State<B>,
    /// The worth of its points and of the board after it.
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

    /// The set of all blocks, with a bit for each.
    pub(crate) fn all(&self) -> u8 {
        (1 << self.count) - 1
    }

    #[inline(always)]
    pub(crate) fn block(&self, index: u8) -> u8 {
        self.blocks[usize::from(index)].1
    }

    /// Returns the indices of a set of blocks, in order. Of equal blocks, only the first is there: the others
    /// lead to the same boards.
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

    /// Returns whether two successive placements that clear nothing are in the canonical order. In the other
    /// order they lead to the same board, streak and points.
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
    /// The plan of a hand without blocks.
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

    /// The plan of a hand of which no block fits: the game is over.
    pub(crate) fn stuck<V: BoardValue<B>>(value: &V, end: State<B>) -> Self {
        let value = STUCK + value.points(end.points);
        Plan { steps: [Step::default(); SLOTS], length: 0, end, value }
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }

    /// Adds the plan to `best`, the best plans to different ends, best first, of which `keep` are kept. Of equal
    /// plans the first comes first.
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
