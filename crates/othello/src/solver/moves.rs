//! The exact score of every move of a position.

use std::iter;

use plywood_search::{Budget, Game, Goal, Solution, StoppedBy};

use super::Solver;
use crate::{LearnedEvaluation, Move, Othello};

/// A position whose moves are solved one after another. What was found is kept when a limit is reached, and
/// the next call goes on there.
pub(crate) struct SolvedMoves {
    pub(crate) position: Othello,
    solver: Solver,
    /// The moves that are not solved, the most promising last.
    open: Vec<(Move, Othello)>,
    /// The solutions so far, for the seat that moves, in the order in which they were found.
    solutions: Vec<Solution<Move>>,
}

impl SolvedMoves {
    /// Creates the position. The table is for all its moves.
    pub(crate) fn new(position: &Othello, budget: &Budget) -> Self {
        let mut solver = Solver::new();
        solver.prepare(position, budget);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let after = |mv| {
            let mut after = *position;
            after.play(mv);
            (mv, after)
        };
        let mut open: Vec<_> = moves.into_iter().map(after).collect();
        let evaluation = LearnedEvaluation::shipped();
        open.sort_by_key(|(_, after)| evaluation.units(after.own, after.other));
        open.reverse();
        SolvedMoves { position: *position, solver, open, solutions: Vec::new() }
    }

    /// Solves the moves that are left. The limit of nodes is for each move, the limit of time for all.
    /// `progress` gets the solutions so far after each move. Fails with the limit that was reached before all
    /// moves are solved.
    pub(crate) fn solve(
        &mut self,
        budget: &Budget,
        progress: &mut dyn FnMut(&[Solution<Move>]),
    ) -> Result<(), StoppedBy> {
        let began = budget.clock.now();
        while let Some((mv, after)) = self.open.last() {
            let spent = budget.clock.now().saturating_sub(began);
            let mut rest = budget.clone();
            rest.time = rest.time.map(|time| time.saturating_sub(spent));
            let solution = self.solver.search(after, Goal::Score, &rest, &mut |_| {});
            if solution.stopped_by != StoppedBy::Proven {
                return Err(solution.stopped_by);
            }
            let [lower, upper] = solution.bounds;
            let pv = iter::once(*mv).chain(solution.pv).collect();
            // The other seat is to move after every move, so its bounds have the other sign.
            let bounds = [0.0 - upper, 0.0 - lower];
            self.solutions.push(Solution { bounds, mv: Some(*mv), pv, ..solution });
            self.open.pop();
            progress(&self.solutions);
        }
        Ok(())
    }

    /// Returns the solutions so far.
    pub(crate) fn solutions(&self) -> &[Solution<Move>] {
        &self.solutions
    }
}
