//! The `plywood` program as a library: [`app`] runs all commands, with the
//! built-in games and your own games.
//!
//! ```no_run
//! use std::process::ExitCode;
//! use plywood::registry::Entry;
//! use plywood::search::nim::Nim;
//!
//! fn main() -> ExitCode {
//!     let nim = Entry::new("nim", "take one to three", |_seed| Nim::new(21));
//!     plywood::app().game(nim).run()
//! }
//! ```

#![allow(clippy::disallowed_methods, reason = "a boundary: it may read the system's clock")]

mod app;
mod cli;
mod commands;
mod failure;
mod interrupt;
mod output;

pub use app::{App, app, games};
/// Tournaments and studies of players.
pub use plywood_arena as arena;
/// Training runs and methods, for trainers of your own games.
pub use plywood_learn as learn;
/// Games and players by name.
pub use plywood_registry as registry;
/// The engine: the traits of a game, and the search.
pub use plywood_search as search;

/// Runs the code of the guide `docs/add-a-game.md` as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/add-a-game.md")]
struct AddAGame;
