//! Klondike: the rules with their hidden cards, deals, positions and solutions
//! as text, and players that know no more than they have seen.
//!
//! [`Klondike`] is the truth and implements [`Game`](plywood_search::Game);
//! [`View`] is what a player sees of it. [`Rules`] are the options, [`Deal`] a
//! shuffled pack, [`Command`] a move; [`entry`] puts all of it on the table.
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
mod entry;
mod greedy;
mod klondike;
mod notation;
mod picture;
mod plan;
mod planner;
mod rules;
pub mod solution;
mod step;
mod step_game;
mod step_player;
mod stuck;
mod table;
mod view_text;

pub use card::Card;
pub use command::Command;
pub use deal::Deal;
pub use entry::entry;
pub use greedy::{Greedy, Rollouts};
pub use klondike::{HomeAndTurned, Klondike, View, Win};
pub use planner::{AStar, Thoughtful};
pub use rules::{Draw, Foundations, Rules, Waste};
pub use table::Seen;

/// Longer texts are cut short in messages.
const SHOWN: usize = 24;

/// A piece of input as messages show it: on one line, and not too long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
