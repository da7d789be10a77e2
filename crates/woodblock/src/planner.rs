//! Planning of hands for the rules of a game, behind one interface for all word types and evaluations.

use plywood_search::{Budget, Detail, Interval, Rng, Stats, StoppedBy};

use crate::beam::Beam;
use crate::bits::{Bits, Cells};
use crate::evaluations::{Chosen, Evaluation};
use crate::exhaustive::HandSearch;
use crate::layout::{Layout, State};
use crate::learned::WORD_SIZE;
use crate::limits::Limits;
use crate::lookahead::{Ahead, Compared, by_mean, compare};
use crate::plan::{Blocks, BoardValue, Plan};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::tuned::Tuned;

/// How a player chooses the plan of a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Planning {
    /// Chooses the best of all plans by the evaluation of the board after them.
    Exhaustive,
    /// Finds the best plans by a beam search, and compares them by sampled next hands.
    Ahead(Ahead),
}

/// A plan as moves.
pub(crate) struct Planned {
    pub(crate) moves: Vec<Move>,
    pub(crate) value: f64,
    /// The 95% interval of the value, if hands were sampled.
    pub(crate) ci95: Option<[f64; 2]>,
    pub(crate) samples: u64,
}

/// Plans, best first, and the statistics of the search.
pub(crate) struct Plans {
    pub(crate) plans: Vec<Planned>,
    pub(crate) stats: Stats,
    pub(crate) stopped_by: StoppedBy,
}

/// A planner of hands for certain rules.
pub(crate) trait PlanHands: Send {
    /// Plans the rest of a hand that has a legal move. `report` receives the plans so far at every `interval`. Returns
    /// at least one plan, however small the budget is.
    fn plan(
        &mut self,
        position: &Position,
        budget: &Budget,
        interval: Interval,
        rng: &mut Rng,
        report: &mut dyn FnMut(Plans),
    ) -> Plans;
}

/// Returns the planner for these rules. The error says that the weights are for other rules.
pub(crate) fn planner(
    planning: Planning,
    evaluation: &Evaluation,
    rules: &Rules,
) -> Result<Box<dyn PlanHands>, String> {
    if rules.grid().size() <= WORD_SIZE {
        make::<u64>(planning, evaluation, rules)
    } else {
        make::<Cells>(planning, evaluation, rules)
    }
}

fn make<B: Bits + Sync + 'static>(
    planning: Planning,
    evaluation: &Evaluation,
    rules: &Rules,
) -> Result<Box<dyn PlanHands>, String> {
    let layout = Layout::<B>::new(rules);
    match evaluation.chosen(rules) {
        Chosen::Features(weights) => {
            let value = Tuned::new(weights, &layout.shares);
            Ok(Box::new(Planner::new(planning, layout, value)))
        }
        Chosen::Learned(weights) => {
            let value = weights.value(&layout)?;
            Ok(Box::new(Planner::new(planning, layout, value)))
        }
    }
}

struct Planner<B, V> {
    planning: Planning,
    layout: Layout<B>,
    value: V,
    beam: Beam<B>,
    search: HandSearch<B>,
}

/// A plan, and the move before it if the search was for the best plan after this move.
struct Found<B> {
    first: Option<Move>,
    blocks: Blocks,
    plan: Plan<B>,
}

/// The width of the beam whose best plan the exhaustive search starts with.
const FIRST_WIDTH: usize = 4;

/// The width of the first beam searches of an analysis, which give every move a value within a few milliseconds.
const DRAFT_WIDTH: usize = 1;

/// The width of the beam that completes each move of an analysis.
const ANALYSIS_WIDTH: usize = 16;

impl<B: Bits> Found<B> {
    fn is_complete(&self) -> bool {
        usize::from(self.plan.length) == self.blocks.count
    }

    fn moves(&self, size: u32) -> Vec<Move> {
        let steps = self.plan.steps().iter().map(|&step| self.blocks.mv(step, size));
        self.first.into_iter().chain(steps).collect()
    }
}

impl<B: Bits, V: BoardValue<B>> Planner<B, V> {
    fn new(planning: Planning, layout: Layout<B>, value: V) -> Self {
        Planner { planning, layout, value, beam: Beam::new(), search: HandSearch::new() }
    }

    /// Returns plans, best first.
    fn find(&mut self, position: &Position, limits: &mut Limits) -> Vec<Found<B>> {
        let Planner { layout, value, beam, search, .. } = self;
        let (state, blocks) = (State::of(position), Blocks::of(position));
        let stop = &mut || limits.interrupt();
        let plans = match self.planning {
            Planning::Exhaustive => {
                let first = beam.search(layout, value, state, blocks, FIRST_WIDTH, 1, stop);
                let known = first.first().map_or(i32::MIN, |plan| plan.value);
                match search.search(layout, value, state, blocks, 1, known, stop) {
                    // The search was interrupted before it found a plan that is as good.
                    [] => first,
                    best => best,
                }
            }
            Planning::Ahead(Ahead { plans, width, .. }) => {
                beam.search(layout, value, state, blocks, width, plans, stop)
            }
        };
        let mut found: Vec<_> =
            plans.iter().map(|&plan| Found { first: None, blocks, plan }).collect();
        // No hand follows a plan that is not complete, so there is nothing to compare.
        if found.first().is_some_and(|best| !best.is_complete()) {
            found.truncate(1);
        }
        found
    }

    /// Returns the best plan found for each legal move. If the search is interrupted, it may return no plan for a move,
    /// or only the plan of a narrower beam, unless the index of the move is in `focus`; it then adds the best plan of a
    /// narrow beam search over all moves. `report` receives the plans so far as soon as all moves have one.
    fn find_for_all_moves(
        &mut self,
        position: &Position,
        focus: &[usize],
        limits: &mut Limits,
        report: &mut dyn FnMut(Plans),
    ) -> Vec<Found<B>> {
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        for (number, &mv) in moves.iter().enumerate() {
            if !limits.interrupt() || focus.contains(&number) {
                found.push(self.complete(position, mv, DRAFT_WIDTH, limits));
            }
        }
        if found.len() == moves.len() {
            for (number, &mv) in moves.iter().enumerate() {
                if limits.report_is_due() {
                    let mut compared = self.uncompared(&found);
                    compared.sort_by(by_mean);
                    report(plans(&self.value, position, &found, &compared, limits));
                }
                if limits.interrupt() && !focus.contains(&number) {
                    continue;
                }
                let wide = self.complete(position, mv, ANALYSIS_WIDTH, limits);
                // A beam that was interrupted may have found a worse plan than the draft.
                if wide.plan.value >= found[number].plan.value {
                    found[number] = wide;
                }
            }
        }
        if limits.is_interrupted() {
            let Planner { layout, value, beam, .. } = self;
            let (state, blocks) = (State::of(position), Blocks::of(position));
            let best = beam.search(layout, value, state, blocks, FIRST_WIDTH, 1, &mut || false);
            found.extend(best.iter().map(|&plan| Found { first: None, blocks, plan }));
        }
        found.sort_by_key(|one| std::cmp::Reverse(one.plan.value));
        found
    }

    /// Returns the plans with their indices in `found`, before they are compared by samples.
    fn uncompared(&self, found: &[Found<B>]) -> Vec<(usize, Compared<B>)> {
        let follows = |one: &Found<B>| one.is_complete() && !one.blocks.last;
        let compared = |one: &Found<B>| Compared::new(&self.value, &one.plan, follows(one));
        found.iter().map(compared).enumerate().collect()
    }

    /// Returns the best plan of the rest of the hand after a move, by a beam search.
    fn complete(
        &mut self,
        position: &Position,
        mv: Move,
        width: usize,
        limits: &mut Limits,
    ) -> Found<B> {
        let Planner { layout, value, beam, .. } = self;
        let mut after = position.clone();
        after.place(mv);
        let points = after.score() - position.score();
        let (state, blocks) = (State { points, ..State::of(&after) }, Blocks::of(&after));
        let stop = &mut || limits.interrupt();
        let plan = match beam.search(layout, value, state, blocks, width, 1, stop).first() {
            Some(&best) => best,
            None if blocks.count > 0 => Plan::stuck(value, state),
            None => Plan::empty(layout, value, state, blocks.last),
        };
        Found { first: Some(mv), blocks, plan }
    }
}

/// Returns the indices of the plans that begin with a move whose index among the legal moves is in `focus`.
fn kept<B>(position: &Position, found: &[Found<B>], focus: &[usize]) -> Vec<usize> {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    let in_focus = |mv: Move| focus.iter().any(|&number| legal.get(number) == Some(&mv));
    let found = found.iter().enumerate();
    found.filter(|(_, one)| one.first.is_some_and(in_focus)).map(|(number, _)| number).collect()
}

impl<B: Bits, V: BoardValue<B>> PlanHands for Planner<B, V> {
    fn plan(
        &mut self,
        position: &Position,
        budget: &Budget,
        interval: Interval,
        rng: &mut Rng,
        report: &mut dyn FnMut(Plans),
    ) -> Plans {
        let mut limits = Limits::new(budget, interval);
        let found = match budget.analyse {
            true => self.find_for_all_moves(position, &budget.focus, &mut limits, report),
            false => self.find(position, &mut limits),
        };
        let mut compared = self.uncompared(&found);
        if let Planning::Ahead(ahead) = self.planning {
            let Planner { layout, value, beam, .. } = self;
            let mut report = |compared: &[_], limits: &Limits| {
                report(plans(value, position, &found, compared, limits));
            };
            let kept = kept(position, &found, &budget.focus);
            let compared = &mut compared;
            compare(layout, value, beam, compared, &kept, ahead, &mut limits, rng, &mut report);
        }
        let mut plans = plans(&self.value, position, &found, &compared, &limits);
        if self.planning == Planning::Exhaustive {
            plans.stats.details = [("leaves".into(), Detail::Count(self.search.leaves))].into();
        }
        plans
    }
}

/// Returns the plans with their current values, and the statistics of the search.
fn plans<B: Bits, V: BoardValue<B>>(
    value: &V,
    position: &Position,
    found: &[Found<B>],
    compared: &[(usize, Compared<B>)],
    limits: &Limits,
) -> Plans {
    let size = position.rules().grid().size();
    let planned = |(index, one): &(usize, Compared<B>)| {
        let mean = one.mean();
        let ends = one.half_width().map(|half| [mean - half, mean + half]);
        Planned {
            moves: found[*index].moves(size),
            value: value.in_points(mean),
            ci95: ends.map(|ends| ends.map(|end| value.in_points(end))),
            samples: one.samples,
        }
    };
    let mut stats = Stats::default();
    stats.threads = 1;
    stats.simulations = limits.simulations.max(1);
    stats.worlds = compared.iter().map(|(_, one)| one.samples).max().unwrap_or(0);
    stats.max_depth = position.hand().iter().flatten().count() as u32;
    stats.elapsed = limits.elapsed();
    Plans { plans: compared.iter().map(planned).collect(), stats, stopped_by: limits.stopped_by() }
}
