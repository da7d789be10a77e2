//! Who decides: the trait of every player, and the two simplest ones.

use std::time::Duration;

use crate::decision::{Decision, Progress};
use crate::export::{Cut, TreeNode};
use crate::{Budget, Game, Rng};

/// Decides in the games of one kind. It is given a view and never the state,
/// so it cannot peek.
pub trait Player<G: Game>: Send {
    /// Chooses a move for the seat to move in `view`.
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move>;

    /// Is told of every move of every seat and what was seen of it, so that it
    /// can keep its tree or its memory of the game. `before` and `after` are
    /// what the seat that it plays for sees; a move that was taken back shows
    /// in a `before` that it has not been told of.
    fn observe(&mut self, _before: &G::View, _mv: G::Move, _seen: G::Seen, _after: &G::View) {}

    /// The tree behind the last decision, if there is one.
    fn tree(&self, _cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        None
    }
}

/// Is shown how a decision comes about.
pub trait Observer<M> {
    /// Sees a snapshot.
    fn progress(&mut self, progress: &Progress<M>);

    /// How often it wants one.
    fn interval(&self) -> Interval {
        Interval::default()
    }
}

/// Nobody watches.
impl<M> Observer<M> for () {
    fn progress(&mut self, _progress: &Progress<M>) {}

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: None }
    }
}

/// How often an observer is called: at whichever comes first.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// After so many simulations of one tree.
    pub simulations: Option<u64>,
    /// After so much time.
    pub time: Option<Duration>,
}

impl Default for Interval {
    fn default() -> Self {
        Interval { simulations: None, time: Some(Duration::from_millis(100)) }
    }
}

/// Plays any legal move, each with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer(Rng);

impl RandomPlayer {
    /// A player with its own stream of chance.
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

/// Plays the move after which its score is highest, the first of equals.
///
/// What a move would bring to light is drawn at random, not known.
#[derive(Clone, Debug)]
pub struct GreedyPlayer(Rng);

impl GreedyPlayer {
    /// A player with its own stream of chance.
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
