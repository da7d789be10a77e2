//! The presets.

use std::time::Duration;

use plywood_search::{MoveWidening, Options, Preset};

use crate::evaluations::Evaluation;
use crate::hand_player::HandPlayer;
use crate::lookahead::{AHEAD, Ahead};
use crate::planner::Planning;
use crate::rollouts::Rollouts;
use crate::weights::Weighted;

/// The defaults of the player `mcts`.
pub const MCTS: Preset<Rollouts> = preset("mcts", 1000, Rollouts::Heuristic);

/// The defaults of the player `puct`, which tries moves in the order of their weights. It considers all
/// moves: with 200 simulations on `blast8`, widening brought no significant gain over 200 seeds.
pub const PUCT: Preset<Weighted> = Preset::new("puct", 1000, WEIGHTED)
    .with_options(options(Rollouts::Heuristic).with_move_widening(ALL_MOVES));

/// Widening that never limits the moves. The exponent takes effect if a spec sets the factor.
const ALL_MOVES: MoveWidening = MoveWidening::new(f64::INFINITY, 0.4);

const WEIGHTED: Weighted = Weighted::new(Rollouts::Heuristic, 12.0);

/// The presets that search placements, weakest first.
///
/// ```
/// use plywood_woodblock::{Rules, Woodblock, players};
///
/// let [_easy, medium] = players::PRESETS;
/// let mut player = medium.player().with_seed(7);
/// assert!(player.choose_move(&Woodblock::new(Rules::default(), 1)).is_some());
/// ```
pub const PRESETS: [Preset<Rollouts>; 2] =
    [preset("easy", 200, Rollouts::Random), preset("medium", 100, Rollouts::Heuristic)];

/// The presets that plan hands, weakest first. A simulation is a sampled next hand.
///
/// ```
/// use plywood_search::{Game, Player};
/// use plywood_woodblock::{Rules, Woodblock, players};
///
/// let [hard, _expert] = players::PLANNING_PRESETS;
/// let (budget, mut player) = (hard.budget(), hard.knowledge.player(7));
/// let decision = player.decide(&Woodblock::new(Rules::default(), 1).view(0), &budget, &mut ());
/// assert!(decision.mv.is_some());
/// ```
pub const PLANNING_PRESETS: [Preset<Lookahead>; 2] = [
    Preset::new("hard", 60, Lookahead { evaluation: Evaluation::Tuned, ahead: AHEAD }),
    Preset::new("expert", 2000, LEARNED).with_time(Duration::from_millis(100)),
];

/// The defaults of the player `lookahead`.
pub const LOOKAHEAD: Preset<Lookahead> = Preset::new("lookahead", 1000, LEARNED);

const LEARNED: Lookahead = Lookahead { evaluation: Evaluation::Learned, ahead: AHEAD };

/// The knowledge of a preset that plans hands.
#[derive(Clone, Debug)]
pub struct Lookahead {
    /// The value of boards between hands.
    pub evaluation: Evaluation,
    /// The widths of the look-ahead.
    pub ahead: Ahead,
}

impl Lookahead {
    /// Returns a player with this knowledge.
    pub fn player(&self, seed: u64) -> HandPlayer {
        HandPlayer::new(Planning::Ahead(self.ahead), self.evaluation.clone(), seed)
    }
}

const fn preset(name: &'static str, simulations: u64, rollouts: Rollouts) -> Preset<Rollouts> {
    Preset::new(name, simulations, rollouts).with_options(options(rollouts))
}

/// Exploration constant, smaller than in UCT because board evaluations lie close together. 0.7 was
/// the best of 0.1 to 0.7 on `blast8`, but the differences are not significant in 40 games.
const EXPLORATION: f64 = 0.7;

/// Number of moves in a heuristic or greedy rollout, which ends with a board evaluation. In the
/// same time, searches with longer rollouts are less accurate.
const INFORMED_ROLLOUT_MOVES: u32 = 1;

/// Largest number of moves in a random rollout. Games with small blocks may never end; random
/// games of the built-in variants end after about 40 moves.
const RANDOM_ROLLOUT_MOVES: u32 = 1000;

/// Returns the options of a search with these rollouts.
pub(crate) const fn options(rollouts: Rollouts) -> Options {
    match rollouts {
        Rollouts::Heuristic | Rollouts::Greedy => {
            Options::UCT.with_exploration(EXPLORATION).with_rollout_limit(INFORMED_ROLLOUT_MOVES)
        }
        _ => Options::UCT
            .with_exploration(Options::EXPLORATION)
            .with_rollout_limit(RANDOM_ROLLOUT_MOVES),
    }
}
