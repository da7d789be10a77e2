//! Estimates from games, each with an interval that holds the truth 95 times in 100.

pub mod bootstrap;
pub mod correlation;
pub mod elo;
mod game_pair;
mod interval;
mod matchup;
mod matrix;
pub mod mcnemar;
pub mod paired;
mod rating_fit;
pub mod sample;
pub mod sprt;
pub mod survival;
pub mod wilson;

pub use game_pair::{GamePair, GameResult};
pub use interval::Interval;
