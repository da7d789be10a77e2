//! Presets: search players of a named strength.

use std::borrow::Cow;
use std::time::Duration;

use crate::guide::RandomRollouts;
use crate::options::Options;
use crate::{Budget, Game, Guide, Mcts};

/// A player of a named strength: its search options, its budget and its knowledge.
///
/// `K` is the game knowledge of the preset, most often its [`Guide`].
///
/// ```
/// use plywood_search::{Game, Preset, RandomRollouts, nim::Nim};
///
/// const EASY: Preset = Preset::new("easy", 200, RandomRollouts).with_exploration(2.0);
/// let mut player = EASY.player().with_seed(7);
/// assert_eq!(player.choose_move(&Nim::new(6)), Some(2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Preset<K = RandomRollouts> {
    /// The name in a player spec.
    pub name: Cow<'static, str>,
    /// The search options.
    pub options: Options,
    /// Simulations per decision.
    pub simulations: u64,
    /// Time limit of a decision.
    pub time: Option<Duration>,
    /// The game knowledge.
    pub knowledge: K,
}

impl<K> Preset<K> {
    /// Creates a preset: plain UCT with a number of simulations per decision.
    pub const fn new(name: &'static str, simulations: u64, knowledge: K) -> Self {
        let name = Cow::Borrowed(name);
        Preset { name, options: Options::UCT, simulations, time: None, knowledge }
    }

    /// Sets the name, which may be built at run time.
    pub fn with_name(self, name: impl Into<Cow<'static, str>>) -> Self {
        Preset { name: name.into(), ..self }
    }

    /// Sets the constant of UCB1 or PUCT.
    pub const fn with_exploration(mut self, exploration: f64) -> Self {
        self.options = self.options.with_exploration(exploration);
        self
    }

    /// Sets the search options.
    pub const fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets a time limit in addition to the simulations. The search stops at the limit that it
    /// reaches first.
    pub const fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Returns the budget of a decision.
    pub fn budget(&self) -> Budget {
        let mut budget = Budget::simulations(self.simulations);
        budget.time = self.time;
        budget
    }
}

impl<K: Clone> Preset<K> {
    /// Returns a player of this strength with seed 0.
    pub fn player<G: Game>(&self) -> Mcts<G, K>
    where
        K: Guide<G>,
    {
        let player = Mcts::new(&*self.name).with_options(self.options).with_budget(self.budget());
        player.with_guide(self.knowledge.clone())
    }
}
