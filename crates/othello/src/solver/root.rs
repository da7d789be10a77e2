//! The position to solve: its moves, its bounds, and the principal variation.

use plywood_search::{Goal, SolveProgress};

use super::discs::{Discs, MAX_SCORE};
use super::ordering::Candidate;
use super::processor::Processor;
use super::stability::{edge_table, stable_discs};
use super::table::Known;
use super::worker::Worker;
use crate::Move;

/// The search at the root: the position to solve.
pub(super) struct Root {
    discs: Discs,
    goal: Goal,
    lower: i32,
    upper: i32,
    /// The move that attains the lower bound; `None` if the lower bound holds for every move.
    best: Option<Candidate>,
    /// The principal variation so far.
    pub(super) pv: Vec<Move>,
}

impl Root {
    pub(super) fn new(discs: Discs, goal: Goal) -> Self {
        let stable = |own, other| 2 * stable_discs(edge_table(), own, other).count_ones() as i32;
        Root {
            discs,
            goal,
            lower: stable(discs.own, discs.other) - MAX_SCORE,
            upper: MAX_SCORE - stable(discs.other, discs.own),
            best: None,
            pv: Vec::new(),
        }
    }

    /// Returns the proven bounds of the score.
    pub(super) fn bounds(&self) -> [i32; 2] {
        [self.lower, self.upper]
    }

    /// Whether the goal is reached.
    pub(super) fn is_solved(&self) -> bool {
        let decided = self.lower > 0 || self.upper < 0;
        self.lower == self.upper || self.goal == Goal::Outcome && decided
    }
}

/// Half the width of the aspiration window around the estimated score.
const ASPIRATION: i32 = 3;

impl Root {
    /// Searches until the goal is reached or the worker is stopped.
    pub(super) fn solve<P: Processor>(
        &mut self,
        worker: &mut Worker<P>,
        progress: &mut dyn FnMut(&SolveProgress),
    ) {
        let discs = self.discs;
        let moves = P::legal(discs.own, discs.other);
        if moves == 0 {
            if P::legal(discs.other, discs.own) == 0 {
                (self.lower, self.upper) = (discs.final_score(), discs.final_score());
            } else {
                self.solve_after_pass(worker, progress);
            }
            return;
        }
        let mut candidates = rated_moves(worker, discs, moves);
        let mut guess = worker.guess(discs);
        while !self.is_solved() && !worker.stopped {
            let window = self.next_window(guess);
            guess = self.search_moves(worker, &mut candidates, window, progress);
        }
        let best = self.best.unwrap_or(candidates[0]);
        self.pv.push(Move::at(best.square));
        self.extend_pv(worker, best);
    }

    fn solve_after_pass<P: Processor>(
        &mut self,
        worker: &mut Worker<P>,
        progress: &mut dyn FnMut(&SolveProgress),
    ) {
        let mut after = Root::new(self.discs.passed(), self.goal);
        after.solve(worker, &mut |report| {
            let [lower, upper] = report.bounds;
            progress(&SolveProgress { bounds: [-upper, -lower], ..*report });
        });
        (self.lower, self.upper) = (-after.upper, -after.lower);
        self.pv.push(Move::PASS);
        self.pv.append(&mut after.pv);
    }

    /// Returns the next window to search. Scores are even, so bounds of windows are odd.
    fn next_window(&self, guess: i32) -> [i32; 2] {
        if self.goal == Goal::Outcome {
            return [-1, 1];
        }
        let guess = guess.clamp(self.lower, self.upper);
        [(guess - ASPIRATION).max(self.lower - 1), (guess + ASPIRATION).min(self.upper + 1)]
    }

    /// Searches all moves with a window, moves the best one to the front, and narrows the proven bounds.
    /// Returns the best score.
    fn search_moves<P: Processor>(
        &mut self,
        worker: &mut Worker<P>,
        candidates: &mut [Candidate],
        [alpha, beta]: [i32; 2],
        progress: &mut dyn FnMut(&SolveProgress),
    ) -> i32 {
        let empties = self.discs.empties().count_ones() - 1;
        let mut best = -2 * MAX_SCORE;
        for index in 0..candidates.len() {
            let candidate = candidates[index];
            let after = self.discs.after(candidate.flips, candidate.square);
            let low = alpha.max(best);
            let mut score = low + 1;
            if index > 0 {
                score = -worker.solve_null(after, -low - 1, empties);
            }
            if !worker.stopped && score > low && (index == 0 || score < beta) {
                score = -P::principal(worker, after, [-beta, -low], empties);
            }
            if worker.stopped {
                return best;
            }
            if score > low && score >= self.lower {
                (self.lower, self.best) = (score, Some(candidate));
            }
            if score > best {
                best = score;
                candidates[..=index].rotate_right(1);
            }
            if best >= beta {
                break;
            }
            worker.report_nodes();
            let bounds = self.bounds().map(f64::from);
            progress(&SolveProgress { bounds, nodes: worker.shared.nodes() });
        }
        if best < beta {
            self.upper = self.upper.min(best);
        }
        best
    }

    /// Extends the principal variation after its first move, until the game is over or the budget is used up.
    fn extend_pv<P: Processor>(&mut self, worker: &mut Worker<P>, first: Candidate) {
        let mut discs = self.discs.after(first.flips, first.square);
        let (mut lower, mut upper) = (-self.upper, -self.lower);
        while self.is_solved() && !worker.stopped {
            let moves = P::legal(discs.own, discs.other);
            let best = if moves != 0 {
                let Some(best) = best_reply(worker, discs, moves, lower) else { return };
                discs = discs.after(best.flips, best.square);
                Move::at(best.square)
            } else if P::legal(discs.other, discs.own) != 0 {
                discs = discs.passed();
                Move::PASS
            } else {
                return;
            };
            self.pv.push(best);
            (lower, upper) = (-upper, -lower);
        }
    }
}

/// Returns the moves of a position, the most promising first.
fn rated_moves<P: Processor>(worker: &mut Worker<P>, discs: Discs, moves: u64) -> Vec<Candidate> {
    for square in (0..64).filter(|square| moves >> square & 1 == 1) {
        let flips = P::flips(discs.own, discs.other, square);
        worker.candidates.push(Candidate { flips, square, worth: 0 });
    }
    let known = worker.shared.table.probe(discs).unwrap_or(Known::NOTHING);
    worker.rate_moves(discs, 0, discs.empties().count_ones(), &known);
    let mut candidates = std::mem::take(&mut worker.candidates);
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.worth));
    candidates
}

/// Returns a move that attains `score`, which is known to be attainable; `None` if the worker was stopped.
fn best_reply<P: Processor>(
    worker: &mut Worker<P>,
    discs: Discs,
    moves: u64,
    score: i32,
) -> Option<Candidate> {
    let empties = discs.empties().count_ones() - 1;
    rated_moves(worker, discs, moves).into_iter().find(|candidate| {
        let after = discs.after(candidate.flips, candidate.square);
        -worker.solve_null(after, -score, empties) >= score && !worker.stopped
    })
}
