//! Training for Plywood.
//!
//! [`train`] runs any [`Trainer`] with checkpoints, metrics and curves. A run that was killed and
//! resumed writes the same files as an uninterrupted run. [`cem`] trains a vector of weights;
//! `dqn`, with the cargo feature `train`, trains networks that evaluate the afterstates of any
//! [`Game`](plywood_search::Game) of one seat with an [`Encoding`](plywood_search::Encoding).
//! [`DenseNetwork`] evaluates such networks quickly and with the same bits on every machine.
//! [`Pattern`] and [`PatternTables`] are linear evaluations of boards by patterns. [`open_run`]
//! opens a run of a trainer for a game's entry in the registry.

mod afterstate;
mod archive;
pub mod cem;
mod curves;
mod dense;
#[cfg(feature = "train")]
pub mod dqn;
mod error;
#[cfg(feature = "train")]
mod learner;
mod metrics;
mod open_run;
mod patterns;
#[cfg(feature = "train")]
mod replay;
mod run;
mod work;

pub use afterstate::{Choices, Task, play_out};
pub use archive::Archive;
pub use dense::{DenseNetwork, Layer};
pub use error::{ArchiveError, FileError, RunError};
pub use open_run::open_run;
pub use patterns::{Noise, Pattern, PatternTables, StageTables, square_symmetries};
pub use plywood_registry::TrainingRound as Round;
pub use run::{RunFolder, RunSettings, Trainer, train, train_with};
pub use work::{Threads, Work, Worker};
