//! Exact endings for players: the solver decides near the end of a game.

use std::time::Duration;

use plywood_search::{
    Bound, Budget, Candidate, Cut, Decision, Detail, Game, Goal, Guide, Observer, Player, Progress,
    Rng, Solution, Stats, StoppedBy, TreeNode,
};

use crate::players::Rollouts;
use crate::solver::{MAX_LEAF, SolvedMoves, Solver, outcome};
use crate::{Move, Othello};

/// From which number of empty squares on a player solves positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// The greatest number of empty squares at which the solver decides; 0 for never.
    pub root: u32,
    /// The nodes of the solver at most for a position. If they are not enough, the player decides.
    pub nodes: u64,
    /// The greatest number of empty squares at which the search solves its leaves, at most 8; 0 for never.
    pub leaves: u32,
}

impl Endings {
    /// No exact endings. The limit of nodes suffices for most positions with 20 empty squares: a few seconds.
    pub const NONE: Endings = Endings { root: 0, nodes: 100_000_000, leaves: 0 };

    /// The greatest value of [`leaves`](Endings::leaves).
    pub const MAX_LEAVES: u32 = MAX_LEAF;
}

/// The knowledge of a tree search: its rollouts, and the results of positions near the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// How games are played to their end.
    pub rollouts: Rollouts,
    /// Which positions are solved.
    pub endings: Endings,
}

impl Guide<Othello> for Knowledge {
    #[inline]
    fn rollout_move(
        &mut self,
        state: &Othello,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        self.rollouts.rollout_move(state, rng, scratch)
    }

    #[inline]
    fn exact_value(&mut self, state: &Othello) -> Option<f64> {
        if state.empties().count_ones() > self.endings.leaves {
            return None;
        }
        let for_mover = f64::from(1 + outcome(state)) / 2.0;
        Some(if state.turn == 0 { for_mover } else { 1.0 - for_mover })
    }
}

/// The unit of a player's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    WinProbability,
    Discs,
}

impl Unit {
    /// Returns the value of a score.
    fn value(self, score: f64) -> f64 {
        match self {
            Unit::Discs => score,
            Unit::WinProbability if score == 0.0 => 0.5,
            Unit::WinProbability => f64::from(score > 0.0),
        }
    }
}

/// A player that solves positions near the end of the game, and decides the others as another player.
///
/// A move of the solver is proven, and the decision has the exact score. When playing, the others are known
/// to be no better; an analysis has the exact score of every move.
pub(crate) struct ExactEndings {
    player: Box<dyn Player<Othello>>,
    endings: Endings,
    unit: Unit,
    /// The moves of the position that is analysed, of which the last decision may have solved some.
    analysed: Option<SolvedMoves>,
    /// Whether the solver made the last decision.
    solved: bool,
}

/// The greatest number of empty squares at which an unfinished analysis is kept: its table has 16 MB.
const KEPT_EMPTIES: u32 = 22;

/// The part of the time that the solver may take. If that is not enough, the player has the rest.
const SOLVER_TIME: f64 = 0.5;

/// Nodes of the solver in a second, roughly, and nodes to solve a position with 20 empty squares. Each further
/// square doubles them. With less time the solver is not tried.
const NODES_PER_SECOND: f64 = 25e6;
const NODES_FOR_20: f64 = 10e6;

impl ExactEndings {
    pub(crate) fn new(player: Box<dyn Player<Othello>>, endings: Endings, unit: Unit) -> Self {
        ExactEndings { player, endings, unit, analysed: None, solved: false }
    }

    /// Returns the limits of the solver; `None` if it is not to be tried.
    fn limits(&self, board: &Othello, budget: &Budget) -> Option<Budget> {
        let choice = board.legal().count_ones() > 1 || budget.analyse && board.seat().is_some();
        let empties = board.empties().count_ones();
        if !choice || empties > self.endings.root {
            return None;
        }
        let mut limits = budget.clone();
        limits.simulations = Some(self.endings.nodes);
        limits.time = budget.time.map(|time| time.mul_f64(SOLVER_TIME));
        let usual = NODES_FOR_20 * f64::from(empties as i32 - 20).exp2() / NODES_PER_SECOND;
        let too_short = |time: Duration| time.as_secs_f64() < usual;
        (!limits.time.is_some_and(too_short)).then_some(limits)
    }

    /// Solves the position for a player; `None` if the limits do not suffice.
    fn best_move(&self, board: &Othello, limits: &Budget) -> Option<Decision<Move>> {
        let began = limits.clock.now();
        let solution = Solver::new().solve(board, Goal::Score, limits, &mut |_| {});
        let best = self.exact(&solution)?;
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let other = |mv| {
            let mut candidate = Candidate::unvisited(mv);
            (candidate.value, candidate.score) = (best.value, best.score);
            candidate.bound = Some(Bound::Upper);
            candidate
        };
        let others: Vec<_> = moves.into_iter().filter(|&mv| mv != best.mv).map(other).collect();
        Some(proven([vec![best], others].concat(), stats(&[solution], limits, began)))
    }

    /// Solves every move of the position; `None` if the limits do not suffice. The next call goes on with the
    /// moves that are left.
    fn all_moves(
        &mut self,
        board: &Othello,
        limits: &Budget,
        observer: &mut dyn Observer<Move>,
    ) -> Option<Decision<Move>> {
        let began = limits.clock.now();
        let same = self.analysed.take().filter(|analysed| analysed.position == *board);
        let mut analysed = same.unwrap_or_else(|| SolvedMoves::new(board, limits));
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let complete = analysed.solve(limits, &mut |solved| {
            let is_open = |mv: &&Move| solved.iter().all(|one| one.mv != Some(**mv));
            let mut candidates = self.ranked(solved);
            candidates.extend(moves.iter().filter(is_open).map(|&mv| Candidate::unvisited(mv)));
            observer.progress(&Progress::new(candidates, stats(solved, limits, began)));
        });
        let decision = complete.then(|| {
            let solutions = analysed.solutions();
            proven(self.ranked(solutions), stats(solutions, limits, began))
        });
        let small = board.empties().count_ones() <= KEPT_EMPTIES;
        self.analysed = (!complete && small).then_some(analysed);
        decision
    }

    /// Returns the candidates of solved moves, the best first.
    fn ranked(&self, solutions: &[Solution<Move>]) -> Vec<Candidate<Move>> {
        let mut candidates: Vec<_> =
            solutions.iter().filter_map(|solution| self.exact(solution)).collect();
        candidates.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("scores are numbers"));
        candidates
    }

    /// Returns the candidate of an exact solution.
    fn exact(&self, solution: &Solution<Move>) -> Option<Candidate<Move>> {
        let score = solution.score()?;
        let value = self.unit.value(score);
        let mut candidate = Candidate::unvisited(solution.mv?);
        (candidate.value, candidate.proven) = (Some(value), Some(value));
        (candidate.score, candidate.bound) = (Some(score), Some(Bound::Exact));
        candidate.pv = solution.pv.clone();
        Some(candidate)
    }
}

/// Returns a decision to play the first of `candidates`, whose value is proven.
fn proven(candidates: Vec<Candidate<Move>>, mut stats: Stats) -> Decision<Move> {
    stats.bounds = candidates[0].proven.map(|value| [value; 2]);
    Decision::new(candidates, stats, StoppedBy::Proven)
}

fn stats(solutions: &[Solution<Move>], limits: &Budget, began: Duration) -> Stats {
    let nodes = solutions.iter().map(|solution| solution.nodes).sum();
    let mut stats = Stats::default();
    (stats.nodes, stats.threads) = (nodes, limits.threads);
    stats.elapsed = limits.clock.now().saturating_sub(began);
    stats.details.push(("solver_nodes".into(), Detail::Count(nodes)));
    stats
}

impl Player<Othello> for ExactEndings {
    fn decide(
        &mut self,
        board: &Othello,
        budget: &Budget,
        observer: &mut dyn Observer<Move>,
    ) -> Decision<Move> {
        let began = budget.clock.now();
        let mut budget = budget.clone();
        self.solved = false;
        if let Some(limits) = self.limits(board, &budget) {
            let decision = if budget.stop_early {
                self.best_move(board, &limits)
            } else {
                self.all_moves(board, &limits, observer)
            };
            if let Some(decision) = decision {
                self.solved = true;
                return decision;
            }
            let spent = budget.clock.now().saturating_sub(began);
            budget.time = budget.time.map(|time| time.saturating_sub(spent));
        }
        let mut decision = self.player.decide(board, &budget, observer);
        if self.unit == Unit::Discs {
            decision.score = decision.value;
            decision.candidates.iter_mut().for_each(|one| one.score = one.value);
        }
        decision
    }

    fn observe(&mut self, before: &Othello, mv: Move, seen: (), after: &Othello) {
        self.player.observe(before, mv, seen, after);
    }

    fn tree(&self, cut: &Cut) -> Option<TreeNode<Move, ()>> {
        if self.solved { None } else { self.player.tree(cut) }
    }
}
