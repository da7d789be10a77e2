//! Lists: the children of another seat's positions in games with private facts.
//!
//! Such a position meets worlds with different legal moves, so its children enter the tree one at a
//! time. Their nodes are therefore scattered over the arena; a contiguous list of [`Reply`] items refers
//! to them.

use super::{Node, PositionId, Tree};
use crate::Game;
use crate::move_set::MoveSet;

/// An item of a list: a child, and how often its move was legal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply<M> {
    pub(crate) mv: M,
    pub(crate) node: u32,
    /// The number of visits of the position in worlds where the move was legal.
    pub(crate) available: u32,
}

impl<M> Reply<M> {
    /// Counts a visit of the position in a world, if the move is legal there.
    #[inline]
    pub(crate) fn add_available(&mut self, is_legal: bool) {
        self.available = self.available.saturating_add(u32::from(is_legal));
    }
}

/// Returns the number of items that a list has room for: the next power of two, and at least 4.
fn room(count: usize) -> usize {
    count.next_power_of_two().max(4)
}

impl<G: Game> Tree<G> {
    /// Returns the children of another seat's position, the oldest first.
    #[inline]
    pub(crate) fn replies(&self, position: PositionId) -> &[Reply<G::Move>] {
        let (first, count) = self.block(position);
        &self.replies[first as usize..first as usize + count as usize]
    }

    #[inline]
    pub(crate) fn replies_mut(&mut self, position: PositionId) -> &mut [Reply<G::Move>] {
        let (first, count) = self.block(position);
        &mut self.replies[first as usize..first as usize + count as usize]
    }

    /// Writes to `available` the places of those children of another seat's position whose moves are in
    /// `legal`, the newest first, and counts for each that it was available. Returns the number of these
    /// children; later items of `available` are arbitrary.
    #[inline]
    pub(crate) fn count_available(
        &mut self,
        position: PositionId,
        legal: &MoveSet<G::Move>,
        available: &mut Vec<u32>,
    ) -> usize {
        if available.len() < legal.len() {
            available.resize(legal.len(), 0);
        }
        let available = &mut available[..legal.len()];
        let mut found = 0;
        for (place, reply) in self.replies_mut(position).iter_mut().enumerate().rev() {
            let Some(next) = available.get_mut(found) else { break };
            // Uses no branch: the processor cannot predict which children are legal.
            let is_legal = legal.contains(reply.mv);
            reply.add_available(is_legal);
            *next = place as u32;
            found += usize::from(is_legal);
        }
        found
    }

    /// Adds a child to another seat's position and returns its place in the list; `None` if the tree is
    /// full. `weight` is `None` unless a guide rates moves.
    pub(crate) fn add_reply(
        &mut self,
        position: PositionId,
        mv: G::Move,
        weight: Option<f32>,
        mover: u8,
    ) -> Option<u32> {
        let (_, count) = self.block(position);
        let node = self.nodes.len() as u32;
        let reply = Reply { mv, node, available: 0 };
        if count == u16::MAX || !self.has_room(1, 0) || !self.add_to_list(position, reply) {
            return None;
        }
        self.nodes.push(Node::new(mv, mover, self.unknown));
        self.weights.extend(weight);
        Some(u32::from(count))
    }

    /// Adds an item to the list of a position. Moves the list to the end of the arena if it has no room.
    /// Returns `false` if the tree is full.
    fn add_to_list(&mut self, position: PositionId, reply: Reply<G::Move>) -> bool {
        let (mut first, count) = self.block(position);
        let (start, len) = (first as usize, usize::from(count));
        if len == 0 || len == room(len) {
            if !self.has_room_for_replies(room(len + 1)) {
                return false;
            }
            first = self.replies.len() as u32;
            self.replies.extend_from_within(start..start + len);
            self.replies.resize(first as usize + room(len + 1), reply);
        }
        self.replies[first as usize + len] = reply;
        self.set_block(position, (first, count + 1));
        self.set_listed(position);
        true
    }

    /// Replaces the list of a position by a copy of its items from the `old` arena. Returns the place of
    /// the first item.
    pub(super) fn copy_list(&mut self, position: PositionId, old: &[Reply<G::Move>]) -> u32 {
        let (first, count) = self.block(position);
        let (start, len) = (first as usize, usize::from(count));
        let first = self.replies.len() as u32;
        self.replies.extend_from_slice(&old[start..start + len]);
        self.replies.resize(first as usize + room(len), old[start]);
        self.set_block(position, (first, count));
        first
    }
}
