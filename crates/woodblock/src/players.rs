//! Players that are ready to play: the presets.

use std::time::Duration;

use plywood_search::{Mcts, Options};

use crate::rollouts::Rollouts;
use crate::woodblock::Woodblock;

/// A strength: what a player of that name spends, and how its rollouts are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Simulations a placement.
    pub simulations: u64,
    /// How its rollouts are played.
    pub rollouts: Rollouts,
    /// The most time that it takes.
    pub time: Option<Duration>,
}

/// The four presets.
pub const LEVELS: [Level; 4] = [
    level("easy", 200, Rollouts::Random),
    level("medium", 100, Rollouts::Heuristic),
    level("hard", 1500, Rollouts::Heuristic),
    Level { time: Some(Duration::from_secs(5)), ..level("expert", 10_000, Rollouts::Heuristic) },
];

/// What `mcts` does when it is told nothing.
pub const MCTS: Level = level("mcts", 1000, Rollouts::Heuristic);

const fn level(name: &'static str, simulations: u64, rollouts: Rollouts) -> Level {
    Level { name, simulations, rollouts, time: None }
}

/// Values lie close together where boards are told apart by their features.
/// The best of 0.1 to 0.7 on blast8, though hardly beyond chance in 40 games.
const EXPLORATION: f64 = 0.7;

/// Where a policy knows what a board is worth, its rollouts make one move:
/// longer ones tell less in the same time.
const INFORMED_ROLLOUT_MOVES: u32 = 1;

/// A variant with small blocks may never end; random play of the built-in ones
/// does after about 40 moves.
const RANDOM_ROLLOUT_MOVES: u32 = 1000;

/// How a search with these rollouts searches unless asked otherwise.
pub fn options(rollouts: Rollouts) -> Options {
    let mut options = Options::default();
    options.rollout_limit = RANDOM_ROLLOUT_MOVES;
    if matches!(rollouts, Rollouts::Heuristic | Rollouts::Greedy) {
        options.exploration = EXPLORATION;
        options.rollout_limit = INFORMED_ROLLOUT_MOVES;
    }
    options
}

impl Level {
    /// A player of this level.
    pub fn player(&self) -> Mcts<Woodblock, Rollouts> {
        let player = Mcts::new(self.name)
            .with_options(options(self.rollouts))
            .with_iterations(self.simulations)
            .with_guide(self.rollouts);
        match self.time {
            Some(time) => player.with_time_limit(time),
            None => player,
        }
    }
}

/// 200 simulations with random rollouts.
pub fn easy() -> Mcts<Woodblock, Rollouts> {
    LEVELS[0].player()
}

/// 100 simulations that know what a board is worth.
///
/// ```
/// use plywood_woodblock::{Rules, Woodblock, players};
///
/// let mut player = players::medium().with_seed(7);
/// assert!(player.choose_move(&Woodblock::new(Rules::default(), 1)).is_some());
/// ```
pub fn medium() -> Mcts<Woodblock, Rollouts> {
    LEVELS[1].player()
}

/// 1,500 simulations that know what a board is worth.
pub fn hard() -> Mcts<Woodblock, Rollouts> {
    LEVELS[2].player()
}

/// 10,000 simulations that know what a board is worth, in five seconds at most.
pub fn expert() -> Mcts<Woodblock, Rollouts> {
    LEVELS[3].player()
}
