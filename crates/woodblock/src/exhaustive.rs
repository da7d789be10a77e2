//! Complete search of a hand: all orders of its blocks and all placements.
//!
//! It evaluates no board twice, and many not at all:
//!
//! - Two successive placements that clear nothing lead to the same board in both orders, so only one order is
//!   searched. After a clear, the order matters.
//! - After a clear, states that are reached in several ways are kept in a set, and searched once.
//! - The last placement is skipped if it clears nothing and the evaluation's upper bound shows that it cannot be
//!   among the best.

use crate::bits::Bits;
use crate::layout::{Layout, State};
use crate::plan::{Blocks, BoardValue, Plan, STUCK, Step};
use crate::position::SLOTS;
use crate::state_set::StateSet;

/// A search of hands, which reuses its memory.
pub(crate) struct HandSearch<B> {
    set: StateSet<B>,
    best: Vec<Plan<B>>,
    keep: usize,
    /// The value of a known plan. Plans with a lower value are discarded.
    known: i32,
    /// The number of states searched.
    states: u32,
    /// Whether `stop` has ended the search.
    stopped: bool,
    /// The number of boards after whole hands, without those that a bound for several boards excluded.
    pub(crate) leaves: u64,
}

/// A search of one hand.
struct Run<'a, B, V> {
    layout: &'a Layout<B>,
    value: &'a V,
    blocks: Blocks,
    steps: [Step; SLOTS],
    search: &'a mut HandSearch<B>,
    stop: &'a mut dyn FnMut() -> bool,
}

/// The number of states between two calls of `stop`, a power of two.
const STOP_EVERY: u32 = 32;

impl<B: Bits> HandSearch<B> {
    pub(crate) fn new() -> Self {
        HandSearch {
            set: StateSet::new(),
            best: Vec::new(),
            keep: 1,
            known: i32::MIN,
            states: 0,
            stopped: false,
            leaves: 0,
        }
    }

    /// Returns at most `keep` plans, the best first, each with a different end; none if no block fits.
    ///
    /// `known` is the value of a plan that another search has found, or `i32::MIN`. A high value saves work: no plan
    /// with a lower value is returned.
    ///
    /// When `stop` returns `true`, the search ends, and the result is the best plans so far, possibly none.
    #[expect(clippy::too_many_arguments, reason = "the parts of a planner, borrowed apart")]
    pub(crate) fn search<V: BoardValue<B>>(
        &mut self,
        layout: &Layout<B>,
        value: &V,
        state: State<B>,
        blocks: Blocks,
        keep: usize,
        known: i32,
        stop: &mut dyn FnMut() -> bool,
    ) -> &[Plan<B>] {
        self.set.clear();
        self.known = known;
        self.best.clear();
        self.keep = keep.max(1);
        (self.states, self.stopped, self.leaves) = (0, false, 0);
        let steps = [Step::default(); SLOTS];
        let mut run = Run { layout, value, blocks, steps, search: self, stop };
        run.place(state, blocks.all(), 0, None);
        &self.best
    }

    /// Returns the value that a plan must exceed to be among the best.
    #[inline(always)]
    fn floor(&self) -> i32 {
        let worst =
            if self.best.len() < self.keep { i32::MIN } else { self.best[self.keep - 1].value };
        worst.max(self.known.saturating_sub(1))
    }
}

impl<B: Bits, V: BoardValue<B>> Run<'_, B, V> {
    /// Searches the placements of the blocks in the set `left`. `before` is the previous step if it cleared nothing.
    fn place(&mut self, state: State<B>, left: u8, depth: usize, before: Option<Step>) {
        if self.is_stopped() {
            return;
        }
        let mut stuck = true;
        let (blocks, layout) = (self.blocks, self.layout);
        for index in blocks.different(left) {
            let turns = &layout.blocks[usize::from(blocks.block(index))];
            for (turn, shape) in turns.iter().enumerate() {
                let mut anchors = shape.fits(state.board);
                stuck &= anchors == B::NONE;
                if left & (left - 1) == 0 {
                    let step = Step { index, turn: turn as u8, anchor: 0 };
                    self.finish(state, step, anchors, depth, before);
                    continue;
                }
                while anchors != B::NONE {
                    let anchor = anchors.first();
                    anchors = anchors.rest();
                    let step = Step { index, turn: turn as u8, anchor: anchor as u8 };
                    let (after, cleared) = layout.place(state, shape, anchor);
                    if !cleared && before.is_some_and(|before| !blocks.in_order(before, step)) {
                        continue;
                    }
                    let rest = left & !(1 << index);
                    // Plans without a clear are searched in the canonical order only, so they reach no state twice.
                    if (cleared || (depth > 0 && before.is_none()))
                        && !self.search.set.add(after, rest)
                    {
                        continue;
                    }
                    self.steps[depth] = step;
                    self.place(after, rest, depth + 1, (!cleared).then_some(step));
                }
            }
        }
        if stuck && depth > 0 {
            let value = STUCK + self.value.points(state.points);
            if value > self.search.floor() {
                self.offer(state, depth, value);
            }
        }
    }

    /// Counts a state. Returns whether `stop` has ended the search.
    #[inline(always)]
    fn is_stopped(&mut self) -> bool {
        let search = &mut *self.search;
        search.states = search.states.wrapping_add(1);
        if search.states.is_multiple_of(STOP_EVERY) && !search.stopped {
            search.stopped = (self.stop)();
        }
        search.stopped
    }

    /// Places the last block at each of the anchors. `step` has the index and the orientation of the block.
    #[inline(always)]
    fn finish(
        &mut self,
        state: State<B>,
        step: Step,
        mut anchors: B,
        depth: usize,
        before: Option<Step>,
    ) {
        let number = self.blocks.block(step.index);
        let shape = &self.layout.blocks[usize::from(number)][usize::from(step.turn)];
        let clearing = self.layout.clearing(state.board, shape, anchors);
        let still = self.value.points(state.points.saturating_add(shape.count));
        let floor = self.search.floor();
        let bound = if self.blocks.last {
            still
        } else {
            let (board, turn) = (state.board, usize::from(step.turn));
            let floor = floor.saturating_sub(still);
            self.value.bound(self.layout, board, number, turn, floor).saturating_add(still)
        };
        while anchors != B::NONE {
            let floor = self.search.floor();
            if bound <= floor {
                anchors = anchors & clearing;
                if anchors == B::NONE {
                    break;
                }
            }
            let anchor = anchors.first();
            anchors = anchors.rest();
            let step = Step { anchor: anchor as u8, ..step };
            let after = if (clearing >> anchor).low() & 1 == 1 {
                self.layout.place(state, shape, anchor).0
            } else if before.is_some_and(|one| !self.blocks.in_order(one, step)) {
                continue;
            } else {
                let points = state.points.saturating_add(shape.count);
                State { board: shape.on(state.board, anchor), streak: 0, points }
            };
            self.search.leaves += 1;
            let points = self.value.points(after.points);
            let value = if self.blocks.last {
                points
            } else {
                let floor = floor.saturating_sub(points);
                let (board, streak) = (after.board, after.streak);
                self.value.value_above(self.layout, board, streak, floor) + points
            };
            if value > floor {
                self.steps[depth] = step;
                self.offer(after, depth + 1, value);
            }
        }
    }

    fn offer(&mut self, end: State<B>, length: usize, value: i32) {
        let plan = Plan { steps: self.steps, length: length as u8, end, value };
        let search = &mut *self.search;
        plan.insert(&mut search.best, search.keep);
    }
}

#[cfg(test)]
mod tests {
    use plywood_learn::PatternTables;
    use plywood_search::{Game, Notation, Rng};

    use super::*;
    use crate::bits::Cells;
    use crate::learned::LearnedWeights;
    use crate::tuned::{Tuned, WEIGHTS};
    use crate::{Rules, Variant, Woodblock};

    /// A search of all orders and placements without pruning. The result is the first of the best plans.
    struct Plain<'a, B, V> {
        layout: &'a Layout<B>,
        value: &'a V,
        blocks: Blocks,
        best: Option<Plan<B>>,
    }

    impl<B: Bits, V: BoardValue<B>> Plain<'_, B, V> {
        fn place(&mut self, state: State<B>, left: u8, steps: [Step; SLOTS], length: u8) {
            let mut stuck = true;
            for index in (0..self.blocks.count as u8).filter(|index| left >> index & 1 == 1) {
                let turns = &self.layout.blocks[usize::from(self.blocks.block(index))];
                for (turn, shape) in turns.iter().enumerate() {
                    for anchor in (0..128).filter(|a| shape.fits(state.board).cells() >> a & 1 == 1)
                    {
                        stuck = false;
                        let (after, _) = self.layout.place(state, shape, anchor);
                        let mut steps = steps;
                        steps[usize::from(length)] =
                            Step { index, turn: turn as u8, anchor: anchor as u8 };
                        self.place(after, left & !(1 << index), steps, length + 1);
                    }
                }
            }
            if stuck && length > 0 {
                let points = self.value.points(state.points);
                let value = points
                    + match (left, self.blocks.last) {
                        (0, true) => 0,
                        (0, false) => self.value.value(self.layout, state.board, state.streak),
                        _ => STUCK,
                    };
                if self.best.is_none_or(|best| value > best.value) {
                    self.best = Some(Plan { steps, length, end: state, value });
                }
            }
        }
    }

    /// Compares both searches in positions of a random game, with and without a known value.
    fn compare<B: Bits, V: BoardValue<B>>(
        layout: &Layout<B>,
        value: &V,
        seed: u64,
        most: usize,
    ) -> u32 {
        let (mut game, mut rng) = (Woodblock::new(layout.rules.clone(), seed), Rng::new(seed));
        let (mut search, mut compared) = (HandSearch::new(), 0);
        while let Some(mv) = game.random_move(&mut rng, &mut Vec::new()) {
            let position = game.position();
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.len() <= most {
                let (state, blocks) = (State::of(position), Blocks::of(position));
                let mut plain = Plain { layout, value, blocks, best: None };
                plain.place(state, blocks.all(), [Step::default(); SLOTS], 0);
                let best = plain.best.expect("the game is not over");
                for known in [i32::MIN, best.value] {
                    let found =
                        search.search(layout, value, state, blocks, 1, known, &mut || false);
                    assert_eq!(found, [best], "{}", Woodblock::write_position(position));
                }
                let many = search.search(layout, value, state, blocks, 9, i32::MIN, &mut || false);
                assert_eq!(many[0], best);
                assert!(many.is_sorted_by(|one, other| one.value >= other.value));
                compared += 1;
            }
            game.play(mv);
        }
        compared
    }

    fn check<B: Bits>(rules: &Rules, seed: u64, most: usize) -> u32 {
        let layout = Layout::<B>::new(rules);
        let mut rng = Rng::new(seed);
        // The weights have random signs, so bounds must hold for either sign.
        let weights: [f64; WEIGHTS] = std::array::from_fn(|_| 4.0 * rng.unit() - 2.0);
        let mut compared = compare(&layout, &Tuned::new(&weights, &layout.shares), seed, most);
        // Only free cells have a weight, so most plans have equal values.
        let mut free = [0.0; WEIGHTS];
        free[0] = 1.0;
        compared += compare(&layout, &Tuned::new(&free, &layout.shares), seed, most);
        let weights = crate::features::FeatureMap::new(&layout).weights();
        let mut random = || (0..weights).map(|_| rng.unit() as f32 - 0.5).collect();
        let tables = PatternTables::from_parts(random(), random(), weights);
        let learned = LearnedWeights::new(rules, &tables).value(&layout).unwrap();
        compared + compare(&layout, &learned, seed, most)
    }

    #[test]
    fn a_search_that_is_stopped_searches_no_further_state() {
        let rules = Rules::new(Variant::named("blast8").unwrap(), true, None);
        let layout = Layout::<u64>::new(&rules);
        let value = Tuned::new(&crate::tuned::TUNED, &layout.shares);
        let blocks = Blocks::new(rules.deal(7, 0), false);
        let (mut search, mut leaves) = (HandSearch::new(), Vec::new());
        for most in [1, 2, 3, u32::MAX] {
            let mut asked = 0;
            let mut stop = || {
                asked += 1;
                asked >= most
            };
            let start = State::default();
            search.search(&layout, &value, start, blocks, 1, i32::MIN, &mut stop);
            assert!(asked == most || most == u32::MAX, "asked {asked} times");
            leaves.push(search.leaves);
        }
        assert!(
            leaves.is_sorted_by(|one, more| one < more) && leaves[3] > 10 * leaves[2],
            "{leaves:?}"
        );
    }

    #[test]
    fn pruning_changes_no_plan() {
        let small = Variant::from_toml(
            r####"name = "small"
            size = 4
            boxes = false
            scoring = "streak"
            shapes = [{ rows = ["##"], weight = 1 }, { rows = ["#", "#"], weight = 1 },
                { rows = ["###"], weight = 1 }, { rows = ["##", "#."], weight = 1 }]"####,
        );
        let small = small.expect("a variant");
        let mut compared = 0;
        for seed in 0..6 {
            for rotate in [false, true] {
                let cap = std::num::NonZeroU32::new(4);
                compared += check::<u64>(&Rules::new(small.clone(), rotate, cap), seed, 30);
            }
            for name in Variant::NAMES {
                let rules = Rules::new(Variant::named(name).unwrap(), false, None);
                compared += check::<Cells>(&rules, seed, 34);
                if rules.grid().size() <= crate::learned::WORD_SIZE {
                    compared += check::<u64>(&rules, seed, 34);
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }
}
