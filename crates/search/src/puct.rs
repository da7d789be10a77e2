//! Selection among rated children: PUCT (Rosin 2011), with the formula of AlphaGo Zero.
//!
//! The score of a child is `scaled mean + c * P * sqrt(N) / (1 + n)`. `P` is its weight divided by the
//! weights of all children that are considered, `N` the visits of the position, `n` its own visits. The
//! mean of an unvisited child is the mean of all visits of its siblings.

use crate::MAX_SEATS;
use crate::bounds::Bounds;
use crate::selection::Selector;
use crate::tree::Node;

/// The sums over the children that are considered.
#[derive(Default)]
struct Totals {
    children: u32,
    weight: f32,
    sum: f32,
    visits: f32,
}

impl Totals {
    fn add<M>(&mut self, child: &Node<M>, weight: f32) {
        self.children += 1;
        self.weight += weight;
        self.sum += child.sum as f32;
        self.visits += child.visits as f32;
    }

    /// Returns the share of a weight; equal shares if all weights are 0.
    fn share(&self, weight: f32) -> f32 {
        if self.weight > 0.0 { weight / self.weight } else { 1.0 / self.children as f32 }
    }
}

impl Selector {
    /// Returns the index of the child to descend to, among the first `open` children that can improve on
    /// the `proven` bounds of the position. Children are sorted by weight.
    pub(crate) fn puct<M>(
        &self,
        children: &[Node<M>],
        weights: &[f32],
        visits: u32,
        open: usize,
        proven: Option<Bounds>,
    ) -> usize {
        let is_settled = |child: &Node<M>| {
            proven.is_some_and(|proven| child.bounds().settled_for(child.mover, proven))
        };
        let considered = || {
            let children = children.iter().zip(weights).enumerate();
            children.filter(|(_, (child, _))| !is_settled(child)).take(open)
        };
        let mut totals = Totals::default();
        considered().for_each(|(_, (child, &weight))| totals.add(child, weight));
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, (child, &weight)) in considered() {
            let score = self.puct_score(child, totals.share(weight), visits, &totals);
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Returns the node to descend to among the children of another seat's position that are legal in
    /// the current world; `None` if there are none. How often a child was available takes the place of
    /// the visits of the position.
    pub(crate) fn puct_available<'a, M: 'a>(
        &self,
        available: impl Iterator<Item = (u32, &'a Node<M>)> + Clone,
        weight: impl Fn(u32) -> f32,
    ) -> Option<u32> {
        let mut totals = Totals::default();
        available.clone().for_each(|(node, child)| totals.add(child, weight(node)));
        let scored = available.map(|(node, child)| {
            let share = totals.share(weight(node));
            (node, self.puct_score(child, share, child.sibling().available, &totals))
        });
        scored.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(node, _)| node)
    }

    fn puct_score<M>(&self, child: &Node<M>, share: f32, visits: u32, totals: &Totals) -> f32 {
        let scale = self.scales[child.mover as usize % MAX_SEATS];
        let mean = match child.visits {
            0 => totals.sum / totals.visits.max(1.0),
            visits => child.sum as f32 / visits as f32,
        };
        let exploration = self.exploration * share * (visits.max(1) as f32).sqrt();
        mean * scale + exploration / (1.0 + child.visits as f32)
    }
}
