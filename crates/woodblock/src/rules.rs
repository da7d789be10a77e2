//! The rules of a game, prepared for play: a variant, and what may be chosen.

use std::fmt;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use plywood_search::Rng;

use crate::grid::Grid;
use crate::shape::Shape;
use crate::variant::{Scoring, Variant, WeightedShape};
use crate::{Hand, Move, SLOTS};

/// A variant with its options. Copies are free, since every game and every
/// simulation holds one: equal rules are kept once, for as long as the program runs.
#[derive(Clone, Copy)]
pub struct Rules(&'static Prepared);

/// What [`Rules`] point to.
#[derive(Debug, PartialEq)]
pub struct Prepared {
    variant: Variant,
    rotate: bool,
    cap: Option<u32>,
    grid: Grid,
    /// The orientations of each block; only the first without rotation.
    blocks: Vec<Vec<Shape>>,
    /// Sums of weights up to each block, as shares of them all.
    shares: Vec<f64>,
}

/// All rules that were ever asked for.
static KNOWN: Mutex<Vec<&'static Prepared>> = Mutex::new(Vec::new());

impl Rules {
    /// The rules of a variant: with `rotate` a block may be turned before it
    /// is placed, and after `cap` hands the game is over.
    pub fn new(variant: Variant, rotate: bool, cap: Option<u32>) -> Self {
        let prepared = Prepared::new(variant, rotate, cap);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = known.iter().find(|&&other| *other == prepared) {
            return Rules(same);
        }
        let kept = Box::leak(Box::new(prepared));
        known.push(kept);
        Rules(kept)
    }

    /// What they say, for as long as the program runs.
    #[inline]
    pub(crate) fn prepared(self) -> &'static Prepared {
        self.0
    }
}

impl Prepared {
    fn new(variant: Variant, rotate: bool, cap: Option<u32>) -> Self {
        let grid = Grid::new(variant.size(), variant.boxes());
        let shapes = variant.shapes();
        let turns = |filled| if rotate { turns(filled) } else { vec![filled] };
        let shape = |filled: Vec<(u32, u32)>| Shape::new(&grid, &filled);
        let block = |filled| turns(filled).into_iter().map(shape).collect();
        let blocks = shapes.iter().map(|one| block(one.filled())).collect();
        let total: f64 = shapes.iter().map(WeightedShape::weight).sum();
        let mut sum = 0.0;
        let mut share = |weight: f64| {
            sum += weight;
            sum / total
        };
        let shares = shapes.iter().map(|shape| share(shape.weight())).collect();
        Prepared { variant, rotate, cap, grid, blocks, shares }
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Whether a block may be turned before it is placed.
    pub fn rotate(&self) -> bool {
        self.rotate
    }

    /// After how many hands a game is over.
    pub fn cap(&self) -> Option<u32> {
        self.cap
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The orientations in which a block may be placed: turn k is k quarter
    /// turns clockwise. Turns that look like an earlier one are left out.
    #[inline]
    pub fn turns(&self, block: u8) -> &[Shape] {
        &self.blocks[usize::from(block)]
    }

    /// Hand number `number` of the game of a seed, whatever was played before it.
    #[inline]
    pub(crate) fn deal(&self, seed: u64, number: u32) -> Hand {
        let mut rng = Rng::stream(seed, u64::from(number));
        std::array::from_fn(|_| {
            // The last share is 1, and what is drawn is less.
            let drawn = rng.unit();
            Some(self.shares.partition_point(|&share| share <= drawn) as u8)
        })
    }

    /// What a placement of so many cells scores that cleared `lines`, the
    /// `streak` counting it, and left the board empty or not.
    #[inline]
    pub(crate) fn points(&self, cells: u32, lines: u32, streak: u16, empty: bool) -> u32 {
        let streak = u32::from(streak);
        if lines == 0 {
            return cells;
        }
        let by_lines = cells + 5 * lines * (lines + 1);
        match self.variant.scoring() {
            Scoring::Lines => by_lines,
            Scoring::Streak => by_lines + 50 * (streak - 1) + if empty { 300 } else { 0 },
            Scoring::Woodoku => 28 * lines + 10 * streak + cells - 20,
        }
    }

    /// The number of an action: `slot * N * N + row * N + column`, and
    /// `3 * N * N` more for each quarter turn.
    ///
    /// ```
    /// use plywood_woodblock::{Move, Rules, Variant};
    ///
    /// let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
    /// let mv = Move { slot: 1, turn: 0, row: 2, column: 3 };
    /// assert_eq!(rules.action_number(mv), 64 + 16 + 3);
    /// assert_eq!(rules.action(83), Some(mv));
    /// assert_eq!(rules.action(192), None);
    /// ```
    pub fn action_number(&self, mv: Move) -> usize {
        let size = self.grid.size() as usize;
        let slot = usize::from(mv.turn) * SLOTS + usize::from(mv.slot);
        (slot * size + usize::from(mv.row)) * size + usize::from(mv.column)
    }

    /// The action of a number; `None` if no action has it.
    pub fn action(&self, number: usize) -> Option<Move> {
        let size = self.grid.size() as usize;
        let (place, slot) = (number % (size * size), number / (size * size));
        let turn = slot / SLOTS;
        (turn < if self.rotate { 4 } else { 1 }).then_some(Move {
            slot: (slot % SLOTS) as u8,
            turn: turn as u8,
            row: (place / size) as u8,
            column: (place % size) as u8,
        })
    }
}

/// A shape and its quarter turns clockwise until it looks as at first.
fn turns(filled: Vec<(u32, u32)>) -> Vec<Vec<(u32, u32)>> {
    let mut turns = vec![filled];
    while let Some(last) = turns.last() {
        let height = last.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
        let mut next: Vec<_> =
            last.iter().map(|&(row, column)| (column, height - 1 - row)).collect();
        next.sort_unstable();
        if next == turns[0] {
            break;
        }
        turns.push(next);
    }
    turns
}

impl Deref for Rules {
    type Target = Prepared;

    #[inline]
    fn deref(&self) -> &Prepared {
        self.0
    }
}

impl Default for Rules {
    /// The default variant without rotation or cap.
    fn default() -> Self {
        let variant = Variant::named(Variant::NAMES[0]).expect("the default variant is built in");
        Rules::new(variant, false, None)
    }
}

impl PartialEq for Rules {
    /// Equal rules are kept once, so there is nothing more to compare.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (name, rotate) = (self.variant.name(), self.rotate);
        write!(f, "{name} rotate={rotate} cap={:?}", self.cap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str, rotate: bool) -> Rules {
        Rules::new(Variant::named(name).unwrap(), rotate, None)
    }

    #[test]
    fn equal_rules_are_the_same() {
        assert_eq!(rules("blast8", true), rules("blast8", true));
        assert_ne!(rules("blast8", true), rules("blast8", false));
        assert_ne!(rules("blast8", false), rules("woodoku9", false));
    }

    #[test]
    fn shapes_have_one_two_or_four_turns() {
        let rules = rules("blast8", true);
        let count = |rows: &[&str]| {
            let block = rules.variant().shapes().iter().position(|shape| shape.rows() == rows);
            rules.turns(block.unwrap() as u8).len()
        };
        assert_eq!(count(&["#"]), 1);
        assert_eq!(count(&["###"]), 2);
        assert_eq!(count(&[".##", "##."]), 2);
        assert_eq!(count(&["##", "#."]), 4);
        let of_corner = turns(vec![(0, 0), (0, 1), (1, 0)]);
        // `##/#.` clockwise: `##/.#`, `.#/##`, `#./##`.
        assert_eq!(of_corner[1], [(0, 0), (0, 1), (1, 1)]);
        assert_eq!(of_corner[2], [(0, 1), (1, 0), (1, 1)]);
        assert_eq!(of_corner[3], [(0, 0), (1, 0), (1, 1)]);
    }

    #[test]
    fn shapes_come_as_often_as_they_weigh() {
        const HANDS: u32 = 100_000;
        let rules = rules("classic10", false);
        let mut counts = vec![0.0; rules.variant().shapes().len()];
        for number in 0..HANDS {
            for block in rules.deal(7, number).into_iter().flatten() {
                counts[usize::from(block)] += 1.0;
            }
        }
        for (shape, count) in rules.variant().shapes().iter().zip(counts) {
            let expected = f64::from(3 * HANDS) * shape.weight() / 42.0;
            let deviations: f64 = (count - expected) / expected.sqrt();
            assert!(deviations.abs() < 5.0, "{shape:?}: {count} instead of {expected}");
        }
    }

    #[test]
    fn action_numbers_come_back() {
        for (rules, actions) in [(rules("classic10", false), 300), (rules("woodoku9", true), 972)] {
            for number in 0..actions {
                let mv = rules.action(number).unwrap();
                assert_eq!(rules.action_number(mv), number);
            }
            assert_eq!(rules.action(actions), None);
        }
    }
}
