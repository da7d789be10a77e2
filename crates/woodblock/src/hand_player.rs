//! Players that plan whole hands.

use plywood_search::{
    Budget, Candidate, Decision, Interval, Observer, Player, Progress, Rng, Stats, StoppedBy,
};

use crate::bits::Cells;
use crate::evaluations::Evaluation;
use crate::planner::{PlanHands, Planned, Planning, Plans, planner};
use crate::position::{Hand, Move, Position};
use crate::rules::Rules;
use crate::woodblock::Woodblock;

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
    /// The planner for the rules of the last decision; `None` before the first decision.
    planner: Option<(Rules, Box<dyn PlanHands>)>,
    /// The rest of the plan of the last decision.
    rest: Option<Rest>,
}

/// The rest of a plan, and where it continues.
struct Rest {
    board: Cells,
    hand: Hand,
    hands: u32,
    moves: Vec<Move>,
    value: f64,
}

impl HandPlayer {
    /// Creates a player.
    pub fn new(planning: Planning, evaluation: Evaluation, seed: u64) -> Self {
        HandPlayer { planning, evaluation, rng: Rng::new(seed), planner: None, rest: None }
    }

    /// Returns the rest of the plan if `view` is the position in which it continues, else `None`.
    fn continued(&mut self, view: &Position) -> Option<Plans> {
        let rest = self.rest.take()?;
        if (rest.board, rest.hand, rest.hands) != (view.board(), view.hand(), view.hands()) {
            return None;
        }
        let mut stats = Stats::default();
        stats.threads = 1;
        let (moves, value) = (rest.moves, rest.value);
        let planned = Planned { moves, value, ci95: None, samples: 0 };
        Some(Plans { plans: vec![planned], stats, stopped_by: StoppedBy::Decided })
    }

    /// Plans the rest of the hand. The error says that the weights are for other rules.
    fn plan(
        &mut self,
        view: &Position,
        budget: &Budget,
        interval: Interval,
        report: &mut dyn FnMut(Plans),
    ) -> Result<Plans, String> {
        let planner = match self.planner.take_if(|(rules, _)| rules == view.rules()) {
            Some((_, planner)) => planner,
            None => planner(self.planning, &self.evaluation, view.rules())?,
        };
        let (_, planner) = self.planner.insert((view.rules().clone(), planner));
        Ok(planner.plan(view, budget, interval, &mut self.rng, report))
    }

    /// Remembers the moves of a plan after its first.
    fn remember(&mut self, view: &Position, plan: &Planned) {
        if let [first, moves @ ..] = &plan.moves[..]
            && !moves.is_empty()
        {
            let mut hand = view.hand();
            hand[usize::from(first.slot)] = None;
            let (board, hands) = (view.after(*first).board, view.hands());
            self.rest = Some(Rest { board, hand, hands, moves: moves.to_vec(), value: plan.value });
        }
    }
}

impl Player<Woodblock> for HandPlayer {
    fn decide(
        &mut self,
        view: &Position,
        budget: &Budget,
        observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let mut legal = Vec::new();
        view.moves(&mut legal);
        if legal.is_empty() {
            return Decision::unsearched([]);
        }
        let interval = observer.interval();
        let mut report = |plans: Plans| {
            observer.progress(&Progress::new(candidates(&plans.plans, &legal), plans.stats));
        };
        let continued = if budget.analyse { None } else { self.continued(view) };
        let planned = match continued {
            Some(plans) => Ok(plans),
            None => self.plan(view, budget, interval, &mut report),
        };
        match planned {
            Ok(plans) => {
                if let Some(best) = plans.plans.first() {
                    self.remember(view, best);
                }
                let candidates = candidates(&plans.plans, &legal);
                Decision::new(candidates, plans.stats, plans.stopped_by)
            }
            Err(problem) => Decision::forfeit(problem),
        }
    }
}

/// Returns all legal moves: the first moves of plans, best first, then the others.
fn candidates(plans: &[Planned], legal: &[Move]) -> Vec<Candidate<Move>> {
    let mut candidates: Vec<Candidate<Move>> = Vec::with_capacity(legal.len());
    for plan in plans {
        let Some(&mv) = plan.moves.first() else { continue };
        match candidates.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.visits = known.visits.map(|visits| visits + plan.samples),
            None => {
                let mut candidate = Candidate::unsearched(mv, Some(plan.value));
                candidate.visits = Some(plan.samples);
                candidate.ci95 = plan.ci95;
                candidate.pv.clone_from(&plan.moves);
                candidates.push(candidate);
            }
        }
    }
    let total: u64 = plans.iter().map(|plan| plan.samples).sum();
    for candidate in &mut candidates {
        let visits = candidate.visits.unwrap_or(0);
        candidate.share = Some(visits as f64 / total.max(1) as f64);
    }
    for &mv in legal {
        if candidates.iter().all(|known| known.mv != mv) {
            candidates.push(Candidate::unsearched(mv, None));
        }
    }
    candidates
}
