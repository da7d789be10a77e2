//! The plan of a tournament, as plain data.

use plywood_registry::BudgetRequest;
use serde::{Deserialize, Serialize};

use crate::error::Field;
use crate::{Rank, Shard, list, or_none};

/// The plan of a tournament.
///
/// Stored with the records. To resume a tournament, all fields except `games` and `rank` must be
/// unchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The schema version of the records.
    pub schema: u32,
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as `key=value,key=value`.
    pub rules: String,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Games for each pair of players, or for each player of a solo game. A multiple of
    /// [`games_per_round`](crate::games_per_round).
    pub games: u32,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of random moves at the start of a game. Has no effect in solo games and in games
    /// with hidden facts, whose rounds already differ by their seeds.
    pub opening: u32,
    /// Whether only the first player meets the others. Otherwise every pair of players meets.
    pub gauntlet: bool,
    /// The number of moves after which a game is cut off; `None` for no limit.
    pub max_moves: Option<u32>,
    /// Limits for each decision, which replace those of the players' default budgets.
    pub budget: BudgetRequest,
    /// The Elo differences of the two hypotheses of a sequential test; `None` for no test.
    pub sprt: Option<[f64; 2]>,
    /// The criterion by which players are ranked; `None` for the default of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The part of the tournament that is played here; `None` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
}

impl Plan {
    /// Returns a plan with the defaults of the command line.
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
            rank: None,
            shard: None,
        }
    }

    /// Returns the first field that a resumed tournament cannot change and that differs, with its
    /// value in this plan and in the other.
    pub(crate) fn difference(&self, other: &Plan) -> Option<(Field, String, String)> {
        let mut fields = self.fixed_fields().into_iter().zip(other.fixed_fields());
        let ((field, own), (_, other)) = fields.find(|(own, other)| own != other)?;
        Some((field, own, other))
    }

    /// Returns the fields that a resumed tournament cannot change, with their values as text for an
    /// error message.
    fn fixed_fields(&self) -> [(Field, String); 13] {
        // Lists every field, so that a new field does not compile until it is handled here.
        let Plan {
            schema: _,
            game,
            rules,
            players,
            games: _,
            seed,
            opening,
            gauntlet,
            max_moves,
            budget: BudgetRequest { simulations, time, memory, threads },
            sprt,
            rank: _,
            shard,
        } = self;
        fn text<T>(value: &Option<T>, text: impl Fn(&T) -> String) -> String {
            or_none(&value.as_ref().map(text).unwrap_or_default()).to_owned()
        }
        [
            (Field::Game, game.clone()),
            (Field::Rules, or_none(rules).to_owned()),
            (Field::Players, list(players)),
            (Field::Seed, seed.to_string()),
            (Field::Opening, opening.to_string()),
            (Field::Gauntlet, if *gauntlet { "yes" } else { "no" }.to_owned()),
            (Field::MaxMoves, text(max_moves, u32::to_string)),
            (Field::Simulations, text(simulations, u64::to_string)),
            (Field::Time, text(time, |time| format!("{time:?}"))),
            (Field::Memory, text(memory, |bytes| format!("{bytes} bytes"))),
            (Field::Threads, text(threads, usize::to_string)),
            (Field::Shard, text(shard, Shard::to_string)),
            (Field::Sprt, text(sprt, |[elo0, elo1]| format!("{elo0},{elo1}"))),
        ]
    }
}

/// Default number of random moves of an opening.
///
/// Eight moves give thousands of different Othello games that are still undecided.
pub const OPENING: u32 = 8;
