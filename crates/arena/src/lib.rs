//! Tournaments between players: which player is better, and how certain is that?
//!
//! A [`Plan`] describes a tournament, a [`Tournament`] plays it, [`Records`] store the games, and
//! a [`Summary`] gives the results with 95% intervals. [`write_report`] writes the summary and
//! plots to files. A [`quality`] study measures the decisions of a player without an opponent.
//! Games and players come from the registry, so all of this works for your own games.
//!
//! ```
//! use plywood_arena::{Plan, Summary, Tournament};
//! use plywood_search::{Cancel, nim::Nim};
//! use plywood_registry::{Entry, Games};
//!
//! let mut games = Games::default();
//! games.add(Entry::new("nim", "take 1 to 3", |seed| Nim::new(9 + seed as u8 % 30)));
//! let plan = Plan { opening: 0, ..Plan::new("nim", &["medium", "random"], 8, 1) };
//! let tournament = Tournament::new(&games, plan)?;
//! let played = tournament.run(Vec::new(), 1, &Cancel::new(), &mut ())?;
//! let summary = Summary::new(&tournament, &played, 0.1);
//! assert!(summary.complete && summary.players[0].spec == "medium");
//! # Ok::<(), plywood_arena::ArenaError>(())
//! ```

mod deal;
mod error;
mod expansion;
mod folder;
mod game;
mod lineup;
mod mean;
mod moves;
mod multiplayer;
mod parallel;
mod plan;
mod plots;
pub mod quality;
mod rank;
mod record;
mod records;
mod report;
pub mod review;
mod run;
mod sequential;
mod shard;
mod solo;
mod start;
mod statistics;
pub mod summary;
mod tournament;
mod verify;
mod versus;

pub use error::{ArenaError, Field};
pub use expansion::expand;
pub use mean::Mean;
pub use moves::Moves;
pub use plan::{OPENING, Plan};
pub use plots::PlotError;
pub use rank::Rank;
pub use record::{Forfeit, GameRecord, Outcome};
pub use records::{Records, Resumed};
pub use report::write_report;
pub use run::Watcher;
pub use shard::{Shard, join};
pub use statistics::Interval;
pub use summary::Summary;
pub use tournament::{Fixture, Tournament, games_per_round};

/// Returns items as text, separated by commas.
fn list(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns `text`, or the word "none" if `text` is empty, for use in an error message.
fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
