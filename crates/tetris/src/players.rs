//! Players that are ready to play: the presets.

use std::time::Duration;

use plywood_search::{Mcts, Options};

use crate::Tetris;
use crate::guide::{Lines, Rollouts};

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
    /// Pieces of a rollout, at most.
    pub max_rollout: u32,
    /// The most time that it takes.
    pub time: Option<Duration>,
}

/// The presets, weakest first: without rollouts, so that a board is valued as
/// soon as it enters the tree.
pub const LEVELS: [Level; 4] = [
    level("easy", 20, 0),
    level("medium", 100, 0),
    level("hard", 400, 0),
    Level { time: Some(Duration::from_secs(5)), ..level("expert", 3000, 0) },
];

/// What `mcts` starts from.
pub const MCTS: Level = level("mcts", 200, 2);

/// Values differ little between good placements and much between those and
/// bad ones, which stretch the range that they are measured by.
const EXPLORATION: f64 = 0.1;

const fn level(name: &'static str, simulations: u64, max_rollout: u32) -> Level {
    let rollouts = Rollouts::Linear;
    Level { name, simulations, exploration: EXPLORATION, rollouts, max_rollout, time: None }
}

impl Level {
    /// The player of this level.
    ///
    /// ```
    /// use plywood_tetris::{Rules, Tetris, players};
    ///
    /// let mut player = players::LEVELS[1].player().with_seed(7);
    /// assert!(player.choose_move(&Tetris::new(Rules::default(), 7)).is_some());
    /// ```
    pub fn player(&self) -> Mcts<Tetris, Rollouts, Lines> {
        let mut options = Options::default();
        options.rollout_limit = self.max_rollout;
        let player = Mcts::new(self.name)
            .with_options(options)
            .with_exploration(self.exploration)
            .with_iterations(self.simulations)
            .with_guide(self.rollouts)
            .with_objective(Lines);
        match self.time {
            Some(time) => player.with_time_limit(time),
            None => player,
        }
    }
}

/// 20 simulations: fewer than most pieces have placements.
pub fn easy() -> Mcts<Tetris, Rollouts, Lines> {
    LEVELS[0].player()
}

/// 100 simulations.
pub fn medium() -> Mcts<Tetris, Rollouts, Lines> {
    LEVELS[1].player()
}

/// 400 simulations.
pub fn hard() -> Mcts<Tetris, Rollouts, Lines> {
    LEVELS[2].player()
}

/// 3,000 simulations, in five seconds at most.
pub fn expert() -> Mcts<Tetris, Rollouts, Lines> {
    LEVELS[3].player()
}
