//! [`Mcts`]: the search player for library users, with builder methods.

use std::time::Duration;

use crate::decision::Decision;
use crate::export::{Cut, TreeNode};
use crate::guide::RandomRollouts;
use crate::objective::ByScore;
use crate::options::Options;
use crate::player::{Observer, Player};
use crate::searcher::Searcher;
use crate::{Budget, Game, Guide, Objective};

/// Simulations per move if neither simulations nor time are set.
const DEFAULT_SIMULATIONS: u64 = 1000;

/// A search player for any game, with builder methods.
///
/// A builder method that changes the search (options, seed, guide, objective) drops the tree.
///
/// ```
/// use plywood_search::{Game, Mcts, nim::Nim};
///
/// let mut ada = Mcts::new("Ada").with_iterations(1000).with_exploration(1.4).with_seed(7);
/// let mut heap = Nim::new(10);
/// while let Some(taken) = ada.choose_move(&heap) {
///     heap.play(taken);
/// }
/// assert_eq!(heap.score(0), 1.0);
/// ```
pub struct Mcts<G: Game, Gd: Guide<G> = RandomRollouts, O: Objective<G> = ByScore> {
    name: String,
    budget: Budget,
    searcher: Searcher<G, Gd, O>,
    /// The seat of the last decision. The searcher observes the views of this seat.
    seat: u8,
}

impl<G: Game> Mcts<G> {
    /// Creates a player with random rollouts, 1,000 simulations per move and seed 0.
    pub fn new(name: impl Into<String>) -> Self {
        let searcher = Searcher::new(Options::default(), RandomRollouts, 0);
        Mcts { name: name.into(), budget: Budget::unlimited(), searcher, seat: 0 }
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Mcts<G, Gd, O> {
    /// Sets the simulations per move.
    pub fn with_iterations(mut self, iterations: u64) -> Self {
        self.budget.simulations = Some(iterations);
        self
    }

    /// Sets the time limit of a move.
    pub fn with_time_limit(self, time_limit: Duration) -> Self {
        Mcts { budget: self.budget.with_time(time_limit), ..self }
    }

    /// Sets the number of threads. Each thread searches its own tree.
    pub fn with_threads(self, threads: usize) -> Self {
        Mcts { budget: self.budget.with_threads(threads), ..self }
    }

    /// Sets the whole budget of a move.
    pub fn with_budget(self, budget: Budget) -> Self {
        Mcts { budget, ..self }
    }

    /// Sets the constant of UCB1 or PUCT.
    pub fn with_exploration(self, exploration: f64) -> Self {
        let options = self.searcher.options.with_exploration(exploration);
        self.with_options(options)
    }

    /// Sets the options of the search.
    pub fn with_options(self, options: Options) -> Self {
        self.rebuild(|_, guide, objective, seed| (options, guide, objective, seed))
    }

    /// Sets the seed of all random choices.
    pub fn with_seed(self, seed: u64) -> Self {
        self.rebuild(|options, guide, objective, _| (options, guide, objective, seed))
    }

    /// Sets the guide: the rollout policy, the static evaluation and the weights of moves.
    pub fn with_guide<H: Guide<G>>(self, guide: H) -> Mcts<G, H, O> {
        self.rebuild(|options, _, objective, seed| (options, guide, objective, seed))
    }

    /// Sets the objective. The default is [`ByScore`].
    pub fn with_objective<P: Objective<G>>(self, objective: P) -> Mcts<G, Gd, P> {
        self.rebuild(|options, guide, _, seed| (options, guide, objective, seed))
    }

    /// Replaces the searcher by a new searcher, built from what `change` returns.
    fn rebuild<H: Guide<G>, P: Objective<G>>(
        self,
        change: impl FnOnce(Options, Gd, O, u64) -> (Options, H, P, u64),
    ) -> Mcts<G, H, P> {
        let Mcts { name, budget, searcher, seat } = self;
        let Searcher { options, guide, objective, seed, .. } = searcher;
        let (options, guide, objective, seed) = change(options, guide, objective, seed);
        let searcher = Searcher::with_objective(options, guide, objective, seed);
        Mcts { name, budget, searcher, seat }
    }

    /// Returns the name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the options of the search.
    pub fn options(&self) -> &Options {
        &self.searcher.options
    }

    /// Returns the budget of a move.
    pub fn budget(&self) -> Budget {
        let mut budget = self.budget.clone();
        if budget.time.is_none() {
            budget.simulations.get_or_insert(DEFAULT_SIMULATIONS);
        }
        budget
    }

    /// Plays a legal move of any seat on `game`, and keeps the part of the tree below that move.
    ///
    /// ```
    /// use plywood_search::{Mcts, nim::Nim};
    ///
    /// let (mut ada, mut heap) = (Mcts::new("Ada").with_iterations(40), Nim::new(40));
    /// let taken = ada.choose_move(&heap).unwrap();
    /// ada.play(&mut heap, taken);
    /// assert!(ada.analyse(&heap).stats.reused_visits > 0);
    /// ```
    pub fn play(&mut self, game: &mut G, mv: G::Move) -> G::Seen {
        let (before, mover) = (game.view(self.seat), game.seat().unwrap_or(0));
        let seen = game.play(mv);
        let shown = G::move_shown(mv, mover, self.seat);
        let seen_by = G::seen_by(seen, mover, self.seat);
        self.searcher.observe(&before, shown, seen_by, &game.view(self.seat));
        seen
    }

    /// Returns the move to play, chosen from the view of the seat to move; `None` if the game is over.
    pub fn choose_move(&mut self, game: &G) -> Option<G::Move> {
        self.analyse(game).mv
    }

    /// Returns the decision behind [`choose_move`](Mcts::choose_move), with all candidates.
    ///
    /// ```
    /// use plywood_search::{Mcts, nim::Nim};
    ///
    /// let decision = Mcts::new("Ada").analyse(&Nim::new(8));
    /// assert_eq!(decision.value, Some(0.0), "a heap of eight is lost");
    /// ```
    pub fn analyse(&mut self, game: &G) -> Decision<G::Move> {
        let budget = self.budget();
        self.seat = game.seat().unwrap_or(0);
        self.searcher.decide(&game.view(self.seat), &budget, &mut ())
    }
}

/// [`Player::decide`] uses the budget of its argument, not the budget of this player.
impl<G: Game, Gd: Guide<G>, O: Objective<G>> Player<G> for Mcts<G, Gd, O> {
    fn decide(
        &mut self,
        view: &G::View,
        budget: &Budget,
        observer: &mut dyn Observer<G::Move>,
    ) -> Decision<G::Move> {
        self.searcher.decide(view, budget, observer)
    }

    fn observe(&mut self, before: &G::View, mv: G::Move, seen: G::Seen, after: &G::View) {
        self.searcher.observe(before, mv, seen, after);
    }

    fn tree(&self, cut: &Cut) -> Option<TreeNode<G::Move, G::Seen>> {
        self.searcher.tree(cut)
    }
}
