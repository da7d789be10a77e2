//! The short way for library users: a builder that is also the player.

use std::time::Duration;

use crate::decision::Decision;
use crate::guide::RandomRollouts;
use crate::objective::ByScore;
use crate::options::Options;
use crate::player::Player;
use crate::searcher::Searcher;
use crate::{Budget, Game, Guide, Objective};

/// What a player gets that was given neither simulations nor time.
const DEFAULT_SIMULATIONS: u64 = 1000;

/// A player for any game, built step by step.
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
    iterations: Option<u64>,
    time_limit: Option<Duration>,
    threads: usize,
    options: Options,
    seed: u64,
    guide: Gd,
    objective: O,
    searcher: Option<Searcher<G, Gd, O>>,
    /// The seat that it decided for last, and whose view it is shown.
    seat: u8,
}

impl<G: Game> Mcts<G> {
    /// A player with random rollouts, 1,000 simulations a move and seed 0.
    pub fn new(name: impl Into<String>) -> Self {
        Mcts {
            name: name.into(),
            iterations: None,
            time_limit: None,
            threads: 1,
            options: Options::default(),
            seed: 0,
            guide: RandomRollouts,
            objective: ByScore,
            searcher: None,
            seat: 0,
        }
    }
}

impl<G: Game, Gd: Guide<G>, O: Objective<G>> Mcts<G, Gd, O> {
    /// So many simulations a move.
    pub fn with_iterations(self, iterations: u64) -> Self {
        Mcts { iterations: Some(iterations), ..self }
    }

    /// At most so long a move.
    pub fn with_time_limit(self, time_limit: Duration) -> Self {
        Mcts { time_limit: Some(time_limit), ..self }
    }

    /// So many trees at once, each on a thread of its own.
    pub fn with_threads(self, threads: usize) -> Self {
        Mcts { threads, ..self }
    }

    /// The constant of UCB1.
    pub fn with_exploration(self, exploration: f64) -> Self {
        let mut options = self.options;
        options.exploration = exploration;
        self.with_options(options)
    }

    /// All other options of the search.
    pub fn with_options(self, options: Options) -> Self {
        Mcts { options, searcher: None, ..self }
    }

    /// The seed of all its chance.
    pub fn with_seed(self, seed: u64) -> Self {
        Mcts { seed, searcher: None, ..self }
    }

    /// Knowledge of the game.
    pub fn with_guide<H: Guide<G>>(self, guide: H) -> Mcts<G, H, O> {
        Mcts {
            name: self.name,
            iterations: self.iterations,
            time_limit: self.time_limit,
            threads: self.threads,
            options: self.options,
            seed: self.seed,
            guide,
            objective: self.objective,
            searcher: None,
            seat: 0,
        }
    }

    /// Another aim than winning or scoring.
    pub fn with_objective<P: Objective<G>>(self, objective: P) -> Mcts<G, Gd, P> {
        Mcts {
            name: self.name,
            iterations: self.iterations,
            time_limit: self.time_limit,
            threads: self.threads,
            options: self.options,
            seed: self.seed,
            guide: self.guide,
            objective,
            searcher: None,
            seat: 0,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it searches.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it spends on a move.
    pub fn budget(&self) -> Budget {
        let simulations = match (self.iterations, self.time_limit) {
            (None, None) => Some(DEFAULT_SIMULATIONS),
            (iterations, _) => iterations,
        };
        let mut budget = Budget::unlimited().with_threads(self.threads);
        budget.simulations = simulations;
        budget.time = self.time_limit;
        budget
    }

    /// The searcher behind it, for those who manage budgets themselves.
    pub fn into_searcher(self) -> Searcher<G, Gd, O> {
        Searcher::with_objective(self.options, self.guide, self.objective, self.seed)
    }

    /// Plays a legal move on `game`, its own or another's, and keeps what it
    /// has learnt about the moves that follow.
    ///
    /// ```
    /// use plywood_search::{Mcts, nim::Nim};
    ///
    /// let (mut ada, mut heap) = (Mcts::new("Ada").with_iterations(40), Nim::new(40));
    /// let taken = ada.choose_move(&heap).unwrap();
    /// ada.play(&mut heap, taken);
    /// assert!(ada.decide(&heap).stats.reused_visits > 0);
    /// ```
    pub fn play(&mut self, game: &mut G, mv: G::Move) -> G::Seen {
        let before = game.view(self.seat);
        let seen = game.play(mv);
        if let Some(searcher) = &mut self.searcher {
            searcher.observe(&before, mv, seen, &game.view(self.seat));
        }
        seen
    }

    /// The move to play, from what the seat to move can see; `None` when over.
    pub fn choose_move(&mut self, game: &G) -> Option<G::Move> {
        self.decide(game).mv
    }

    /// The same with its reasons.
    ///
    /// ```
    /// use plywood_search::{Mcts, nim::Nim};
    ///
    /// let decision = Mcts::new("Ada").decide(&Nim::new(8));
    /// assert_eq!(decision.value, Some(0.0), "a heap of eight is lost");
    /// ```
    pub fn decide(&mut self, game: &G) -> Decision<G::Move> {
        let budget = self.budget();
        let searcher = self.searcher.get_or_insert_with(|| {
            let (guide, objective) = (self.guide.clone(), self.objective.clone());
            Searcher::with_objective(self.options, guide, objective, self.seed)
        });
        self.seat = game.seat().unwrap_or(0);
        searcher.decide(&game.view(self.seat), &budget, &mut ())
    }
}
