//! Export of a search tree as plain data and as a Graphviz graph.

use std::cmp::Reverse;
use std::fmt::Write;

use crate::tree::{PositionId, ROOT};
use crate::worker::Worker;
use crate::{Game, Guide, Objective};

/// Limits of an exported tree.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Maximum depth, in moves below the root.
    pub depth: usize,
    /// Minimum number of visits of an exported node.
    pub min_visits: u64,
}

impl Default for Cut {
    fn default() -> Self {
        Cut { depth: 4, min_visits: 1 }
    }
}

/// A node of an exported tree: the root, a move, or (in games with hidden facts) an outcome of a move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TreeNode<M, S> {
    /// The move; `None` for the root and for outcomes.
    pub mv: Option<M>,
    /// The [`Seen`](Game::Seen) value of the parent's move, if this node is an outcome of that move.
    pub seen: Option<S>,
    /// The seat that plays the move. `value` and `proven` are values for this seat.
    pub seat: Option<u8>,
    /// The number of simulations through this node.
    pub visits: u64,
    /// The mean of the objective's value; unlike `Decision::value`, never a gain over the root.
    pub value: Option<f64>,
    /// The exact value, if it is proven.
    pub proven: Option<f64>,
    /// The children, most visits first.
    pub children: Vec<TreeNode<M, S>>,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// Returns the tree within the limits of `cut`; `None` if there is no tree.
    pub(crate) fn export(&self, cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        (!self.tree.is_empty()).then(|| self.export_position(ROOT, *cut))
    }

    fn export_position(&self, position: PositionId, cut: Cut) -> TreeNode<G::Move, G::Seen> {
        let mut children: Vec<_> = self
            .tree
            .numbered(position)
            .filter(|(_, node)| cut.depth > 0 && u64::from(node.visits) >= cut.min_visits)
            .map(|(index, _)| self.export_move(index, Cut { depth: cut.depth - 1, ..cut }))
            .collect();
        children.sort_by_key(|child| Reverse(child.visits));
        TreeNode {
            mv: None,
            seen: self.tree.seen(position),
            seat: None,
            visits: u64::from(self.tree.visits(position)),
            value: None,
            proven: None,
            children,
        }
    }

    fn export_move(&self, index: u32, cut: Cut) -> TreeNode<G::Move, G::Seen> {
        let node = self.tree.node(index);
        let mut outcomes: Vec<_> = self
            .tree
            .outcomes_of(index)
            .map(|position| self.export_position(position, cut))
            .filter(|outcome| outcome.visits >= cut.min_visits)
            .collect();
        outcomes.sort_by_key(|outcome| Reverse(outcome.visits));
        let exact = self.provable() && node.bounds().is_exact();
        TreeNode {
            mv: Some(node.mv),
            seen: None,
            seat: Some(node.mover),
            visits: u64::from(node.visits),
            value: (node.visits > 0).then(|| self.final_value(node.mover, node.mean())),
            proven: exact.then(|| {
                let proven = self.payoffs.shared_for(node.mover, f64::from(node.bounds().lower));
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
    /// Converts the moves and the `Seen` values, for example to text. `mv` gets the moves from the
    /// root to a move, and the move.
    pub fn map<N, T>(self, mv: &impl Fn(&[M], M) -> N, seen: &impl Fn(S) -> T) -> TreeNode<N, T>
    where
        M: Copy,
    {
        self.map_below(&mut Vec::new(), mv, seen)
    }

    /// Converts this node and the nodes below it. `path` is the moves that lead to this node.
    fn map_below<N, T>(
        self,
        path: &mut Vec<M>,
        mv: &impl Fn(&[M], M) -> N,
        seen: &impl Fn(S) -> T,
    ) -> TreeNode<N, T>
    where
        M: Copy,
    {
        let depth = path.len();
        let written = self.mv.map(|own| mv(path, own));
        path.extend(self.mv);
        let children = self.children.into_iter().map(|child| child.map_below(path, mv, seen));
        let children = children.collect();
        path.truncate(depth);
        TreeNode {
            mv: written,
            seen: self.seen.map(seen),
            seat: self.seat,
            visits: self.visits,
            value: self.value,
            proven: self.proven,
            children,
        }
    }

    /// Merges two trees of the same position: adds the visits and averages the values by visits.
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
        self.children.sort_by_key(|child| Reverse(child.visits));
        self
    }

    /// Returns the tree as a Graphviz graph. The label of a node is the result of `name`, its
    /// visits and its value.
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
        // `write!` to a `String` cannot fail.
        let _ = writeln!(dot, "  n{own} [label=\"{label}\"];");
        for child in &self.children {
            let _ = writeln!(dot, "  n{own} -> n{};", *next);
            child.write_dot(dot, next, name);
        }
    }
}
