//! Tournaments between players: which one is better, and how sure are we?
//!
//! A [`Plan`] says what is asked for, a [`Tournament`] plays it, [`Records`]
//! keep every game, and a [`Summary`] says what was found. Below them lie
//! [`statistics`], which turn results into estimates with 95% intervals, and
//! [`plots`], which draw them as SVG. [`quality`] asks of a player on its own
//! how steady, how soon settled and how honest its decisions are. Games and
//! players come from the table, so a game of your own has all of this too.
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

mod error;
mod expansion;
mod game;
mod lineup;
mod openings;
mod parallel;
mod plan;
pub mod plots;
pub mod quality;
mod record;
pub mod records;
pub mod report;
mod run;
mod sequential;
pub mod solo;
pub mod statistics;
pub mod summary;
mod tournament;
pub mod versus;

pub use error::ArenaError;
pub use expansion::expand;
pub use plan::{OPENING, Plan};
pub use record::{GameRecord, Outcome};
pub use records::{Records, Resumed};
pub use run::Watcher;
pub use summary::Summary;
pub use tournament::{Fixture, Tournament};
