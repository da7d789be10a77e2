//! Players that plan whole hands.

use std::path::Path;
use std::sync::Arc;

use plywood_learn::{Archive, ArchiveError, FileError};
use plywood_search::{
    Budget, Candidate, Decision, Detail, Observer, Player, Rng, Stats, StoppedBy,
};

use crate::beam::Beam;
use crate::bits::{Bits, Cells};
use crate::exhaustive::HandSearch;
use crate::layout::{Layout, State};
use crate::learned::{self, LearnedWeights};
use crate::lookahead::{Ahead, Limits, compare};
use crate::plan::{Blocks, BoardValue, Plan};
use crate::position::{Hand, Move, Position};
use crate::rules::Rules;
use crate::tuned::{self, Tuned, WEIGHTS};
use crate::woodblock::Woodblock;

/// How boards between hands are valued.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// Features with tuned weights.
    #[default]
    Tuned,
    /// The learned value, for rules that have shipped weights; else the tuned features.
    Learned,
    /// Weights of a file.
    File(EvaluationFile),
}

/// Weights that [`Evaluation::read`] has read.
#[derive(Clone, Debug)]
pub struct EvaluationFile(Arc<File>);

#[derive(Debug)]
enum File {
    Features([f64; WEIGHTS]),
    Learned(LearnedWeights),
}

/// The largest file of weights that is read, in bytes.
const LIMIT: u64 = 4 << 20;

impl Evaluation {
    /// Reads a file that `plywood train woodblock` wrote, by either method.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let archive = Archive::read(path, LIMIT)?;
        let file = Evaluation::from_archive(&archive).map_err(FileError::contents(path))?;
        Ok(Evaluation::File(EvaluationFile(Arc::new(file))))
    }

    fn from_archive(archive: &Archive) -> Result<File, ArchiveError> {
        match archive.text("kind")? {
            tuned::KIND => Ok(File::Features(tuned::from_archive(archive)?)),
            _ => Ok(File::Learned(LearnedWeights::from_archive(archive)?)),
        }
    }
}

/// How a player chooses the plan of a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Planning {
    /// The best of all plans by the board after them.
    Exhaustive,
    /// The best plans of a beam search, compared by sampled next hands.
    Ahead(Ahead),
}

/// A player that plans a whole hand at its first block, and plays the rest of the plan without a search.
///
/// ```
/// use plywood_search::{Budget, Game, Player};
/// use plywood_woodblock::{Evaluation, HandPlayer, Planning, Rules, Woodblock};
///
/// let mut game = Woodblock::new(Rules::default(), 7);
/// let mut player = HandPlayer::new(Planning::Exhaustive, Evaluation::Tuned, 1);
/// for _ in 0..3 {
///     let decision = player.decide(&game.view(0), &Budget::unlimited(), &mut ());
///     game.play(decision.mv.expect("an empty board has moves"));
/// }
/// assert_eq!(game.position().hands(), 2);
/// ```
pub struct HandPlayer {
    planning: Planning,
    evaluation: Evaluation,
    rng: Rng,
    /// For the rules of the last decision.
    planner: Option<(Rules, Box<dyn PlanHands>)>,
    /// The rest of the plan of the last decision.
    plan: Option<Rest>,
}

/// The rest of a plan, and where it continues.
struct Rest {
    board: Cells,
    hand: Hand,
    hands: u32,
    moves: Vec<Move>,
}

/// A planner of hands for certain rules.
trait PlanHands: Send {
    /// Returns plans, best first, and the statistics of the search.
    fn plan(
        &mut self,
        position: &Position,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Vec<Planned>, Stats, StoppedBy);
}

/// A plan as moves.
struct Planned {
    moves: Vec<Move>,
    /// In the unit of the evaluation.
    value: f64,
    samples: u64,
}

struct Planner<B, V> {
    planning: Planning,
    layout: Layout<B>,
    value: V,
    beam: Beam<B>,
    search: HandSearch<B>,
}

/// The width of the beam whose best plan the exhaustive search starts with.
const FIRST_WIDTH: usize = 4;

impl HandPlayer {
    /// Creates a player.
    pub fn new(planning: Planning, evaluation: Evaluation, seed: u64) -> Self {
        HandPlayer { planning, evaluation, rng: Rng::new(seed), planner: None, plan: None }
    }

    /// Makes the planner for these rules, if the last one is not for them. The error names weights for other rules.
    fn prepare(&mut self, rules: &Rules) -> Result<(), String> {
        if self.planner.as_ref().is_none_or(|(known, _)| known != rules) {
            let planner: Box<dyn PlanHands> = if rules.grid().size() <= learned::WORD_SIZE {
                self.make::<u64>(rules)?
            } else {
                self.make::<Cells>(rules)?
            };
            self.planner = Some((rules.clone(), planner));
        }
        Ok(())
    }

    fn make<B: Bits + Sync + 'static>(&self, rules: &Rules) -> Result<Box<dyn PlanHands>, String> {
        let layout = Layout::<B>::new(rules);
        let shipped = tuned::shipped(rules);
        let features = |weights: &_, layout: Layout<B>| {
            let value = Tuned::new(weights, &layout.shares);
            Ok(self.planner(layout, value))
        };
        let weights = match &self.evaluation {
            Evaluation::Tuned => return features(shipped, layout),
            Evaluation::Learned => match LearnedWeights::shipped(rules) {
                None => return features(shipped, layout),
                Some(weights) => weights,
            },
            Evaluation::File(file) => match &*file.0 {
                File::Features(weights) => return features(weights, layout),
                File::Learned(weights) => weights,
            },
        };
        match weights.value(&layout) {
            Some(value) => Ok(self.planner(layout, value)),
            None => Err(format!(
                "the file of weights is for other rules than {}: expected one that was trained with them",
                rules.variant().name()
            )),
        }
    }

    fn planner<B: Bits, V: BoardValue<B> + 'static>(
        &self,
        layout: Layout<B>,
        value: V,
    ) -> Box<dyn PlanHands>
    where
        B: Sync + 'static,
    {
        let (beam, search) = (Beam::new(), HandSearch::new());
        Box::new(Planner { planning: self.planning, layout, value, beam, search })
    }

    /// Returns the next moves of the plan if the position is the one where it continues.
    fn continued(&mut self, view: &Position) -> Option<Vec<Move>> {
        let rest = self.plan.take()?;
        let same = (rest.board, rest.hand, rest.hands) == (view.board(), view.hand(), view.hands());
        same.then_some(rest.moves)
    }

    /// Remembers the moves of a plan after its first.
    fn remember(&mut self, view: &Position, moves: &[Move]) {
        if let [first, rest @ ..] = moves
            && !rest.is_empty()
        {
            let mut hand = view.hand();
            hand[usize::from(first.slot)] = None;
            let board = view.after(*first).board;
            self.plan = Some(Rest { board, hand, hands: view.hands(), moves: rest.to_vec() });
        }
    }
}

impl<B: Bits, V: BoardValue<B>> PlanHands for Planner<B, V> {
    fn plan(
        &mut self,
        position: &Position,
        budget: &Budget,
        rng: &mut Rng,
    ) -> (Vec<Planned>, Stats, StoppedBy) {
        let Planner { layout, value, beam, search, .. } = self;
        let (state, blocks) = (State::of(position), Blocks::of(position));
        let mut limits = Limits::new(budget);
        let size = layout.size;
        let unit = f64::from(value.unit());
        let moves =
            |plan: &Plan<B>| plan.steps().iter().map(|&step| blocks.mv(step, size)).collect();
        let mut stats = Stats::default();
        stats.threads = 1;
        let (plans, stopped_by) = match self.planning {
            Planning::Exhaustive => {
                let known = beam.search(layout, value, state, blocks, FIRST_WIDTH, 1);
                let known = known.first().map_or(i32::MIN, |plan| plan.value);
                let plans = search.search(layout, value, state, blocks, 1, known);
                let planned = |plan: &Plan<B>| Planned {
                    moves: moves(plan),
                    value: f64::from(plan.value) / unit,
                    samples: 1,
                };
                let plans = plans.iter().map(planned).collect();
                stats.simulations = 1;
                stats.details = vec![("leaves".into(), Detail::Count(search.leaves))];
                (plans, StoppedBy::Decided)
            }
            Planning::Ahead(ahead) => {
                let found =
                    beam.search(layout, value, state, blocks, ahead.width, ahead.plans).to_vec();
                let complete =
                    |plan: &Plan<B>| usize::from(plan.length) == blocks.count && !blocks.last;
                let (mut ahead, mut found) = (ahead, found);
                ahead.plans = ahead.plans.max(1);
                // Nothing follows a hand that cannot be placed, or the last one.
                if !found.first().is_some_and(complete) {
                    found.truncate(1);
                }
                let compared = compare(layout, value, beam, &found, ahead, &mut limits, rng);
                let planned = |one: &crate::lookahead::Compared<B>| Planned {
                    moves: moves(&one.plan),
                    value: one.mean() / unit,
                    samples: one.samples,
                };
                let plans: Vec<Planned> = compared.iter().map(planned).collect();
                stats.simulations = limits.simulations.max(1);
                stats.worlds = compared.iter().map(|one| one.samples).max().unwrap_or(0);
                (plans, limits.stopped_by())
            }
        };
        stats.max_depth = blocks.count as u32;
        stats.elapsed = limits.elapsed();
        (plans, stats, stopped_by)
    }
}

impl Player<Woodblock> for HandPlayer {
    fn decide(
        &mut self,
        view: &Position,
        budget: &Budget,
        _observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        if let Err(problem) = self.prepare(view.rules()) {
            return Decision::forfeit(problem);
        }
        let mut legal = Vec::new();
        view.moves(&mut legal);
        let continued = if budget.analyse { None } else { self.continued(view) };
        let (plans, stats, stopped_by) = match (continued, &mut self.planner) {
            (Some(moves), _) => {
                let mut stats = Stats::default();
                stats.threads = 1;
                let value = f64::NAN;
                (vec![Planned { moves, value, samples: 0 }], stats, StoppedBy::Decided)
            }
            (None, Some((_, planner))) if !legal.is_empty() => {
                planner.plan(view, budget, &mut self.rng)
            }
            _ => return Decision::unsearched([]),
        };
        if let Some(best) = plans.first() {
            self.remember(view, &best.moves);
        }
        Decision::new(candidates(&plans, &legal), stats, stopped_by)
    }
}

/// Returns all legal moves: the first moves of plans, best first, then the others.
fn candidates(plans: &[Planned], legal: &[Move]) -> Vec<Candidate<Move>> {
    let mut candidates: Vec<Candidate<Move>> = Vec::with_capacity(legal.len());
    let total: u64 = plans.iter().map(|plan| plan.samples).sum();
    for plan in plans {
        let Some(&mv) = plan.moves.first() else { continue };
        if let Some(known) = candidates.iter_mut().find(|known| known.mv == mv) {
            known.visits = known.visits.map(|visits| visits + plan.samples);
        } else {
            let value = Some(plan.value).filter(|value| value.is_finite());
            let mut candidate = Candidate::unsearched(mv, value);
            candidate.visits = Some(plan.samples);
            candidate.pv = plan.moves.clone();
            candidates.push(candidate);
        }
    }
    for candidate in &mut candidates {
        let share = candidate.visits.unwrap_or(0) as f64 / total.max(1) as f64;
        candidate.share = Some(share);
    }
    for &mv in legal {
        if candidates.iter().all(|known| known.mv != mv) {
            candidates.push(Candidate::unsearched(mv, None));
        }
    }
    candidates
}
