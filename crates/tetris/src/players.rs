//! The presets.

use std::time::Duration;

use plywood_search::{MaxDepth, Mcts, Options, Preset};

use crate::Tetris;
use crate::evaluation::Depth;
use crate::guide::{Lines, Rollouts, TetrisGuide};
use crate::leaf::Leaf;

/// What guides a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// How rollouts are played.
    pub rollouts: Rollouts,
    /// What evaluates the position in which a rollout stops.
    pub leaf: Leaf,
    /// How many pieces the evaluation looks ahead.
    pub depth: Depth,
}

/// `mcts` before its settings are read.
pub const MCTS: Preset<Knowledge> = preset("mcts", 200, Depth::Two);

/// The presets, weakest first: a tree of one move and no rollouts. `easy` and `medium` have fewer
/// simulations than most pieces have placements; `expert` looks at a drawn third piece as well.
///
/// Deeper trees play worse, because a mean includes the bad placements that a search must try. The
/// look-ahead at the leaves takes their place.
///
/// ```
/// use plywood_tetris::{Rules, Tetris, players};
///
/// let [_easy, medium, _hard, _expert] = players::PRESETS;
/// let mut player = players::player(&medium).with_seed(7);
/// assert!(player.choose_move(&Tetris::new(Rules::default(), 7)).is_some());
/// ```
pub const PRESETS: [Preset<Knowledge>; 4] = [
    preset("easy", 8, Depth::One),
    preset("medium", 12, Depth::One),
    preset("hard", 100, Depth::One),
    preset("expert", 400, Depth::Two).with_time(Duration::from_secs(5)),
];

/// Good placements have nearly equal values, and bad ones stretch the range by which values are
/// normalised: a small constant tells good placements apart.
const EXPLORATION: f64 = 0.1;

const fn preset(name: &'static str, simulations: u64, depth: Depth) -> Preset<Knowledge> {
    let knowledge = Knowledge { rollouts: Rollouts::Linear, leaf: Leaf::Linear, depth };
    let mut options = Options::UCT.with_exploration(EXPLORATION).with_rollout_limit(0);
    options.max_depth = MaxDepth::Moves(1);
    Preset::new(name, simulations, knowledge).with_options(options)
}

impl Knowledge {
    /// Returns the guide with this knowledge.
    pub fn guide(self) -> TetrisGuide {
        TetrisGuide::new(self.rollouts, self.leaf, self.depth)
    }
}

/// Returns the player of a preset.
pub fn player(preset: &Preset<Knowledge>) -> Mcts<Tetris, TetrisGuide, Lines> {
    Mcts::new(preset.name)
        .with_options(preset.options)
        .with_budget(preset.budget())
        .with_guide(preset.knowledge.guide())
        .with_objective(Lines)
}
