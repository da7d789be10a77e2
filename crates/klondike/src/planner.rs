//! A player that follows a solution of the exact solver, or the plan of a best-first search.

use std::collections::{HashSet, VecDeque};

use plywood_registry::kind::OmniscientPlayer;
use plywood_search::{Budget, Candidate, Decision, Observer, Player, Stats, StoppedBy};

use crate::plan;
use crate::table::Table;
use crate::{Command, Klondike, Outcome, Seen, Solver, View};

/// The players `astar` and `thoughtful`: `astar` plans with the cards of its
/// view, `thoughtful` with all cards, as an upper bound for players that do not
/// see the hidden cards.
///
/// If the planner knows all cards, it follows a solution of the exact solver, if the solver finds one.
/// Otherwise it follows the plan of a best-first search, and makes a new plan when an unknown card is turned
/// up. Plans never return to an earlier position of the game. The players resign if the search finds no
/// better position. One simulation of the budget is one expanded position of the search, or twenty positions
/// of the solver.
#[derive(Default)]
pub struct Planner {
    /// The commands of the plan that are still to be played.
    plan: VecDeque<Command>,
    /// Whether the plan wins.
    wins: bool,
    /// The position that the command of the last decision leads to.
    expected: Option<Table>,
    /// The position of the last call of `observe`.
    observed: Option<Table>,
    /// Keys of the positions of this game so far.
    visited: HashSet<u64>,
}

/// Positions that the solver visits in about the time of one simulation of the budget.
const SOLVER_POSITIONS: u64 = 20;
/// Maximum size of the set of positions that the solver remembers, in bytes.
const SOLVER_BYTES: usize = 64 << 20;

impl Player<Klondike> for Planner {
    fn decide(
        &mut self,
        view: &View,
        budget: &Budget,
        _observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        // If one card is unseen, it is the only card missing, so all cards are known.
        let known = (view.0.unseen_cards() <= 1).then(|| Klondike(view.0.fill(|_| {})));
        self.decide_on(&view.0, known.as_ref(), budget)
    }

    fn observe(&mut self, _before: &View, _command: Command, _seen: Seen, after: &View) {
        self.visited.insert(after.0.key());
        self.observed = Some(after.0.clone());
    }
}

impl OmniscientPlayer<Klondike> for Planner {
    fn decide(
        &mut self,
        truth: &Klondike,
        budget: &Budget,
        _observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        self.decide_on(&truth.0, Some(truth), budget)
    }
}

impl Planner {
    /// Drops the plan if `table` is not the expected position. If `table` is not the last observed position
    /// either, as in a new game or after an undo, also forgets the positions of the game.
    fn settle_on(&mut self, table: &Table) {
        let as_expected = self.expected.as_ref() == Some(table);
        let as_observed = self.observed.as_ref() == Some(table);
        if !as_expected && !as_observed {
            *self = Planner::default();
        }
        if !as_expected || self.plan.is_empty() {
            self.plan.clear();
            self.wins = false;
        }
        self.visited.insert(table.key());
    }

    /// Decides on the next command of the plan. Without a plan, searches for one, first for a solution if all
    /// cards of the state are `known`. The decision has no move if the search finds no better position.
    fn decide_on(
        &mut self,
        table: &Table,
        known: Option<&Klondike>,
        budget: &Budget,
    ) -> Decision<Command> {
        let started = budget.clock.now();
        self.settle_on(table);
        let mut stats = Stats::default();
        stats.threads = 1;
        let mut stopped_by = StoppedBy::Decided;
        if self.plan.is_empty()
            && let Some((solution, solver)) = known.and_then(|state| solve(state, budget))
        {
            (self.plan, self.wins, stopped_by) = (solution.into(), true, StoppedBy::Proven);
            stats.simulations = solver.nodes().div_ceil(SOLVER_POSITIONS);
            stats.tree_bytes = solver.bytes() as u64;
        }
        if self.plan.is_empty() {
            let plan = plan::search(table, budget, &self.visited);
            (stats, stopped_by) = (plan.stats, plan.stopped_by);
            if plan.gains {
                self.wins = plan.wins;
                self.plan = plan.commands.into();
                self.cut_at_turned_card(table);
            }
        }
        let candidates = self.candidates(table);
        self.plan.pop_front();
        self.expected = candidates.first().map(|first| {
            let mut after = table.clone();
            after.play(first.mv);
            after
        });
        stats.elapsed = budget.clock.now() - started;
        Decision::new(candidates, stats, stopped_by)
    }

    /// Unless the plan wins, cuts it after the first command that turns up a card, because the next search
    /// can use that card.
    fn cut_at_turned_card(&mut self, table: &Table) {
        let mut after = table.clone();
        let turns_up = |&command: &Command| {
            after.play(command);
            after.face_down() < table.face_down()
        };
        if !self.wins
            && let Some(index) = self.plan.iter().position(turns_up)
        {
            self.plan.truncate(index + 1);
        }
    }

    /// Returns every legal command. The next command of the plan comes first and has the plan as
    /// its principal variation. If there is no plan, the list is empty.
    fn candidates(&self, table: &Table) -> Vec<Candidate<Command>> {
        let Some(&next) = self.plan.front() else { return Vec::new() };
        let mut next = Candidate::unsearched(next, self.wins.then_some(1.0));
        next.pv = self.plan.iter().copied().collect();
        next.proven = next.value;
        with_others(vec![next], &table.legal())
    }
}

/// Returns a solution of a state and the solver that found it; `None` if the solver finds none.
fn solve(state: &Klondike, budget: &Budget) -> Option<(Vec<Command>, Solver)> {
    let started = budget.clock.now();
    let stop = || {
        let spent = budget.clock.now().saturating_sub(started);
        budget.cancel.is_cancelled() || budget.time.is_some_and(|time| spent >= time)
    };
    let positions =
        budget.simulations.map_or(u64::MAX, |most| most.saturating_mul(SOLVER_POSITIONS));
    let mut solver = Solver::new(budget.memory.min(SOLVER_BYTES));
    match solver.solve(state, positions, stop) {
        Outcome::Solvable => Some((solver.solution(state)?, solver)),
        Outcome::Unsolvable | Outcome::Unknown => None,
    }
}

/// Appends the legal commands that are not among `candidates`.
pub(crate) fn with_others(
    mut candidates: Vec<Candidate<Command>>,
    legal: &[Command],
) -> Vec<Candidate<Command>> {
    for &command in legal {
        if candidates.iter().all(|candidate| candidate.mv != command) {
            candidates.push(Candidate::unsearched(command, None));
        }
    }
    candidates
}
