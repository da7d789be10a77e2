//! Estimates from the results of games, with 95% confidence intervals.

pub(crate) mod bootstrap;
pub(crate) mod correlation;
pub(crate) mod elo;
mod game_pair;
mod interval;
mod matchup;
mod matrix;
pub(crate) mod mcnemar;
mod rating_fit;
pub(crate) mod sample;
pub(crate) mod sprt;
pub(crate) mod survival;
#[cfg(test)]
mod tests;
pub(crate) mod wilson;

pub(crate) use game_pair::{GamePair, GameResult};
pub use interval::Interval;
