//! The player that searches over irreversible steps.

use std::collections::VecDeque;

use plywood_search::{
    Budget, Candidate, Cut, Decision, Interval, Observer, Options, Player, Progress, Searcher,
    Stats, StoppedBy, TreeNode,
};

use crate::planner::{Planner, with_others};
use crate::step::Step;
use crate::step_game::{InSteps, StepGame, StepView};
use crate::{Command, HomeAndTurned, Klondike, Rollouts, Seen, View};

/// Number of positions that the planner expands when no step is left.
const PLAN_POSITIONS: u64 = 2_000;

/// A player that searches over steps by Monte Carlo tree search, and plays the
/// commands of the chosen step one by one.
///
/// Later commands can reverse most commands, so a search over commands finds all of
/// them about equal and moves cards back and forth. Steps cannot be reversed. When no
/// step is left, the player plans over all commands as [`Planner`] does, and resigns
/// if the planner finds no better position.
pub(crate) struct StepPlayer {
    searcher: Searcher<StepGame, Rollouts, InSteps<HomeAndTurned>>,
    planner: Planner,
    under_way: Option<UnderWay>,
}

/// A step whose commands are being played.
struct UnderWay {
    step: Step,
    value: Option<f64>,
    /// The view before the step, as it was searched.
    before: StepView,
    /// The view before the next command.
    now: View,
    left: VecDeque<Command>,
}

impl StepPlayer {
    pub fn new(options: Options, rollouts: Rollouts, seed: u64) -> Self {
        // Most rollouts lose, so progress distinguishes moves better than wins do.
        let objective = InSteps(HomeAndTurned);
        StepPlayer {
            searcher: Searcher::with_objective(options, rollouts, objective, seed),
            planner: Planner::default(),
            under_way: None,
        }
    }

    /// Decides on the next command of the step under way; `None` if no step is under way at `view`.
    fn next_of_step(&self, view: &View, legal: &[Command]) -> Option<Decision<Command>> {
        // A step that only an analysis considers is not played.
        let is_next = |step: &&UnderWay| step.now == *view && !step.before.any_step;
        let under_way = self.under_way.as_ref().filter(is_next)?;
        let mut next = Candidate::unsearched(*under_way.left.front()?, under_way.value);
        next.pv = under_way.left.iter().copied().collect();
        let mut stats = Stats::default();
        stats.threads = 1;
        Some(Decision::new(with_others(vec![next], legal), stats, StoppedBy::Decided))
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
        let decision = self.searcher.decide(&before, budget, &mut InCommands { observer, legal });
        let Some(step) = decision.mv else {
            let mut budget = budget.clone();
            budget.simulations = Some(PLAN_POSITIONS);
            return self.planner.decide(view, &budget, observer);
        };
        self.under_way = Some(UnderWay {
            step,
            value: decision.value,
            before,
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
        let legal = view.0.legal();
        let next = self.next_of_step(view, &legal).filter(|_| !budget.analyse);
        next.unwrap_or_else(|| self.search(view, &legal, budget, observer))
    }

    fn observe(&mut self, before: &View, command: Command, seen: Seen, after: &View) {
        self.planner.observe(before, command, seen, after);
        let Some(mut under_way) = self.under_way.take() else { return };
        if under_way.now != *before || under_way.left.pop_front() != Some(command) {
            return;
        }
        if under_way.left.is_empty() {
            let after = StepView::new(after);
            self.searcher.observe(&under_way.before, under_way.step, seen, &after);
        } else {
            under_way.now = after.clone();
            self.under_way = Some(under_way);
        }
    }

    /// Returns the search tree, with every step shown as its last command.
    fn tree(&self, cut: &Cut) -> Option<TreeNode<Command, Seen>> {
        Some(self.searcher.tree(cut)?.map(&|_, step| step.last, &|seen| seen))
    }
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

/// Converts candidate steps to candidate commands. Each legal command has the visits of
/// all steps that begin with this command, and the value of the best of these steps.
fn in_commands(steps: &[Candidate<Step>], legal: &[Command]) -> Vec<Candidate<Command>> {
    let mut candidates: Vec<Candidate<Command>> = Vec::new();
    for step in steps {
        let pv: Vec<Command> = step.pv.iter().flat_map(|step| step.commands()).collect();
        match candidates.iter_mut().find(|candidate| candidate.mv == pv[0]) {
            Some(candidate) => {
                let (visits, share) = (&mut candidate.visits, &mut candidate.share);
                *visits = visits.zip(step.visits).map(|(sum, more)| sum + more);
                *share = share.zip(step.share).map(|(sum, more)| sum + more);
            }
            None => {
                let mut candidate = Candidate::unsearched(pv[0], step.value);
                (candidate.visits, candidate.share) = (step.visits, step.share);
                (candidate.ci95, candidate.pv) = (step.ci95, pv);
                candidates.push(candidate);
            }
        }
    }
    with_others(candidates, legal)
}
