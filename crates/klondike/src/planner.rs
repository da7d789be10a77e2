//! Players that follow the plan of a best-first search: `astar` knows a view,
//! `thoughtful` every card.

use std::collections::{HashSet, VecDeque};

use plywood_registry::kind::OmniscientPlayer;
use plywood_search::{Budget, Candidate, Decision, Observer, Player, Stats, StoppedBy};

use crate::plan;
use crate::table::Table;
use crate::{Command, Klondike, Seen, View};

/// The player `astar`: plans with the cards that it has seen, plans anew when an
/// unknown card turns up, and never returns to an earlier position of the game.
/// It resigns where no better position is found. A simulation of its budget is a
/// position expanded.
#[derive(Default)]
pub struct AStar {
    planner: Planner,
}

/// The player `thoughtful`: the search of [`AStar`] with all cards known. Its
/// results are an upper bound for players that know a view.
#[derive(Default)]
pub struct Thoughtful {
    planner: Planner,
}

impl Player<Klondike> for AStar {
    fn decide(
        &mut self,
        view: &View,
        budget: &Budget,
        _observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        self.planner.decide(view.table(), budget)
    }

    fn observe(&mut self, _before: &View, _command: Command, _seen: Seen, after: &View) {
        self.planner.observe(after.table());
    }
}

impl OmniscientPlayer<Klondike> for Thoughtful {
    fn decide(
        &mut self,
        truth: &Klondike,
        budget: &Budget,
        _observer: &mut dyn Observer<Command>,
    ) -> Decision<Command> {
        self.planner.decide(truth.table(), budget)
    }
}

/// The current plan, and the positions of the game so far.
#[derive(Default)]
pub(crate) struct Planner {
    /// The commands of the plan that are still to be played.
    plan: VecDeque<Command>,
    /// Whether the plan wins.
    wins: bool,
    /// The position after the last command decided on.
    expected: Option<Table>,
    /// The position of the last call of `observe`.
    observed: Option<Table>,
    /// Keys of the positions of this game.
    visited: HashSet<u64>,
}

impl Planner {
    pub fn observe(&mut self, table: &Table) {
        self.visited.insert(table.key());
        self.observed = Some(table.clone());
    }

    /// Drops the plan if it does not lead to `table`, and all memory if the game
    /// is another one or commands were taken back.
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

    /// Decides on the next command of the plan, and makes a plan if there is none.
    /// The decision has no move if the search finds no better position.
    pub fn decide(&mut self, table: &Table, budget: &Budget) -> Decision<Command> {
        let started = budget.clock.now();
        self.settle_on(table);
        let legal = table.legal();
        let mut stats = Stats::default();
        stats.threads = 1;
        let mut stopped_by = StoppedBy::Decided;
        let mut candidates = Vec::new();
        if legal.len() < 2 && !legal.iter().any(|&command| self.leads_back(table, command)) {
            stopped_by = StoppedBy::OnlyMove;
            candidates = self.candidates(&legal);
        } else if !self.plan.is_empty() {
            candidates = self.candidates(&legal);
        } else {
            let plan = plan::search(table, budget, &self.visited);
            (stats, stopped_by) = (plan.stats, plan.stopped_by);
            if plan.gains {
                self.wins = plan.wins;
                self.plan = plan.commands.into();
                self.cut_at_turned_card(table);
                candidates = self.candidates(&legal);
            }
        }
        self.plan.pop_front();
        self.expected = candidates.first().map(|first| {
            let mut after = table.clone();
            after.play(first.mv);
            after
        });
        stats.elapsed = budget.clock.now() - started;
        Decision::new(candidates, stats, stopped_by)
    }

    /// Whether a command leads to an earlier position of the game.
    fn leads_back(&self, table: &Table, command: Command) -> bool {
        let mut after = table.clone();
        after.play(command);
        self.visited.contains(&after.key())
    }

    /// Cuts a plan that does not win after the first card that it turns up: the
    /// next search knows that card.
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

    /// Every legal command; the next one of the plan comes first, with the plan
    /// as its principal variation.
    fn candidates(&self, legal: &[Command]) -> Vec<Candidate<Command>> {
        let next = self.plan.front().copied();
        let others = legal.iter().copied().filter(|&other| Some(other) != next);
        let mut candidates: Vec<_> =
            next.into_iter().chain(others).map(|one| Candidate::unsearched(one, None)).collect();
        if let Some(first) = candidates.first_mut().filter(|_| next.is_some()) {
            first.pv = self.plan.iter().copied().collect();
            if self.wins {
                (first.value, first.proven) = (Some(1.0), Some(1.0));
            }
        }
        candidates
    }
}
