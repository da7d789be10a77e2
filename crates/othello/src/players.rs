//! Players that are ready to play: the presets, and the original design.

use std::time::Duration;

use plywood_search::{Expansion, Game, Guide, Mcts, Options, Rng};

use crate::{HeuristicRollouts, Move, Othello};

/// How rollouts are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// Every legal move with the same probability.
    #[default]
    Random,
    /// By the heuristics of the original design.
    Heuristic,
}

impl Guide<Othello> for Rollouts {
    #[inline]
    fn rollout_move(
        &mut self,
        state: &Othello,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        match self {
            Rollouts::Random => state.random_move(rng, scratch),
            Rollouts::Heuristic => HeuristicRollouts.rollout_move(state, rng, scratch),
        }
    }
}

/// A strength: what a player of that name spends, and how it searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Simulations a move.
    pub simulations: u64,
    /// The constant of UCB1.
    pub exploration: f64,
    /// How its rollouts are played.
    pub rollouts: Rollouts,
    /// The most time that it takes.
    pub time: Option<Duration>,
}

/// The four levels of the original design, which the presets start from.
pub const LEVELS: [Level; 4] = [
    level("easy", 200, 2.0, Rollouts::Random),
    level("medium", 1000, 1.414, Rollouts::Heuristic),
    level("hard", 3000, 1.414, Rollouts::Heuristic),
    Level {
        time: Some(Duration::from_millis(5000)),
        ..level("expert", 10_000, 1.0, Rollouts::Heuristic)
    },
];

/// What the original design's constructor builds when it is told nothing.
pub const ORIGINAL: Level = level("original", 1000, 1.414, Rollouts::Random);

const fn level(
    name: &'static str,
    simulations: u64,
    exploration: f64,
    rollouts: Rollouts,
) -> Level {
    Level { name, simulations, exploration, rollouts, time: None }
}

impl Level {
    /// A preset: the level on the engine as it is now.
    pub fn preset(&self) -> Mcts<Othello, Rollouts> {
        self.with_options(Options::default())
    }

    /// The level exactly as the original design has it: all moves of a leaf
    /// enter the tree at once, the leaf itself is rolled out, and every
    /// decision starts from nothing.
    ///
    /// Three faults of that design are mended: it credits a node with the
    /// value of the player to move there while maximising, it assumes that
    /// turns alternate, and its mobility calls the opponent's moves the mover's.
    pub fn original(&self) -> Mcts<Othello, Rollouts> {
        let mut options = Options::default();
        options.expansion = Expansion::AllThenLeaf;
        options.reuse = false;
        options.proofs = false;
        self.with_options(options)
    }

    fn with_options(&self, options: Options) -> Mcts<Othello, Rollouts> {
        let player = Mcts::new(self.name)
            .with_options(options)
            .with_exploration(self.exploration)
            .with_iterations(self.simulations)
            .with_guide(self.rollouts);
        match self.time {
            Some(time) => player.with_time_limit(time),
            None => player,
        }
    }
}

/// 200 simulations with random rollouts.
pub fn easy() -> Mcts<Othello, Rollouts> {
    LEVELS[0].preset()
}

/// 1,000 simulations with heuristic rollouts.
///
/// ```
/// use plywood_othello::{Othello, players};
///
/// let mut player = players::medium().with_seed(7);
/// assert!(player.choose_move(&Othello::start()).is_some());
/// ```
pub fn medium() -> Mcts<Othello, Rollouts> {
    LEVELS[1].preset()
}

/// 3,000 simulations with heuristic rollouts.
pub fn hard() -> Mcts<Othello, Rollouts> {
    LEVELS[2].preset()
}

/// 10,000 simulations with heuristic rollouts, in five seconds at most.
pub fn expert() -> Mcts<Othello, Rollouts> {
    LEVELS[3].preset()
}

/// Switches the heuristics of rollouts on or off.
///
/// ```
/// use plywood_othello::{Othello, players::WithHeuristics};
/// use plywood_search::Mcts;
///
/// let mut player = Mcts::new("Ada").with_iterations(200).with_heuristics(true);
/// assert!(player.choose_move(&Othello::start()).is_some());
/// ```
pub trait WithHeuristics {
    /// The same player with or without heuristics.
    fn with_heuristics(self, heuristics: bool) -> Mcts<Othello, Rollouts>;
}

impl<G: Guide<Othello>> WithHeuristics for Mcts<Othello, G> {
    fn with_heuristics(self, heuristics: bool) -> Mcts<Othello, Rollouts> {
        self.with_guide(if heuristics { Rollouts::Heuristic } else { Rollouts::Random })
    }
}
