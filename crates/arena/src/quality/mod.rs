//! How good a player's decisions are, without an opponent.
//!
//! Four indicators, measured on positions that all players share:
//! *consistency*, how often the same move is chosen whatever the seed;
//! *convergence*, after how many simulations the choice no longer changes;
//! *tree balance*, over how many moves the visits are spread; and *rollout
//! quality*, how wide the values' errors are and how well they foretell results.
//!
//! ```
//! use plywood_arena::quality::{Plan, Study, Summary};
//! use plywood_search::{Cancel, nim::Nim};
//! use plywood_registry::{Entry, Games};
//!
//! let mut games = Games::default();
//! games.add(Entry::new("nim", "take 1 to 3", |seed| Nim::new(9 + seed as u8 % 30)));
//! let study = Study::new(&games, Plan::new("nim", &["medium"], 1))?;
//! let measured = study.run(1, &Cancel::new(), &mut |_| {})?;
//! let summary = Summary::new(&study, &measured, 0.1);
//! assert_eq!(summary.players[0].positions, 20);
//! # Ok::<(), plywood_arena::ArenaError>(())
//! ```

mod balance;
mod consistency;
mod convergence;
mod measurement;
mod positions;
pub mod report;
mod rollouts;
mod study;
mod summary;

pub use convergence::{Convergence, CurvePoint};
pub use measurement::Measurement;
pub use rollouts::{CalibrationPoint, RolloutQuality};
pub use study::{Plan, Study};
pub use summary::{Mean, PlayerQuality, Summary};
