//! Focus: moves at the root that get a share of the visits, so that a review can compare them with the best one.

use crate::run::RunLimits;
use crate::tree::{ROOT, ROOT_NODE};
use crate::worker::{Root, Worker};
use crate::{Game, Guide, Objective};

/// The moves of [`Budget::focus`](crate::Budget::focus) together get at least one in `SHARE` visits of the root, and so
/// does the most visited of the other moves.
const SHARE: u32 = 4;

/// The moves at the root of a decision that get a share of the visits.
pub(crate) struct Focus<M> {
    moves: Vec<M>,
    /// The children of these moves; empty until the root has children.
    nodes: Vec<u32>,
    /// Whether half of the budget is used. The most visited of the other moves gets its share only from then on,
    /// because earlier it may be a move that was lucky in its first visits.
    half_used: bool,
}

impl<M> Default for Focus<M> {
    fn default() -> Self {
        Focus { moves: Vec::new(), nodes: Vec::new(), half_used: false }
    }
}

impl<M: PartialEq> Focus<M> {
    /// Puts the moves in focus before the others, so that they are tried first: selection tries children in order.
    pub(crate) fn put_first(&self, moves: &mut [M]) {
        if !self.moves.is_empty() {
            moves.sort_by_key(|mv| !self.moves.contains(mv));
        }
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// Reads the focus of the budget at the start of a search.
    pub(crate) fn start_focus(&mut self, root: &Root<G>, limits: &RunLimits) {
        let numbers = limits.budget.focus.iter();
        self.focus.moves = numbers.filter_map(|&number| root.moves.get(number).copied()).collect();
        self.focus.nodes.clear();
        self.focus.half_used = false;
    }

    /// Updates the focus after a simulation. `used` returns the share of the budget that is used up, from 0 to 1.
    pub(crate) fn update_focus(&mut self, used: impl FnOnce() -> f64) {
        let Focus { moves, nodes, half_used } = &mut self.focus;
        if moves.is_empty() {
            return;
        }
        *half_used = *half_used || used() >= 0.5;
        if nodes.is_empty() && self.tree.is_expanded(ROOT) {
            let children = self.tree.numbered(ROOT);
            nodes.extend(children.filter(|(_, node)| moves.contains(&node.mv)).map(|(id, _)| id));
        }
    }

    /// Returns whether any move in focus has a value that is not proven yet.
    pub(crate) fn focus_is_open(&self) -> bool {
        self.focus.nodes.iter().any(|&node| self.is_open(node))
    }

    /// Returns the child of the root that must be visited next; `None` if selection is free to choose.
    #[inline]
    pub(crate) fn focused_child(&self) -> Option<u32> {
        if self.focus.nodes.is_empty() { None } else { self.neglected() }
    }

    fn neglected(&self) -> Option<u32> {
        let Focus { nodes, half_used, .. } = &self.focus;
        let visits = self.tree.visits(ROOT);
        let is_due = |own: u32| own <= visits / SHARE;
        let of_focus = nodes.iter().map(|&node| self.tree.node(node).visits).sum();
        if is_due(of_focus) || self.is_proven() {
            let mut open = nodes.iter().copied().filter(|&node| self.is_open(node));
            let untried = open.clone().find(|&node| self.tree.node(node).visits == 0);
            if untried.is_some() {
                return untried.filter(|&node| Gd::RATES || self.is_next_untried(node));
            }
            let first = open.next();
            let best = open.fold(first, |best, node| match best {
                Some(best) if self.upper_bound(best) >= self.upper_bound(node) => Some(best),
                _ => Some(node),
            });
            if best.is_some() {
                return best;
            }
        }
        let others = self.tree.numbered(ROOT).filter(|(id, _)| *half_used && !nodes.contains(id));
        let (leader, node) = others.max_by_key(|(_, node)| node.visits)?;
        (is_due(node.visits) && self.is_open(leader)).then_some(leader)
    }

    /// Returns whether all children before this one were tried. Selection relies on that order.
    fn is_next_untried(&self, node: u32) -> bool {
        let mut before = self.tree.numbered(ROOT).take_while(|(id, _)| *id != node);
        before.all(|(_, earlier)| earlier.visits > 0)
    }

    fn is_open(&self, node: u32) -> bool {
        !(self.provable() && self.tree.node(node).bounds().is_exact())
    }

    /// Returns the upper confidence bound of a child of the root among the moves in focus.
    fn upper_bound(&self, node: u32) -> f64 {
        let (child, root) = (self.tree.node(node), self.tree.node(ROOT_NODE));
        let visits = f64::from(child.visits);
        let scale = f64::from(self.selector.scales[usize::from(child.mover)]);
        let explored = libm::log(f64::from(root.visits.max(1))) / visits;
        child.sum as f64 / visits * scale + f64::from(self.selector.exploration) * explored.sqrt()
    }
}
