//! Players that are ready to play: the presets.

use std::time::Duration;

use plywood_search::{MaxDepth, Mcts, Options};

use crate::Tetris;
use crate::evaluation::Depth;
use crate::guide::{Lines, Rollouts, TetrisGuide};
use crate::leaf::Leaf;

/// A strength: what a player of that name spends, and how it searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Simulations a move.
    pub simulations: u64,
    /// The constant of UCB1.
    pub exploration: f64,
    /// The deepest level of its tree.
    pub max_depth: u32,
    /// How its rollouts are played.
    pub rollouts: Rollouts,
    /// Pieces of a rollout, at most.
    pub max_rollout: u32,
    /// What values the position in which one stops.
    pub leaf: Leaf,
    /// How many of its pieces are looked at for that.
    pub depth: Depth,
    /// The most time that it takes.
    pub time: Option<Duration>,
}

/// The presets, weakest first: a tree of one move and no rollouts. Deeper trees
/// play worse, since their means are also those of the bad placements that
/// they must try; what is deeper is left to the look-ahead at the leaves.
pub const LEVELS: [Level; 4] = [
    level("easy", 8, Depth::One),
    level("medium", 12, Depth::One),
    level("hard", 100, Depth::One),
    Level { time: Some(Duration::from_secs(5)), ..level("expert", 400, Depth::Two) },
];

/// What `mcts` starts from.
pub const MCTS: Level = level("mcts", 200, Depth::Two);

/// Values differ little between good placements and much between those and
/// bad ones, which stretch the range that they are measured by.
const EXPLORATION: f64 = 0.1;

const fn level(name: &'static str, simulations: u64, depth: Depth) -> Level {
    Level {
        name,
        simulations,
        exploration: EXPLORATION,
        max_depth: 1,
        rollouts: Rollouts::Linear,
        max_rollout: 0,
        leaf: Leaf::Linear,
        depth,
        time: None,
    }
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
    pub fn player(&self) -> Mcts<Tetris, TetrisGuide, Lines> {
        let mut options = Options::default();
        options.max_depth = MaxDepth::Moves(self.max_depth);
        options.rollout_limit = self.max_rollout;
        let player = Mcts::new(self.name)
            .with_options(options)
            .with_exploration(self.exploration)
            .with_iterations(self.simulations)
            .with_guide(TetrisGuide::new(self.rollouts, self.leaf, self.depth))
            .with_objective(Lines);
        match self.time {
            Some(time) => player.with_time_limit(time),
            None => player,
        }
    }
}

/// 8 simulations: fewer than any piece has placements.
pub fn easy() -> Mcts<Tetris, TetrisGuide, Lines> {
    LEVELS[0].player()
}

/// 12 simulations: fewer than most pieces have placements.
pub fn medium() -> Mcts<Tetris, TetrisGuide, Lines> {
    LEVELS[1].player()
}

/// 100 simulations that look at the two pieces that are seen.
pub fn hard() -> Mcts<Tetris, TetrisGuide, Lines> {
    LEVELS[2].player()
}

/// 400 simulations, each of which looks at a drawn third piece, too; five
/// seconds at most.
pub fn expert() -> Mcts<Tetris, TetrisGuide, Lines> {
    LEVELS[3].player()
}
