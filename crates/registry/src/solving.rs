//! Solvers of games: exact results with best play.

use std::sync::Arc;

use plywood_search::{Budget, Game, Goal, NotationError, Solution, SolveProgress, StoppedBy};

/// A solver of a game. [`Entry::with_solver`](crate::Entry::with_solver) adds it to the game.
#[derive(Clone)]
pub struct SolverKind<G: Game> {
    pub(crate) solve: Arc<Solve<G>>,
    pub(crate) moves: Option<Arc<SolveMoves<G>>>,
    read: Option<ReadProblems<G>>,
    puzzle: Option<WriteSolution>,
}

/// A function that solves a complete state. The bounds of the solution are for the seat to move.
type Solve<G> = dyn Fn(&G, Goal, &Budget, &mut dyn FnMut(&SolveProgress)) -> Solution<<G as Game>::Move>
    + Send
    + Sync;

/// A function that solves every move of a state. Returns `None` if the state is too far from the end of the game or the
/// budget does not suffice.
type SolveMoves<G> = dyn Fn(&G, &Budget) -> Option<Vec<Solution<<G as Game>::Move>>> + Send + Sync;

/// A function that reads problems from the contents of a file. Its first argument is the start position of a game under
/// the rules of the problems.
type ReadProblems<G> = fn(&G, &str) -> Result<Vec<Problem>, NotationError>;

/// A function that writes the moves that solve a puzzle in the game's notation for solutions. Its argument has one
/// string for each move.
type WriteSolution = fn(&[String]) -> String;

/// A position of a file, with the results that the file expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The name of the position; empty if it has none.
    pub name: String,
    /// The position in the game's notation.
    pub position: String,
    /// Moves with their scores for the seat to move; empty if the file has no scores.
    pub scores: Vec<(String, f64)>,
    /// Whether the puzzle can be solved; `None` if the file does not say, or the game is not a puzzle.
    pub solvable: Option<bool>,
}

impl<G: Game> SolverKind<G> {
    /// Creates a solver from the function that solves a state within a budget. The function counts the positions that
    /// it searches as simulations of the budget, and reports its progress from time to time.
    pub fn new(
        solve: impl Fn(&G, Goal, &Budget, &mut dyn FnMut(&SolveProgress)) -> Solution<G::Move>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        SolverKind { solve: Arc::new(solve), moves: None, read: None, puzzle: None }
    }

    /// Sets the function that reads files of problems.
    pub fn with_problems(self, read: ReadProblems<G>) -> Self {
        SolverKind { read: Some(read), ..self }
    }

    /// Sets the function that solves every legal move of a state near the end of the game, for reviews. Each solution
    /// has the exact score for the seat to move and begins with the move. The function returns `None` if the state is
    /// too far from the end, or if the budget does not suffice.
    pub fn with_moves(
        self,
        solve: impl Fn(&G, &Budget) -> Option<Vec<Solution<G::Move>>> + Send + Sync + 'static,
    ) -> Self {
        SolverKind { moves: Some(Arc::new(solve)), ..self }
    }

    /// Declares that positions are puzzles, which can be solved or not. Solvers of puzzles use one thread. `write` gets
    /// the moves of a solution as text, and writes them in the game's notation for solutions.
    pub fn of_puzzles(self, write: WriteSolution) -> Self {
        SolverKind { puzzle: Some(write), ..self }
    }

    /// Returns the function that reads files of problems; `None` if the game has no such files.
    pub(crate) fn read(&self) -> Option<ReadProblems<G>> {
        self.read
    }

    /// Returns the function that writes solutions; `None` if positions are not puzzles.
    pub(crate) fn puzzle(&self) -> Option<WriteSolution> {
        self.puzzle
    }
}

impl Problem {
    /// Returns the best score of the moves; `None` if the file has no scores.
    pub fn score(&self) -> Option<f64> {
        self.scores.iter().map(|(_, score)| *score).reduce(f64::max)
    }

    /// Returns the moves with the best score.
    pub fn best_moves(&self) -> Vec<&str> {
        let best = self.score();
        let moves = self.scores.iter().filter(|(_, score)| Some(*score) == best);
        moves.map(|(mv, _)| &**mv).collect()
    }

    /// Returns whether a solution agrees with the file; `None` if the file expects no result, or if the solution is not
    /// complete and does not contradict the file.
    pub fn agrees(&self, solution: &Solution<String>) -> Option<bool> {
        if let Some(solvable) = self.solvable {
            return solution.outcome().map(|outcome| (outcome > 0) == solvable);
        }
        let best = self.score()?;
        let [lower, upper] = solution.bounds;
        if !(lower..=upper).contains(&best) {
            return Some(false);
        }
        if solution.stopped_by != StoppedBy::Proven {
            return None;
        }
        let scores = self.scores.iter().filter(|(mv, _)| Some(mv) == solution.mv.as_ref());
        Some(scores.map(|(_, score)| score).all(|score| (lower..=upper).contains(score)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn solution(bounds: [f64; 2], mv: &str) -> Solution<String> {
        Solution {
            bounds,
            mv: Some(mv.to_owned()),
            pv: vec![mv.to_owned()],
            fewest_moves: None,
            nodes: 1,
            elapsed: Duration::ZERO,
            stopped_by: StoppedBy::Proven,
        }
    }

    #[test]
    fn solutions_are_compared_with_scores() {
        let scores = [("a1", 2.0), ("b1", 4.0), ("c1", 4.0)];
        let scores = scores.map(|(mv, score)| (mv.to_owned(), score)).to_vec();
        let problem =
            Problem { name: String::new(), position: String::new(), scores, solvable: None };
        assert_eq!(problem.best_moves(), ["b1", "c1"]);
        assert_eq!(problem.agrees(&solution([4.0, 4.0], "c1")), Some(true));
        assert_eq!(problem.agrees(&solution([4.0, 4.0], "a1")), Some(false));
        assert_eq!(problem.agrees(&solution([6.0, 6.0], "b1")), Some(false));
        assert_eq!(problem.agrees(&solution([-2.0, 2.0], "b1")), Some(false));
        // The solver was asked for the outcome only, and the expected score is a win, too.
        assert_eq!(problem.agrees(&solution([2.0, 64.0], "a1")), Some(true));
        let cut = Solution { stopped_by: StoppedBy::Time, ..solution([2.0, 64.0], "a1") };
        assert_eq!(problem.agrees(&cut), None);
        let unknown = Problem { scores: Vec::new(), ..problem.clone() };
        assert_eq!(unknown.agrees(&solution([4.0, 4.0], "c1")), None);
    }

    #[test]
    fn verdicts_of_puzzles_are_compared() {
        let puzzle = |solvable| Problem {
            name: String::new(),
            position: String::new(),
            scores: Vec::new(),
            solvable,
        };
        for (bounds, [solvable, unsolvable]) in [
            ([1.0, 1.0], [Some(true), Some(false)]),
            ([-1.0, -1.0], [Some(false), Some(true)]),
            ([-1.0, 1.0], [None, None]),
        ] {
            assert_eq!(puzzle(Some(true)).agrees(&solution(bounds, "a1")), solvable);
            assert_eq!(puzzle(Some(false)).agrees(&solution(bounds, "a1")), unsolvable);
            assert_eq!(puzzle(None).agrees(&solution(bounds, "a1")), None);
        }
    }
}
