//! Candidates, confidence intervals and statistics, computed from the roots of the trees.

use std::cmp::Ordering;
use std::time::Duration;

use crate::bounds::Bounds;
use crate::decision::{Candidate, JudgedWorlds, Progress, Stats};
use crate::tree::{Node, PositionId, ROOT, Tree};
use crate::variations::FinalChoice;
use crate::worker::{Counts, Moments, Root, Worker};
use crate::{Game, Guide, Objective};

/// The 97.5% quantile of the standard normal distribution: a 95% interval reaches this many standard
/// errors to either side of its estimate.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Maximum length of a reported principal variation.
const PV_LENGTH: usize = 16;

/// The results at the root of one tree, or of several trees merged.
#[derive(Clone)]
pub(crate) struct Snapshot<M> {
    moves: Vec<RootMove<M>>,
    counts: Counts,
    nodes: u64,
    bytes: u64,
    full: bool,
}

/// The results of a move at the root.
#[derive(Clone)]
struct RootMove<M> {
    mv: M,
    visits: u64,
    /// The sum of the values of all visits, for the seat to move.
    sum: f64,
    bounds: Bounds,
    moments: Moments,
    worlds: JudgedWorlds,
    pv: Vec<M>,
    /// The number of visits of `mv` in the one tree that `pv` comes from.
    pv_visits: u64,
}

/// The inputs of a report that are the same for all snapshots of a decision.
#[derive(Clone, Copy)]
pub(crate) struct RootContext {
    pub(crate) seat: u8,
    /// Whether the search can prove exact values.
    pub(crate) provable: bool,
    pub(crate) range: Option<(f64, f64)>,
    pub(crate) choice: FinalChoice,
    pub(crate) threads: usize,
    pub(crate) restarted: bool,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// Returns the current results of all legal moves, in the order of [`Game::moves`].
    pub(crate) fn snapshot(&self, root: &Root<G>) -> Snapshot<G::Move> {
        let first = self.tree.first_child(ROOT);
        let (shift, gained) = (self.shift(root, 0), self.shift(root, root.seat));
        let result = |&mv: &G::Move| match self.tree.numbered(ROOT).find(|(_, node)| node.mv == mv)
        {
            Some((index, node)) => RootMove {
                mv,
                visits: u64::from(node.visits),
                sum: node.sum() + gained * f64::from(node.visits),
                bounds: node.bounds().shifted(shift),
                moments: self.moments[(index - first) as usize].shifted(gained),
                worlds: self.worlds.get((index - first) as usize).copied().unwrap_or_default(),
                pv: principal_variation(&self.tree, index),
                pv_visits: u64::from(node.visits),
            },
            // The move is not in the tree: the limit on the number of moves cut it, a range of a single
            // value proves the root without a simulation, or the search ended before this worker started.
            None => RootMove {
                mv,
                visits: 0,
                sum: 0.0,
                bounds: self.unknown_bounds(),
                moments: Moments::default(),
                worlds: JudgedWorlds::default(),
                pv: vec![mv],
                pv_visits: 0,
            },
        };
        Snapshot {
            moves: root.moves.iter().map(result).collect(),
            counts: self.counts,
            nodes: self.tree.node_count() as u64,
            bytes: self.tree.bytes() as u64,
            full: self.tree.full,
        }
    }
}

/// Returns the principal variation of a root move: proven best replies, else the most visited replies.
fn principal_variation<G: Game>(tree: &Tree<G>, mut node: u32) -> Vec<G::Move> {
    let mut moves = vec![tree.node(node).mv];
    while moves.len() < PV_LENGTH {
        let likeliest = tree.outcomes_of(node).max_by_key(|&position| tree.visits(position));
        let Some(best) = likeliest.and_then(|position| best_reply(tree, position)) else {
            break;
        };
        moves.push(tree.node(best).mv);
        node = best;
    }
    moves
}

fn best_reply<G: Game>(tree: &Tree<G>, position: PositionId) -> Option<u32> {
    let proof = tree.proven(position).filter(|bounds| bounds.is_exact());
    let as_proven = |child: &Node<G::Move>| proof.is_some_and(|proof| child.bounds() == proof);
    tree.numbered(position)
        .filter(|(_, child)| child.visits > 0)
        .max_by_key(|(_, child)| (as_proven(child), child.visits))
        .map(|(number, _)| number)
}

impl<M: Copy> Snapshot<M> {
    /// Merges snapshots of independent trees. Returns `None` if there are no snapshots. What one tree has proven is
    /// proven in the result.
    pub(crate) fn merge(snapshots: impl IntoIterator<Item = Snapshot<M>>) -> Option<Snapshot<M>> {
        snapshots.into_iter().reduce(|mut all, one| {
            for (all, one) in all.moves.iter_mut().zip(one.moves) {
                if one.pv_visits > all.pv_visits {
                    (all.pv, all.pv_visits) = (one.pv, one.pv_visits);
                }
                all.visits += one.visits;
                all.sum += one.sum;
                all.bounds = all.bounds.and(one.bounds);
                all.moments.merge(one.moments);
                all.worlds.merge(one.worlds);
            }
            all.counts.merge(one.counts);
            all.nodes += one.nodes;
            all.bytes += one.bytes;
            all.full |= one.full;
            all
        })
    }

    /// Returns the candidates, best first, and the statistics.
    pub(crate) fn report(mut self, context: RootContext, elapsed: Duration) -> Progress<M> {
        let stats = self.stats(context, elapsed);
        self.rank(context);
        let total: u64 = self.moves.iter().map(|mv| mv.visits).sum();
        let prior = self.prior_variance(context);
        let candidates =
            self.moves.into_iter().map(|mv| mv.candidate(context, total.max(1), prior)).collect();
        Progress { candidates, stats }
    }

    fn position_bounds(&self, context: RootContext) -> Bounds {
        Bounds::of_choice(context.seat, self.moves.iter().map(|mv| mv.bounds))
    }

    /// Sorts the moves by the final-choice rule, then puts the chosen move first.
    ///
    /// A move is settled if its proven bounds show that it cannot improve on the proven lower bound of the
    /// position. The chosen move is the first unsettled move if its mean is at least the proven lower bound of the
    /// position. Otherwise it is a settled move that guarantees this lower bound.
    fn rank(&mut self, context: RootContext) {
        let position = self.position_bounds(context);
        let proven = context.for_seat(position)[0];
        let is_settled =
            |mv: &RootMove<M>| context.provable && mv.bounds.settled_for(context.seat, position);
        match context.choice {
            FinalChoice::MostVisits => self.moves.sort_by(RootMove::by_visits),
            FinalChoice::HighestMean => self.moves.sort_by(RootMove::by_mean),
        }
        let open = self.moves.iter().position(|mv| !is_settled(mv) && mv.visits > 0);
        let better_mean = open.filter(|&open| self.moves[open].mean() >= proven);
        let best = better_mean.or_else(|| {
            let reaches =
                |mv: &RootMove<M>| is_settled(mv) && context.for_seat(mv.bounds)[0] == proven;
            self.moves.iter().position(reaches)
        });
        if let Some(best) = best.or(open) {
            self.moves[..=best].rotate_right(1);
        }
    }

    /// Returns the prior variance, which widens the confidence intervals of moves with few visits:
    /// the greatest variance in the objective's range, `(high - low)^2 / 4`. Without a range, it is
    /// the variance of all simulated values, with equal weight for each move.
    fn prior_variance(&self, context: RootContext) -> f64 {
        if let Some((low, high)) = context.range {
            return (high - low) * (high - low) / 4.0;
        }
        let tried = self.moves.iter().filter(|mv| mv.moments.count > 0);
        let mut all = Moments::default();
        for RootMove { moments, .. } in tried {
            let count = moments.count as f64;
            all.count += 1;
            all.sum += moments.sum / count;
            all.squares += moments.squares / count;
        }
        all.deviations() / all.count.max(1) as f64
    }

    fn stats(&self, context: RootContext, elapsed: Duration) -> Stats {
        let ratio = |a: u64, b: u64| if b > 0 { a as f64 / b as f64 } else { 0.0 };
        let counts = &self.counts;
        let tried = self.moves.iter().filter(|mv| mv.visits > 0).count() as u64;
        let visits = self.moves.iter().map(|mv| mv.visits).sum();
        let bounds = context.for_seat(self.position_bounds(context));
        Stats {
            simulations: counts.simulations,
            nodes: self.nodes,
            max_depth: counts.max_depth,
            mean_depth: ratio(counts.depth_sum, counts.simulations),
            elapsed,
            threads: context.threads,
            average_visits: ratio(visits, tried),
            tree_bytes: self.bytes,
            tree_full: self.full,
            reused_visits: counts.reused_visits,
            restarted: context.restarted,
            worlds: counts.worlds,
            mean_rollout: ratio(counts.rollout_moves, counts.rollouts),
            bounds: (context.provable && bounds.iter().all(|bound| bound.is_finite()))
                .then_some(bounds),
            details: Vec::new(),
        }
    }
}

impl<M: Copy> RootMove<M> {
    fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }

    fn by_visits(a: &RootMove<M>, b: &RootMove<M>) -> Ordering {
        b.visits.cmp(&a.visits).then_with(|| b.mean().total_cmp(&a.mean()))
    }

    /// Orders moves by mean, highest first. Moves without visits have no mean and come last.
    fn by_mean(a: &RootMove<M>, b: &RootMove<M>) -> Ordering {
        let tried = |mv: &RootMove<M>| mv.visits > 0;
        tried(b)
            .cmp(&tried(a))
            .then_with(|| b.mean().total_cmp(&a.mean()))
            .then_with(|| b.visits.cmp(&a.visits))
    }

    fn candidate(self, context: RootContext, total: u64, prior: f64) -> Candidate<M> {
        let [lower, upper] = context.for_seat(self.bounds);
        let proven = (context.provable && lower == upper).then_some(lower);
        // The mean of the simulations before a proof may lie outside the proven bounds.
        let mean = (self.visits > 0).then(|| self.mean().max(lower).min(upper));
        let value = proven.or(mean);
        let variance = (self.moments.deviations() + prior) / (self.moments.count + 1) as f64;
        let half = Z95 * (variance / self.visits.max(1) as f64).sqrt();
        let interval = |value: f64| match proven {
            Some(_) => [value, value],
            None => [(value - half).max(lower), (value + half).min(upper)],
        };
        Candidate {
            mv: self.mv,
            visits: Some(self.visits),
            share: Some(self.visits as f64 / total as f64),
            value,
            ci95: value.map(interval),
            proven,
            score: None,
            depth: None,
            bound: None,
            worlds: (self.worlds.sampled > 0).then_some(self.worlds),
            pv: self.pv,
        }
    }
}

impl RootContext {
    /// Converts bounds for seat 0 to bounds for the seat to move, lower bound first.
    fn for_seat(&self, bounds: Bounds) -> [f64; 2] {
        let (lower, upper) = (f64::from(bounds.lower), f64::from(bounds.upper));
        if self.seat == 0 {
            return [lower, upper];
        }
        let (low, high) = self.range.unwrap_or((0.0, 0.0));
        [low + high - upper, low + high - lower]
    }
}

impl Moments {
    /// Returns the moments after adding `shift` to every value.
    fn shifted(self, shift: f64) -> Self {
        let count = self.count as f64;
        Moments {
            sum: self.sum + count * shift,
            squares: self.squares + 2.0 * shift * self.sum + count * shift * shift,
            ..self
        }
    }

    fn merge(&mut self, other: Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the sum of the squared deviations from the mean.
    fn deviations(&self) -> f64 {
        (self.squares - self.sum * self.sum / self.count.max(1) as f64).max(0.0)
    }
}

impl Counts {
    fn merge(&mut self, other: Counts) {
        self.simulations += other.simulations;
        self.depth_sum += other.depth_sum;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.rollouts += other.rollouts;
        self.rollout_moves += other.rollout_moves;
        self.worlds += other.worlds;
        self.reused_visits += other.reused_visits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;
    use crate::player::Interval;
    use crate::run::RunLimits;
    use crate::{Budget, ByScore, Options, Player, RandomRollouts, Rng, Searcher};

    const SEED: u64 = 7;

    /// A heap that is too large to be proven by [`budget`].
    fn heap() -> Nim {
        Nim::new(200)
    }

    fn budget() -> Budget {
        Budget::simulations(401).with_threads(2)
    }

    /// Searches one of the two trees of [`budget`] alone.
    fn single_tree(index: usize) -> Snapshot<u8> {
        let (heap, mut moves) = (heap(), Vec::new());
        heap.moves(&mut moves);
        let root = Root { view: &heap, moves, seat: 0, world: heap.clone() };
        let rng = Rng::stream(SEED, index as u64);
        let mut worker = Worker::new(Options::default(), RandomRollouts, ByScore, rng);
        let budget = budget().share(index);
        worker.prepare(&root, budget.memory, budget.simulations);
        let interval = Interval { simulations: None, time: None };
        let limits = RunLimits { budget, started: Duration::ZERO, interval };
        worker.run(&root, &limits, &mut |_| {});
        worker.snapshot(&root)
    }

    #[test]
    fn two_threads_report_the_results_of_both_trees() {
        let trees = [0, 1].map(single_tree);
        let mut searcher = Searcher::<Nim, _>::new(Options::default(), RandomRollouts, SEED);
        let decision = searcher.decide(&heap(), &budget(), &mut ());
        let [one, other] = &trees;
        assert_eq!((one.counts.simulations, other.counts.simulations), (201, 200));
        assert_eq!(decision.stats.simulations, 401);
        assert_eq!(decision.stats.nodes, one.nodes + other.nodes);
        assert_eq!(decision.stats.tree_bytes, one.bytes + other.bytes);
        let moves = one.counts.rollout_moves + other.counts.rollout_moves;
        let rollouts = one.counts.rollouts + other.counts.rollouts;
        assert_eq!(decision.stats.mean_rollout, moves as f64 / rollouts as f64);
        let mut from_second = 0;
        for candidate in &decision.candidates {
            let of = |tree: &Snapshot<u8>| {
                tree.moves.iter().find(|mv| mv.mv == candidate.mv).cloned().unwrap()
            };
            let (one, other) = (of(one), of(other));
            assert_eq!(candidate.visits, Some(one.visits + other.visits));
            from_second += u32::from(other.visits > one.visits);
            let most_visited = if other.visits > one.visits { &other } else { &one };
            assert_eq!(candidate.pv, most_visited.pv);
            // The sum of squared deviations of two samples together (Chan et al. 1979).
            let (a, b) = (one.moments, other.moments);
            let (m, n) = (a.count as f64, b.count as f64);
            let apart = a.sum / m - b.sum / n;
            let deviations = a.deviations() + b.deviations() + apart * apart * m * n / (m + n);
            let variance = (deviations + 0.25) / (m + n + 1.0);
            let half = Z95 * (variance / (m + n)).sqrt();
            let value = (a.sum + b.sum) / (m + n);
            let [low, high] = candidate.ci95.unwrap();
            assert!((low - (value - half)).abs() < 1e-6, "{candidate:?}");
            assert!((high - (value + half)).abs() < 1e-6, "{candidate:?}");
        }
        assert!((1..3).contains(&from_second), "both trees have a principal variation");
    }

    #[test]
    fn the_principal_variation_comes_from_the_tree_with_more_visits() {
        let tree_with = |visits: u64, pv: u8| {
            let mut tree = single_tree(0);
            tree.moves.iter_mut().for_each(|mv| (mv.pv, mv.pv_visits) = (vec![pv], visits));
            tree
        };
        for (first, second, expected) in [(5, 9, 2), (9, 5, 1), (5, 5, 1)] {
            let merged = Snapshot::merge([tree_with(first, 1), tree_with(second, 2)]).unwrap();
            assert!(merged.moves.iter().all(|mv| mv.pv == [expected]), "{first} and {second}");
            assert!(merged.moves.iter().all(|mv| mv.pv_visits == first.max(second)));
        }
    }

    fn moments(values: &[f64]) -> Moments {
        let squares = values.iter().map(|value| value * value).sum();
        Moments { count: values.len() as u64, sum: values.iter().sum(), squares }
    }

    #[test]
    fn shifted_moments_are_those_of_the_shifted_values() {
        let values = [1.0, 2.0, 6.0];
        let shifted = moments(&values).shifted(-10.0);
        let expected = moments(&values.map(|value| value - 10.0));
        assert_eq!((shifted.count, shifted.sum), (expected.count, expected.sum));
        assert_eq!(shifted.squares, expected.squares);
        assert_eq!((shifted.deviations(), moments(&values).deviations()), (14.0, 14.0));
    }

    #[test]
    fn the_prior_variance_is_the_greatest_in_the_range() {
        for (range, expected) in [((0.0, 1.0), 0.25), ((2.0, 6.0), 4.0), ((-3.0, -1.0), 1.0)] {
            let context = RootContext {
                seat: 0,
                provable: true,
                range: Some(range),
                choice: FinalChoice::MostVisits,
                threads: 1,
                restarted: false,
            };
            assert_eq!(single_tree(0).prior_variance(context), expected, "{range:?}");
        }
    }
}
