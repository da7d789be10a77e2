//! The record of a game: a line of JSON.

use plywood_registry::Ending;
use serde::{Deserialize, Serialize};

use crate::{Fixture, Moves};

/// The record of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The schema version of the records.
    pub schema: u32,
    /// The name of the game.
    pub game: String,
    /// The rules of the game.
    pub rules: String,
    /// The round of the tournament.
    pub round: u32,
    /// The index of the player on each seat.
    pub seats: Vec<usize>,
    /// The spec of the player on each seat.
    pub players: Vec<String>,
    /// Whether the player on each seat sees hidden information.
    pub seeing: Vec<bool>,
    /// The seed of the game.
    pub seed: u64,
    /// The moves of the opening.
    pub opening: Vec<String>,
    /// The moves that the players chose.
    pub moves: Moves,
    /// The result of the game.
    pub result: Outcome,
    /// The time of each decision of each seat, in milliseconds.
    pub times: Vec<Vec<f64>>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The score of each seat, in the unit of the game.
    pub scores: Vec<f64>,
    /// How the game ended.
    pub ending: Ending,
    /// Whether a solo game that can be won was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won: Option<bool>,
    /// The seat that lost because its player could not continue, and the reason. `scores` are then those
    /// of the unfinished game and do not decide the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
}

/// The loss of a seat whose player could not continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The seat that has lost.
    pub seat: u8,
    /// What happened to its player.
    pub reason: String,
}

/// The end of a game that is not over by its rules.
#[derive(Clone, Debug)]
pub(crate) enum Unfinished {
    Capped,
    Resigned,
    Forfeited(Forfeit),
}

impl GameRecord {
    /// Returns the bytes that the record takes in memory, without overhead of the allocator.
    pub fn memory(&self) -> usize {
        let texts =
            |list: &[String]| size_of_val(list) + list.iter().map(String::capacity).sum::<usize>();
        let times = self.times.iter().map(|times| size_of_val(times.as_slice()));
        size_of_val(self)
            + self.game.capacity()
            + self.rules.capacity()
            + size_of_val(self.seats.as_slice())
            + texts(&self.players)
            + size_of_val(self.seeing.as_slice())
            + texts(&self.opening)
            + self.moves.heap_bytes()
            + size_of_val(self.result.scores.as_slice())
            + self.result.forfeit.as_ref().map_or(0, |forfeit| forfeit.reason.capacity())
            + size_of_val(self.times.as_slice())
            + times.sum::<usize>()
    }

    /// Returns the fixture of the game.
    pub fn fixture(&self) -> Fixture {
        Fixture { round: self.round, seats: self.seats.clone() }
    }

    /// Returns the score of a solo game.
    pub(crate) fn solo_score(&self) -> f64 {
        self.result.scores[0]
    }

    /// Returns the seat that has lost by a forfeit.
    pub(crate) fn forfeited_by(&self) -> Option<usize> {
        self.result.forfeit.as_ref().map(|forfeit| usize::from(forfeit.seat))
    }

    pub(crate) fn is_capped(&self) -> bool {
        self.result.ending == Ending::Capped
    }
}
