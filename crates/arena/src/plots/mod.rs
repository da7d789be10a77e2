//! Plots of results as SVG text, for light and dark pages and for any colour vision.

mod axis;
mod calibration;
mod canvas;
mod curves;
mod estimates;
mod frame;
mod ink;
mod scores;
mod survival;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use calibration::calibration;
pub use canvas::PlotError;
pub(crate) use curves::{Curve, CurvePoint, convergence, strength};
pub(crate) use estimates::{differences, places, ratings};
pub(crate) use scores::{ScoreRow, scores};
pub(crate) use survival::survival;
pub(crate) use values::{ValueLine, ValueMark, ValuePoint, values};
