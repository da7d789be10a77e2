//! Advancing the tree: the subtree below a played move becomes the tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{NONE, Outcome, PositionId, ROOT, ROOT_NODE, Sibling, Tree};
use crate::Game;

impl<G: Game> Tree<G> {
    /// Makes the position after a played move the root and removes all other nodes. Returns `false`
    /// and changes nothing if that position is not in the tree or has no children.
    pub(crate) fn advance(&mut self, mv: G::Move, seen: G::Seen) -> bool {
        if self.is_empty() {
            return false;
        }
        let child = self.numbered(ROOT).find(|(_, node)| node.mv == mv).map(|(number, _)| number);
        let position = match child {
            Some(child) if G::HIDDEN => self.find_outcome(child, seen),
            Some(child) => Some(PositionId(child)),
            None => None,
        };
        match (child, position) {
            (Some(child), Some(position)) if self.is_expanded(position) => {
                self.keep(child, position);
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
        self.nodes[ROOT_NODE as usize] = self.nodes[child as usize];
        if G::HIDDEN {
            let root = Outcome { next: NONE, ..old_outcomes[position.0 as usize] };
            let unknown = self.unknown;
            let node = &mut self.nodes[ROOT_NODE as usize];
            (node.first, node.count, node.visits) = (0, 1, root.visits);
            node.set_bounds(unknown);
            self.outcomes.push(root);
        }
        let mut waiting = BinaryHeap::new();
        self.enqueue_children(ROOT, &mut waiting);

        let mut end = 1;
        while let Some(Reverse((first, count, owner))) = waiting.pop() {
            let block = first as usize..first as usize + count as usize;
            self.nodes.copy_within(block.clone(), end as usize);
            if self.rated {
                self.weights.copy_within(block, end as usize);
            }
            let owner = PositionId(owner);
            if self.is_listed(owner) {
                self.link(owner, end);
            } else {
                self.set_block(owner, (end, count));
            }
            for number in end..end + u32::from(count) {
                if !G::HIDDEN {
                    self.enqueue_children(PositionId(number), &mut waiting);
                    continue;
                }
                self.move_outcomes(number, &old_outcomes);
                let mut next = self.outcomes_of(number).next();
                while let Some(position) = next {
                    self.enqueue_children(position, &mut waiting);
                    next = self.next_outcome(position);
                }
            }
            end += u32::from(count);
        }
        self.nodes.truncate(end as usize);
        self.weights.truncate(end as usize);
        self.full = false;
    }

    /// Adds the blocks of a position's children to `waiting`: the index of the first node, the number of
    /// nodes, and the position. Empties a list; [`link`](Tree::link) adds its nodes again.
    #[inline]
    fn enqueue_children(
        &mut self,
        position: PositionId,
        waiting: &mut BinaryHeap<Reverse<(u32, u16, u32)>>,
    ) {
        let (first, count) = self.block(position);
        if self.is_listed(position) {
            let blocks = self.numbered(position).map(|(number, _)| (number, 1, position.0));
            waiting.extend(blocks.map(Reverse));
            self.set_block(position, (0, 0));
        } else if count > 0 {
            waiting.push(Reverse((first, count, position.0)));
        }
    }

    /// Puts a moved node at the front of the list of a position.
    fn link(&mut self, position: PositionId, number: u32) {
        let (first, count) = self.block(position);
        let node = &mut self.nodes[number as usize];
        let next = if count == 0 { NONE } else { first };
        node.set_sibling(Sibling { next, ..node.sibling() });
        self.set_block(position, (number, count + 1));
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
    use super::*;
    use crate::bounds::Bounds;

    /// A game whose type alone matters: a tree with lists and weights.
    #[derive(Clone, Debug, PartialEq)]
    struct Private;

    impl Game for Private {
        type Move = u8;
        type Seen = ();
        type View = ();
        const HIDDEN: bool = true;
        const PRIVATE: bool = true;

        fn seat(&self) -> Option<u8> {
            None
        }

        fn moves(&self, _out: &mut Vec<u8>) {}

        fn play(&mut self, _mv: u8) {}

        fn score(&self, _seat: u8) -> f64 {
            0.0
        }

        fn view(&self, _seat: u8) {}

        fn world(_view: &(), _rng: &mut crate::Rng) -> Self {
            Private
        }
    }

    #[test]
    fn advancing_keeps_weights_and_availability() {
        let mut tree = Tree::<Private>::new(true);
        tree.limit_bytes(1 << 20);
        tree.reset(0, 0, Bounds::of_range(None));
        tree.expand(ROOT, &[1, 2], &[0.1, 0.2], 0);
        let child = tree.first_child(ROOT) + 1;
        let other = tree.follow(child - 1, (), 1.0).expect("there is room");
        tree.add_sibling(other, 9, Some(0.9), 1);
        let position = tree.follow(child, (), 1.0).expect("there is room");
        for (mv, weight) in [(3, 0.3), (4, 0.4), (5, 0.5)] {
            let node = tree.add_sibling(position, mv, Some(weight), 1).expect("there is room");
            (0..mv).for_each(|_| tree.node_mut(node).add_available(true));
            let below = tree.follow(node, (), 1.0).expect("there is room");
            tree.expand(below, &[10 * mv], &[f32::from(mv)], 0);
        }
        assert!(tree.advance(2, ()));
        let children = |tree: &Tree<Private>, position| -> Vec<_> {
            tree.numbered(position).map(|(number, node)| (number, node.mv)).collect()
        };
        let replies = children(&tree, ROOT);
        assert_eq!(replies.iter().map(|(_, mv)| *mv).collect::<Vec<_>>(), [5, 4, 3]);
        for (number, mv) in replies {
            assert_eq!(tree.weight(number), f32::from(mv) / 10.0);
            assert_eq!(tree.node(number).sibling().available, u32::from(mv));
            let below = tree.outcomes_of(number).next().expect("it was followed");
            assert_eq!(children(&tree, below)[0].1, 10 * mv);
            assert_eq!(tree.weights(below), [f32::from(mv)]);
        }
        assert_eq!(tree.node_count(), 7);
    }

    #[test]
    fn a_list_does_not_grow_beyond_the_memory_limit() {
        const LIMIT: usize = 10_000;
        let mut tree = Tree::<Private>::new(false);
        tree.limit_bytes(LIMIT);
        tree.reset(0, 0, Bounds::of_range(None));
        let added = (0..1000).filter(|_| tree.add_sibling(ROOT, 0, None, 1).is_some()).count();
        assert_eq!(tree.numbered(ROOT).count(), added);
        assert!(tree.full && (LIMIT / 2..=LIMIT).contains(&tree.bytes()), "{} bytes", tree.bytes());
    }
}
