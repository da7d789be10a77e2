//! A beam search of a hand: after each placement only the most promising states are kept.

use crate::bits::Bits;
use crate::layout::{Layout, State};
use crate::plan::{Blocks, BoardValue, Plan, STUCK, Step};
use crate::position::SLOTS;
use crate::state_set::StateSet;

/// A beam search, with memory that it reuses.
pub(crate) struct Beam<B> {
    current: Vec<Node<B>>,
    next: Vec<Node<B>>,
    best: Vec<Plan<B>>,
    set: StateSet<B>,
}

/// A state after some placements.
#[derive(Clone, Copy)]
struct Node<B> {
    plan: Plan<B>,
    left: u8,
}

/// The number of states that are expanded between two calls of `stop`.
const STOP_EVERY: u32 = 16;

/// Added to the value of a state for each block that fits nowhere. It outweighs the value of any board.
const MISFIT: i32 = STUCK / 4;

impl<B: Bits> Beam<B> {
    pub(crate) fn new() -> Self {
        Beam { current: Vec::new(), next: Vec::new(), best: Vec::new(), set: StateSet::new() }
    }

    /// Returns the best plans found, best first: at most `keep`, each with a different end; none if no block fits. The
    /// search keeps `width` states after each placement.
    ///
    /// Once `stop` has returned `true`, the search only completes the best state found so far.
    #[expect(clippy::too_many_arguments, reason = "the parts of a planner, borrowed apart")]
    pub(crate) fn search<V: BoardValue<B>>(
        &mut self,
        layout: &Layout<B>,
        value: &V,
        start: State<B>,
        blocks: Blocks,
        mut width: usize,
        keep: usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> &[Plan<B>] {
        let mut expanded = 0;
        self.best.clear();
        self.current.clear();
        let plan = Plan { steps: [Step::default(); SLOTS], length: 0, end: start, value: 0 };
        self.current.push(Node { plan, left: blocks.all() });
        for depth in 0..blocks.count {
            self.next.clear();
            self.set.clear();
            for node in &self.current {
                expand(layout, value, &blocks, node, &mut self.set, &mut self.next);
                expanded += 1;
                if expanded % STOP_EVERY == 0 && !self.next.is_empty() && stop() {
                    width = 1;
                    break;
                }
            }
            if self.next.is_empty() {
                // The rest of the hand fits nowhere.
                for node in self.current.iter().filter(|node| node.plan.length > 0) {
                    let points = value.points(node.plan.end.points);
                    Plan { value: STUCK + points, ..node.plan }.insert(&mut self.best, keep);
                }
                return &self.best;
            }
            if depth + 1 == blocks.count {
                break;
            }
            // By value and then by steps, so that the order does not depend on the way of sorting.
            let by_value = |node: &Node<B>| (std::cmp::Reverse(node.plan.value), node.plan.steps);
            if self.next.len() > width {
                self.next.select_nth_unstable_by_key(width - 1, by_value);
                self.next.truncate(width);
            }
            std::mem::swap(&mut self.current, &mut self.next);
        }
        for node in &self.next {
            let floor = if self.best.len() < keep { i32::MIN } else { self.best[keep - 1].value };
            if node.plan.value > floor {
                node.plan.insert(&mut self.best, keep);
            }
        }
        &self.best
    }
}

/// Adds the states after each placement of a block of `node`.
#[inline(always)]
fn expand<B: Bits, V: BoardValue<B>>(
    layout: &Layout<B>,
    value: &V,
    blocks: &Blocks,
    node: &Node<B>,
    set: &mut StateSet<B>,
    next: &mut Vec<Node<B>>,
) {
    let depth = usize::from(node.plan.length);
    for index in blocks.different(node.left) {
        let left = node.left & !(1 << index);
        for (turn, shape) in layout.blocks[usize::from(blocks.block(index))].iter().enumerate() {
            let mut anchors = shape.fits(node.plan.end.board);
            while anchors != B::NONE {
                let anchor = anchors.first();
                anchors = anchors.rest();
                let step = Step { index, turn: turn as u8, anchor: anchor as u8 };
                let (end, _) = layout.place(node.plan.end, shape, anchor);
                if !set.add(end, left) {
                    continue;
                }
                let mut worth = value.points(end.points);
                if !blocks.last {
                    worth += value.value(layout, end.board, end.streak);
                }
                for rest in blocks.different(left) {
                    let turns = &layout.blocks[usize::from(blocks.block(rest))];
                    if turns.iter().all(|shape| shape.fits(end.board) == B::NONE) {
                        worth += MISFIT;
                    }
                }
                let mut steps = node.plan.steps;
                steps[depth] = step;
                let plan = Plan { steps, length: depth as u8 + 1, end, value: worth };
                next.push(Node { plan, left });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tuned::{TUNED, Tuned};
    use crate::{Rules, Variant};

    #[test]
    fn a_search_that_is_stopped_completes_its_best_state() {
        let rules = Rules::new(Variant::named("blast8").unwrap(), true, None);
        let layout = Layout::<u64>::new(&rules);
        let value = Tuned::new(&TUNED, &layout.shares);
        let search = |number, answer: bool| {
            let blocks = Blocks::new(rules.deal(7, number), false);
            let (mut beam, mut asked) = (Beam::new(), 0);
            let mut stop = || {
                asked += 1;
                answer
            };
            let start = State::default();
            let plans = beam.search(&layout, &value, start, blocks, 500, 9, &mut stop);
            assert!(plans.iter().all(|plan| usize::from(plan.length) == SLOTS));
            (plans[0].value, asked)
        };
        for number in 0..20 {
            let ((whole, asked), (part, once)) = (search(number, false), search(number, true));
            assert!(asked > 20 && once == 1, "{asked}, {once}");
            assert!(part <= whole, "{part} {whole}");
        }
    }
}
