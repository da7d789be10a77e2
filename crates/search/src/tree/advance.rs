//! Advancing the tree: the subtree below a played move becomes the tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{NONE, Outcome, PositionId, ROOT, ROOT_NODE, Reply, Tree};
use crate::Game;

/// A block of nodes that must be moved: the index of the first, the number of nodes, and what refers to them.
type Waiting = Reverse<(u32, u16, Referrer)>;

/// What refers to a block of nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Referrer {
    Position(u32),
    /// An item of a list, whose block is a single node.
    Reply(u32),
}

impl<G: Game> Tree<G> {
    /// Makes the position after a played move the root and removes all other nodes. Returns `false`
    /// and changes nothing if that position is not in the tree or has no children.
    pub(crate) fn advance(&mut self, mv: G::Move, seen: G::Seen) -> bool {
        if self.is_empty() {
            return false;
        }
        let child = self.numbered(ROOT).find(|(_, node)| node.mv == mv).map(|(number, _)| number);
        let position = match child {
            Some(child) if Self::OUTCOMES => self.find_outcome(child, seen),
            Some(child) => Some(PositionId(child)),
            None => None,
        };
        match (child, position) {
            (Some(child), Some(position)) if self.is_expanded(position) => {
                self.keep(child, position);
                self.root_seen = Some(seen);
                true
            }
            _ => false,
        }
    }

    /// Moves the subtree of `position`, which follows the move `child`, to the front of the arena.
    ///
    /// A node always has a higher index than its parent. Moving the pending block with the lowest index
    /// first therefore never overwrites another pending block. Each node of a list is a block.
    fn keep(&mut self, child: u32, position: PositionId) {
        let old_outcomes = std::mem::take(&mut self.outcomes);
        let old_replies = std::mem::take(&mut self.replies);
        // The lists that remain need no more room than all lists had.
        self.replies.reserve_exact(old_replies.len());
        self.nodes[ROOT_NODE as usize] = self.nodes[child as usize];
        if Self::OUTCOMES {
            let root = Outcome { next: NONE, ..old_outcomes[position.0 as usize] };
            let unknown = self.unknown;
            let node = &mut self.nodes[ROOT_NODE as usize];
            (node.first, node.count, node.visits) = (0, 1, root.visits);
            node.set_bounds(unknown);
            self.outcomes.push(root);
        }
        let mut waiting = BinaryHeap::new();
        self.enqueue_children(ROOT, &old_replies, &mut waiting);

        let mut end = 1;
        while let Some(Reverse((first, count, referrer))) = waiting.pop() {
            let block = first as usize..first as usize + count as usize;
            self.nodes.copy_within(block.clone(), end as usize);
            if self.rated {
                self.weights.copy_within(block, end as usize);
            }
            match referrer {
                Referrer::Position(position) => self.set_block(PositionId(position), (end, count)),
                Referrer::Reply(place) => self.replies[place as usize].node = end,
            }
            for number in end..end + u32::from(count) {
                if !Self::OUTCOMES {
                    self.enqueue_children(PositionId(number), &old_replies, &mut waiting);
                    continue;
                }
                self.move_outcomes(number, &old_outcomes);
                let mut next = self.outcomes_of(number).next();
                while let Some(position) = next {
                    self.enqueue_children(position, &old_replies, &mut waiting);
                    next = self.next_outcome(position);
                }
            }
            end += u32::from(count);
        }
        self.nodes.truncate(end as usize);
        self.weights.truncate(end as usize);
        self.full = false;
    }

    /// Adds the blocks of a position's children to `waiting`. Copies a list from the old arena.
    #[inline]
    fn enqueue_children(
        &mut self,
        position: PositionId,
        old: &[Reply<G::Move>],
        waiting: &mut BinaryHeap<Waiting>,
    ) {
        let (first, count) = self.block(position);
        if self.is_listed(position) {
            let start = self.copy_list(position, old);
            let places = start..start + u32::from(count);
            let item = |place: u32| (self.replies[place as usize].node, 1, Referrer::Reply(place));
            waiting.extend(places.map(item).map(Reverse));
        } else if count > 0 {
            waiting.push(Reverse((first, count, Referrer::Position(position.0))));
        }
    }

    /// Copies the outcomes of the node `number` from the old arena.
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
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::marker::PhantomData;

    use super::*;
    use crate::bounds::Bounds;

    /// A game whose type alone matters: a tree with lists and weights. `S` is the type of outcomes.
    #[derive(Clone, Debug, PartialEq)]
    struct Private<S>(PhantomData<S>);

    impl<S: Copy + Eq + Debug + Send + Sync + 'static> Game for Private<S> {
        type Move = u8;
        type Seen = S;
        type View = ();
        const HIDDEN: bool = true;
        const PRIVATE: bool = true;

        fn seat(&self) -> Option<u8> {
            None
        }

        fn moves(&self, _out: &mut Vec<u8>) {}

        fn play(&mut self, _mv: u8) -> S {
            unreachable!("the game has no moves")
        }

        fn score(&self, _seat: u8) -> f64 {
            0.0
        }

        fn view(&self, _seat: u8) {}

        fn world(_view: &(), _rng: &mut crate::Rng) -> Self {
            Private(PhantomData)
        }
    }

    fn check_that_advancing_keeps_all<S>(seen: S)
    where
        S: Copy + Eq + Debug + Send + Sync + 'static,
    {
        let mut tree = Tree::<Private<S>>::new(true);
        tree.limit_bytes(1 << 20);
        tree.reset(0, 0, Bounds::of_range(None));
        tree.expand(ROOT, &[1, 2], &[0.1, 0.2], 0);
        let child = tree.first_child(ROOT) + 1;
        let other = tree.follow(child - 1, seen, 1.0).expect("there is room");
        tree.add_reply(other, 9, Some(0.9), 1);
        let position = tree.follow(child, seen, 1.0).expect("there is room");
        let moves = [3, 4, 5, 6, 7];
        for mv in moves {
            let weight = f32::from(mv) / 10.0;
            let place = tree.add_reply(position, mv, Some(weight), 1).expect("there is room");
            let reply = &mut tree.replies_mut(position)[place as usize];
            (0..mv).for_each(|_| reply.add_available(true));
            let node = reply.node;
            let below = tree.follow(node, seen, 1.0).expect("there is room");
            tree.expand(below, &[10 * mv], &[f32::from(mv)], 0);
            tree.node_mut(node).add(0);
        }
        assert_eq!(tree.seen(ROOT), None);
        assert!(tree.advance(2, seen));
        assert_eq!(tree.seen(ROOT), Some(seen));
        let available = tree.replies(ROOT).iter().map(|reply| (reply.mv, reply.available));
        assert!(available.eq(moves.map(|mv| (mv, u32::from(mv)))));
        let replies: Vec<_> = tree.numbered(ROOT).collect();
        assert!(replies.iter().map(|(_, node)| node.mv).eq(moves.into_iter().rev()));
        for (number, node) in replies {
            assert_eq!(tree.weight(number), f32::from(node.mv) / 10.0);
            let below = tree.outcomes_of(number).next().expect("it was followed");
            assert_eq!(tree.seen(below), Some(seen));
            let moves = tree.children(below).iter().map(|child| child.mv);
            assert!(moves.eq([10 * node.mv]));
            assert_eq!(tree.weights(below), [f32::from(node.mv)]);
        }
        assert_eq!(tree.node_count(), 1 + 2 * moves.len());
        // The list of the root has room for more.
        assert_eq!(tree.add_reply(ROOT, 8, Some(0.8), 1), Some(moves.len() as u32));
        assert_eq!(tree.replies(ROOT).len(), moves.len() + 1);
    }

    #[test]
    fn advancing_keeps_lists_weights_and_outcomes() {
        check_that_advancing_keeps_all(());
        check_that_advancing_keeps_all(7_u8);
    }

    #[test]
    fn a_list_does_not_grow_beyond_the_memory_limit() {
        const LIMIT: usize = 10_000;
        let mut tree = Tree::<Private<()>>::new(false);
        tree.limit_bytes(LIMIT);
        tree.reset(0, 0, Bounds::of_range(None));
        let added = (0..1000).filter(|_| tree.add_reply(ROOT, 0, None, 1).is_some()).count();
        assert_eq!(tree.numbered(ROOT).count(), added);
        assert!(tree.full && (LIMIT / 2..=LIMIT).contains(&tree.bytes()), "{} bytes", tree.bytes());
    }
}
