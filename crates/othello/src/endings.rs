//! Exact play in the endgame: near the end of a game, the solver replaces the search of a player.

use std::time::Duration;

use plywood_search::{
    Bound, Budget, Candidate, Cut, Decision, Detail, Game, Goal, Guide, Observer, Player, Progress,
    Rng, Solution, Stats, StoppedBy, TreeNode,
};

use crate::players::Rollouts;
use crate::solver::{MAX_LEAF, SolvedMoves, Solver, outcome};
use crate::{Move, Othello};

/// The limits within which a player solves positions exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endings {
    /// The greatest number of empty squares at which the solver decides; 0 for never.
    pub root: u32,
    /// The maximum number of nodes of the solver, for each position that is played and for each move that is
    /// analysed. If the solver reaches it, the player searches instead.
    pub nodes: u64,
    /// The greatest number of empty squares at which a tree search solves its leaves exactly, at most 8; 0 for never.
    pub leaves: u32,
}

impl Endings {
    /// No exact endgames. The limit of nodes, which takes effect if `root` is set, suffices for most positions
    /// with 20 empty squares, in a few seconds.
    pub const NONE: Endings = Endings { root: 0, nodes: 100_000_000, leaves: 0 };

    /// The greatest value of [`leaves`](Endings::leaves).
    pub const MAX_LEAVES: u32 = MAX_LEAF;
}

/// The knowledge of a tree search: its rollout policy, and the exact results of positions near the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The rollout policy.
    pub rollouts: Rollouts,
    /// When positions are solved exactly.
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
        exact_value(state, self.endings.leaves)
    }
}

/// Returns the value for black with best play; `None` if more than `leaves` squares are empty.
#[inline]
pub(crate) fn exact_value(state: &Othello, leaves: u32) -> Option<f64> {
    if state.empties().count_ones() > leaves {
        return None;
    }
    let for_mover = f64::from(1 + outcome(state)) / 2.0;
    Some(if state.turn == 0 { for_mover } else { 1.0 - for_mover })
}

/// The unit of a player's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    WinProbability,
    Discs,
}

impl Unit {
    /// Converts an exact score to this unit.
    fn value(self, score: f64) -> f64 {
        match self {
            Unit::Discs => score,
            Unit::WinProbability if score == 0.0 => 0.5,
            Unit::WinProbability => f64::from(score > 0.0),
        }
    }
}

/// A player that solves positions near the end of the game exactly, and leaves other positions to another player.
///
/// The solver's move has a proven value and an exact score. When playing, the other moves have that score as an
/// upper bound; an analysis solves every move exactly.
pub(crate) struct ExactEndings {
    player: Box<dyn Player<Othello>>,
    endings: Endings,
    unit: Unit,
    /// The analysis that the last decision began but did not finish.
    analysed: Option<SolvedMoves>,
    /// Whether the solver, not the player, made the last decision.
    solved: bool,
}

/// The result of a solver that reached a limit.
struct Unsolved {
    limit: StoppedBy,
    /// The moves that were solved before the limit was reached, the best first.
    solved: Vec<Candidate<Move>>,
}

/// The greatest number of empty squares at which an unfinished analysis is kept. Its table then has at most 16 MB.
const KEPT_EMPTIES: u32 = 22;

/// The fraction of the time limit that the solver may take. The rest is for the player if the solver does not finish.
const SOLVER_TIME: f64 = 0.5;

/// The approximate speed of the solver, in nodes per second. If the time limit is too short for a position by
/// this estimate, the solver is not started.
const NODES_PER_SECOND: f64 = 25e6;
/// The approximate number of nodes for a position with 20 empty squares. Each further empty square doubles it.
const NODES_FOR_20: f64 = 10e6;

impl ExactEndings {
    pub(crate) fn new(player: Box<dyn Player<Othello>>, endings: Endings, unit: Unit) -> Self {
        ExactEndings { player, endings, unit, analysed: None, solved: false }
    }

    /// Returns the budget of the solver; `None` if the player should decide instead.
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

    /// Solves the position and returns its best move. Returns an [`Unsolved`] without moves if a limit is reached
    /// first.
    fn best_move(&self, board: &Othello, limits: &Budget) -> Result<Decision<Move>, Unsolved> {
        let began = limits.clock.now();
        let solution = Solver::new().solve(board, Goal::Score, limits, &mut |_| {});
        let unsolved = || Unsolved { limit: solution.stopped_by, solved: Vec::new() };
        let best = self.exact(&solution).ok_or_else(unsolved)?;
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let other = |mv| {
            let mut candidate = Candidate::unvisited(mv);
            (candidate.value, candidate.score) = (best.value, best.score);
            candidate.bound = Some(Bound::Upper);
            candidate
        };
        let others: Vec<_> = moves.into_iter().filter(|&mv| mv != best.mv).map(other).collect();
        Ok(proven([vec![best], others].concat(), stats(&[solution], limits, began)))
    }

    /// Solves every move of the position. If a limit is reached first, returns an [`Unsolved`] with the moves
    /// solved so far; the next call for the same position continues with the others.
    fn all_moves(
        &mut self,
        board: &Othello,
        limits: &Budget,
        observer: &mut dyn Observer<Move>,
    ) -> Result<Decision<Move>, Unsolved> {
        let began = limits.clock.now();
        let same = self.analysed.take().filter(|analysed| analysed.position == *board);
        let mut analysed = same.unwrap_or_else(|| SolvedMoves::new(board, limits));
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let result = analysed.solve(limits, &mut |solved| {
            let is_open = |mv: &&Move| solved.iter().all(|one| one.mv != Some(**mv));
            let mut candidates = self.ranked(solved);
            candidates.extend(moves.iter().filter(is_open).map(|&mv| Candidate::unvisited(mv)));
            observer.progress(&Progress::new(candidates, stats(solved, limits, began)));
        });
        let solved = self.ranked(analysed.solutions());
        let Err(limit) = result else {
            return Ok(proven(solved, stats(analysed.solutions(), limits, began)));
        };
        let small = board.empties().count_ones() <= KEPT_EMPTIES;
        self.analysed = small.then_some(analysed);
        Err(Unsolved { limit, solved })
    }

    /// Returns the solved moves as candidates, the best first.
    fn ranked(&self, solutions: &[Solution<Move>]) -> Vec<Candidate<Move>> {
        let mut candidates: Vec<_> =
            solutions.iter().filter_map(|solution| self.exact(solution)).collect();
        candidates.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("scores are numbers"));
        candidates
    }

    /// Returns a solution as a candidate; `None` if its score is not exact.
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

/// Replaces candidates of the player's decision by their solved versions. The choice is the best solved move,
/// unless an unsolved move has a higher value.
///
/// If the solver stopped because of the time limit, the decision says so, too, even if the player has proven its
/// choice: the scores of the unsolved moves are unknown.
fn with_solved(
    mut decision: Decision<Move>,
    Unsolved { limit, solved }: Unsolved,
) -> Decision<Move> {
    if limit == StoppedBy::Time {
        decision.stopped_by = limit;
    }
    let Some(best) = solved.first() else { return decision };
    let is_solved = |mv: Move| solved.iter().any(|one| one.mv == mv);
    // Candidates are sorted by the player, so the first unsolved one is the best of them.
    let other = decision.candidates.iter().find(|one| !is_solved(one.mv));
    let choice = match other.filter(|other| other.value > best.value) {
        Some(other) => other.mv,
        None => best.mv,
    };
    let mut candidates = decision.candidates;
    for candidate in &mut candidates {
        if let Some(one) = solved.iter().find(|one| one.mv == candidate.mv) {
            *candidate = one.clone();
        }
    }
    if let Some(place) = candidates.iter().position(|one| one.mv == choice) {
        candidates[..=place].rotate_right(1);
    }
    Decision::new(candidates, decision.stats, decision.stopped_by)
}

/// Returns the decision for the first of `candidates`, whose value is proven.
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
        let mut unsolved = None;
        self.solved = false;
        if let Some(limits) = self.limits(board, &budget) {
            let decision = if budget.stop_early {
                self.best_move(board, &limits)
            } else {
                self.all_moves(board, &limits, observer)
            };
            match decision {
                Ok(decision) => {
                    self.solved = true;
                    return decision;
                }
                Err(known) => unsolved = Some(known),
            }
            let spent = budget.clock.now().saturating_sub(began);
            budget.time = budget.time.map(|time| time.saturating_sub(spent));
        }
        let mut decision = self.player.decide(board, &budget, observer);
        decision.stats.elapsed = budget.clock.now().saturating_sub(began);
        if self.unit == Unit::Discs {
            decision.score = decision.value;
            decision.candidates.iter_mut().for_each(|one| one.score = one.value);
        }
        match unsolved {
            Some(unsolved) => with_solved(decision, unsolved),
            None => decision,
        }
    }

    fn observe(&mut self, before: &Othello, mv: Move, seen: (), after: &Othello) {
        self.player.observe(before, mv, seen, after);
    }

    fn tree(&self, cut: &Cut) -> Option<TreeNode<Move, ()>> {
        if self.solved { None } else { self.player.tree(cut) }
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::{AlphaBeta, Notation};

    use super::*;
    use crate::LearnedEvaluation;

    /// FFO #23: 18 empty squares.
    const FFO_23: &str = "--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X";

    fn player(nodes: u64) -> ExactEndings {
        let endings = Endings { root: 20, nodes, leaves: 0 };
        ExactEndings::new(
            Box::new(AlphaBeta::new(LearnedEvaluation::shipped().clone())),
            endings,
            Unit::Discs,
        )
    }

    #[test]
    fn an_analysis_goes_on_where_its_limits_ended_it() {
        let board = Othello::start().read_position(FFO_23).expect("a position");
        let budget = Budget::simulations(2000);
        let whole = player(u64::MAX).decide(&board, &budget, &mut ());
        assert_eq!(whole.stopped_by, StoppedBy::Proven);
        let mut player = player(100_000);
        let mut solved = Vec::new();
        for _ in 0..200 {
            let decision = player.decide(&board, &budget, &mut ());
            let exact = decision.candidates.iter().filter(|one| one.bound == Some(Bound::Exact));
            solved.push(exact.filter(|one| one.proven.is_some()).count());
            for one in decision.candidates.iter().filter(|one| one.proven.is_some()) {
                let same = whole.candidates.iter().find(|other| other.mv == one.mv);
                assert_eq!(same.map(|other| other.score), Some(one.score), "{one:?}");
            }
            if decision.stopped_by == StoppedBy::Proven {
                break;
            }
        }
        assert!(solved.is_sorted(), "what was solved is kept: {solved:?}");
        assert!(solved.len() > 1, "one call does not suffice");
        assert_eq!(solved.last(), Some(&whole.candidates.len()), "{solved:?}");
    }

    #[test]
    fn a_solved_win_is_played_before_an_unproven_move() {
        let exact = |square, value| {
            let mut candidate = Candidate::unvisited(Move::at(square));
            (candidate.value, candidate.proven) = (Some(value), Some(value));
            candidate
        };
        let open = |square, value| Candidate::unsearched(Move::at(square), Some(value));
        let decision = |candidates| Decision::new(candidates, Stats::default(), StoppedBy::Time);
        let choice = |solved| {
            let unsolved = Unsolved { limit: StoppedBy::Time, solved };
            with_solved(decision(vec![open(1, 0.8), open(2, 0.3)]), unsolved).mv
        };
        assert_eq!(choice(vec![exact(2, 1.0)]), Some(Move::at(2)));
        assert_eq!(choice(vec![exact(2, 0.0)]), Some(Move::at(1)));
        assert_eq!(choice(vec![exact(1, 0.0)]), Some(Move::at(2)), "the choice is proven to lose");
        assert_eq!(choice(vec![exact(1, 0.5), exact(2, 0.0)]), Some(Move::at(1)));
        assert_eq!(choice(Vec::new()), Some(Move::at(1)));
    }

    #[test]
    fn an_analysis_without_time_for_every_move_is_not_proven() {
        let mut solved = Candidate::unvisited(Move::at(1));
        solved.value = Some(1.0);
        for (limit, expected) in
            [(StoppedBy::Time, StoppedBy::Time), (StoppedBy::Simulations, StoppedBy::Proven)]
        {
            let candidates = vec![Candidate::unvisited(Move::at(1))];
            let decision = Decision::new(candidates, Stats::default(), StoppedBy::Proven);
            let unsolved = Unsolved { limit, solved: vec![solved.clone()] };
            assert_eq!(with_solved(decision, unsolved).stopped_by, expected);
        }
    }
}
