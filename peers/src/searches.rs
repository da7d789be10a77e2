//! The searches that are compared: one file for each library.

use anyhow::Result;
use cpu_time::ProcessTime;
use serde::Deserialize;

pub mod board_game;
pub mod ismcts;
pub mod mcts;
pub mod minimax;
pub mod openspiel;
pub mod ours;
pub mod turnbase;

use crate::hearts::{Card, Hearts};

/// A function that makes one decision from a fixed position, given the number of
/// simulations and a seed.
pub type Search = Box<dyn FnMut(u64, u64) -> Result<Answer>>;

/// The result of a decision.
#[derive(Deserialize)]
pub struct Answer {
    /// The move in Plywood's notation.
    pub best: String,
    /// Processor time in seconds, from building the search until its tree is freed.
    pub seconds: f64,
}

/// Makes a decision in this process and measures its processor time.
fn timed(decide: impl FnOnce() -> String) -> Answer {
    let started = ProcessTime::now();
    let best = decide();
    Answer { best, seconds: started.elapsed().as_secs_f64() }
}

/// A search that plays Hearts.
pub trait CardSearch: Sync {
    /// Returns the name of the library.
    fn name(&self) -> &'static str;

    /// Searches for the seat to move. Returns the card to play and the number of simulations, which is at
    /// most `simulations`.
    fn search(&self, table: &Hearts, simulations: u64, seed: u64) -> (Card, u64);

    /// Draws `count` worlds in the same way as the search.
    fn draw_worlds(&self, table: &Hearts, count: u64, seed: u64);

    /// Draws `count` worlds and plays each to its end in the same way as rollouts of the search.
    fn play_out_worlds(&self, table: &Hearts, count: u64, seed: u64);
}
