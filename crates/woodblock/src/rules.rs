//! The rules of a game: a variant and its options.

use std::num::NonZeroU32;

use plywood_search::Rng;

use crate::grid::Grid;
use crate::shape::Shape;
use crate::variant::{Scoring, Variant};
use crate::{Hand, Move, SLOTS};

/// A variant and its options. Every game and every simulation holds a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    variant: Variant,
    rotate: bool,
    cap: Option<NonZeroU32>,
}

impl Rules {
    /// Returns the rules of a variant. With `rotate`, a block may be turned before it is placed.
    /// The game ends after `cap` hands; `None` is no limit.
    pub fn new(variant: Variant, rotate: bool, cap: Option<NonZeroU32>) -> Self {
        Rules { variant, rotate, cap }
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Whether a block may be turned before it is placed.
    pub(crate) fn rotate(&self) -> bool {
        self.rotate
    }

    /// The number of hands after which a game ends; `None` is no limit.
    #[inline]
    pub fn cap(&self) -> Option<NonZeroU32> {
        self.cap
    }

    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.variant.tables().grid
    }

    /// The orientations in which a block may be placed: index k is k quarter turns clockwise.
    /// Without rotation, there is only index 0.
    #[inline]
    pub(crate) fn turns(&self, block: u8) -> &[Shape] {
        let turns = &self.variant.tables().turns[usize::from(block)];
        if self.rotate { turns } else { &turns[..1] }
    }

    /// Deals hand `number`, counted from 0. The hand depends only on the seed and the number.
    #[inline]
    pub(crate) fn deal(&self, seed: u64, number: u32) -> Hand {
        let shares = &self.variant.tables().shares;
        let mut rng = Rng::stream(seed, u64::from(number));
        std::array::from_fn(|_| {
            // The index is in range, because the last share is 1 and `unit` is below 1.
            let drawn = rng.unit();
            Some(shares.partition_point(|&share| share <= drawn) as u8)
        })
    }

    /// Returns the points of a placement of `cells` cells that clears `lines` lines and boxes.
    ///
    /// `streak` includes this placement; `empty` is whether the board is empty after clearing.
    #[inline]
    pub(crate) fn points(&self, cells: u32, lines: u32, streak: u16, empty: bool) -> u32 {
        let streak = u32::from(streak);
        if lines == 0 {
            return cells;
        }
        let by_lines = cells + 5 * lines * (lines + 1);
        match self.variant.tables().file.scoring {
            Scoring::Lines => by_lines,
            Scoring::Streak => by_lines + 50 * (streak - 1) + if empty { 300 } else { 0 },
            Scoring::Woodoku => 28 * lines + 10 * streak + cells - 20,
        }
    }

    /// Returns the action number of a move, `((turn * 3 + slot) * N + row) * N + column`, where N
    /// is the size of the grid.
    ///
    /// ```
    /// use plywood_woodblock::{Move, Rules, Variant};
    ///
    /// let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
    /// let mv = Move { slot: 1, turn: 0, row: 2, column: 3 };
    /// assert_eq!(rules.action_number(mv), 64 + 16 + 3);
    /// ```
    pub fn action_number(&self, mv: Move) -> usize {
        let size = self.grid().size() as usize;
        let slot = usize::from(mv.turn) * SLOTS + usize::from(mv.slot);
        (slot * size + usize::from(mv.row)) * size + usize::from(mv.column)
    }

    /// Returns the number of action numbers.
    pub(crate) fn actions(&self) -> usize {
        let (turns, size) = (if self.rotate { 4 } else { 1 }, self.grid().size() as usize);
        turns * SLOTS * size * size
    }
}

impl Default for Rules {
    /// The default variant without rotation or cap.
    fn default() -> Self {
        let variant = Variant::named(Variant::NAMES[0]).expect("the default variant is built in");
        Rules::new(variant, false, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(name: &str, rotate: bool) -> Rules {
        Rules::new(Variant::named(name).unwrap(), rotate, None)
    }

    #[test]
    fn action_numbers_count_turns_slots_rows_and_columns() {
        let mv = Move { slot: 1, turn: 2, row: 3, column: 4 };
        assert_eq!(rules("blast8", true).action_number(mv), ((2 * 3 + 1) * 8 + 3) * 8 + 4);
    }

    #[test]
    fn rules_are_equal_by_contents() {
        assert_eq!(rules("blast8", true), rules("blast8", true));
        assert_ne!(rules("blast8", true), rules("blast8", false));
        assert_ne!(rules("blast8", false), rules("woodoku9", false));
        let file = |text: &str| Rules::new(Variant::from_toml(text).unwrap(), false, None);
        let blast8 = include_str!("../data/blast8.toml");
        assert_eq!(file(blast8), rules("blast8", false));
        assert_ne!(file(&blast8.replace("streak", "lines")), rules("blast8", false));
    }

    #[test]
    fn only_rotation_allows_turns() {
        let corner = Variant::named("blast8").unwrap();
        let corner = corner.shapes().iter().position(|shape| shape.rows == ["##", "#."]);
        let corner = corner.unwrap() as u8;
        assert_eq!(rules("blast8", true).turns(corner).len(), 4);
        assert_eq!(rules("blast8", false).turns(corner).len(), 1);
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
            let expected = f64::from(3 * HANDS) * shape.weight / 42.0;
            let deviations: f64 = (count - expected) / expected.sqrt();
            assert!(deviations.abs() < 5.0, "{shape:?}: {count} instead of {expected}");
        }
    }
}
