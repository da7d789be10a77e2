//! The tree: one arena of nodes, children in contiguous blocks, no states.
//!
//! A [`Node`] is a move and what was learnt about it. Where nothing is hidden
//! a node is at the same time the position that its move leads to. Otherwise a
//! move leads to one position for each outcome that was seen, and these
//! [`Outcome`]s stand in a list of their own. [`PositionId`] hides the difference.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bounds::Bounds;
use crate::{Game, Rng};

/// A move in the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// What its simulations were worth to the mover, added up in fixed point:
    /// integers add up the same in any order and never lose small terms.
    pub(crate) sum: i64,
    /// How many simulations went through it.
    pub(crate) visits: u32,
    /// The first child, or with hidden facts the first outcome.
    first: u32,
    /// What is proven of its value.
    pub(crate) bounds: Bounds,
    /// How many children or outcomes it has.
    count: u16,
    /// The seat that chose it, and to which its sum belongs.
    pub(crate) mover: u8,
    /// Whether something is proven of a move from here; until then selection
    /// need not look at bounds.
    pub(crate) proof_below: bool,
    /// The move; meaningless in the root.
    pub(crate) mv: M,
}

/// A position that a move led to, told from others by what was seen.
#[derive(Clone, Copy, Debug)]
struct Outcome<S> {
    seen: Option<S>,
    visits: u32,
    first: u32,
    count: u16,
    next: u32,
}

/// A position in the tree: the number of a node, or with hidden facts of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionId(u32);

impl PositionId {
    /// The position that a node is, where nothing is hidden.
    pub(crate) fn of_node(node: u32) -> Self {
        PositionId(node)
    }
}

/// The position at the root.
pub(crate) const ROOT: PositionId = PositionId(0);

/// The node at the root: it has no move, only visits.
pub(crate) const ROOT_NODE: u32 = 0;

/// The end of a list of outcomes.
const NONE: u32 = u32::MAX;

/// Steps of 2^-20 keep a millionth of a point, and leave room for the sum of
/// a million simulations of a million points each.
pub(crate) const FIXED_POINT: f64 = (1u64 << 20) as f64;

pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    outcomes: Vec<Outcome<G::Seen>>,
    byte_limit: usize,
    full: bool,
}

/// A value in fixed point.
#[inline]
pub(crate) fn fixed(value: f64) -> i64 {
    (value * FIXED_POINT) as i64
}

impl<M> Node<M> {
    /// Adds one more simulation, with its value in fixed point.
    #[inline]
    pub(crate) fn add(&mut self, value: i64) {
        self.visits += 1;
        self.sum = self.sum.saturating_add(value);
    }

    /// Its values added up.
    pub(crate) fn sum(&self) -> f64 {
        self.sum as f64 / FIXED_POINT
    }

    /// The mean of its values.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        self.sum as f64 / (FIXED_POINT * f64::from(self.visits))
    }
}

impl<G: Game> Tree<G> {
    /// A tree without a position; [`reset`](Tree::reset) gives it one.
    pub(crate) fn new() -> Self {
        Tree { nodes: Vec::new(), outcomes: Vec::new(), byte_limit: 0, full: false }
    }

    /// Starts afresh with a root and nothing else. `any_move` fills the place
    /// of the move that the root does not have.
    pub(crate) fn reset(&mut self, any_move: G::Move, bounds: Bounds) {
        self.nodes.clear();
        self.outcomes.clear();
        self.full = false;
        let count = u16::from(G::HIDDEN);
        let root = Node {
            sum: 0,
            visits: 0,
            first: 0,
            bounds,
            count,
            mover: 0,
            proof_below: false,
            mv: any_move,
        };
        self.nodes.push(root);
        if G::HIDDEN {
            self.outcomes.push(Outcome { seen: None, visits: 0, first: 0, count: 0, next: NONE });
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.outcomes.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Sets the limit; a tree that is larger already is dropped.
    pub(crate) fn limit_bytes(&mut self, bytes: usize) {
        self.byte_limit = bytes;
        self.full = false;
        let held = self.nodes.capacity() * size_of::<Node<G::Move>>()
            + self.outcomes.capacity() * size_of::<Outcome<G::Seen>>();
        if held > bytes {
            (self.nodes, self.outcomes) = (Vec::new(), Vec::new());
        }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.outcomes.as_slice())
    }

    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<G::Move> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, index: u32) -> &mut Node<G::Move> {
        &mut self.nodes[index as usize]
    }

    /// What is proven of a position's value, if that came from its moves.
    #[inline]
    pub(crate) fn proven(&self, spot: PositionId) -> Option<Bounds> {
        if G::HIDDEN {
            return None;
        }
        let node = &self.nodes[spot.0 as usize];
        node.proof_below.then_some(node.bounds)
    }

    /// How many simulations came to the position.
    #[inline]
    pub(crate) fn visits(&self, spot: PositionId) -> u32 {
        if G::HIDDEN {
            self.outcomes[spot.0 as usize].visits
        } else {
            self.nodes[spot.0 as usize].visits
        }
    }

    /// Counts a visit of a position that is told from its move's.
    #[inline]
    pub(crate) fn visit(&mut self, spot: PositionId) {
        if G::HIDDEN {
            self.outcomes[spot.0 as usize].visits += 1;
        }
    }

    /// The number of the first child, and how many there are: 0 before expansion.
    #[inline]
    fn block(&self, spot: PositionId) -> (u32, u16) {
        if G::HIDDEN {
            let outcome = &self.outcomes[spot.0 as usize];
            (outcome.first, outcome.count)
        } else {
            let node = &self.nodes[spot.0 as usize];
            (node.first, node.count)
        }
    }

    fn set_block(&mut self, spot: PositionId, block: (u32, u16)) {
        if G::HIDDEN {
            let outcome = &mut self.outcomes[spot.0 as usize];
            (outcome.first, outcome.count) = block;
        } else {
            let node = &mut self.nodes[spot.0 as usize];
            (node.first, node.count) = block;
        }
    }

    #[inline]
    pub(crate) fn is_expanded(&self, spot: PositionId) -> bool {
        self.block(spot).1 > 0
    }

    /// Whether the position behind a move is sure to have moves in the tree;
    /// with hidden facts that depends on what will be seen.
    #[inline]
    pub(crate) fn leads_on(&self, node: u32) -> bool {
        !G::HIDDEN && self.is_expanded(PositionId(node))
    }

    /// The number of the first child.
    #[inline]
    pub(crate) fn first_child(&self, spot: PositionId) -> u32 {
        self.block(spot).0
    }

    /// The moves of a position; none before expansion.
    #[inline]
    pub(crate) fn children(&self, spot: PositionId) -> &[Node<G::Move>] {
        let (first, count) = self.block(spot);
        if count == 0 {
            return &[];
        }
        &self.nodes[first as usize..first as usize + count as usize]
    }

    /// The children with their numbers.
    pub(crate) fn numbered(&self, spot: PositionId) -> impl Iterator<Item = (u32, &Node<G::Move>)> {
        (self.first_child(spot)..).zip(self.children(spot))
    }

    /// Puts `moves` below a position, in random order so that untried moves
    /// can be taken as they come. `false` if the tree is full; the root's
    /// moves always fit.
    pub(crate) fn expand(
        &mut self,
        spot: PositionId,
        moves: &mut [G::Move],
        mover: u8,
        bounds: Bounds,
        rng: &mut Rng,
    ) -> bool {
        let first = self.nodes.len();
        if !self.has_room(moves.len(), 0) && spot != ROOT {
            return false;
        }
        let count = u16::try_from(moves.len()).expect("a position has at most 65,535 moves");
        rng.shuffle(moves);
        let blank = |&mv| Node {
            sum: 0,
            visits: 0,
            first: 0,
            bounds,
            count: 0,
            mover,
            proof_below: false,
            mv,
        };
        self.nodes.extend(moves.iter().map(blank));
        self.set_block(spot, (first as u32, count));
        true
    }

    /// The position that `child` leads to when `seen` is seen. With hidden
    /// facts there is none if the outcome is new and the move has its fill of
    /// them, or the tree is full.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        child: u32,
        seen: G::Seen,
        widening: f64,
    ) -> Option<PositionId> {
        if !G::HIDDEN {
            return Some(PositionId(child));
        }
        self.find_outcome(child, seen).or_else(|| self.add_outcome(child, seen, widening))
    }

    fn find_outcome(&self, child: u32, seen: G::Seen) -> Option<PositionId> {
        self.outcomes_of(child).find(|spot| self.outcomes[spot.0 as usize].seen == Some(seen))
    }

    fn add_outcome(&mut self, child: u32, seen: G::Seen, widening: f64) -> Option<PositionId> {
        let node = &self.nodes[child as usize];
        let (count, allowed) = (node.count, widening * f64::from(node.visits).sqrt());
        if count > 0 && (f64::from(count) >= allowed || count == u16::MAX) {
            return None;
        }
        if !self.has_room(0, 1) {
            return None;
        }
        let number = self.outcomes.len() as u32;
        let node = &mut self.nodes[child as usize];
        let next = if count == 0 { NONE } else { node.first };
        (node.first, node.count) = (number, count + 1);
        self.outcomes.push(Outcome { seen: Some(seen), visits: 0, first: 0, count: 0, next });
        Some(PositionId(number))
    }

    /// The positions that a move has led to: itself, or its outcomes.
    pub(crate) fn outcomes_of(&self, child: u32) -> impl Iterator<Item = PositionId> {
        let node = &self.nodes[child as usize];
        let first = match (G::HIDDEN, node.count) {
            (true, 0) => None,
            (true, _) => Some(PositionId(node.first)),
            (false, _) => Some(PositionId(child)),
        };
        std::iter::successors(first, |spot| {
            let next = if G::HIDDEN { self.outcomes[spot.0 as usize].next } else { NONE };
            (next != NONE).then_some(PositionId(next))
        })
    }

    /// What was seen on the way to a position; nothing at the root.
    pub(crate) fn seen(&self, spot: PositionId) -> Option<G::Seen> {
        if G::HIDDEN { self.outcomes[spot.0 as usize].seen } else { None }
    }

    /// Walks from the root along a move that was really played, makes the
    /// position it led to the root and frees everything else. `false`, and the
    /// tree left as it was, if that position is not in it.
    pub(crate) fn advance(&mut self, mv: G::Move, seen: G::Seen) -> bool {
        if self.is_empty() {
            return false;
        }
        let child = self.numbered(ROOT).find(|(_, node)| node.mv == mv).map(|(number, _)| number);
        let spot = match child {
            Some(child) if G::HIDDEN => self.find_outcome(child, seen),
            Some(child) => Some(PositionId(child)),
            None => None,
        };
        match (child, spot) {
            (Some(child), Some(spot)) if self.is_expanded(spot) => {
                self.keep(child, spot);
                true
            }
            _ => false,
        }
    }

    /// Slides the subtree of `spot` to the front of the arena, block by block.
    ///
    /// A block is always behind its parent's, so taking the waiting block with
    /// the lowest number never writes over one that is still to be moved.
    fn keep(&mut self, child: u32, spot: PositionId) {
        let old_outcomes = std::mem::take(&mut self.outcomes);
        let mut waiting = BinaryHeap::new();
        self.nodes[ROOT_NODE as usize] = self.nodes[child as usize];
        if G::HIDDEN {
            let root = Outcome { next: NONE, ..old_outcomes[spot.0 as usize] };
            let node = &mut self.nodes[ROOT_NODE as usize];
            (node.first, node.count, node.visits) = (0, 1, root.visits);
            self.outcomes.push(root);
        }
        let (first, count) = self.block(ROOT);
        waiting.push(Reverse((first, count, ROOT.0)));

        let mut end = 1;
        while let Some(Reverse((first, count, owner))) = waiting.pop() {
            let block = first as usize..first as usize + count as usize;
            self.nodes.copy_within(block, end as usize);
            self.set_block(PositionId(owner), (end, count));
            for number in end..end + u32::from(count) {
                if G::HIDDEN {
                    self.move_outcomes(number, &old_outcomes);
                }
                for spot in self.outcomes_of(number) {
                    let (first, count) = self.block(spot);
                    if count > 0 {
                        waiting.push(Reverse((first, count, spot.0)));
                    }
                }
            }
            end += u32::from(count);
        }
        self.nodes.truncate(end as usize);
        self.full = false;
    }

    /// Copies the list of outcomes of a node out of the old ones.
    fn move_outcomes(&mut self, number: u32, old: &[Outcome<G::Seen>]) {
        let node = &mut self.nodes[number as usize];
        let mut from = if node.count == 0 { NONE } else { node.first };
        node.first = self.outcomes.len() as u32;
        while from != NONE {
            let outcome = old[from as usize];
            from = outcome.next;
            let here = self.outcomes.len() as u32;
            let next = if from == NONE { NONE } else { here + 1 };
            self.outcomes.push(Outcome { next, ..outcome });
        }
    }

    /// Makes room for so many more; if they do not fit, the tree is full.
    fn has_room(&mut self, nodes: usize, outcomes: usize) -> bool {
        let limit = self.byte_limit;
        let taken = self.outcomes.capacity() * size_of::<Outcome<G::Seen>>();
        let fits = reserve(&mut self.nodes, nodes, limit.saturating_sub(taken));
        let taken = self.nodes.capacity() * size_of::<Node<G::Move>>();
        let fits = fits && reserve(&mut self.outcomes, outcomes, limit.saturating_sub(taken));
        self.full |= !fits;
        fits
    }
}

/// The first allocation of a list.
const FIRST_CAPACITY: usize = 64;

/// Doubles a list as it grows, but never beyond a number of bytes; near that it
/// grows by half of what is left, so that a second list finds room beside it.
fn reserve<T>(list: &mut Vec<T>, more: usize, byte_limit: usize) -> bool {
    let needed = list.len() + more;
    if needed <= list.capacity() {
        return true;
    }
    let most = (byte_limit / size_of::<T>()).min(NONE as usize);
    if needed > most {
        return false;
    }
    let left = most - list.capacity().min(most);
    let doubled = (2 * list.capacity()).max(FIRST_CAPACITY);
    let wanted = doubled.min(list.capacity() + left.div_ceil(2)).clamp(needed, most);
    list.reserve_exact(wanted - list.len());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_of_a_small_move_takes_32_bytes() {
        assert_eq!(size_of::<Node<u8>>(), 32);
        assert_eq!(size_of::<Node<u32>>(), 32);
    }
}
