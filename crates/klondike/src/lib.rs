//! Klondike: rules with hidden cards; deals, positions and solutions as text;
//! players that know only their view.
//!
//! [`Klondike`] is the state and implements [`Game`](plywood_search::Game);
//! [`View`] is what a player sees of it. [`Rules`] are the options, [`Deal`] is a
//! shuffled pack, [`Command`] a move, [`Places`] a view for a network. [`entry`] makes the
//! entry for the registry.
//!
//! ```
//! use plywood_klondike::{Deal, Klondike, Rules};
//! use plywood_search::{Game, Notation, Rng};
//!
//! let mut game = Klondike::new(Rules::default(), &Deal::from_seed(7));
//! println!("{}", Klondike::picture(&game.view(0)));
//! let mut rng = Rng::new(7);
//! let mut scratch = Vec::new();
//! while let Some(command) = game.random_move(&mut rng, &mut scratch) {
//!     game.play(command);
//! }
//! assert_eq!(game.score(0), f64::from(game.cards_home()));
//! ```

mod card;
mod command;
mod deal;
mod encoding;
mod entry;
mod features;
mod greedy;
mod klondike;
mod leaf;
mod notation;
mod picture;
mod plan;
mod planner;
mod puzzles;
mod rules;
pub mod solution;
mod solver;
mod step;
mod step_game;
mod step_player;
mod stuck;
mod table;
mod trainers;
mod training;
mod value;
mod view_text;

pub use card::Card;
pub use command::Command;
pub use deal::Deal;
pub use encoding::Places;
pub use entry::entry;
pub use greedy::{Greedy, Rollouts};
pub use klondike::{HomeAndTurned, Klondike, View, Win};
pub use planner::Planner;
pub use rules::{Draw, Foundations, Rules, Waste};
pub use solver::{Outcome, Solver};
pub use table::Seen;
