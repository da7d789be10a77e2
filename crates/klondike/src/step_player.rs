//! The player that searches over irreversible steps.

use std::collections::VecDeque;

use plywood_search::{
    Budget, Candidate, Cut, Decision, Game, Interval, Observer, Options, Player, Progress, Rng,
    Searcher, Stats, StoppedBy, TreeNode,
};

use crate::leaf::{LeafOptions, Leaves};
use crate::planner::{Planner, with_others};
use crate::step::Step;
use crate::step_game::{InSteps, StepGame, StepView};
use crate::value::{TrainedValue, Value};
use crate::{Command, Klondike, Outcome, Seen, Solver, View, Win};

/// Number of positions that the planner expands if no step is possible.
const PLAN_POSITIONS: u64 = 2_000;

/// Maximum number of positions for solving a game whose cards are all known.
const SOLVER_POSITIONS: u64 = 300_000;
/// Maximum size of the set of positions that the solver remembers, in bytes.
const SOLVER_BYTES: usize = 16 << 20;

/// A player that searches over steps by Monte Carlo tree search, and plays the
/// commands of the chosen step one by one.
///
/// Most commands can be reversed by later commands, so a search over commands gives them nearly equal values and
/// moves cards back and forth. Steps cannot be reversed, so the player never returns to an earlier position. If no
/// step is possible, the player plans over all commands as [`Planner`] does, and resigns if the planner finds no
/// better position. With at most one unseen card, all cards are known: the player plays a solution, or resigns if
/// there is none.
pub(crate) struct StepPlayer {
    options: Options,
    leaves: LeafOptions,
    /// The learned value of leaves; `None` for the shipped value.
    value: Option<TrainedValue>,
    seed: u64,
    /// The search; `None` before the first decision, because its value depends on the rules of the view.
    searcher: Option<StepSearcher>,
    planner: Planner,
    solver: Solver,
    under_way: Option<UnderWay>,
}

type StepSearcher = Searcher<StepGame, Leaves, InSteps<Win>>;

/// Commands that have been chosen and not all been played.
struct UnderWay {
    /// The step that consists of these commands, and the view in which it was searched; `None` for a solution.
    step: Option<(Step, StepView)>,
    value: Option<f64>,
    /// The view before the next command.
    now: View,
    left: VecDeque<Command>,
}

impl StepPlayer {
    pub fn new(
        options: Options,
        leaves: LeafOptions,
        value: Option<TrainedValue>,
        seed: u64,
    ) -> Self {
        StepPlayer {
            // Leaves are valued without a rollout.
            options: options.with_rollout_limit(0),
            leaves,
            value,
            seed,
            searcher: None,
            planner: Planner::default(),
            solver: Solver::new(SOLVER_BYTES),
            under_way: None,
        }
    }

    /// Decides on the next of the chosen commands; `None` if none was chosen for `view`.
    fn next_under_way(&self, view: &View, legal: &[Command]) -> Option<Decision<Command>> {
        // A step that was chosen only by an analysis is not played.
        let is_next = |under_way: &&UnderWay| {
            let analysed = under_way.step.as_ref().is_some_and(|(_, before)| before.any_step);
            under_way.now == *view && !analysed
        };
        let under_way = self.under_way.as_ref().filter(is_next)?;
        let mut next = Candidate::unsearched(*under_way.left.front()?, under_way.value);
        next.pv = under_way.left.iter().copied().collect();
        next.proven = under_way.value.filter(|_| under_way.step.is_none());
        let mut stats = Stats::default();
        stats.threads = 1;
        Some(Decision::new(with_others(vec![next], legal), stats, StoppedBy::Decided))
    }

    /// Solves a game whose cards are all known. Decides on the first command of a solution, or resigns if there is
    /// none. Returns `None` if cards are unknown or the solver reaches a limit.
    fn solve(
        &mut self,
        view: &View,
        legal: &[Command],
        budget: &Budget,
    ) -> Option<Decision<Command>> {
        // If one card is unseen, it is the only card missing, so all cards are known.
        if view.0.unseen_cards() > 1 || legal.is_empty() {
            return None;
        }
        let started = budget.clock.now();
        let spent = || budget.clock.now().saturating_sub(started);
        let stop =
            || budget.cancel.is_cancelled() || budget.time.is_some_and(|time| spent() >= time);
        let state = Klondike(view.0.fill(|_| {}));
        let outcome = self.solver.solve(&state, SOLVER_POSITIONS, stop);
        let mut stats = Stats::default();
        stats.threads = 1;
        stats.elapsed = spent();
        let solution = match outcome {
            Outcome::Solvable => self.solver.solution(&state)?,
            Outcome::Unsolvable => {
                return Some(Decision::new(Vec::new(), stats, StoppedBy::Proven));
            }
            Outcome::Unknown => return None,
        };
        let (value, now, left) = (Some(1.0), view.clone(), solution.into());
        self.under_way = Some(UnderWay { step: None, value, now, left });
        let mut decision = self.next_under_way(view, legal)?;
        (decision.stats, decision.stopped_by) = (stats, StoppedBy::Proven);
        Some(decision)
    }

    fn search(
        &mut self,
        view: &View,
        legal: &[Command],
        budget: &Budget,
        observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        let before =
            if budget.analyse { StepView::for_analysis(view) } else { StepView::new(view) };
        let searcher = self.searcher.get_or_insert_with(|| {
            let shipped = || Value::shipped(view.0.rules.draw);
            let value = self.value.as_ref().map_or_else(shipped, TrainedValue::value);
            let leaves = Leaves::new(self.leaves, value);
            Searcher::with_objective(self.options, leaves, InSteps(Win), self.seed)
        });
        let mut budget = budget.clone();
        budget.focus = focus_in_steps(&before, legal, &budget.focus);
        let decision = searcher.decide(&before, &budget, &mut InCommands { observer, legal });
        let Some(step) = decision.mv else {
            budget.simulations = Some(PLAN_POSITIONS);
            return self.planner.decide(view, &budget, observer);
        };
        self.under_way = Some(UnderWay {
            step: Some((step, before)),
            value: decision.value,
            now: view.clone(),
            left: step.commands().collect(),
        });
        let candidates = in_commands(&decision.candidates, legal);
        Decision::new(candidates, decision.stats, decision.stopped_by)
    }
}

impl Player<Klondike> for StepPlayer {
    fn decide(
        &mut self,
        view: &View,
        budget: &Budget,
        observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        let misfit = |value: &TrainedValue| value.misfit(view.0.rules.draw);
        if let Some(expected) = self.value.as_ref().and_then(misfit) {
            return Decision::forfeit(format!("the weights do not fit: expected {expected}"));
        }
        let legal = view.0.legal();
        let started = budget.clock.now();
        let decided = match budget.analyse {
            true => None,
            false => self.next_under_way(view, &legal).or_else(|| self.solve(view, &legal, budget)),
        };
        decided.unwrap_or_else(|| {
            // The search has the time that the solver left over.
            let spent = budget.clock.now().saturating_sub(started);
            let mut budget = budget.clone();
            budget.time = budget.time.map(|time| time.saturating_sub(spent));
            let mut decision = self.search(view, &legal, &budget, observer);
            decision.stats.elapsed += spent;
            decision
        })
    }

    fn observe(&mut self, before: &View, command: Command, seen: Seen, after: &View) {
        self.planner.observe(before, command, seen, after);
        let Some(mut under_way) = self.under_way.take() else { return };
        if under_way.now != *before || under_way.left.pop_front() != Some(command) {
            return;
        }
        if !under_way.left.is_empty() {
            under_way.now = after.clone();
            self.under_way = Some(under_way);
        } else if let (Some((step, before)), Some(searcher)) = (under_way.step, &mut self.searcher)
        {
            searcher.observe(&before, step, seen, &StepView::new(after));
        }
    }

    /// Returns the search tree. The last command of each step stands for the step.
    fn tree(&self, cut: &Cut) -> Option<TreeNode<Command, Seen>> {
        Some(self.searcher.as_ref()?.tree(cut)?.map(&|_, step| step.last, &|seen| seen))
    }
}

/// Returns the indices of the steps that begin with one of the legal commands whose indices are in `focus`.
fn focus_in_steps(before: &StepView, legal: &[Command], focus: &[usize]) -> Vec<usize> {
    if focus.is_empty() {
        return Vec::new();
    }
    let mut steps = Vec::new();
    // The view determines the steps, so any of its worlds has the same.
    StepGame::world(before, &mut Rng::new(0)).moves(&mut steps);
    let begins = |step: &Step| {
        let first = step.commands().next();
        focus.iter().any(|&number| legal.get(number).copied() == first)
    };
    let begun = steps.iter().enumerate().filter(|(_, step)| begins(step));
    begun.map(|(number, _)| number).collect()
}

/// Adapter that passes the progress of a search over steps to an observer of commands.
struct InCommands<'a> {
    observer: &'a mut dyn Observer<Command>,
    legal: &'a [Command],
}

impl Observer<Step> for InCommands<'_> {
    fn progress(&mut self, progress: &Progress<Step>) {
        let candidates = in_commands(&progress.candidates, self.legal);
        self.observer.progress(&Progress::new(candidates, progress.stats.clone()));
    }

    fn interval(&self) -> Interval {
        self.observer.interval()
    }
}

/// Converts candidate steps to candidate commands. Each legal command has the visits of all steps that begin with it,
/// and the value of the best of these steps.
fn in_commands(steps: &[Candidate<Step>], legal: &[Command]) -> Vec<Candidate<Command>> {
    let mut candidates: Vec<Candidate<Command>> = Vec::new();
    for step in steps {
        let pv: Vec<Command> = step.pv.iter().flat_map(|step| step.commands()).collect();
        match candidates.iter_mut().find(|candidate| candidate.mv == pv[0]) {
            Some(candidate) => {
                let (visits, share) = (&mut candidate.visits, &mut candidate.share);
                *visits = visits.zip(step.visits).map(|(sum, more)| sum + more);
                *share = share.zip(step.share).map(|(sum, more)| sum + more);
                if let Some(more) = step.worlds {
                    candidate.worlds.get_or_insert_default().merge(more);
                }
            }
            None => {
                let mut candidate = Candidate::unsearched(pv[0], step.value);
                (candidate.visits, candidate.share) = (step.visits, step.share);
                (candidate.ci95, candidate.worlds, candidate.pv) = (step.ci95, step.worlds, pv);
                candidates.push(candidate);
            }
        }
    }
    with_others(candidates, legal)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use plywood_search::{MaxDepth, SteppingClock};

    use super::*;
    use crate::table::{PILES, Parts, Table};
    use crate::{Card, Rules};

    /// Returns a position with all cards seen that the solver does not decide within 5,000 positions.
    fn hard_position() -> View {
        let mut solver = Solver::new(SOLVER_BYTES);
        let position = |seed: u64| {
            let mut cards = Card::all().to_vec();
            Rng::new(seed).shuffle(&mut cards);
            let talon = cards.split_off(28);
            let piles = std::array::from_fn(|pile| {
                cards.iter().copied().skip(pile).step_by(PILES).collect()
            });
            let parts = Parts { piles, talon, pass: 1, ..Parts::default() };
            let mut state = Klondike(Table::from_parts(Rules::default(), &parts));
            for _ in 0..8 {
                state.play(Command::Turn);
            }
            state
        };
        let is_hard = |state: &Klondike| solver.solve(state, 5_000, || false) == Outcome::Unknown;
        (0..).map(position).find(is_hard).expect("one of all positions").view(0)
    }

    #[test]
    fn the_exact_solution_keeps_to_the_time_limit() {
        let view = hard_position();
        assert_eq!(view.0.unseen_cards(), 0);
        let mut options = Options::UCT;
        options.max_depth = MaxDepth::Moves(1);
        let leaves = LeafOptions { positions: 0, learned: 1.0 };
        let mut player = StepPlayer::new(options, leaves, None, 1);
        let budget = Budget::unlimited()
            .with_time(Duration::from_secs(2))
            .with_clock(Arc::new(SteppingClock::new(Duration::from_secs(1))));
        assert!(player.solve(&view, &view.0.legal(), &budget).is_none());
        assert!(player.solver.nodes() <= 2048, "{} positions", player.solver.nodes());
    }
}
