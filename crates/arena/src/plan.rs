//! What is asked of an arena, as plain data.

use plywood_registry::BudgetRequest;
use serde::{Deserialize, Serialize};

/// A tournament as it was asked for: it stands in a file beside the records,
/// so that they are only ever continued as they were begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the records.
    pub schema: u32,
    /// The name of the game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Games of each pair of players, or of each player where one plays alone.
    pub games: u32,
    /// The seed of all chance.
    pub seed: u64,
    /// Random moves from which the games of two players begin.
    pub opening: u32,
    /// The first player meets the others, and they do not meet each other.
    pub gauntlet: bool,
    /// A game is cut after so many moves.
    pub max_moves: Option<u32>,
    /// What a decision may cost, where that is not left to the players.
    pub budget: BudgetRequest,
    /// The two differences in Elo that a sequential test tells apart.
    pub sprt: Option<[f64; 2]>,
}

impl Plan {
    /// A plan with the defaults of the command line.
    pub fn new(game: &str, players: &[&str], games: u32, seed: u64) -> Self {
        Plan {
            schema: plywood_registry::document::SCHEMA,
            game: game.to_owned(),
            rules: String::new(),
            players: players.iter().map(|&spec| spec.to_owned()).collect(),
            games,
            seed,
            opening: OPENING,
            gauntlet: false,
            max_moves: None,
            budget: BudgetRequest::default(),
            sprt: None,
        }
    }
}

/// Random moves of an opening, unless asked otherwise: enough for thousands of
/// different Othello games, few enough that the players still decide them.
pub const OPENING: u32 = 8;
