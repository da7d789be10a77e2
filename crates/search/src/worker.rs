//! One tree and the four phases that grow it: select, expand, evaluate, back up.

use crate::bounds::{self, Bounds};
use crate::options::Options;
use crate::run::Limits;
use crate::selection::Ucb1;
use crate::tree::{PositionId, ROOT, ROOT_NODE, Tree, fixed};
use crate::variations::{Expansion, Values};
use crate::{Game, Guide, Objective, Rng};

/// A rollout looks at the clock after every so many moves: most have fewer, and
/// even slow guides play them in milliseconds.
const LOOK_EVERY: u32 = 256;

/// The position that is being searched.
pub(crate) struct Root<'a, G: Game> {
    pub(crate) view: &'a G::View,
    /// The moves in the game's own order.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) seat: u8,
    /// A state that agrees with the view: the state itself if nothing is hidden.
    pub(crate) world: G,
}

/// A tree, what is needed to grow it, and how the growing went.
pub(crate) struct Worker<G: Game, Gd, O> {
    pub(crate) tree: Tree<G>,
    pub(crate) counts: Counts,
    /// What the simulations of this decision said of each child of the root.
    pub(crate) spread: Vec<Spread>,
    guide: Gd,
    objective: O,
    options: Options,
    rng: Rng,
    ucb: Ucb1,
    max_depth: usize,
    /// With an open range, what the position was worth to seat 0 when the tree
    /// began: values in it count from there, so that large scores keep their
    /// small differences.
    origin: f64,
    range: ValueRange,
    path: Vec<Step>,
    scratch: Vec<G::Move>,
}

/// What is counted while a tree grows.
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

/// Sums from which the variance of a move's values is told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spread {
    pub(crate) count: u64,
    pub(crate) sum: f64,
    pub(crate) squares: f64,
}

/// A move on the way down, and the position it led to unless that is not in the tree.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    spot: Option<PositionId>,
}

/// The smallest and the largest mean in the tree, where the objective's range is open.
#[derive(Clone, Copy)]
struct ValueRange {
    low: f64,
    high: f64,
}

/// What a simulation was worth to seat 0.
struct Evaluation {
    value: f64,
    /// The game was over: the value is no estimate.
    exact: bool,
    /// The rollout would have gone on, but time was up.
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
            spread: Vec::new(),
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

    /// Gets ready for a decision about `root`, on the tree that is there if
    /// it has not been cleared.
    pub(crate) fn prepare(&mut self, root: &Root<G>, bytes: usize, simulations: Option<u64>) {
        self.tree.limit_bytes(bytes);
        if self.tree.is_empty() {
            self.origin = self.base_value(root);
            self.tree.reset(root.moves[0], self.unknown_bounds());
        }
        self.max_depth = self.options.max_depth.moves(root.moves.len(), simulations);
        self.range = ValueRange { low: f64::INFINITY, high: f64::NEG_INFINITY };
        self.spread.clear();
        self.spread.resize(root.moves.len(), Spread::default());
        let reused_visits = u64::from(self.tree.visits(ROOT));
        self.counts = Counts { reused_visits, ..Counts::default() };
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The bounds of a position of which nothing is proven.
    pub(crate) fn unknown_bounds(&self) -> Bounds {
        Bounds::of_range(self.objective.range())
    }

    /// Whether the value of the root is proven.
    #[inline]
    pub(crate) fn is_proven(&self) -> bool {
        !G::HIDDEN && self.tree.node(ROOT_NODE).bounds.is_exact()
    }

    /// One simulation, in one world that agrees with what is known; `true` if
    /// it ended early because the search must stop.
    pub(crate) fn simulate(&mut self, root: &Root<G>, limits: &Limits) -> bool {
        let mut world = self.draw_world(root);
        self.select(&mut world);
        let evaluation = self.evaluate(&mut world, limits);
        // What a rollout is worth in the middle counts only if there is nothing better.
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

    /// Walks down the tree, playing the moves on `world`, to the position that
    /// will be evaluated.
    fn select(&mut self, world: &mut G) {
        self.path.clear();
        self.path.push(Step { node: ROOT_NODE, spot: Some(ROOT) });
        let (mut spot, mut expanded) = (ROOT, false);
        loop {
            if !self.tree.is_expanded(spot) {
                if expanded || !self.expand(spot, world) {
                    return;
                }
                expanded = true;
                if self.options.variations.expansion == Expansion::AllThenLeaf {
                    return;
                }
            }
            let node = self.choose(spot);
            let mv = self.tree.node(node).mv;
            let seen = if self.tree.leads_on(node) { world.replay(mv) } else { world.play(mv) };
            let next = self.tree.follow(node, seen, self.options.outcome_widening);
            self.path.push(Step { node, spot: next });
            match next {
                Some(next) => spot = next,
                None => return,
            }
        }
    }

    #[inline]
    fn choose(&self, spot: PositionId) -> u32 {
        let (children, visits) = (self.tree.children(spot), self.tree.visits(spot));
        let index = match self.tree.proven(spot) {
            None => self.ucb.select(children, visits),
            Some(proven) => self.ucb.select_unsettled(children, visits, proven),
        };
        self.tree.first_child(spot) + index as u32
    }

    /// Puts the moves of a position into the tree, if it is time for that.
    fn expand(&mut self, spot: PositionId, world: &G) -> bool {
        let first_visit = spot != ROOT && self.tree.visits(spot) == 0;
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
        self.tree.expand(spot, &mut self.scratch, mover, unknown, &mut self.rng)
    }

    /// Plays a rollout, and values the state where it stops.
    fn evaluate(&mut self, world: &mut G, limits: &Limits) -> Evaluation {
        if world.seat().is_none() {
            return Evaluation { value: self.value(world), exact: true, cut_short: false };
        }
        let limit = self.options.rollout_limit;
        let (mut moves, mut cut_short) = (0_u32, false);
        while !cut_short {
            let pause = limit.min(moves.saturating_add(LOOK_EVERY));
            if self.roll_out(world, &mut moves, pause) || pause == limit {
                break;
            }
            cut_short = limits.stop(limits.budget.clock.now()).is_some();
        }
        self.counts.rollouts += 1;
        self.counts.rollout_moves += u64::from(moves);
        Evaluation { value: self.static_value(world), exact: false, cut_short }
    }

    /// Plays on until so many moves are made; `true` if the game is over.
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

    /// The guide's opinion of a state that is not over, else the objective's.
    fn static_value(&mut self, world: &G) -> f64 {
        let opinion = match world.seat() {
            Some(seat) => self.guide.static_value(world).map(|value| self.for_seat(seat, value)),
            None => None,
        };
        opinion.map_or_else(|| self.value(world), |value| value - self.origin)
    }

    /// What the objective says of a state, for seat 0.
    fn value(&self, world: &G) -> f64 {
        self.objective.value(world, 0) - self.origin
    }

    /// Turns a value for seat 0 into one for `seat`, or back again.
    #[inline]
    pub(crate) fn for_seat(&self, seat: u8, value: f64) -> f64 {
        if seat == 0 {
            return value;
        }
        let (low, high) = self.objective.range().unwrap_or((0.0, 0.0));
        low + high - value
    }

    /// Credits every move on the path with what it was worth to its own mover.
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
            self.spread[child].add(for_mover);
        }
        self.credit(self.path[0], value);
        self.widen_range();
        let depth = self.path.len() as u32 - 1;
        self.counts.simulations += 1;
        self.counts.depth_sum += u64::from(depth);
        self.counts.max_depth = self.counts.max_depth.max(depth);
    }

    /// Adds a value for seat 0 to a move, and gives back what it is worth
    /// further up: no more and no less than what is proven here.
    #[inline]
    fn credit(&mut self, step: Step, mut value: f64) -> f64 {
        let node = self.tree.node(step.node);
        let mover = node.mover;
        if node.proof_below {
            value = node.bounds.hold(value);
        }
        let credit = fixed(self.for_seat(mover, value));
        self.tree.node_mut(step.node).add(credit);
        if let Some(spot) = step.spot {
            self.tree.visit(spot);
        }
        value
    }

    /// The game at the end of the path was over: that proves its value, and
    /// perhaps something of every position above it.
    fn prove(&mut self, value: f64) {
        let Some((leaf, above)) = self.path.split_last() else { return };
        self.tree.node_mut(leaf.node).bounds = Bounds::exact(value);
        for step in above.iter().rev() {
            let bounds = bounds::of_children(self.tree.children(PositionId::of_node(step.node)));
            let node = self.tree.node_mut(step.node);
            let changed = bounds != node.bounds;
            (node.bounds, node.proof_below) = (bounds, true);
            if !changed {
                return;
            }
        }
    }

    /// With an open range, values are measured by the means seen so far. The
    /// root is no move: after an advance its sum is that of all outcomes of
    /// the last one, its visits are those of one of them.
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

    /// What the root is worth to seat 0 as it stands: with an open range a
    /// decision reports what is gained from here on.
    fn base_value(&self, root: &Root<G>) -> f64 {
        match self.objective.range() {
            Some(_) => 0.0,
            None => self.objective.value(&root.world, 0),
        }
    }

    /// What is to be added to a value for `seat` in this tree so that it
    /// counts from the root.
    pub(crate) fn shift(&self, root: &Root<G>, seat: u8) -> f64 {
        let shift = self.origin - self.base_value(root);
        if seat == 0 { shift } else { -shift }
    }

    /// A value of this tree for `seat` as the final one.
    pub(crate) fn final_value(&self, seat: u8, value: f64) -> f64 {
        value + if seat == 0 { self.origin } else { -self.origin }
    }
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
}
