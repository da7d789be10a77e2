//! Selection among rated children: PUCT (Rosin 2011), with the formula of AlphaGo Zero.
//!
//! The score of a child is `scaled mean + c * P * sqrt(N) / (1 + n)`. `P` is the weight of the child divided by the sum
//! of the weights of all considered children, `N` the visits of the position, `n` the visits of the child. The mean of
//! an unvisited child is the mean of all visits of its siblings.

use crate::MAX_SEATS;
use crate::bounds::Bounds;
use crate::selection::Selector;
use crate::tree::Node;

/// Sums over the considered children.
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

    /// Returns `P` for a child with this weight. If all weights are 0, all children have the same `P`.
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

    /// Returns the place of the child to descend to among the children of another seat's position that are legal in the
    /// current world, as [`ucb1_available`](Selector::ucb1_available). Here, `N` is the number of times that the child was
    /// available, not the visits of the position.
    pub(crate) fn puct_available<'a, M: 'a>(
        &self,
        available: impl Iterator<Item = (u32, &'a Node<M>, u32)> + Clone,
        weight: impl Fn(u32) -> f32,
    ) -> Option<u32> {
        let mut totals = Totals::default();
        available.clone().for_each(|(place, child, _)| totals.add(child, weight(place)));
        let scored = available.map(|(place, child, available)| {
            let share = totals.share(weight(place));
            (place, self.puct_score(child, share, available, &totals))
        });
        scored.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(place, _)| place)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::nim::Nim;
    use crate::tree::{ROOT, Tree, fixed};

    const C: f64 = 1.5;
    const RANGE: f64 = 8.0;
    const UNKNOWN: Bounds = Bounds { lower: 0.0, upper: 8.0 };

    /// Returns a tree whose root has rated children, some of them visited. Some weights are 0.
    fn rated_children(rng: &mut Rng) -> Tree<Nim> {
        let mut tree = Tree::new(true);
        tree.limit_bytes(1 << 20);
        tree.reset(0, 0, UNKNOWN);
        let count = 2 + rng.below(19);
        let moves: Vec<u8> = (0..count as u8).collect();
        let weights: Vec<f32> = moves.iter().map(|_| rng.below(10) as f32 / 4.0).collect();
        tree.expand(ROOT, &moves, &weights, 0);
        let first = tree.first_child(ROOT);
        for child in first..first + count as u32 {
            let visits = rng.below(50).saturating_sub(15) as u32;
            let value = RANGE * rng.unit();
            (0..visits).for_each(|_| tree.node_mut(child).add(fixed(value)));
        }
        tree
    }

    /// Returns the scores of the children at `indices` by the formula in the module's documentation, in double
    /// precision. `visits` returns `N` for a child.
    fn by_formula(
        tree: &Tree<Nim>,
        indices: &[usize],
        visits: impl Fn(&Node<u8>) -> f64,
    ) -> Vec<f64> {
        let (children, weights) = (tree.children(ROOT), tree.weights(ROOT));
        let total: f64 = indices.iter().map(|&index| f64::from(weights[index])).sum();
        let tried: f64 = indices.iter().map(|&index| f64::from(children[index].visits)).sum();
        let mean: f64 =
            indices.iter().map(|&index| children[index].sum()).sum::<f64>() / tried.max(1.0);
        let score = |&index: &usize| {
            let (child, weight) = (&children[index], f64::from(weights[index]));
            let share = if total > 0.0 { weight / total } else { 1.0 / indices.len() as f64 };
            let value = if child.visits > 0 { child.mean() } else { mean };
            let bonus = C * share * visits(child).sqrt() / (1.0 + f64::from(child.visits));
            value / RANGE + bonus
        };
        indices.iter().map(score).collect()
    }

    fn selector() -> Selector {
        let mut selector = Selector::new(C);
        selector.set_range(0, RANGE);
        selector
    }

    /// Returns whether `scores[selected]` is the greatest score, up to the precision of `f32`.
    fn is_greatest(scores: &[f64], selected: usize) -> bool {
        scores.iter().all(|&score| score <= scores[selected] + 1e-4)
    }

    #[test]
    fn selection_maximises_the_formula_over_the_open_children() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let tree = rated_children(&mut rng);
            let (children, weights) = (tree.children(ROOT), tree.weights(ROOT));
            let visits = 1 + children.iter().map(|child| child.visits).sum::<u32>();
            let open = 1 + rng.below(children.len());
            let indices: Vec<_> = (0..open).collect();
            let scores = by_formula(&tree, &indices, |_| f64::from(visits));
            let selected = selector().puct(children, weights, visits, open, None);
            assert!(is_greatest(&scores, selected), "{selected} of {scores:?}");
        }
    }

    #[test]
    fn selection_skips_settled_children() {
        let mut rng = Rng::new(2);
        for _ in 0..2000 {
            let mut tree = rated_children(&mut rng);
            let count = tree.children(ROOT).len();
            let unsettled: Vec<_> = (0..count).filter(|_| rng.below(2) > 0).collect();
            if unsettled.is_empty() {
                continue;
            }
            for index in (0..count).filter(|index| !unsettled.contains(index)) {
                let child = tree.first_child(ROOT) + index as u32;
                tree.node_mut(child).set_bounds(Bounds::exact(1.0));
            }
            for &index in &unsettled {
                let child = tree.first_child(ROOT) + index as u32;
                tree.node_mut(child).set_bounds(UNKNOWN);
            }
            let open = 1 + rng.below(count);
            let indices: Vec<_> = unsettled.into_iter().take(open).collect();
            let scores = by_formula(&tree, &indices, |_| 100.0);
            let proven = Some(Bounds { lower: 1.0, upper: 8.0 });
            let (children, weights) = (tree.children(ROOT), tree.weights(ROOT));
            let selected = selector().puct(children, weights, 100, open, proven);
            let place = indices.iter().position(|&index| index == selected);
            assert!(is_greatest(&scores, place.expect("an unsettled child")), "{scores:?}");
        }
    }

    #[test]
    fn selection_among_available_children_counts_how_often_they_were() {
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let tree = rated_children(&mut rng);
            let first = tree.first_child(ROOT);
            let count = tree.children(ROOT).len();
            let indices: Vec<_> = (0..count).filter(|_| rng.below(2) > 0).collect();
            let often = |child: &Node<u8>| 2 * child.visits + 1;
            let available = indices.iter().map(|&index| {
                let child = tree.node(first + index as u32);
                (index as u32, child, often(child))
            });
            let weight = |place| tree.weight(first + place);
            let selected = selector().puct_available(available, weight);
            let scores = by_formula(&tree, &indices, |child| f64::from(often(child)));
            match selected {
                None => assert!(indices.is_empty()),
                Some(selected) => {
                    let place = indices.iter().position(|&index| index == selected as usize);
                    assert!(is_greatest(&scores, place.expect("an available child")));
                }
            }
        }
    }
}
