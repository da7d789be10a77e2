//! Training for Plywood.
//!
//! [`train`] runs any [`Trainer`] with checkpoints, metrics and curves, so
//! that a run that was killed goes on as if nothing had happened. [`cem`] is a
//! trainer for weights of any kind; with the cargo feature `train` there is
//! `dqn` for networks that value afterstates. [`DenseNetwork`] is what such a
//! network plays with: small, quick, and the same to the bit everywhere.

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
#[cfg(feature = "train")]
mod replay;
mod run;

pub use afterstate::{Choices, Task};
pub use archive::Archive;
pub use curves::draw_curves;
pub use dense::{DenseNetwork, Layer};
pub use error::{ArchiveError, FileError, RunError};
#[cfg(feature = "train")]
pub use learner::Learner;
pub use metrics::Metrics;
#[cfg(feature = "train")]
pub use replay::{Next, Replay, Return};
pub use run::{Round, RunFolder, Trainer, TrainingObserver, train};
