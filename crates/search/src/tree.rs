//! The search tree: an arena of nodes. The children of a position are one contiguous block, except in the
//! lists described below. States are not stored.
//!
//! A [`Node`] is a move with its statistics. If a move can have only one outcome, a node is also the
//! position after its move. Otherwise a move leads to one position for each [`Outcome`]; outcomes are in a
//! second arena. [`PositionId`] is the index of a position in either case.
//!
//! The tree belongs to the seat that decides at its root, and branches on what that seat sees. With
//! private facts, a position of another seat meets worlds with different legal moves, so its children
//! are a list that grows: `list.rs`.

mod advance;
mod list;
mod node;

pub(crate) use list::Reply;
pub(crate) use node::{FIXED_POINT, Node, fixed};

use crate::Game;
use crate::bounds::Bounds;

/// A position after a move that can have several outcomes, identified by the `Seen` value of the move.
/// `next` is the index of the next outcome of the same move.
#[derive(Clone, Copy, Debug)]
struct Outcome<S> {
    seen: Option<S>,
    visits: u32,
    first: u32,
    count: u16,
    /// Whether the children are a list, not a block.
    listed: bool,
    next: u32,
}

impl<S> Outcome<S> {
    fn new(seen: Option<S>, next: u32) -> Self {
        Outcome { seen, visits: 0, first: 0, count: 0, listed: false, next }
    }
}

/// A position in the tree: the index of a node or, if moves can have several outcomes, of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PositionId(pub(crate) u32);

/// The position at the root.
pub(crate) const ROOT: PositionId = PositionId(0);

/// The node at the root.
pub(crate) const ROOT_NODE: u32 = 0;

/// The value of [`Outcome::next`] at the last outcome.
const NONE: u32 = u32::MAX;

pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    outcomes: Vec<Outcome<G::Seen>>,
    /// The items of all lists.
    replies: Vec<Reply<G::Move>>,
    /// The weight of each node; empty unless a guide rates moves.
    weights: Vec<f32>,
    rated: bool,
    /// The bounds of a position about which nothing is proven.
    unknown: Bounds,
    /// The seat that decides at the root.
    pub(crate) owner: u8,
    /// What was seen of the move before the root.
    root_seen: Option<G::Seen>,
    /// What is seen of every move, if moves can have only one outcome.
    only_seen: Option<G::Seen>,
    byte_limit: usize,
    /// Whether the memory limit has prevented growth.
    pub(crate) full: bool,
}

impl<G: Game> Tree<G> {
    /// Whether moves can have several outcomes.
    const OUTCOMES: bool = G::HIDDEN && size_of::<G::Seen>() > 0;

    /// Creates a tree without a root; [`reset`](Tree::reset) adds it. If `rated` is set, nodes have
    /// weights.
    pub(crate) fn new(rated: bool) -> Self {
        Tree {
            nodes: Vec::new(),
            outcomes: Vec::new(),
            replies: Vec::new(),
            weights: Vec::new(),
            rated,
            unknown: Bounds::of_range(None),
            owner: 0,
            root_seen: None,
            only_seen: None,
            byte_limit: 0,
            full: false,
        }
    }

    /// Replaces the tree by a single root of the seat `owner`. `any_move` is the root's arbitrary move,
    /// `unknown` the bounds of a position about which nothing is proven.
    pub(crate) fn reset(&mut self, any_move: G::Move, owner: u8, unknown: Bounds) {
        self.clear();
        self.full = false;
        (self.owner, self.unknown, self.root_seen) = (owner, unknown, None);
        let mut root = Node::new(any_move, 0, unknown);
        root.count = u16::from(Self::OUTCOMES);
        self.nodes.push(root);
        if self.rated {
            self.weights.push(0.0);
        }
        if Self::OUTCOMES {
            self.outcomes.push(Outcome::new(None, NONE));
        }
    }

    /// Removes all nodes and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.outcomes.clear();
        self.replies.clear();
        self.weights.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Sets the memory limit. Drops the tree if its buffers already exceed the limit.
    pub(crate) fn limit_bytes(&mut self, bytes: usize) {
        self.byte_limit = bytes;
        self.full = false;
        let held = self.nodes.capacity() * self.node_bytes()
            + self.outcomes.capacity() * size_of::<Outcome<G::Seen>>()
            + self.replies.capacity() * size_of::<Reply<G::Move>>();
        if held > bytes {
            (self.nodes, self.weights) = (Vec::new(), Vec::new());
            (self.outcomes, self.replies) = (Vec::new(), Vec::new());
        }
    }

    /// Reserves room for the tree of a search of this length, so that a short search does not spend its time
    /// on growing buffers.
    pub(crate) fn reserve_for(&mut self, simulations: u64) {
        const MOST: u64 = 1 << 14;
        /// The part of the memory limit that each arena may reserve, as a divisor.
        const PART: usize = 64;
        let bytes = self.byte_limit / PART;
        let room = |item: usize, len: usize| {
            (2 * simulations.min(MOST) as usize).min(bytes / item).saturating_sub(len)
        };
        self.nodes.reserve_exact(room(self.node_bytes(), self.nodes.len()));
        if self.rated {
            self.weights.reserve_exact(self.nodes.capacity() - self.weights.len());
        }
        if Self::OUTCOMES {
            self.outcomes.reserve_exact(room(size_of::<Outcome<G::Seen>>(), self.outcomes.len()));
        }
        if G::PRIVATE {
            self.replies.reserve_exact(room(size_of::<Reply<G::Move>>(), self.replies.len()));
        }
    }

    /// Returns the size of a node with its weight.
    fn node_bytes(&self) -> usize {
        size_of::<Node<G::Move>>() + if self.rated { size_of::<f32>() } else { 0 }
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * self.node_bytes()
            + size_of_val(self.outcomes.as_slice())
            + size_of_val(self.replies.as_slice())
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<G::Move> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, index: u32) -> &mut Node<G::Move> {
        &mut self.nodes[index as usize]
    }

    /// Returns the bounds of a position if a proof in a child has updated them, else `None`.
    #[inline]
    pub(crate) fn proven(&self, position: PositionId) -> Option<Bounds> {
        if G::HIDDEN {
            return None;
        }
        let node = &self.nodes[position.0 as usize];
        node.proof_below().then_some(node.bounds())
    }

    /// Returns the number of simulations through a position.
    #[inline]
    pub(crate) fn visits(&self, position: PositionId) -> u32 {
        if Self::OUTCOMES {
            self.outcomes[position.0 as usize].visits
        } else {
            self.nodes[position.0 as usize].visits
        }
    }

    /// Counts a visit of an outcome. [`Node::add`] counts the visits of a node.
    #[inline]
    pub(crate) fn visit(&mut self, position: PositionId) {
        if Self::OUTCOMES {
            self.outcomes[position.0 as usize].visits += 1;
        }
    }

    /// Returns the index of the first child and the number of children, 0 before expansion.
    #[inline]
    fn block(&self, position: PositionId) -> (u32, u16) {
        if Self::OUTCOMES {
            let outcome = &self.outcomes[position.0 as usize];
            (outcome.first, outcome.count)
        } else {
            let node = &self.nodes[position.0 as usize];
            (node.first, node.count)
        }
    }

    fn set_block(&mut self, position: PositionId, block: (u32, u16)) {
        if Self::OUTCOMES {
            let outcome = &mut self.outcomes[position.0 as usize];
            (outcome.first, outcome.count) = block;
        } else {
            let node = &mut self.nodes[position.0 as usize];
            (node.first, node.count) = block;
        }
    }

    #[inline]
    pub(crate) fn is_expanded(&self, position: PositionId) -> bool {
        self.block(position).1 > 0
    }

    /// Returns whether the position after a move is known to be expanded, so that [`Game::replay`] may play
    /// the move. Returns `false` in games with hidden facts, where the outcome is not known yet.
    #[inline]
    pub(crate) fn leads_on(&self, node: u32) -> bool {
        !G::HIDDEN && self.is_expanded(PositionId(node))
    }

    /// Returns the index of the first child.
    #[inline]
    pub(crate) fn first_child(&self, position: PositionId) -> u32 {
        self.block(position).0
    }

    /// Returns whether the children of a position are a list.
    #[inline]
    fn is_listed(&self, position: PositionId) -> bool {
        if !G::PRIVATE {
            false
        } else if Self::OUTCOMES {
            self.outcomes[position.0 as usize].listed
        } else {
            self.nodes[position.0 as usize].is_listed()
        }
    }

    fn set_listed(&mut self, position: PositionId) {
        if Self::OUTCOMES {
            self.outcomes[position.0 as usize].listed = true;
        } else {
            self.nodes[position.0 as usize].set_listed();
        }
    }

    /// Returns the children of a position that is not listed; none before expansion.
    #[inline]
    pub(crate) fn children(&self, position: PositionId) -> &[Node<G::Move>] {
        debug_assert!(!self.is_listed(position), "a list of children is not a block");
        let (first, count) = self.block(position);
        if count == 0 {
            return &[];
        }
        &self.nodes[first as usize..first as usize + count as usize]
    }

    /// Returns the weights of the children of a position that is not listed.
    pub(crate) fn weights(&self, position: PositionId) -> &[f32] {
        let (first, count) = self.block(position);
        &self.weights[first as usize..first as usize + count as usize]
    }

    /// Returns the weight of a node.
    pub(crate) fn weight(&self, node: u32) -> f32 {
        self.weights[node as usize]
    }

    /// Returns the children of a position with their indices; those of a list newest first.
    pub(crate) fn numbered(
        &self,
        position: PositionId,
    ) -> impl Iterator<Item = (u32, &Node<G::Move>)> {
        let (first, count) = self.block(position);
        let listed = self.is_listed(position);
        (0..u32::from(count)).map(move |offset| {
            let newest = first + u32::from(count) - 1;
            let number =
                if listed { self.replies[(newest - offset) as usize].node } else { first + offset };
            (number, self.node(number))
        })
    }

    /// Returns whether this number of children fits within the memory limit. Always `true` at the root.
    pub(crate) fn has_room_for(&mut self, position: PositionId, children: usize) -> bool {
        self.has_room(children, 0) || position == ROOT
    }

    /// Adds a child for each of `moves` to a position, in this order. `weights` has a weight for each
    /// move, or is empty. The caller has checked the room.
    pub(crate) fn expand(
        &mut self,
        position: PositionId,
        moves: &[G::Move],
        weights: &[f32],
        mover: u8,
    ) {
        let first = self.nodes.len();
        let count = u16::try_from(moves.len()).expect("a position has at most 65,535 moves");
        let unknown = self.unknown;
        self.nodes.extend(moves.iter().map(|&mv| Node::new(mv, mover, unknown)));
        if self.rated {
            self.weights.extend_from_slice(weights);
        }
        self.set_block(position, (first as u32, count));
    }

    /// Returns the position after the move `child` with the outcome `seen`. Adds a new outcome to the
    /// tree, or returns `None` if the widening limit or the memory limit does not allow that.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        child: u32,
        seen: G::Seen,
        widening: f64,
    ) -> Option<PositionId> {
        if !Self::OUTCOMES {
            if G::HIDDEN {
                self.only_seen = Some(seen);
            }
            return Some(PositionId(child));
        }
        self.find_outcome(child, seen).or_else(|| self.add_outcome(child, seen, widening))
    }

    fn find_outcome(&self, child: u32, seen: G::Seen) -> Option<PositionId> {
        self.outcomes_of(child)
            .find(|position| self.outcomes[position.0 as usize].seen == Some(seen))
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
        self.outcomes.push(Outcome::new(Some(seen), next));
        Some(PositionId(number))
    }

    /// Returns the positions after a move: the node itself or its outcomes. In a game with hidden facts
    /// there are none before the first visit.
    pub(crate) fn outcomes_of(&self, child: u32) -> impl Iterator<Item = PositionId> {
        let node = &self.nodes[child as usize];
        let first = match (Self::OUTCOMES, node.count) {
            (true, 0) => None,
            (true, _) => Some(PositionId(node.first)),
            (false, _) => (!G::HIDDEN || node.visits > 0).then_some(PositionId(child)),
        };
        std::iter::successors(first, |&position| self.next_outcome(position))
    }

    /// Returns the next position after the same move.
    fn next_outcome(&self, position: PositionId) -> Option<PositionId> {
        let next = if Self::OUTCOMES { self.outcomes[position.0 as usize].next } else { NONE };
        (next != NONE).then_some(PositionId(next))
    }

    /// Returns what was seen of the move before a position; `None` at a new root and in games without hidden
    /// facts.
    pub(crate) fn seen(&self, position: PositionId) -> Option<G::Seen> {
        match (Self::OUTCOMES, position) {
            (true, _) => self.outcomes[position.0 as usize].seen,
            (false, _) if !G::HIDDEN => None,
            (false, ROOT) => self.root_seen,
            (false, _) => self.only_seen,
        }
    }

    /// Reserves room for more nodes and outcomes. Returns `false` and sets `full` if there is no room.
    #[inline]
    fn has_room(&mut self, nodes: usize, outcomes: usize) -> bool {
        let (needed_nodes, needed_outcomes) =
            (self.nodes.len() + nodes, self.outcomes.len() + outcomes);
        let fits =
            needed_nodes <= self.nodes.capacity() && needed_outcomes <= self.outcomes.capacity();
        fits || self.grow(nodes, outcomes)
    }

    /// Reserves room as [`has_room`](Tree::has_room), if the buffers are too small.
    #[cold]
    fn grow(&mut self, nodes: usize, outcomes: usize) -> bool {
        let (limit, node_bytes) = (self.byte_limit, self.node_bytes());
        let (outcome_bytes, reply_bytes) =
            (size_of::<Outcome<G::Seen>>(), size_of::<Reply<G::Move>>());
        let of_replies = self.replies.capacity() * reply_bytes;
        let taken = self.outcomes.capacity() * outcome_bytes + of_replies;
        let fits = reserve(&mut self.nodes, nodes, node_bytes, limit.saturating_sub(taken));
        if self.rated {
            self.weights.reserve_exact(self.nodes.capacity() - self.weights.len());
        }
        let taken = self.nodes.capacity() * node_bytes + of_replies;
        let left = limit.saturating_sub(taken);
        let fits = fits && reserve(&mut self.outcomes, outcomes, outcome_bytes, left);
        self.full |= !fits;
        fits
    }

    /// Reserves room for more items of lists. Returns `false` and sets `full` if there is no room.
    fn has_room_for_replies(&mut self, replies: usize) -> bool {
        let taken = self.nodes.capacity() * self.node_bytes()
            + self.outcomes.capacity() * size_of::<Outcome<G::Seen>>();
        let left = self.byte_limit.saturating_sub(taken);
        let fits = reserve(&mut self.replies, replies, size_of::<Reply<G::Move>>(), left);
        self.full |= !fits;
        fits
    }
}

/// The capacity of the first allocation, in items.
const FIRST_CAPACITY: usize = 64;

/// Reserves capacity for `more` items of `item_bytes` each; `false` if that needs more than `byte_limit`
/// bytes. Doubles the capacity, or adds half of the free bytes if that is less, to leave room for the
/// other arena.
fn reserve<T>(list: &mut Vec<T>, more: usize, item_bytes: usize, byte_limit: usize) -> bool {
    let needed = list.len() + more;
    if needed <= list.capacity() {
        return true;
    }
    let most = (byte_limit / item_bytes).min(NONE as usize);
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
    fn capacity_doubles_but_leaves_half_of_the_free_bytes() {
        let capacity = |most: usize| {
            let mut list = vec![0_u64; 100];
            assert!(reserve(&mut list, 1, size_of::<u64>(), most * size_of::<u64>()));
            list.capacity()
        };
        assert_eq!(capacity(10_000), 200);
        assert_eq!(capacity(150), 125);
        assert!(!reserve(&mut vec![0_u64; 100], 1, size_of::<u64>(), 100 * size_of::<u64>()));
    }
}
