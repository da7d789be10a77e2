//! Answers of solvers: the result of a position with best play, or bounds of the result.

use std::time::Duration;

use crate::StoppedBy;

/// What a solver is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// The exact score.
    #[default]
    Score,
    /// Only whether the side to move wins, draws or loses, which takes less time.
    Outcome,
    /// A solution of a puzzle with as few moves as possible.
    FewestMoves,
}

/// The answer of a solver. Scores are those of the game for the seat to move, with best play of all seats. In a
/// puzzle, the score is 1 if the position can be solved, else -1.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The proven lower and upper bound of the score. They are equal if the score is exact.
    pub bounds: [f64; 2],
    /// The move that attains the lower bound, or the most promising one if no bound is proven; `None` if
    /// the game is over, or if no solution of a puzzle was found.
    pub mv: Option<M>,
    /// The best moves of all seats, beginning with `mv`. Shorter than the game if the budget ran out.
    pub pv: Vec<M>,
    /// The proven lower bound of the number of moves that solve a puzzle; `None` if the goal is another
    /// than [`FewestMoves`](Goal::FewestMoves), or if the puzzle has no solution.
    pub fewest_moves: Option<usize>,
    /// The positions searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
    /// What ended the search; [`Proven`](StoppedBy::Proven) if the goal was reached.
    pub stopped_by: StoppedBy,
}

impl<M> Solution<M> {
    /// Returns the exact score; `None` if only bounds are known.
    pub fn score(&self) -> Option<f64> {
        let [lower, upper] = self.bounds;
        (lower == upper).then_some(lower)
    }

    /// Returns 1 for a win of the seat to move, 0 for a draw, -1 for a loss; `None` if the bounds do not
    /// decide it.
    pub fn outcome(&self) -> Option<i32> {
        let [lower, upper] = self.bounds;
        if lower > 0.0 {
            Some(1)
        } else if upper < 0.0 {
            Some(-1)
        } else {
            (lower == 0.0 && upper == 0.0).then_some(0)
        }
    }

    /// Returns the solution with moves of another type, such as text. `convert` gets the moves from the solved
    /// position to the position in which a move is made, and the move.
    pub fn map<N>(self, mut convert: impl FnMut(&[M], M) -> N) -> Solution<N>
    where
        M: Copy,
    {
        let Solution { bounds, mv, pv, fewest_moves, nodes, elapsed, stopped_by } = self;
        Solution {
            bounds,
            mv: mv.map(|mv| convert(&[], mv)),
            pv: pv.iter().enumerate().map(|(ply, &mv)| convert(&pv[..ply], mv)).collect(),
            fewest_moves,
            nodes,
            elapsed,
            stopped_by,
        }
    }
}

/// A report of a running solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// The proven bounds of the score so far.
    pub bounds: [f64; 2],
    /// The positions searched so far.
    pub nodes: u64,
}
