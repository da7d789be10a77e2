//! An exact solver for the end of a game.
//!
//! `search.rs` is the search, and `last_four.rs` its last plies. `ordering.rs` and `evaluation.rs` order moves;
//! `stability.rs` and `table.rs` give bounds, `quadrants.rs` the parity of regions. `worker.rs` and `split.rs` run
//! the search on several threads.

mod discs;
mod evaluation;
mod last_four;
mod moves;
mod ordering;
mod processor;
mod quadrants;
mod root;
mod search;
mod split;
mod stability;
mod table;
mod worker;

use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use plywood_search::{Budget, Goal, Solution, SolveProgress, StoppedBy};

#[cfg(target_arch = "x86_64")]
use crate::bits::avx2;
use crate::{LearnedEvaluation, Move, Othello};
use discs::Discs;
pub(crate) use evaluation::{CORNERS, SQUARES};
pub(crate) use moves::SolvedMoves;
use processor::{Portable, Processor};
use root::Root;
use table::Table;
use worker::{Shared, Worker};

/// The solver of Othello: exact scores, by alpha-beta search to the end of the game.
///
/// A node is a position that the search has reached by a move or a pass, down to the last empty square. Positions of
/// the look-ahead that orders moves count, too. With one thread, the number of nodes depends only on the position
/// and the limits of nodes and memory, not on positions solved before.
///
/// ```
/// use plywood_othello::{Othello, Solver};
/// use plywood_search::{Budget, Goal, Notation};
///
/// let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
/// let board = Othello::start().read_position(board)?;
/// let solution = Solver::new().solve(&board, Goal::Score, &Budget::unlimited(), &mut |_| {});
/// assert_eq!(solution.score(), Some(18.0));
/// assert_eq!(solution.mv.map(|mv| board.write_move(mv)).as_deref(), Some("g8"));
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub struct Solver {
    table: Table,
    evaluation: Option<LearnedEvaluation>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

/// Returns the useful size of the transposition table in bytes, for a position with `empties` empty squares.
///
/// Measured on the FFO suite: a table four times as large saves 3% of the nodes, but costs more time
/// than that, because fewer of its slots are in the processor's caches.
fn useful_bytes(empties: u32) -> usize {
    4 << empties.min(30)
}

impl Solver {
    /// Creates a solver that orders moves by the shipped evaluation. The first search allocates the transposition
    /// table, and later searches reuse it.
    pub fn new() -> Self {
        let evaluation = Some(LearnedEvaluation::shipped().clone());
        Solver { table: Table::default(), evaluation }
    }

    /// Sets the evaluation that orders moves. With `None`, only mobility, parity and stable discs order them. The
    /// scores are the same with any evaluation.
    pub fn with_evaluation(self, evaluation: Option<LearnedEvaluation>) -> Self {
        Solver { evaluation, ..self }
    }

    /// Solves a position within the limits of `budget`: its `simulations` limit the nodes, and its `memory` limits
    /// the transposition table. `progress` receives reports during the search.
    ///
    /// If a limit is reached first, the solution has the bounds that are proven by then. Positions with at most
    /// eight empty squares are always solved. The search may exceed the limit of nodes by a few thousand, because it
    /// checks the limits neither within positions of eight empty squares nor during a look-ahead.
    pub fn solve(
        &mut self,
        position: &Othello,
        goal: Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Solution<Move> {
        self.prepare(position, budget);
        self.search(position, goal, budget, progress)
    }

    /// Clears the transposition table, and gives it the size for `position`.
    fn prepare(&mut self, position: &Othello, budget: &Budget) {
        let empties = position.empties().count_ones();
        self.table.reset(budget.memory.min(useful_bytes(empties)));
    }

    /// Solves a position with the current contents of the transposition table.
    fn search(
        &self,
        position: &Othello,
        goal: Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Solution<Move> {
        #[cfg(target_arch = "x86_64")]
        if avx2::available() {
            return self.search_on::<processor::Avx2>(position, goal, budget, progress);
        }
        self.search_on::<Portable>(position, goal, budget, progress)
    }

    fn search_on<P: Processor>(
        &self,
        position: &Othello,
        goal: Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> Solution<Move> {
        let began = budget.clock.now();
        let discs = Discs { own: position.own, other: position.other };
        let shared = Shared::new(&self.table, self.evaluation.as_ref(), budget, began);
        let mut root = Root::new(discs, goal);
        thread::scope(|scope| {
            for _ in 1..budget.threads {
                // If a thread cannot be started, the search goes on with fewer threads and gives the same score.
                let helper = || Worker::<P>::new(&shared).help();
                let _ = thread::Builder::new().spawn_scoped(scope, helper);
            }
            let mut worker = Worker::<P>::new(&shared);
            root.solve(&mut worker, progress);
            worker.report_nodes();
            shared.pool.close();
        });
        let stopped_by = if root.is_solved() { StoppedBy::Proven } else { shared.stopped_by() };
        Solution {
            fewest_moves: None,
            bounds: root.bounds().map(f64::from),
            mv: root.pv.first().copied(),
            pv: root.pv,
            nodes: shared.nodes(),
            elapsed: budget.clock.now() - began,
            stopped_by,
        }
    }
}

/// The greatest number of empty squares at which [`outcome`] is fast, about 0.1 ms.
pub(crate) const MAX_LEAF: u32 = 8;

/// Returns 1 if the side to move wins with best play, 0 for a draw, -1 if it loses.
///
/// Uses no table and allocates nothing, so it is meant for positions with at most [`MAX_LEAF`] empty squares.
pub(crate) fn outcome(position: &Othello) -> i32 {
    #[cfg(target_arch = "x86_64")]
    if avx2::available() {
        return outcome_on::<processor::Avx2>(position);
    }
    outcome_on::<Portable>(position)
}

fn outcome_on<P: Processor>(position: &Othello) -> i32 {
    static NO_LIMITS: LazyLock<Budget> = LazyLock::new(Budget::unlimited);
    let discs = Discs { own: position.own, other: position.other };
    let empties = discs.empties().count_ones();
    let table = Table::default();
    let shared = Shared::new(&table, None, &NO_LIMITS, Duration::ZERO);
    let mut worker = Worker::<P>::new(&shared);
    let mut reaches = |score: i32| worker.without_table(discs, score - 1, empties) >= score;
    // Scores are even, so a score above 0 is at least 2.
    if reaches(2) {
        1
    } else if reaches(0) {
        0
    } else {
        -1
    }
}
