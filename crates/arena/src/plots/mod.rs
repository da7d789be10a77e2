//! Pictures of results as SVG text: readable on light and dark pages, and for people who are colour-blind.
//!
//! ```
//! use plywood_arena::plots::{RatingRow, ratings};
//! use plywood_arena::statistics::elo::EloEstimate;
//!
//! let row = |player: &str, elo, reach| RatingRow {
//!     player: player.to_owned(),
//!     rating: EloEstimate { elo, low: Some(elo - reach), high: Some(elo + reach) },
//! };
//! let svg = ratings("Othello, 200 games a pair", &[row("hard", 200.0, 52.0), row("easy", 0.0, 0.0)])?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), plywood_arena::plots::PlotError>(())
//! ```

mod axis;
mod calibration;
mod canvas;
mod curves;
mod frame;
mod ink;
mod ratings;
mod scores;
mod survival;

pub use calibration::{CalibrationPoint, calibration};
pub use canvas::PlotError;
pub use curves::{Curve, CurvePoint, convergence, strength};
pub use ratings::{RatingRow, ratings};
pub use scores::{ScoreRow, scores};
pub use survival::{SurvivalLine, survival};
