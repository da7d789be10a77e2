//! The presets.

use std::time::Duration;

use plywood_search::{MaxDepth, Mcts, Options, Preset};

use crate::Tetris;
use crate::evaluation::Depth;
use crate::guide::{Lines, Rollouts, TetrisGuide};
use crate::leaf::Leaf;

/// The knowledge of a preset: its rollouts and its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowledge {
    /// The rollout policy.
    pub rollouts: Rollouts,
    /// The evaluation of the last state of a rollout.
    pub leaf: Leaf,
    /// The number of pieces that the evaluation looks ahead.
    pub depth: Depth,
}

/// The defaults of the player `mcts`.
pub const MCTS: Preset<Knowledge> = preset("mcts", 200, Depth::Two);

/// The presets, weakest first. Their trees have depth 1, and they play no rollouts. `easy` and `medium`
/// have too few simulations to try every placement of most pieces. `expert` evaluates with depth 2, so
/// it also places a third piece, which is drawn at random.
///
/// Deeper trees play worse, because the mean value of a node includes the bad placements that the
/// search tries below it. The evaluation looks ahead instead.
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

/// The exploration constant of UCB1. Values are normalised by their range, which bad placements make
/// wide, so good placements have nearly equal values. A small constant still separates these values.
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
    Mcts::new(&*preset.name)
        .with_options(preset.options)
        .with_budget(preset.budget())
        .with_guide(preset.knowledge.guide())
        .with_objective(Lines)
}
