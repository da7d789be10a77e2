//! A look inside: the tree as plain data, and as a Graphviz graph.

use std::fmt::Write;

use crate::tree::{PositionId, ROOT};
use crate::worker::Worker;
use crate::{Game, Guide, Objective};

/// How much of a tree is told.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Moves below the root.
    pub depth: usize,
    /// Nodes with fewer visits are left out.
    pub min_visits: u64,
}

impl Default for Cut {
    fn default() -> Self {
        Cut { depth: 4, min_visits: 1 }
    }
}

/// A move of the tree, or what was seen after one, and everything below it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TreeNode<M, S> {
    /// The move; none at the root and for an outcome.
    pub mv: Option<M>,
    /// What was seen, where a move has several outcomes.
    pub seen: Option<S>,
    /// The seat whose value it is: the one that chose the move.
    pub seat: Option<u8>,
    /// How many simulations went through it.
    pub visits: u64,
    /// The mean of their values for that seat; with an open range the final
    /// value, not what is gained.
    pub value: Option<f64>,
    /// The exact value, where it is proven.
    pub proven: Option<f64>,
    /// What lies below, most visited first.
    pub children: Vec<TreeNode<M, S>>,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// The tree down to the cut; `None` if there is no tree.
    pub(crate) fn export(&self, cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        (!self.tree.is_empty()).then(|| self.export_spot(ROOT, cut, cut.depth))
    }

    fn export_spot(&self, spot: PositionId, cut: &Cut, depth: usize) -> TreeNode<G::Move, G::Seen> {
        let wanted = |visits: u32| u64::from(visits) >= cut.min_visits;
        let mut children: Vec<_> = self
            .tree
            .numbered(spot)
            .filter(|(_, node)| depth > 0 && wanted(node.visits))
            .map(|(number, _)| self.export_move(number, cut, depth - 1))
            .collect();
        children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        TreeNode {
            mv: None,
            seen: self.tree.seen(spot),
            seat: None,
            visits: u64::from(self.tree.visits(spot)),
            value: None,
            proven: None,
            children,
        }
    }

    fn export_move(&self, number: u32, cut: &Cut, depth: usize) -> TreeNode<G::Move, G::Seen> {
        let node = self.tree.node(number);
        let mut outcomes: Vec<_> = self
            .tree
            .outcomes_of(number)
            .map(|spot| self.export_spot(spot, cut, depth))
            .filter(|outcome| outcome.visits >= cut.min_visits)
            .collect();
        outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.visits));
        let exact = !G::HIDDEN && node.bounds.is_exact();
        TreeNode {
            mv: Some(node.mv),
            seen: None,
            seat: Some(node.mover),
            visits: u64::from(node.visits),
            value: (node.visits > 0).then(|| self.final_value(node.mover, node.mean())),
            proven: exact.then(|| {
                let proven = self.for_seat(node.mover, f64::from(node.bounds.lower));
                self.final_value(node.mover, proven)
            }),
            children: if G::HIDDEN {
                outcomes
            } else {
                outcomes.pop().map_or_else(Vec::new, |position| position.children)
            },
        }
    }
}

impl<M, S> TreeNode<M, S> {
    /// The same with its moves and what was seen written another way.
    pub fn map<N, T>(self, write: &impl Fn(M) -> N, tell: &impl Fn(S) -> T) -> TreeNode<N, T> {
        TreeNode {
            mv: self.mv.map(write),
            seen: self.seen.map(tell),
            seat: self.seat,
            visits: self.visits,
            value: self.value,
            proven: self.proven,
            children: self.children.into_iter().map(|child| child.map(write, tell)).collect(),
        }
    }

    /// Adds up two trees of the same position.
    pub(crate) fn merge(mut self, other: Self) -> Self
    where
        M: PartialEq,
        S: PartialEq,
    {
        let visits = self.visits + other.visits;
        self.value = match (self.value, other.value) {
            (Some(a), Some(b)) => {
                Some((a * self.visits as f64 + b * other.visits as f64) / visits as f64)
            }
            (a, b) => a.or(b),
        };
        self.visits = visits;
        self.proven = self.proven.or(other.proven);
        for child in other.children {
            let same = |mine: &TreeNode<M, S>| mine.mv == child.mv && mine.seen == child.seen;
            match self.children.iter().position(same) {
                Some(index) => {
                    let mine = self.children.swap_remove(index);
                    self.children.push(mine.merge(child));
                }
                None => self.children.push(child),
            }
        }
        self.children.sort_by_key(|child| std::cmp::Reverse(child.visits));
        self
    }

    /// The tree as a Graphviz graph, its nodes named by `name`.
    pub fn to_dot(&self, name: impl Fn(&Self) -> String) -> String {
        let mut dot =
            String::from("digraph tree {\n  node [shape=box, fontname=\"sans-serif\"];\n");
        let mut next = 0;
        self.write_dot(&mut dot, &mut next, &name);
        dot.push_str("}\n");
        dot
    }

    fn write_dot(&self, dot: &mut String, next: &mut usize, name: &impl Fn(&Self) -> String) {
        let own = *next;
        *next += 1;
        let mut label =
            format!("{}\\n{} visits", name(self).replace(['"', '\\'], "'"), self.visits);
        match (self.proven, self.value) {
            (Some(proven), _) => label.push_str(&format!("\\n= {proven:.3}")),
            (None, Some(value)) => label.push_str(&format!("\\n{value:.3}")),
            (None, None) => {}
        }
        // Writing to a string cannot fail.
        let _ = writeln!(dot, "  n{own} [label=\"{label}\"];");
        for child in &self.children {
            let _ = writeln!(dot, "  n{own} -> n{};", *next);
            child.write_dot(dot, next, name);
        }
    }
}
