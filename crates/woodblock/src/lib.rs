//! Wood Block: blocks on a square grid, three in hand, full lines clear; the
//! rules on bitboards, variants as data, positions and moves as text, and
//! players.
//!
//! [`Woodblock`] is a game and implements [`Game`](plywood_search::Game), so
//! every search of `plywood-search` plays it; [`Position`] is what a player
//! sees of it; [`Rules`] are a [`Variant`] with its options; [`players`] has
//! players ready to play, and [`entry`] puts all of it on the table.
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

mod bits;
mod entry;
pub mod evaluation;
mod greedy;
mod grid;
mod notation;
mod original;
mod picture;
pub mod players;
mod position;
pub mod rollouts;
mod rules;
mod shape;
mod variant;
mod woodblock;

pub use bits::Cells;
pub use entry::{entry, rules};
pub use greedy::Greedy;
pub use grid::Grid;
pub use original::Original;
pub use position::{Hand, Move, Placement, Position, SLOTS};
pub use rollouts::Rollouts;
pub use rules::Rules;
pub use variant::{Variant, VariantError, WeightedShape};
pub use woodblock::Woodblock;
