//! Wood Block: place the three blocks of a hand on a square grid; full lines clear.
//!
//! [`Woodblock`] implements [`Game`](plywood_search::Game), so every search of `plywood-search`
//! plays it. [`Position`] is the visible part of a game, [`Rules`] are a [`Variant`] and its
//! options. [`players`] has the presets, [`Planes`] is a position for a network, and [`entry`]
//! registers the game with all its players.
//!
//! ```
//! use plywood_search::{Game, Notation};
//! use plywood_woodblock::{Rules, Variant, Woodblock, rollouts};
//!
//! let rules = Rules::new(Variant::named("blast8").unwrap(), false, None);
//! let mut game = Woodblock::new(rules, 7);
//! while let Some(mv) = rollouts::greediest(game.position()) {
//!     game.play(mv);
//! }
//! println!("{}", Woodblock::picture(game.position()));
//! assert!(game.score(0) > 100.0);
//! ```

mod beam;
mod bits;
mod encoding;
mod entry;
pub mod evaluation;
mod evaluations;
mod exhaustive;
mod features;
mod fitness;
mod greedy;
mod grid;
mod hand_player;
mod layout;
mod learned;
mod limits;
mod lookahead;
mod notation;
mod original;
mod outlook;
mod picture;
mod plan;
mod planner;
pub mod players;
mod position;
mod rated;
pub mod rollouts;
mod rules;
mod shape;
mod state_set;
mod trainers;
mod training;
mod tuned;
mod variant;
mod weights;
mod woodblock;
mod worth;

pub use bits::Cells;
pub use encoding::Planes;
pub use entry::{entry, rules};
pub use evaluations::{Evaluation, EvaluationFile};
pub use greedy::Greedy;
pub use grid::Grid;
pub use hand_player::HandPlayer;
pub use lookahead::Ahead;
pub use original::Original;
pub use planner::Planning;
pub use position::{Hand, Move, Placement, Position, SLOTS};
pub use rollouts::Rollouts;
pub use rules::Rules;
pub use variant::{Variant, VariantError, WeightedShape};
pub use weights::Weighted;
pub use woodblock::Woodblock;
