//! Candidates, confidence intervals and statistics, computed from the roots of the trees.

use std::cmp::Ordering;
use std::time::Duration;

use crate::bounds::Bounds;
use crate::decision::{Candidate, Progress, Stats};
use crate::tree::{PositionId, ROOT, Tree};
use crate::variations::FinalChoice;
use crate::worker::{Counts, Moments, Root, Worker};
use crate::{Game, Guide, Objective};

/// The 97.5% quantile of the standard normal distribution: a 95% interval reaches this many standard
/// errors to either side of its estimate.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The greatest length of a reported principal variation.
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
    pv: Vec<M>,
    /// The number of visits of `mv` in the one tree that `pv` comes from.
    pv_visits: u64,
}

/// The inputs of a report that are the same for all snapshots of a decision.
#[derive(Clone, Copy)]
pub(crate) struct RootContext {
    pub(crate) seat: u8,
    pub(crate) hidden: bool,
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
                bounds: node.bounds.shifted(shift),
                moments: self.moments[(index - first) as usize].shifted(gained),
                pv: principal_variation(&self.tree, index),
                pv_visits: u64::from(node.visits),
            },
            // The root has no children: a range of a single value proves it without a simulation, or
            // the search ended before this worker started.
            None => RootMove {
                mv,
                visits: 0,
                sum: 0.0,
                bounds: self.unknown_bounds(),
                moments: Moments::default(),
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
    let as_proven = |bounds| proof == Some(bounds);
    tree.numbered(position)
        .filter(|(_, child)| child.visits > 0)
        .max_by_key(|(_, child)| (as_proven(child.bounds), child.visits))
        .map(|(number, _)| number)
}

impl<M: Copy> Snapshot<M> {
    /// Merges snapshots of independent trees; `None` if there are none. A proof in any tree counts.
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
    /// The chosen move is the first unsettled move if its mean is at least the proven lower bound
    /// of the position. Otherwise it is a settled move that guarantees this lower bound.
    fn rank(&mut self, context: RootContext) {
        let position = self.position_bounds(context);
        let proven = context.for_seat(position)[0];
        let is_settled =
            |mv: &RootMove<M>| !context.hidden && mv.bounds.settled_for(context.seat, position);
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
            bounds: (!context.hidden && bounds.iter().all(|bound| bound.is_finite()))
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
        let proven = (!context.hidden && lower == upper).then_some(lower);
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
            visits: self.visits,
            share: self.visits as f64 / total as f64,
            value,
            ci95: value.map(interval),
            proven,
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
