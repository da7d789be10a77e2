//! Players that plan with a best-first search and follow the plan as far as it
//! holds: one honest, one that sees every card.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use plywood_registry::kind::OmniscientPlayer;
use plywood_search::{Budget, Candidate, Decision, Observer, Player, Stats, StoppedBy};

use crate::plan::{self, CommandPlan};
use crate::table::Table;
use crate::{Command, Klondike, Seen, View};

/// The player `astar`: plans over the cards that it has seen, plans anew when
/// a card turns up that it did not know, and never goes back to a position of
/// the game that it plays. Where it finds nothing to be gained it gives up: it
/// decides on nothing. A simulation of its budget is a position looked into.
#[derive(Default)]
pub struct AStar {
    planner: Planner,
}

/// The player `thoughtful`: the same search allowed to see every card. What it
/// reaches is an upper bound for honest players.
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

/// A plan, and the memory of the game so far.
#[derive(Default)]
pub(crate) struct Planner {
    /// What is still to be played of the plan.
    plan: VecDeque<Command>,
    /// Whether it wins.
    wins: bool,
    /// The position that its own last command should have led to.
    expected: Option<Table>,
    /// The last position that it was told of.
    observed: Option<Table>,
    /// Keys of the positions of this game.
    visited: HashSet<u64>,
}

impl Planner {
    pub fn observe(&mut self, table: &Table) {
        self.visited.insert(table.key());
        self.observed = Some(table.clone());
    }

    /// Drops the plan if this is not where it leads, and all memory if this is
    /// another game or commands were taken back.
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

    pub fn decide(&mut self, table: &Table, budget: &Budget) -> Decision<Command> {
        let started = Instant::now();
        self.settle_on(table);
        let mut legal = Vec::new();
        table.list(|command| legal.push(command));
        let mut stats = Stats::default();
        stats.threads = 1;
        let mut stopped_by = StoppedBy::Decided;
        if legal.len() < 2 && !legal.iter().any(|&command| self.leads_back(table, command)) {
            stopped_by = StoppedBy::OnlyMove;
        } else if self.plan.is_empty() {
            let plan = self.make_plan(table, budget);
            stats.simulations = plan.expanded;
            stats.nodes = plan.met;
            stats.max_depth = plan.depth;
            stats.tree_full = plan.full;
            stopped_by = plan.stopped_by;
            if !plan.gains {
                stats.elapsed = started.elapsed();
                return Decision::new(Vec::new(), stats, stopped_by);
            }
        }
        let command = self.plan.front().or(legal.first()).copied();
        let candidates = self.candidates(command, &legal);
        self.plan.pop_front();
        self.expected = command.map(|command| {
            let mut after = table.clone();
            after.play(command);
            after
        });
        stats.elapsed = started.elapsed();
        Decision::new(candidates, stats, stopped_by)
    }

    /// Whether a command goes to a position that was there before.
    fn leads_back(&self, table: &Table, command: Command) -> bool {
        let mut after = table.clone();
        after.play(command);
        self.visited.contains(&after.key())
    }

    fn make_plan(&mut self, table: &Table, budget: &Budget) -> CommandPlan {
        let plan = plan::search(table, budget, &self.visited);
        self.wins = plan.wins;
        self.plan = plan.commands.clone().into();
        if !plan.wins {
            self.cut_at_turned_card(table);
        }
        plan
    }

    /// A plan that does not win is made anew at the next card that it turns up:
    /// from there the search sees further.
    fn cut_at_turned_card(&mut self, table: &Table) {
        let mut after = table.clone();
        let down = table.face_down();
        let turns_up = |&command: &Command| {
            after.play(command);
            after.face_down() < down
        };
        if let Some(index) = self.plan.iter().position(turns_up) {
            self.plan.truncate(index + 1);
        }
    }

    /// Every legal command, the one to play first and with the plan behind it.
    fn candidates(&self, command: Option<Command>, legal: &[Command]) -> Vec<Candidate<Command>> {
        let others = legal.iter().copied().filter(|&other| Some(other) != command);
        let mut candidates: Vec<_> =
            command.into_iter().chain(others).map(|one| Candidate::unsearched(one, None)).collect();
        if let Some(first) = candidates.first_mut().filter(|_| !self.plan.is_empty()) {
            first.pv = self.plan.iter().copied().collect();
            if self.wins {
                (first.value, first.proven) = (Some(1.0), Some(1.0));
            }
        }
        candidates
    }
}
