//! A game as it is recorded: a line of JSON.

use plywood_registry::Ending;
use serde::{Deserialize, Serialize};

use crate::Fixture;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of the records.
    pub schema: u32,
    /// The name of the game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The round of the tournament.
    pub round: u32,
    /// The number of the player on each seat.
    pub seats: Vec<usize>,
    /// The spec of the player on each seat.
    pub players: Vec<String>,
    /// Whether the player on each seat sees what is hidden.
    pub seeing: Vec<bool>,
    /// The seed of the game.
    pub seed: u64,
    /// The moves that were given.
    pub opening: Vec<String>,
    /// The moves that the players chose.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: Outcome,
    /// What each seat took for each of its moves, in milliseconds.
    pub times: Vec<Vec<f64>>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What each seat reached, in the game's own unit.
    pub scores: Vec<f64>,
    /// Whether it came to its end or was cut.
    pub ending: Ending,
    /// Whether it was won, where one plays alone and can win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<bool>,
}

impl GameRecord {
    /// The game that this was.
    pub fn fixture(&self) -> Fixture {
        Fixture { round: self.round, seats: self.seats.clone() }
    }

    /// The same without what differs from run to run.
    pub fn without_times(&self) -> Self {
        GameRecord { times: Vec::new(), ..self.clone() }
    }
}
