//! The [`Player`] and [`Observer`] traits, and two players that do not search.

use std::time::Duration;

use crate::decision::{Decision, Progress};
use crate::export::{Cut, TreeNode};
use crate::{Budget, Game, Rng};

/// A player of one game. Players get views, never states, so they cannot use hidden facts.
pub trait Player<G: Game>: Send {
    /// Chooses a move for the seat to move in `view`.
    ///
    /// `observer` gets snapshots while a search runs. The decision has no move if the game is over or
    /// the player resigns or forfeits.
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move>;

    /// Records a move of any seat, so that the player can keep its tree.
    ///
    /// Callers call this after every move. All arguments are what the player's own seat sees: the
    /// views before and after the move, the move by [`Game::move_shown`] and its outcome by
    /// [`Game::seen_by`]. After an undo, `before` differs from the last `after`.
    fn observe(&mut self, _before: &G::View, _mv: G::Move, _seen: G::Seen, _after: &G::View) {}

    /// Returns the tree of the last decision, or `None` if the player has no tree.
    fn tree(&self, _cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        None
    }
}

/// A receiver of the snapshots of a running search. The observer `()` ignores all snapshots.
pub trait Observer<M> {
    /// Receives a snapshot. The search waits until this returns.
    fn progress(&mut self, progress: &Progress<M>);

    /// Returns the interval of the calls of [`progress`](Observer::progress); read once per search.
    fn interval(&self) -> Interval {
        Interval::default()
    }
}

impl<M> Observer<M> for () {
    fn progress(&mut self, _progress: &Progress<M>) {}

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: None }
    }
}

/// The interval between calls of an [`Observer`]: the simulations or the time, whichever passes first.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The simulations of one tree between two calls; `None` for no such interval.
    pub simulations: Option<u64>,
    /// The time between two calls, by the clock of the budget; `None` for no such interval.
    pub time: Option<Duration>,
}

impl Default for Interval {
    fn default() -> Self {
        Interval { simulations: None, time: Some(Duration::from_millis(100)) }
    }
}

/// A player that plays uniformly random legal moves.
#[derive(Clone, Debug)]
pub struct RandomPlayer(Rng);

impl RandomPlayer {
    /// Creates a player with its own random generator.
    pub fn new(seed: u64) -> Self {
        RandomPlayer(Rng::new(seed))
    }
}

impl<G: Game> Player<G> for RandomPlayer {
    fn decide(
        &mut self,
        view: &G::View,
        _budget: &Budget,
        _observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        let mut moves = Vec::new();
        G::world(view, &mut self.0).moves(&mut moves);
        self.0.shuffle(&mut moves);
        Decision::unsearched(moves.into_iter().map(|mv| (mv, None)))
    }
}

/// A player that plays the move with the highest score after it, or the first of several such moves.
///
/// Hidden facts are drawn at random, once for each decision.
#[derive(Clone, Debug)]
pub struct GreedyPlayer(Rng);

impl GreedyPlayer {
    /// Creates a player with its own random generator.
    pub fn new(seed: u64) -> Self {
        GreedyPlayer(Rng::new(seed))
    }
}

impl<G: Game> Player<G> for GreedyPlayer {
    fn decide(
        &mut self,
        view: &G::View,
        _budget: &Budget,
        _observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        let world = G::world(view, &mut self.0);
        let Some(seat) = world.seat() else {
            return Decision::unsearched([]);
        };
        let mut moves = Vec::new();
        world.moves(&mut moves);
        let mut scored: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let mut after = world.clone();
                after.play(mv);
                (mv, Some(after.score(seat)))
            })
            .collect();
        scored.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
        Decision::unsearched(scored)
    }
}
