//! A simulation on one tree: selection and expansion (in `descent.rs`), evaluation, backup.

use std::hint::select_unpredictable;

use crate::bounds::{self, Bounds};
use crate::decision::JudgedWorlds;
use crate::descent::Descent;
use crate::focus::Focus;
use crate::options::Options;
use crate::payoffs::{Payoffs, Values};
use crate::run::RunLimits;
use crate::selection::Selector;
use crate::tree::{PositionId, ROOT, ROOT_NODE, Tree, fixed};
use crate::variations;
use crate::{Game, Guide, MAX_SEATS, Objective, Rng};

/// Rollout moves between two reads of the clock. Most rollouts are shorter, and even a slow guide
/// plays this many moves in milliseconds.
const CLOCK_CHECK_MOVES: u32 = 256;

/// The position to decide.
pub(crate) struct Root<'a, G: Game> {
    pub(crate) view: &'a G::View,
    /// The legal moves in the order of [`Game::moves`].
    pub(crate) moves: Vec<G::Move>,
    pub(crate) seat: u8,
    /// A world drawn from the view: the true state if nothing is hidden.
    pub(crate) world: G,
}

/// One tree with everything that a simulation needs.
pub(crate) struct Worker<G: Game, Gd, O> {
    pub(crate) tree: Tree<G>,
    pub(crate) counts: Counts,
    /// Moments of the values of this decision's simulations, for each child of the root.
    pub(crate) moments: Vec<Moments>,
    /// The judged worlds of this decision, for each child of the root; empty if the guide judges none.
    pub(crate) worlds: Vec<JudgedWorlds>,
    pub(crate) guide: Gd,
    objective: O,
    pub(crate) options: Options,
    pub(crate) rng: Rng,
    /// The seed of the worlds of this decision, if they are paired.
    world_seed: u64,
    pub(crate) selector: Selector,
    pub(crate) max_depth: usize,
    pub(crate) payoffs: Payoffs,
    /// The range of the means of each seat; of all seats in the first item if values are shared.
    ranges: [ValueRange; MAX_SEATS],
    /// The values of the current simulation, relative to the origin.
    pub(crate) values: Values,
    pub(crate) path: Vec<Step>,
    pub(crate) scratch: Vec<G::Move>,
    pub(crate) descent: Descent<G>,
    pub(crate) focus: Focus<G::Move>,
}

/// Counters of one decision.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) simulations: u64,
    pub(crate) depth_sum: u64,
    pub(crate) max_depth: u32,
    pub(crate) rollouts: u64,
    pub(crate) rollout_moves: u64,
    pub(crate) worlds: u64,
    pub(crate) reused_visits: u64,
}

/// The first two moments of a move's values, for its variance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    pub(crate) count: u64,
    pub(crate) sum: f64,
    pub(crate) squares: f64,
}

/// A step of a simulation's path: the node of a move, and the position after the move. `position` is
/// `None` if the outcome of the move is not in the tree.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) node: u32,
    pub(crate) position: Option<PositionId>,
}

/// The smallest and the largest mean in the tree, to scale values if the objective has no range.
#[derive(Clone, Copy)]
struct ValueRange {
    low: f64,
    high: f64,
}

/// How a simulation ended.
struct Evaluation {
    /// Whether the value is exact: the leaf ends the game, or the guide knows its value.
    exact: bool,
    /// Whether the search had to stop during the rollout.
    cut_short: bool,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    pub(crate) fn new(options: Options, guide: Gd, objective: O, rng: Rng) -> Self {
        let payoffs = Payoffs::new(&objective, 1);
        Worker {
            tree: Tree::new(Gd::RATES),
            counts: Counts::default(),
            moments: Vec::new(),
            worlds: Vec::new(),
            guide,
            objective,
            options,
            rng,
            world_seed: 0,
            selector: Selector::new(options.exploration_for(payoffs.range)),
            max_depth: usize::MAX,
            payoffs,
            ranges: [ValueRange::EMPTY; MAX_SEATS],
            values: [0.0; MAX_SEATS],
            path: Vec::new(),
            scratch: Vec::new(),
            descent: Descent::default(),
            focus: Focus::default(),
        }
    }

    /// Prepares a decision about `root`. Reuses the tree unless it was cleared or exceeds `bytes`.
    pub(crate) fn prepare(&mut self, root: &Root<G>, bytes: usize, simulations: Option<u64>) {
        self.tree.limit_bytes(bytes);
        let exact_leaf = || self.provable() && self.tree.node(ROOT_NODE).bounds().is_exact();
        let without_moves = !self.tree.is_empty() && !self.tree.is_expanded(ROOT) && exact_leaf();
        if without_moves || G::PRIVATE && self.tree.owner != root.seat {
            // The root was a leaf with an exact value from the guide. The tree has no values of its moves,
            // so it is dropped.
            self.tree.clear();
        }
        if self.tree.is_empty() {
            self.payoffs = Payoffs::new(&self.objective, root.world.seats());
            self.payoffs.origin = self.base_values(root);
            self.selector.exploration = self.options.exploration_for(self.payoffs.range) as f32;
            self.selector.same_scale = self.payoffs.shared || self.payoffs.range.is_some();
            if let (Some((low, high)), variations::Values::Normalised) =
                (self.payoffs.range, self.options.variations.values)
            {
                (0..MAX_SEATS).for_each(|seat| self.selector.set_range(seat, high - low));
            }
            self.tree.reserve_for(simulations.unwrap_or(0));
            self.tree.reset(root.moves[0], root.seat, self.unknown_bounds());
        }
        self.max_depth = self.options.max_depth.moves(root.moves.len(), simulations);
        self.ranges = [ValueRange::EMPTY; MAX_SEATS];
        if self.options.paired_worlds {
            self.world_seed = self.rng.bits();
        }
        self.moments.clear();
        self.moments.resize(root.moves.len(), Moments::default());
        if Gd::JUDGES_WORLDS {
            self.worlds.clear();
            self.worlds.resize(root.moves.len(), JudgedWorlds::default());
        }
        let reused_visits = u64::from(self.tree.visits(ROOT));
        self.counts = Counts { reused_visits, ..Counts::default() };
    }

    /// Returns the bounds of a position about which nothing is proven.
    pub(crate) fn unknown_bounds(&self) -> Bounds {
        Bounds::of_range(self.payoffs.range)
    }

    /// Returns whether the search can prove exact values.
    #[inline]
    pub(crate) fn provable(&self) -> bool {
        !G::HIDDEN && self.payoffs.shared
    }

    /// Returns whether the value of the root is proven.
    #[inline]
    pub(crate) fn is_proven(&self) -> bool {
        self.provable() && self.tree.node(ROOT_NODE).bounds().is_exact()
    }

    /// Runs one simulation in a world drawn from the root's view. Returns `true` if it was cut short
    /// because the search must stop.
    pub(crate) fn simulate(&mut self, root: &Root<G>, limits: &RunLimits) -> bool {
        let mut world = self.draw_world(root);
        self.descend(&mut world);
        let evaluation = self.evaluate(&mut world, limits);
        // Discards a rollout that was cut short, but not the first: a decision needs one result.
        if !evaluation.cut_short || self.counts.simulations == 0 {
            self.back_up(&evaluation);
            if Gd::JUDGES_WORLDS {
                self.judge(&world);
            }
        }
        evaluation.cut_short
    }

    fn draw_world(&mut self, root: &Root<G>) -> G {
        if G::HIDDEN {
            self.counts.worlds += 1;
            if self.options.paired_worlds {
                let number = self.next_of_root(&root.world);
                return G::world(root.view, &mut Rng::stream(self.world_seed, number));
            }
            G::world(root.view, &mut self.rng)
        } else {
            root.world.clone()
        }
    }

    /// Returns how many simulations of this decision have tried the root move that the next simulation will
    /// try.
    fn next_of_root(&mut self, world: &G) -> u64 {
        if !self.tree.is_expanded(ROOT) {
            return 0;
        }
        // Selection at the root does not depend on the world, and chooses the same move when the simulation
        // descends.
        let focused = self.focused_child();
        let chosen = focused.or_else(|| self.choose(ROOT, world).map(|(node, _)| node));
        chosen.map_or(0, |node| self.moments[(node - self.tree.first_child(ROOT)) as usize].count)
    }

    /// Evaluation: writes the values of a leaf: the result of a finished game, the guide's rating, or
    /// the values of the last state of a rollout.
    fn evaluate(&mut self, world: &mut G, limits: &RunLimits) -> Evaluation {
        if world.seat().is_none() {
            self.payoffs.evaluate(&self.objective, world, &mut self.values);
            return Evaluation { exact: true, cut_short: false };
        }
        if let Some(value) = self.exact_value(world) {
            self.values[0] = value;
            self.payoffs.relative(&mut self.values);
            return Evaluation { exact: true, cut_short: false };
        }
        if Gd::RATES && self.leaf_has_values(world) {
            self.payoffs.relative(&mut self.values);
            return Evaluation { exact: false, cut_short: false };
        }
        let limit = self.options.rollout_limit;
        let (mut moves, mut over, mut cut_short) = (0_u32, false, false);
        while !cut_short {
            let pause = limit.min(moves.saturating_add(CLOCK_CHECK_MOVES));
            over = self.roll_out(world, &mut moves, pause);
            if over || pause == limit {
                break;
            }
            cut_short = limits.stop(limits.budget.clock.now()).is_some();
        }
        self.counts.rollouts += 1;
        self.counts.rollout_moves += u64::from(moves);
        // The last move of the rollout may have ended the game.
        let over = over || (moves > 0 && world.seat().is_none());
        self.static_values(world, over);
        Evaluation { exact: false, cut_short }
    }

    /// Returns the exact value of a leaf for seat 0, if the guide knows it. The root is not asked about: a
    /// decision needs values of its moves.
    #[inline]
    fn exact_value(&mut self, world: &G) -> Option<f64> {
        let may_prove = self.options.proofs && self.provable() && self.path.len() > 1;
        if may_prove { self.guide.exact_value(world) } else { None }
    }

    /// Continues a rollout until it has `until` moves. Returns `true` if the game is over before that.
    #[inline]
    fn roll_out(&mut self, world: &mut G, moves: &mut u32, until: u32) -> bool {
        // The loop keeps a local generator in registers.
        let mut rng = self.rng.clone();
        let mut over = false;
        while *moves < until {
            let Some(mv) = self.guide.rollout_move(world, &mut rng, &mut self.scratch) else {
                over = true;
                break;
            };
            world.play(mv);
            *moves += 1;
        }
        self.rng = rng;
        over
    }

    /// Writes the values of the last state of a rollout: the guide's estimate, or the objective's values if
    /// the guide has no estimate, if its estimate contains NaN, or if the game is over.
    #[inline]
    fn static_values(&mut self, world: &G, over: bool) {
        let values = &mut self.values[..self.payoffs.seats()];
        let estimated = !over && self.guide.static_value(world, values);
        if estimated && self.payoffs.are_written(&self.values) {
            self.payoffs.relative(&mut self.values);
        } else {
            self.payoffs.evaluate(&self.objective, world, &mut self.values);
        }
    }

    /// Backup: adds to every node of the path the value for the seat that played the node's move. A shared
    /// value is clamped to the proven bounds of each node on its way. Values that are not shared have no
    /// proofs.
    #[inline]
    fn back_up(&mut self, evaluation: &Evaluation) {
        if evaluation.exact && self.options.proofs && self.provable() {
            self.prove(self.values[0]);
        }
        let mut value = self.values[0];
        let mut for_mover = 0.0;
        for index in (1..self.path.len()).rev() {
            for_mover = self.add_to(self.path[index], &mut value);
        }
        if let Some(step) = self.path.get(1) {
            let child = (step.node - self.tree.first_child(ROOT)) as usize;
            self.moments[child].add(for_mover);
        }
        self.add_to(self.path[0], &mut value);
        self.widen_ranges();
        let depth = self.path.len() as u32 - 1;
        self.counts.simulations += 1;
        self.counts.depth_sum += u64::from(depth);
        self.counts.max_depth = self.counts.max_depth.max(depth);
    }

    /// Counts the world of the simulation for its move at the root.
    fn judge(&mut self, last: &G) {
        let (judgement, child) = (self.guide.judge_world(last), self.path.get(1));
        if let (Some(won), Some(step)) = (judgement, child) {
            self.worlds[(step.node - self.tree.first_child(ROOT)) as usize].add(won);
        }
    }

    /// Adds the simulation to a node and to the position after its move. Clamps `value`, the value for
    /// seat 0, to the node's proven bounds. Returns the value for the seat that played the move.
    #[inline]
    fn add_to(&mut self, step: Step, value: &mut f64) -> f64 {
        let Payoffs { shared, sum, .. } = self.payoffs;
        let node = self.tree.node_mut(step.node);
        if !G::HIDDEN && node.proof_below() {
            *value = node.bounds().clamp(*value);
        }
        let for_mover = if shared {
            // Uses no branch: the seats alternate.
            select_unpredictable(node.mover == 0, *value, sum - *value)
        } else {
            self.values[node.mover as usize % MAX_SEATS]
        };
        node.add(fixed(for_mover));
        if let Some(position) = step.position {
            self.tree.visit(position);
        }
        for_mover
    }

    /// Sets the leaf of the path to its exact value and updates the bounds of the nodes above it, up
    /// to the first node whose bounds do not change.
    fn prove(&mut self, value: f64) {
        let Some((leaf, above)) = self.path.split_last() else { return };
        self.tree.node_mut(leaf.node).set_bounds(Bounds::exact(value));
        for step in above.iter().rev() {
            // Only games without hidden facts have proofs. Their nodes are also positions.
            let children = self.tree.children(PositionId(step.node));
            if Gd::RATES && self.options.move_widening.may_cut(children.len()) {
                // A move that is not in the tree could be the best.
                return;
            }
            let bounds = bounds::of_children(children);
            let node = self.tree.node_mut(step.node);
            let changed = bounds != node.bounds();
            node.set_bounds(bounds);
            node.set_proof_below();
            if !changed {
                return;
            }
        }
    }

    /// Extends `ranges` by the means on the path, unless the objective has a range. Skips the root:
    /// after [`Tree::advance`] its `sum` covers all outcomes of the last move, its `visits` only one.
    fn widen_ranges(&mut self) {
        let raw = self.options.variations.values == variations::Values::Raw;
        if raw || self.payoffs.range.is_some() {
            return;
        }
        for step in &self.path[1..] {
            let node = self.tree.node(step.node);
            let (mean, seat) = (node.mean(), usize::from(node.mover));
            let range = &mut self.ranges[if self.payoffs.shared { 0 } else { seat }];
            if range.extend(mean) {
                let seats = if self.payoffs.shared { 0..MAX_SEATS } else { seat..seat + 1 };
                seats.for_each(|seat| self.selector.set_range(seat, range.high - range.low));
            }
        }
    }

    fn base_values(&self, root: &Root<G>) -> Values {
        self.payoffs.base_values(&self.objective, &root.world)
    }

    /// Returns the number to add to a value for `seat` in this tree to get the gain over the root.
    pub(crate) fn shift(&self, root: &Root<G>, seat: u8) -> f64 {
        self.payoffs.origin[seat as usize] - self.base_values(root)[seat as usize]
    }

    /// Converts a value for `seat` in this tree, relative to the origin, to the objective's value.
    pub(crate) fn final_value(&self, seat: u8, value: f64) -> f64 {
        value + self.payoffs.origin[seat as usize]
    }
}

impl ValueRange {
    const EMPTY: ValueRange = ValueRange { low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// Includes a mean. Returns whether it was outside.
    #[inline]
    fn extend(&mut self, mean: f64) -> bool {
        let outside = mean < self.low || mean > self.high;
        if outside {
            self.low = self.low.min(mean);
            self.high = self.high.max(mean);
        }
        outside
    }
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
}
