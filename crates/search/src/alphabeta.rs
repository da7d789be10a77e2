//! Alpha-beta search by iterative deepening, for games of two seats in which nothing is hidden.
//!
//! `search.rs` is the recursive search, `table.rs` the transposition table, `root.rs` the legal moves of the root.

mod root;
mod search;
mod table;

use std::time::Duration;

use crate::decision::{Candidate, Decision, Progress, Stats, StoppedBy};
use crate::player::{Observer, Player};
use crate::{Budget, Game, Rng};
use root::Root;
use search::{Limits, Search};
use table::Table;

/// Static knowledge for [`AlphaBeta`].
///
/// The value of a state for a seat is half its lead over the other seat at the end of the game. In games
/// whose scores add up to 0, that is the seat's [`score`](Game::score).
pub trait Evaluate<G: Game>: Clone + Send {
    /// Estimates the value for the seat to move. Never called after the end of a game.
    fn evaluate(&mut self, state: &G) -> f64;

    /// Returns a hash of the state for the transposition table. Two states with the same hash are taken for the same
    /// state, so hashes should use all 64 bits.
    fn key(&self, state: &G) -> u64;

    /// Rates the move `mv`, which leads from `before` to `after`, for the order of moves in a search of `before` to
    /// `depth`. The search tries the move with the greatest rating first. The order affects the time of a search, never
    /// its result.
    fn promise(&mut self, _before: &G, _mv: G::Move, _after: &G, _depth: u32) -> i32 {
        0
    }

    /// Returns the shallower search that may replace a search of the state to `depth`; `None`, the default, if there is
    /// none. `depth` is at least 3.
    fn shortcut(&self, _state: &G, _depth: u32) -> Option<Shortcut> {
        None
    }
}

/// A shallow search that may replace a deep one: ProbCut (Buro 1995).
///
/// If the value of the shallow search is outside the window by at least `margin`, the search assumes that the value of
/// the deep search would be outside on the same side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortcut {
    /// The depth of the shallow search.
    pub depth: u32,
    /// The margin, in the unit of values. Choose a multiple of the standard deviation of the difference between the
    /// values of the shallow and the deep search.
    pub margin: f64,
}

/// A player that searches all moves to depth 1, then 2 and so on, as long as the budget lasts.
///
/// Searched positions count as simulations of the budget. Values are those of [`Evaluate`]. A value is proven if every
/// line of its search reaches the end of the game. With [`stop_early`](Budget::stop_early), the search finds the value
/// of the best move, and upper bounds for the others; without it, the value of every move.
///
/// ```
/// use plywood_search::{AlphaBeta, Budget, Evaluate, Game, Player, nim::Nim};
///
/// #[derive(Clone)]
/// struct NoKnowledge;
///
/// impl Evaluate<Nim> for NoKnowledge {
///     fn evaluate(&mut self, _heap: &Nim) -> f64 {
///         0.0
///     }
///
///     fn key(&self, heap: &Nim) -> u64 {
///         let turn = u64::from(heap.seat().unwrap_or(0));
///         (u64::from(heap.stones()) << 1 | turn).wrapping_mul(0x9e37_79b9_7f4a_7c15)
///     }
/// }
///
/// let mut player = AlphaBeta::new(NoKnowledge);
/// let decision = player.decide(&Nim::new(7), &Budget::simulations(10_000), &mut ());
/// assert_eq!(decision.mv, Some(3));
/// assert_eq!(decision.candidates[0].proven, Some(0.5), "1 to 0");
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    knowledge: E,
    max_depth: u32,
}

/// Maximum depth of a search, in moves. It is less than [`table::COMPLETE`], since the table stores both in a byte.
pub(crate) const MAX_DEPTH: u32 = 200;

/// Maximum size of the transposition table in bytes. Each decision allocates a table.
const TABLE_BYTES: usize = 32 << 20;

/// Estimate of the positions searched per second, from which the size of the table follows. A short search gets a small
/// table, since the first accesses to a large one would take longer than the search.
const POSITIONS_PER_SECOND: f64 = 8e6;

/// Estimate of the positions searched for each position that is stored in the table.
const POSITIONS_PER_SLOT: u64 = 4;

/// The share of the time after which a player that may stop early does not begin another iteration, because it would
/// hardly finish it.
const LAST_ITERATION: f64 = 0.6;

impl<E> AlphaBeta<E> {
    /// Creates a player with static knowledge of its game.
    pub fn new(knowledge: E) -> Self {
        AlphaBeta { knowledge, max_depth: MAX_DEPTH }
    }

    /// Sets the maximum depth in moves, at least 1.
    pub fn with_max_depth(self, moves: u32) -> Self {
        AlphaBeta { max_depth: moves.clamp(1, MAX_DEPTH), ..self }
    }
}

impl<E> AlphaBeta<E> {
    /// Deepens the search of `root` until a limit, a proof or an early stop.
    fn deepen<G: Game>(
        &mut self,
        root: &mut Root<G>,
        search: &mut Search<G, E>,
        observer: &mut dyn Observer<G::Move>,
    ) -> StoppedBy
    where
        E: Evaluate<G>,
    {
        let budget = search.limits.budget;
        let interval = observer.interval().time;
        let mut last_report = search.limits.started;
        for depth in 1..=self.max_depth {
            root.search_moves(search, depth, |root, search| {
                let now = budget.clock.now();
                if interval.is_some_and(|every| now.saturating_sub(last_report) >= every) {
                    last_report = now;
                    observer.progress(&Progress::new(root.candidates(), stats(search, root)));
                }
            });
            if let Some(reason) = search.stopped {
                return reason;
            }
            if root.is_proven() {
                return StoppedBy::Proven;
            }
            let spent = budget.clock.now().saturating_sub(search.limits.started);
            let late = |time: Duration| spent > time.mul_f64(LAST_ITERATION);
            if budget.stop_early && budget.time.is_some_and(late) {
                return StoppedBy::Time;
            }
        }
        StoppedBy::Decided
    }
}

fn stats<G: Game, E>(search: &Search<G, E>, root: &Root<G>) -> Stats {
    let now = search.limits.budget.clock.now();
    Stats {
        simulations: search.nodes,
        nodes: search.nodes,
        max_depth: root.depth(),
        elapsed: now.saturating_sub(search.limits.started),
        threads: 1,
        tree_bytes: search.table.bytes() as u64,
        ..Stats::default()
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for AlphaBeta<E> {
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        assert!(!G::HIDDEN, "alpha-beta search needs complete information");
        let started = budget.clock.now();
        // Nothing is hidden, so the world is the state, and the generator is not used.
        let state = G::world(view, &mut Rng::new(0));
        let mut moves = Vec::new();
        state.moves(&mut moves);
        if state.seat().is_none() || moves.len() == 1 && !budget.analyse {
            let only = moves.into_iter().map(Candidate::unvisited).collect();
            let elapsed = budget.clock.now().saturating_sub(started);
            let stats = Stats { elapsed, threads: 1, ..Stats::default() };
            return Decision::new(only, stats, StoppedBy::OnlyMove);
        }
        let in_time = budget.time.map(|time| (time.as_secs_f64() * POSITIONS_PER_SECOND) as u64);
        let positions = [budget.simulations, in_time].into_iter().flatten().min();
        let stored = positions.unwrap_or(u64::MAX) / POSITIONS_PER_SLOT;
        let table = Table::new(budget.memory.min(TABLE_BYTES), stored);
        let limits = Limits { budget, started };
        let mut search = Search::new(self.knowledge.clone(), table, limits);
        let mut root = Root::new(state, moves);
        let stopped_by = self.deepen(&mut root, &mut search, observer);
        let stats = stats(&search, &root);
        Decision::new(root.candidates(), stats, stopped_by)
    }
}
