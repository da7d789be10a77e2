//! The four phases of a simulation on one tree: selection, expansion, evaluation, backup.

use crate::bounds::{self, Bounds};
use crate::options::Options;
use crate::run::RunLimits;
use crate::selection::Ucb1;
use crate::tree::{PositionId, ROOT, ROOT_NODE, Tree, fixed};
use crate::variations::{Expansion, Values};
use crate::{Game, Guide, Objective, Rng};

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
    guide: Gd,
    objective: O,
    pub(crate) options: Options,
    rng: Rng,
    ucb: Ucb1,
    max_depth: usize,
    /// The zero point of values in the tree: 0 if the objective has a range. Otherwise it is the value
    /// of the first root for seat 0, so that small differences of large scores keep their precision.
    origin: f64,
    range: ValueRange,
    path: Vec<Step>,
    scratch: Vec<G::Move>,
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
struct Step {
    node: u32,
    position: Option<PositionId>,
}

/// The smallest and the largest mean in the tree, to scale values if the objective has no range.
#[derive(Clone, Copy)]
struct ValueRange {
    low: f64,
    high: f64,
}

/// The result of a simulation.
struct Evaluation {
    /// The value for seat 0.
    value: f64,
    /// Whether the leaf ends the game, so that the value is exact.
    exact: bool,
    /// Whether the search had to stop during the rollout.
    cut_short: bool,
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Worker<G, Gd, O> {
    pub(crate) fn new(options: Options, guide: Gd, objective: O, rng: Rng) -> Self {
        let mut ucb = Ucb1::new(options.exploration);
        if let (Some((low, high)), Values::Normalised) =
            (objective.range(), options.variations.values)
        {
            ucb.set_range(high - low);
        }
        Worker {
            tree: Tree::new(),
            counts: Counts::default(),
            moments: Vec::new(),
            guide,
            objective,
            options,
            rng,
            ucb,
            max_depth: usize::MAX,
            origin: 0.0,
            range: ValueRange { low: f64::INFINITY, high: f64::NEG_INFINITY },
            path: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Prepares a decision about `root`. Reuses the tree unless it was cleared or exceeds `bytes`.
    pub(crate) fn prepare(&mut self, root: &Root<G>, bytes: usize, simulations: Option<u64>) {
        self.tree.limit_bytes(bytes);
        if self.tree.is_empty() {
            self.origin = self.base_value(root);
            self.tree.reset(root.moves[0], self.unknown_bounds());
        }
        self.max_depth = self.options.max_depth.moves(root.moves.len(), simulations);
        self.range = ValueRange { low: f64::INFINITY, high: f64::NEG_INFINITY };
        self.moments.clear();
        self.moments.resize(root.moves.len(), Moments::default());
        let reused_visits = u64::from(self.tree.visits(ROOT));
        self.counts = Counts { reused_visits, ..Counts::default() };
    }

    /// Returns the bounds of a position without proofs.
    pub(crate) fn unknown_bounds(&self) -> Bounds {
        Bounds::of_range(self.objective.range())
    }

    /// Returns whether the value of the root is proven.
    #[inline]
    pub(crate) fn is_proven(&self) -> bool {
        !G::HIDDEN && self.tree.node(ROOT_NODE).bounds.is_exact()
    }

    /// Runs one simulation in a world drawn from the root's view. Returns `true` if it was cut short
    /// because the search must stop.
    pub(crate) fn simulate(&mut self, root: &Root<G>, limits: &RunLimits) -> bool {
        let mut world = self.draw_world(root);
        self.select(&mut world);
        let evaluation = self.evaluate(&mut world, limits);
        // Discards a rollout that was cut short, but not the first: a decision needs one result.
        if !evaluation.cut_short || self.counts.simulations == 0 {
            self.back_up(&evaluation);
        }
        evaluation.cut_short
    }

    fn draw_world(&mut self, root: &Root<G>) -> G {
        if G::HIDDEN {
            self.counts.worlds += 1;
            G::world(root.view, &mut self.rng)
        } else {
            root.world.clone()
        }
    }

    /// Selection and expansion: descends from the root to the leaf to evaluate, and plays the moves of
    /// the path on `world`.
    fn select(&mut self, world: &mut G) {
        self.path.clear();
        self.path.push(Step { node: ROOT_NODE, position: Some(ROOT) });
        let (mut position, mut expanded) = (ROOT, false);
        loop {
            if !self.tree.is_expanded(position) {
                if expanded || !self.expand(position, world) {
                    return;
                }
                expanded = true;
                if self.options.variations.expansion == Expansion::AllThenLeaf {
                    return;
                }
            }
            let node = self.choose(position);
            let mv = self.tree.node(node).mv;
            let seen = if self.tree.leads_on(node) { world.replay(mv) } else { world.play(mv) };
            let next = self.tree.follow(node, seen, self.options.outcome_widening);
            self.path.push(Step { node, position: next });
            match next {
                Some(next) => position = next,
                None => return,
            }
        }
    }

    #[inline]
    fn choose(&self, position: PositionId) -> u32 {
        let (children, visits) = (self.tree.children(position), self.tree.visits(position));
        let index = match self.tree.proven(position) {
            None => self.ucb.select(children, visits),
            Some(proven) => self.ucb.select_unsettled(children, visits, proven),
        };
        self.tree.first_child(position) + index as u32
    }

    /// Expansion: adds the children of a position. Returns `false` if the game is over, the tree is
    /// full or too deep, or the options postpone expansion to the second visit.
    fn expand(&mut self, position: PositionId, world: &G) -> bool {
        let first_visit = position != ROOT && self.tree.visits(position) == 0;
        if (first_visit && self.options.variations.expansion == Expansion::OneChild)
            || self.path.len() > self.max_depth
        {
            return false;
        }
        let Some(mover) = world.seat() else {
            return false;
        };
        self.scratch.clear();
        world.moves(&mut self.scratch);
        let unknown = self.unknown_bounds();
        self.tree.expand(position, &mut self.scratch, mover, unknown, &mut self.rng)
    }

    /// Evaluation: plays a rollout and returns the value of its last state.
    fn evaluate(&mut self, world: &mut G, limits: &RunLimits) -> Evaluation {
        if world.seat().is_none() {
            return Evaluation { value: self.value(world), exact: true, cut_short: false };
        }
        let limit = self.options.rollout_limit;
        let (mut moves, mut cut_short) = (0_u32, false);
        while !cut_short {
            let pause = limit.min(moves.saturating_add(CLOCK_CHECK_MOVES));
            if self.roll_out(world, &mut moves, pause) || pause == limit {
                break;
            }
            cut_short = limits.stop(limits.budget.clock.now()).is_some();
        }
        self.counts.rollouts += 1;
        self.counts.rollout_moves += u64::from(moves);
        Evaluation { value: self.static_value(world), exact: false, cut_short }
    }

    /// Continues a rollout until it has `until` moves. Returns `true` if the game is over before that.
    #[inline]
    fn roll_out(&mut self, world: &mut G, moves: &mut u32, until: u32) -> bool {
        while *moves < until {
            let Some(mv) = self.guide.rollout_move(world, &mut self.rng, &mut self.scratch) else {
                return true;
            };
            world.play(mv);
            *moves += 1;
        }
        false
    }

    /// Returns the value of the last state of a rollout for seat 0: the guide's estimate, or the
    /// objective's value if the guide returns none or the game is over.
    fn static_value(&mut self, world: &G) -> f64 {
        let estimate = match world.seat() {
            Some(seat) => self.guide.static_value(world).map(|value| self.for_seat(seat, value)),
            None => None,
        };
        estimate.map_or_else(|| self.value(world), |value| value - self.origin)
    }

    /// Returns the objective's value of a state for seat 0, minus `origin`.
    fn value(&self, world: &G) -> f64 {
        self.objective.value(world, 0) - self.origin
    }

    /// Converts a value for seat 0 to the value for `seat`, or the reverse.
    #[inline]
    pub(crate) fn for_seat(&self, seat: u8, value: f64) -> f64 {
        if seat == 0 {
            return value;
        }
        let (low, high) = self.objective.range().unwrap_or((0.0, 0.0));
        low + high - value
    }

    /// Backup: adds the value to every node of the path, for the seat that played the node's move.
    fn back_up(&mut self, evaluation: &Evaluation) {
        if evaluation.exact && !G::HIDDEN && self.options.proofs {
            self.prove(evaluation.value);
        }
        let mut value = evaluation.value;
        for step in (1..self.path.len()).rev() {
            value = self.credit(self.path[step], value);
        }
        if let Some(Step { node, .. }) = self.path.get(1) {
            let child = (node - self.tree.first_child(ROOT)) as usize;
            let for_mover = self.for_seat(self.tree.node(*node).mover, value);
            self.moments[child].add(for_mover);
        }
        self.credit(self.path[0], value);
        self.widen_range();
        let depth = self.path.len() as u32 - 1;
        self.counts.simulations += 1;
        self.counts.depth_sum += u64::from(depth);
        self.counts.max_depth = self.counts.max_depth.max(depth);
    }

    /// Adds a value for seat 0 to a node. Returns the value to back up further: clamped to the proven
    /// bounds of this node.
    #[inline]
    fn credit(&mut self, step: Step, mut value: f64) -> f64 {
        let node = self.tree.node(step.node);
        let mover = node.mover;
        if node.proof_below {
            value = node.bounds.clamp(value);
        }
        let credit = fixed(self.for_seat(mover, value));
        self.tree.node_mut(step.node).add(credit);
        if let Some(position) = step.position {
            self.tree.visit(position);
        }
        value
    }

    /// Sets the leaf of the path to its exact value and updates the bounds of the nodes above it, up
    /// to the first node whose bounds do not change.
    fn prove(&mut self, value: f64) {
        let Some((leaf, above)) = self.path.split_last() else { return };
        self.tree.node_mut(leaf.node).bounds = Bounds::exact(value);
        for step in above.iter().rev() {
            // Only games without hidden facts have proofs. Their nodes are also positions.
            let bounds = bounds::of_children(self.tree.children(PositionId(step.node)));
            let node = self.tree.node_mut(step.node);
            let changed = bounds != node.bounds;
            (node.bounds, node.proof_below) = (bounds, true);
            if !changed {
                return;
            }
        }
    }

    /// Extends `range` by the means on the path, unless the objective has a range. Skips the root:
    /// after [`Tree::advance`] its `sum` covers all outcomes of the last move, its `visits` only one.
    fn widen_range(&mut self) {
        if self.options.variations.values == Values::Raw || self.objective.range().is_some() {
            return;
        }
        for step in &self.path[1..] {
            let mean = self.tree.node(step.node).mean();
            if mean < self.range.low || mean > self.range.high {
                self.range.low = self.range.low.min(mean);
                self.range.high = self.range.high.max(mean);
                self.ucb.set_range(self.range.high - self.range.low);
            }
        }
    }

    /// Returns the baseline of the gains that a decision reports: the value of the root position
    /// for seat 0, or 0 if the objective has a range.
    fn base_value(&self, root: &Root<G>) -> f64 {
        match self.objective.range() {
            Some(_) => 0.0,
            None => self.objective.value(&root.world, 0),
        }
    }

    /// Returns the number to add to a value for `seat` in this tree to get the gain over the root.
    pub(crate) fn shift(&self, root: &Root<G>, seat: u8) -> f64 {
        let shift = self.origin - self.base_value(root);
        if seat == 0 { shift } else { -shift }
    }

    /// Converts a value for `seat` in this tree, relative to `origin`, to the objective's value.
    pub(crate) fn final_value(&self, seat: u8, value: f64) -> f64 {
        value + if seat == 0 { self.origin } else { -self.origin }
    }
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
}
