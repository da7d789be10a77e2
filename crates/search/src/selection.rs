//! Selection among the children of a position by UCB1; `puct.rs` has the formula for rated moves.

use std::hint::select_unpredictable;
use std::sync::LazyLock;

use crate::MAX_SEATS;
use crate::bounds::Bounds;
use crate::tree::{FIXED_POINT, Node};

/// The number of entries of a lookup table. For positions with fewer visits, selection (the hottest
/// loop) computes no logarithm and no root. A power of two removes the bounds check after `%`.
const TABLE_SIZE: usize = 4096;
type Table = [f32; TABLE_SIZE];

static SQRT_LN: LazyLock<Table> = LazyLock::new(|| std::array::from_fn(|n| sqrt_ln(n as u32)));
static INVERSE_SQRT: LazyLock<Table> =
    LazyLock::new(|| std::array::from_fn(|n| inverse_sqrt(n as u32)));

/// Returns `sqrt(ln n)`. Uses `libm`, because the results of `f32::ln` differ between platforms.
fn sqrt_ln(n: u32) -> f32 {
    libm::logf(n.max(1) as f32).sqrt()
}

fn inverse_sqrt(n: u32) -> f32 {
    1.0 / (n as f32).sqrt()
}

/// The selection rules. `scales` are the factors that convert the fixed-point values of each seat to a range
/// of size 1.
#[derive(Clone, Copy)]
pub(crate) struct Selector {
    pub(crate) exploration: f32,
    pub(crate) scales: [f32; MAX_SEATS],
    /// Whether all seats have the same scale. Then the hot loop need not load the mover of a child to find its
    /// scale.
    pub(crate) same_scale: bool,
    sqrt_ln: &'static Table,
    inverse_sqrt: &'static Table,
}

impl Selector {
    pub(crate) fn new(exploration: f64) -> Self {
        let mut ucb = Selector {
            exploration: exploration as f32,
            scales: [0.0; MAX_SEATS],
            same_scale: true,
            sqrt_ln: &SQRT_LN,
            inverse_sqrt: &INVERSE_SQRT,
        };
        (0..MAX_SEATS).for_each(|seat| ucb.set_range(seat, 1.0));
        ucb
    }

    /// Returns the scale of a child's mover. Not inlined, so that the compiler keeps the branch around the call.
    #[inline(never)]
    fn scale_of<M>(&self, child: &Node<M>) -> f32 {
        self.scales[child.mover as usize % MAX_SEATS]
    }

    /// Sets the difference between the largest and the smallest value of a seat. 0 is replaced by 1.
    pub(crate) fn set_range(&mut self, seat: usize, range: f64) {
        let range = if range > 0.0 { range } else { 1.0 };
        self.scales[seat] = (1.0 / (range * FIXED_POINT)) as f32;
    }

    /// Returns the index of the child to descend to: the first unvisited child, else the child with
    /// the highest `scaled mean + c * sqrt(ln N / n)`. `N` is `visits`, `n` the visits of the child.
    #[inline]
    pub(crate) fn ucb1<M>(&self, children: &[Node<M>], visits: u32) -> usize {
        // Children are tried in order, so if the last child has visits, all children have.
        if children.last().is_some_and(|child| child.visits == 0) {
            return children.iter().map(|child| usize::from(child.visits > 0)).sum();
        }
        // No child has more visits than its parent, so one comparison covers all children.
        if (visits as usize) < TABLE_SIZE {
            let exploration = self.exploration * self.sqrt_ln[visits as usize];
            let table = |n| self.inverse_sqrt[n as usize % TABLE_SIZE];
            self.best(children, exploration, table, |_| false)
        } else {
            self.ucb1_beyond_tables(children, visits, |_| false)
        }
    }

    /// Selects like [`ucb1`](Selector::ucb1), but skips children that cannot improve on the `proven`
    /// bounds of the position.
    pub(crate) fn ucb1_unsettled<M>(
        &self,
        children: &[Node<M>],
        visits: u32,
        proven: Bounds,
    ) -> usize {
        match children.iter().position(|child| child.visits == 0) {
            Some(untried) => untried,
            None => self.ucb1_beyond_tables(children, visits, |child| {
                child.bounds().settled_for(child.mover, proven)
            }),
        }
    }

    /// Returns the place of the child to descend to among the children of another seat's position that are legal
    /// in the current world; `None` if there are none. Each item of `available` is the place of a child, the
    /// child, and how often it was available. This count replaces the visits of the position in the formula.
    /// Otherwise a child that is rarely legal would look neglected, and would be explored whenever it is legal.
    pub(crate) fn ucb1_available<'a, M: 'a>(
        &self,
        available: impl Iterator<Item = (u32, &'a Node<M>, u32)>,
    ) -> Option<u32> {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (place, child, available) in available {
            let score = self.ucb1_of_available(child, available);
            // Uses no branch, as in `best`.
            let better = score >= best_score;
            best = select_unpredictable(better, place, best);
            best_score = select_unpredictable(better, score, best_score);
        }
        (best_score > f32::NEG_INFINITY).then_some(best)
    }

    #[inline]
    fn ucb1_of_available<M>(&self, child: &Node<M>, available: u32) -> f32 {
        if child.visits == 0 {
            return f32::INFINITY;
        }
        let scale = self.scales[child.mover as usize % MAX_SEATS];
        // No child has more visits than worlds in which it was available.
        let (sqrt_ln, root) = if (available as usize) < TABLE_SIZE {
            let visits = child.visits as usize % TABLE_SIZE;
            (self.sqrt_ln[available as usize], self.inverse_sqrt[visits])
        } else {
            (sqrt_ln(available), inverse_sqrt(child.visits))
        };
        (child.sum as f32 * scale * root + self.exploration * sqrt_ln) * root
    }

    fn ucb1_beyond_tables<M>(
        &self,
        children: &[Node<M>],
        visits: u32,
        is_settled: impl Fn(&Node<M>) -> bool,
    ) -> usize {
        self.best(children, self.exploration * sqrt_ln(visits), inverse_sqrt, is_settled)
    }

    #[inline(always)]
    fn best<M>(
        &self,
        children: &[Node<M>],
        exploration: f32,
        inverse_sqrt: impl Fn(u32) -> f32,
        is_settled: impl Fn(&Node<M>) -> bool,
    ) -> usize {
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        let scale = if self.same_scale { self.scales[0] } else { self.scale_of(&children[0]) };
        for (index, child) in children.iter().enumerate() {
            // The score is `mean + exploration / sqrt(n)`, with `1 / sqrt(n)` factored out.
            let root = inverse_sqrt(child.visits);
            let score = (child.sum as f32 * scale * root + exploration) * root;
            // Uses no branch: the processor cannot predict which child has the higher score.
            let better = (score > best_score) & !is_settled(child);
            best = select_unpredictable(better, index, best);
            best_score = select_unpredictable(better, score, best_score);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::nim::Nim;
    use crate::tree::{ROOT, Tree, fixed};

    const UNPROVEN: Bounds = Bounds { lower: 0.0, upper: 1.0 };

    /// Returns a tree whose root has 2 to 20 unvisited children, all moves of seat `mover`.
    fn unvisited_children(mover: u8, rng: &mut Rng) -> Tree<Nim> {
        let mut tree = Tree::new(false);
        tree.limit_bytes(1 << 20);
        tree.reset(0, 0, UNPROVEN);
        let mut moves: Vec<u8> = (0..2 + rng.below(19) as u8).collect();
        rng.shuffle(&mut moves);
        tree.expand(ROOT, &moves, &[], mover);
        tree
    }

    fn child_indices(tree: &Tree<Nim>) -> std::ops::Range<u32> {
        let first = tree.first_child(ROOT);
        first..first + tree.children(ROOT).len() as u32
    }

    /// Gives each child 1 to `max_visits` random visits, with a mean from `-range` to `range`.
    fn visit_all(tree: &mut Tree<Nim>, max_visits: usize, range: f64, rng: &mut Rng) {
        for index in child_indices(tree) {
            let visits = 1 + rng.below(max_visits) as u32;
            let mean = range * (2.0 * rng.unit() - 1.0);
            let child = tree.node_mut(index);
            (child.visits, child.sum) = (visits, fixed(mean * f64::from(visits)));
        }
    }

    fn total_visits(children: &[Node<u8>]) -> u32 {
        children.iter().map(|child| child.visits).sum()
    }

    /// Returns the child with the highest `mean / range + c * sqrt(ln N / n)`, computed in double
    /// precision; `None` if the two highest scores are too close for single precision.
    fn by_formula(children: &[Node<u8>], c: f64, range: f64, skip: &[bool]) -> Option<usize> {
        let log_total = f64::from(total_visits(children)).ln();
        let score = |child: &Node<u8>| {
            child.mean() / range + c * (log_total / f64::from(child.visits)).sqrt()
        };
        let mut ranked: Vec<_> = children.iter().map(score).enumerate().collect();
        ranked.retain(|&(index, _)| !skip[index]);
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let (best, score) = ranked[0];
        let margin = ranked.get(1).map_or(f64::INFINITY, |(_, second)| score - second);
        (margin > 1e-5 * score.abs().max(1.0)).then_some(best)
    }

    /// Calls `check` 100 times for each combination of exploration constant, value range and greatest
    /// number of visits. `check` returns `false` if the best two scores are too close to compare.
    fn for_all_scales(mut check: impl FnMut(f64, f64, usize, &mut Rng) -> bool) {
        let mut rng = Rng::new(1);
        let (mut cases, mut distinct) = (0, 0);
        for c in [0.0, 0.1, std::f64::consts::SQRT_2, 20.0] {
            for range in [0.01, 1.0, 64.0, 1e5] {
                // Totals up to 20 * 200 visits use the tables; totals of 4096 or more do not.
                for max_visits in [3, 200, 100_000] {
                    for _ in 0..100 {
                        cases += 1;
                        distinct += u32::from(check(c, range, max_visits, &mut rng));
                    }
                }
            }
        }
        assert!(10 * distinct > 9 * cases, "only {distinct} of {cases} cases were no ties");
    }

    fn selector(c: f64, range: f64) -> Selector {
        let mut selector = Selector::new(c);
        (0..MAX_SEATS).for_each(|seat| selector.set_range(seat, range));
        selector
    }

    #[test]
    fn selection_maximises_the_ucb1_formula() {
        let (mut with_tables, mut without_tables) = (0, 0);
        for_all_scales(|c, range, max_visits, rng| {
            let mut tree = unvisited_children(0, rng);
            visit_all(&mut tree, max_visits, range, rng);
            let children = tree.children(ROOT);
            let visits = total_visits(children);
            let uses_tables = (visits as usize) < TABLE_SIZE;
            *(if uses_tables { &mut with_tables } else { &mut without_tables }) += 1;
            let expected = by_formula(children, c, range, &vec![false; children.len()]);
            let selected = selector(c, range).ucb1(children, visits);
            let case = format!("c={c} range={range} {children:?}");
            assert!(expected.is_none_or(|expected| expected == selected), "{case}");
            expected.is_some()
        });
        assert!(with_tables > 1000 && without_tables > 1000, "{with_tables} {without_tables}");
    }

    #[test]
    fn selection_with_proofs_maximises_the_formula_over_unsettled_children() {
        // The mover has a proven draw: a lower bound for seat 0, an upper bound for seat 1.
        let draw = Bounds::exact(0.5);
        for (mover, proven) in
            [(0, Bounds { lower: 0.5, upper: 1.0 }), (1, Bounds { lower: 0.0, upper: 0.5 })]
        {
            for_all_scales(|c, range, max_visits, rng| {
                let mut tree = unvisited_children(mover, rng);
                visit_all(&mut tree, max_visits, range, rng);
                // The first child stays unsettled, so that at least one child can be selected.
                for index in child_indices(&tree).skip(1).filter(|_| rng.below(2) == 0) {
                    tree.node_mut(index).set_bounds(draw);
                }
                let children = tree.children(ROOT);
                let settled: Vec<_> = children.iter().map(|child| child.bounds() == draw).collect();
                let expected = by_formula(children, c, range, &settled);
                let visits = total_visits(children);
                let selected = selector(c, range).ucb1_unsettled(children, visits, proven);
                assert!(expected.is_none_or(|expected| expected == selected), "{children:?}");
                expected.is_some()
            });
        }
    }

    #[test]
    fn the_first_untried_child_is_selected_before_the_others() {
        let mut rng = Rng::new(1);
        for _ in 0..1000 {
            let mut tree = unvisited_children(0, &mut rng);
            visit_all(&mut tree, 100, 1.0, &mut rng);
            let tried = rng.below(tree.children(ROOT).len());
            for index in child_indices(&tree).skip(tried) {
                let child = tree.node_mut(index);
                (child.visits, child.sum) = (0, 0);
            }
            let children = tree.children(ROOT);
            let (selector, visits) = (selector(0.0, 1.0), total_visits(children));
            assert_eq!(selector.ucb1(children, visits), tried);
            assert_eq!(selector.ucb1_unsettled(children, visits, UNPROVEN), tried);
        }
    }

    #[test]
    fn an_empty_range_counts_as_one() {
        let mut tree = unvisited_children(0, &mut Rng::new(1));
        visit_all(&mut tree, 100, 1.0, &mut Rng::new(2));
        let children = tree.children(ROOT);
        let visits = total_visits(children);
        assert_eq!(
            selector(1.0, 0.0).ucb1(children, visits),
            selector(1.0, 1.0).ucb1(children, visits)
        );
    }

    /// Lets a seat choose 30 times among ten replies that are legal in one of `worlds` equally likely
    /// worlds. The first reply wins, the others lose. Returns the share of the first reply. If
    /// `by_parent`, the visits of the position take the place of how often the replies were available.
    fn share_of_the_best_reply(worlds: u32, by_parent: bool) -> f64 {
        const CHOICES: u32 = 30;
        let mut tree = Tree::<Nim>::new(false);
        tree.limit_bytes(1 << 20);
        tree.reset(0, 0, UNPROVEN);
        tree.expand(ROOT, &[0; 10], &[], 1);
        let (first, selector) = (tree.first_child(ROOT), selector(0.7, 1.0));
        for choice in 1..=CHOICES {
            let available = if by_parent { choice * worlds } else { choice };
            let replies = tree.children(ROOT).iter().enumerate();
            let replies = replies.map(|(place, child)| (place as u32, child, available));
            let chosen = selector.ucb1_available(replies).expect("there are replies");
            let wins = chosen == 0;
            tree.node_mut(first + chosen).add(fixed(f64::from(u8::from(wins))));
        }
        f64::from(tree.node(first).visits) / f64::from(CHOICES)
    }

    #[test]
    fn a_rarely_available_best_reply_is_found_by_counting_availability() {
        let (availability, parent) =
            (share_of_the_best_reply(1000, false), share_of_the_best_reply(1000, true));
        assert!(availability > 0.6, "the share is {availability} by availability");
        assert!(parent < 0.5, "the share is {parent} by the visits of the position");
        // Replies that are always legal have as many visits of the position.
        assert_eq!(share_of_the_best_reply(1, false), share_of_the_best_reply(1, true));
    }
}
