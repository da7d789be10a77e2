//! From trees to a decision: candidates, intervals, statistics.

use std::cmp::Ordering;
use std::time::Duration;

use crate::bounds::Bounds;
use crate::decision::{Candidate, Progress, Stats};
use crate::tree::{PositionId, ROOT, Tree};
use crate::variations::FinalChoice;
use crate::worker::{Counts, Root, Spread, Worker};
use crate::{Game, Guide, Objective};

/// The 97.5% quantile of the standard normal distribution: a 95% interval reaches this many standard
/// errors to either side of its estimate.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The longest principal variation that is told.
const PV_LENGTH: usize = 16;

/// The state of one search, or of several added up.
#[derive(Clone)]
pub(crate) struct Snapshot<M> {
    tallies: Vec<Tally<M>>,
    counts: Counts,
    nodes: u64,
    bytes: u64,
    full: bool,
}

/// What was learnt about one move of the root.
#[derive(Clone)]
struct Tally<M> {
    mv: M,
    visits: u64,
    /// The values of all visits for the seat to move, added up.
    sum: f64,
    bounds: Bounds,
    spread: Spread,
    pv: Vec<M>,
    /// How often the tree that told the variation visited the move.
    pv_visits: u64,
}

/// What a report needs to know beside the snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) seat: u8,
    pub(crate) hidden: bool,
    pub(crate) range: Option<(f64, f64)>,
    pub(crate) choice: FinalChoice,
    pub(crate) threads: usize,
    pub(crate) restarted: bool,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    /// What the tree says now, move by move in the game's own order.
    pub(crate) fn snapshot(&self, root: &Root<G>) -> Snapshot<G::Move> {
        let children: Vec<_> = self.tree.numbered(ROOT).collect();
        let first = self.tree.first_child(ROOT);
        let (shift, gained) = (self.shift(root, 0), self.shift(root, root.seat));
        let tally = |&mv: &G::Move| match children.iter().find(|(_, node)| node.mv == mv) {
            Some(&(number, node)) => Tally {
                mv,
                visits: u64::from(node.visits),
                sum: node.sum() + gained * f64::from(node.visits),
                bounds: node.bounds.shifted(shift),
                spread: self.spread[(number - first) as usize].shifted(gained),
                pv: principal_variation(&self.tree, number),
                pv_visits: u64::from(node.visits),
            },
            None => Tally {
                mv,
                visits: 0,
                sum: 0.0,
                bounds: self.unknown_bounds(),
                spread: Spread::default(),
                pv: vec![mv],
                pv_visits: 0,
            },
        };
        Snapshot {
            tallies: root.moves.iter().map(tally).collect(),
            counts: self.counts,
            nodes: self.tree.node_count() as u64,
            bytes: self.tree.bytes() as u64,
            full: self.tree.is_full(),
        }
    }
}

/// The move and what most simulations, or the proof, say will follow.
fn principal_variation<G: Game>(tree: &Tree<G>, mut node: u32) -> Vec<G::Move> {
    let mut moves = vec![tree.node(node).mv];
    while moves.len() < PV_LENGTH {
        let likeliest = tree.outcomes_of(node).max_by_key(|&spot| tree.visits(spot));
        let Some(best) = likeliest.and_then(|spot| best_reply(tree, spot)) else {
            break;
        };
        moves.push(tree.node(best).mv);
        node = best;
    }
    moves
}

fn best_reply<G: Game>(tree: &Tree<G>, spot: PositionId) -> Option<u32> {
    let proof = tree.proven(spot).filter(|bounds| bounds.is_exact());
    let as_proven = |bounds| proof == Some(bounds);
    tree.numbered(spot)
        .filter(|(_, child)| child.visits > 0)
        .max_by_key(|(_, child)| (as_proven(child.bounds), child.visits))
        .map(|(number, _)| number)
}

impl<M: Copy> Snapshot<M> {
    /// Adds up the roots of independent trees; a proof in any of them counts.
    pub(crate) fn merge(snapshots: impl IntoIterator<Item = Snapshot<M>>) -> Option<Snapshot<M>> {
        snapshots.into_iter().reduce(|mut all, one| {
            for (all, one) in all.tallies.iter_mut().zip(one.tallies) {
                if one.pv_visits > all.pv_visits {
                    (all.pv, all.pv_visits) = (one.pv, one.pv_visits);
                }
                all.visits += one.visits;
                all.sum += one.sum;
                all.bounds = all.bounds.and(one.bounds);
                all.spread.merge(one.spread);
            }
            all.counts.merge(one.counts);
            all.nodes += one.nodes;
            all.bytes += one.bytes;
            all.full |= one.full;
            all
        })
    }

    /// Candidates, best first, and statistics.
    pub(crate) fn report(mut self, frame: Frame, elapsed: Duration) -> Progress<M> {
        let stats = self.stats(frame, elapsed);
        self.rank(frame);
        let total: u64 = self.tallies.iter().map(|tally| tally.visits).sum();
        let doubt = self.prior_variance(frame);
        let candidates = self
            .tallies
            .into_iter()
            .map(|tally| tally.candidate(frame, total.max(1), doubt))
            .collect();
        Progress { candidates, stats }
    }

    fn position_bounds(&self, frame: Frame) -> Bounds {
        Bounds::of_choice(frame.seat, self.tallies.iter().map(|tally| tally.bounds))
    }

    /// Sorts the moves: the chosen one first, the others by visits.
    ///
    /// A proven value counts as if it had all the visits: a move that may be
    /// better than what is proven is chosen only if its mean is, too.
    fn rank(&mut self, frame: Frame) {
        let position = self.position_bounds(frame);
        let proven = frame.for_seat(position)[0];
        let is_settled =
            |tally: &Tally<M>| !frame.hidden && tally.bounds.settled_for(frame.seat, position);
        match frame.choice {
            FinalChoice::MostVisits => self.tallies.sort_by(Tally::by_visits),
            FinalChoice::HighestMean => self.tallies.sort_by(Tally::by_mean),
        }
        let open = self.tallies.iter().position(|tally| !is_settled(tally) && tally.visits > 0);
        let believed = open.filter(|&open| self.tallies[open].mean() >= proven);
        let best = believed.or_else(|| {
            let reaches =
                |tally: &Tally<M>| is_settled(tally) && frame.for_seat(tally.bounds)[0] == proven;
            self.tallies.iter().position(reaches)
        });
        if let Some(best) = best.or(open) {
            self.tallies[..=best].rotate_right(1);
        }
    }

    /// The variance that one more, unseen simulation might show: that of the
    /// whole range if it is known, else what was seen, each move counting the
    /// same however often it was tried.
    fn prior_variance(&self, frame: Frame) -> f64 {
        if let Some((low, high)) = frame.range {
            return (high - low) * (high - low) / 4.0;
        }
        let tried = self.tallies.iter().filter(|tally| tally.spread.count > 0);
        let mut all = Spread::default();
        for Tally { spread, .. } in tried {
            let count = spread.count as f64;
            all.count += 1;
            all.sum += spread.sum / count;
            all.squares += spread.squares / count;
        }
        all.deviations() / all.count.max(1) as f64
    }

    fn stats(&self, frame: Frame, elapsed: Duration) -> Stats {
        let ratio = |a: u64, b: u64| if b > 0 { a as f64 / b as f64 } else { 0.0 };
        let counts = &self.counts;
        let tried = self.tallies.iter().filter(|tally| tally.visits > 0).count() as u64;
        let visits = self.tallies.iter().map(|tally| tally.visits).sum();
        let bounds = frame.for_seat(self.position_bounds(frame));
        Stats {
            simulations: counts.simulations,
            nodes: self.nodes,
            max_depth: counts.max_depth,
            mean_depth: ratio(counts.depth_sum, counts.simulations),
            elapsed,
            threads: frame.threads,
            average_visits: ratio(visits, tried),
            tree_bytes: self.bytes,
            tree_full: self.full,
            reused_visits: counts.reused_visits,
            restarted: frame.restarted,
            worlds: counts.worlds,
            mean_rollout: ratio(counts.rollout_moves, counts.rollouts),
            bounds: (!frame.hidden && bounds.iter().all(|bound| bound.is_finite()))
                .then_some(bounds),
            details: Vec::new(),
        }
    }
}

impl<M: Copy> Tally<M> {
    fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }

    fn by_visits(a: &Tally<M>, b: &Tally<M>) -> Ordering {
        b.visits.cmp(&a.visits).then_with(|| b.mean().total_cmp(&a.mean()))
    }

    /// Untried moves have no mean and come last.
    fn by_mean(a: &Tally<M>, b: &Tally<M>) -> Ordering {
        let tried = |tally: &Tally<M>| tally.visits > 0;
        tried(b)
            .cmp(&tried(a))
            .then_with(|| b.mean().total_cmp(&a.mean()))
            .then_with(|| b.visits.cmp(&a.visits))
    }

    fn candidate(self, frame: Frame, total: u64, doubt: f64) -> Candidate<M> {
        let [lower, upper] = frame.for_seat(self.bounds);
        let proven = (!frame.hidden && lower == upper).then_some(lower);
        // Older simulations may have said what was proven wrong since.
        let mean = (self.visits > 0).then(|| self.mean().max(lower).min(upper));
        let value = proven.or(mean);
        let variance = (self.spread.deviations() + doubt) / (self.spread.count + 1) as f64;
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

impl Frame {
    /// Bounds as the seat to move sees them: the lower one first.
    fn for_seat(&self, bounds: Bounds) -> [f64; 2] {
        let (lower, upper) = (f64::from(bounds.lower), f64::from(bounds.upper));
        if self.seat == 0 {
            return [lower, upper];
        }
        let (low, high) = self.range.unwrap_or((0.0, 0.0));
        [low + high - upper, low + high - lower]
    }
}

impl Spread {
    /// The same of values that are all larger by `shift`.
    fn shifted(self, shift: f64) -> Self {
        let count = self.count as f64;
        Spread {
            sum: self.sum + count * shift,
            squares: self.squares + 2.0 * shift * self.sum + count * shift * shift,
            ..self
        }
    }

    fn merge(&mut self, other: Spread) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The squared deviations from the mean, added up.
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
