//! The exact score of every move of a position.

use std::iter;

use plywood_search::{Budget, Game, Goal, Solution, StoppedBy};

use super::Solver;
use crate::{LearnedEvaluation, Move, Othello};

/// A position whose moves are solved one after another. After a limit is reached, the next call of
/// [`solve`](Self::solve) continues with the remaining moves.
pub(crate) struct SolvedMoves {
    pub(crate) position: Othello,
    solver: Solver,
    /// The moves that are not solved yet, with the positions after them; the most promising move is last.
    open: Vec<(Move, Othello)>,
    /// The solutions so far, for the side to move in `position`, in the order in which they were found.
    solutions: Vec<Solution<Move>>,
}

impl SolvedMoves {
    /// Prepares the moves of a position. One transposition table serves all of them.
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

    /// Solves the remaining moves. The limit of nodes is for each move, the limit of time for all together.
    /// `progress` receives all solutions after each move. If a limit is reached before all moves are solved,
    /// returns this limit as the error.
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
            // After the move the other side is to move, so the solution's bounds are for that side.
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
