//! The presets.

use std::time::Duration;

use plywood_search::{Options, Preset};

use crate::rollouts::Rollouts;

/// `mcts` before its settings are read.
pub const MCTS: Preset<Rollouts> = preset("mcts", 1000, Rollouts::Heuristic);

/// The presets, weakest first.
///
/// ```
/// use plywood_woodblock::{Rules, Woodblock, players};
///
/// let [_easy, medium, _hard, _expert] = players::PRESETS;
/// let mut player = medium.player().with_seed(7);
/// assert!(player.choose_move(&Woodblock::new(Rules::default(), 1)).is_some());
/// ```
pub const PRESETS: [Preset<Rollouts>; 4] = [
    preset("easy", 200, Rollouts::Random),
    preset("medium", 100, Rollouts::Heuristic),
    preset("hard", 1500, Rollouts::Heuristic),
    preset("expert", 10_000, Rollouts::Heuristic).with_time(Duration::from_secs(5)),
];

const fn preset(name: &'static str, simulations: u64, rollouts: Rollouts) -> Preset<Rollouts> {
    Preset::new(name, simulations, rollouts).with_options(options(rollouts))
}

/// Board evaluations lie close together, so that a smaller constant than UCT's suffices. The best of
/// 0.1 to 0.7 on blast8, though hardly beyond chance in 40 games.
const EXPLORATION: f64 = 0.7;

/// Rollouts that end in a board evaluation make one move: longer ones are less accurate in the same
/// time.
const INFORMED_ROLLOUT_MOVES: u32 = 1;

/// A variant with small blocks may never end; random play of the built-in variants ends after about
/// 40 moves.
const RANDOM_ROLLOUT_MOVES: u32 = 1000;

/// Returns the options of a search with these rollouts.
pub(crate) const fn options(rollouts: Rollouts) -> Options {
    match rollouts {
        Rollouts::Heuristic | Rollouts::Greedy => {
            Options::UCT.with_exploration(EXPLORATION).with_rollout_limit(INFORMED_ROLLOUT_MOVES)
        }
        _ => Options::UCT.with_rollout_limit(RANDOM_ROLLOUT_MOVES),
    }
}
