//! The presets, and the players `original`, which reproduce the project's first design.

use std::time::Duration;

use plywood_search::{Expansion, Game, Guide, Mcts, Options, Preset, Rng};

use crate::endings::{Endings, Knowledge};
use crate::{HeuristicRollouts, Move, Othello};

/// The rollout policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// Uniform random moves.
    #[default]
    Random,
    /// The heuristics of the project's first design, [`HeuristicRollouts`].
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

const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// Returns the knowledge of a search with these rollouts and without exact endgames.
const fn inexact(rollouts: Rollouts) -> Knowledge {
    Knowledge { rollouts, endings: Endings::NONE }
}

/// The defaults of the player `mcts`.
pub const MCTS: Preset<Knowledge> = Preset::new("mcts", 1000, inexact(Rollouts::Random));

/// The knowledge of `puct`, `hard` and `expert`: how they use the learned evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighing {
    /// A move that is this many discs better has `e` times the weight.
    pub temperature: f32,
    /// When positions are solved exactly.
    pub endings: Endings,
}

/// Returns the preset of a PUCT search with the learned evaluation. The temperature and the exploration constant are
/// near the best of a round robin with 3,000 simulations, in which constants of 0.3 and 0.6 scored better than 1.2.
const fn evaluated(name: &'static str, simulations: u64, endings: Endings) -> Preset<Weighing> {
    Preset::new(name, simulations, Weighing { temperature: 5.0, endings }).with_exploration(0.5)
}

/// The defaults of the player `puct`.
pub const PUCT: Preset<Weighing> = evaluated("puct", 1000, Endings::NONE);

/// The presets that evaluate leaves by rollouts, weakest first.
///
/// ```
/// use plywood_othello::{Othello, players};
///
/// let [_easy, medium] = players::ROLLOUT_LEVELS;
/// let mut player = medium.player().with_seed(7);
/// assert!(player.choose_move(&Othello::start()).is_some());
/// ```
pub const ROLLOUT_LEVELS: [Preset<Knowledge>; 2] = [
    Preset::new("easy", 200, inexact(Rollouts::Random)).with_exploration(0.6),
    Preset::new(
        "medium",
        1000,
        Knowledge {
            rollouts: Rollouts::Heuristic,
            endings: Endings { root: 10, nodes: 1_000_000, leaves: 4 },
        },
    )
    .with_exploration(0.6),
];

/// The preset `hard`: `puct` with exact endgames.
pub const HARD: Preset<Weighing> =
    evaluated("hard", 1000, Endings { root: 14, nodes: 10_000_000, leaves: 6 });

/// The preset `expert`: `puct` with exact endgames and one second per move. The time is the effective limit: a
/// search does not reach this number of simulations in one second.
pub const EXPERT: Preset<Weighing> =
    evaluated("expert", 10_000_000, Endings { root: 20, nodes: 100_000_000, leaves: 8 })
        .with_time(Duration::from_secs(1));

/// The defaults of the player `original` if its spec has no level.
pub const ORIGINAL: Preset<Rollouts> = original("original", 1000, 1.414, Rollouts::Random);

/// The four levels of the `original` player.
pub const ORIGINAL_LEVELS: [Preset<Rollouts>; 4] = [
    original("easy", 200, 2.0, Rollouts::Random),
    original("medium", 1000, 1.414, Rollouts::Heuristic),
    original("hard", 3000, 1.414, Rollouts::Heuristic),
    original("expert", 10_000, 1.0, Rollouts::Heuristic).with_time(FIVE_SECONDS),
];

/// Returns a player of the first design: all children of a leaf enter the tree at once, the rollout
/// starts at the leaf itself, and every decision starts with an empty tree.
///
/// Three faults of the first design are corrected. Selection maximised the value for the seat to
/// move after a move, not for the seat that makes the move. The search assumed alternating seats.
/// The mobility term counted the opponent's moves as the mover's moves. The engine adds an early
/// stop: in tournaments, it tests at every 8th simulation whether the search is already decided.
const fn original(
    name: &'static str,
    simulations: u64,
    exploration: f64,
    rollouts: Rollouts,
) -> Preset<Rollouts> {
    let mut options = Options::UCT.with_exploration(exploration);
    options.variations.expansion = Expansion::AllThenLeaf;
    options.reuse = false;
    options.proofs = false;
    Preset::new(name, simulations, rollouts).with_options(options)
}

/// Extension trait that adds a switch for heuristic rollouts to [`Mcts`].
///
/// ```
/// use plywood_othello::{Othello, players::WithHeuristics};
/// use plywood_search::Mcts;
///
/// let mut player = Mcts::new("Ada").with_iterations(200).with_heuristics(true);
/// assert!(player.choose_move(&Othello::start()).is_some());
/// ```
pub trait WithHeuristics {
    /// Returns the player with heuristic or random rollouts.
    fn with_heuristics(self, heuristics: bool) -> Mcts<Othello, Rollouts>;
}

impl<G: Guide<Othello>> WithHeuristics for Mcts<Othello, G> {
    fn with_heuristics(self, heuristics: bool) -> Mcts<Othello, Rollouts> {
        self.with_guide(if heuristics { Rollouts::Heuristic } else { Rollouts::Random })
    }
}
