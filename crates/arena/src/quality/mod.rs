//! Studies of the quality of a player's decisions, without an opponent.
//!
//! A study measures four indicators on positions that all players share: *consistency*, how often
//! different seeds give the same choice; *convergence*, after how many simulations the choice no
//! longer changes; *tree balance*, over how many moves the visits are spread; and *rollout
//! quality*, the standard errors of values and how well values predict results.
//!
//! ```
//! use plywood_arena::quality::{Study, StudyPlan, StudySummary};
//! use plywood_search::{Cancel, nim::Nim};
//! use plywood_registry::{Entry, Games};
//!
//! let mut games = Games::default();
//! games.add(Entry::new("nim", "take 1 to 3", |seed| Nim::new(9 + seed as u8 % 30)));
//! let study = Study::new(&games, StudyPlan::new("nim", &["medium"], 1))?;
//! let measured = study.run(1, &Cancel::new(), &mut |_| {})?;
//! let summary = StudySummary::new(&study, &measured, 0.1);
//! assert_eq!(summary.players[0].positions, 20);
//! # Ok::<(), plywood_arena::ArenaError>(())
//! ```

mod balance;
mod consistency;
mod convergence;
mod measurement;
mod positions;
mod report;
mod rollouts;
mod study;
mod summary;

pub use convergence::{Convergence, ConvergencePoint};
pub use measurement::Measurement;
pub use report::{ReportFolder, write_report};
pub use rollouts::{CalibrationPoint, RolloutQuality};
pub use study::{Study, StudyPlan};
pub use summary::{PlayerQuality, StudySummary};
