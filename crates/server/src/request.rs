//! What can be asked: one type for every way of asking.

use std::time::Duration;

use plywood_registry::{BudgetRequest, InputError};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::ApiError;

/// A request: the method, and what it is told.
pub(crate) enum Request {
    Games(Nothing),
    New(Setup),
    Look(Setup),
    State(OfSession),
    Play(Play),
    Undo(Steps),
    Redo(Steps),
    Think(Think),
    Stop(Stop),
    Tree(Tree),
    Save(OfSession),
    Arena(Arena),
    ArenaState(OfArena),
    ArenaStop(OfArena),
}

/// The names of the methods, as they are listed to whoever misspells one.
const METHODS: [&str; 14] = [
    "games",
    "new",
    "look",
    "state",
    "play",
    "undo",
    "redo",
    "think",
    "stop",
    "tree",
    "save",
    "arena",
    "arena_state",
    "arena_stop",
];

impl Request {
    /// Reads the parameters of a method.
    pub(crate) fn read(method: &str, params: Map<String, Value>) -> Result<Self, ApiError> {
        Ok(match method {
            "games" => Request::Games(read(method, params)?),
            "new" => Request::New(read(method, params)?),
            "look" => Request::Look(read(method, params)?),
            "state" => Request::State(read(method, params)?),
            "play" => Request::Play(read(method, params)?),
            "undo" => Request::Undo(read(method, params)?),
            "redo" => Request::Redo(read(method, params)?),
            "think" => Request::Think(read(method, params)?),
            "stop" => Request::Stop(read(method, params)?),
            "tree" => Request::Tree(read(method, params)?),
            "save" => Request::Save(read(method, params)?),
            "arena" => Request::Arena(read(method, params)?),
            "arena_state" => Request::ArenaState(read(method, params)?),
            "arena_stop" => Request::ArenaStop(read(method, params)?),
            _ => {
                let valid = METHODS.map(str::to_owned).to_vec();
                return Err(InputError::UnknownName {
                    kind: "method",
                    name: method.to_owned(),
                    valid,
                }
                .into());
            }
        })
    }
}

fn read<T: DeserializeOwned>(method: &str, params: Map<String, Value>) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(Value::Object(params)).map_err(|error| {
        let place = match error.path().to_string() {
            whole if whole == "." => String::new(),
            field => format!("{field}: "),
        };
        ApiError::Input(format!("{method}: {place}{}", error.inner()))
    })
}

/// Reads a seed. It may be a text too: numbers of JavaScript are exact up to 2^53 only.
fn read_seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let given = Value::deserialize(deserializer)?;
    let seed = match &given {
        Value::Null => return Ok(None),
        Value::String(digits) => digits.parse().ok(),
        number => number.as_u64(),
    };
    let expected = format!("{given} is no seed: expected a whole number up to {}", u64::MAX);
    seed.map(Some).ok_or_else(|| D::Error::custom(expected))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// What a game starts from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<Vec<String>>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfSession {
    pub(crate) session: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Steps {
    pub(crate) session: String,
    count: Option<usize>,
}

impl Steps {
    /// How many moves; one unless asked otherwise.
    pub(crate) fn count(&self) -> usize {
        self.count.unwrap_or(1)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    pub(crate) session: String,
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Think {
    pub(crate) session: String,
    pub(crate) player: String,
    simulations: Option<u64>,
    time_ms: Option<u64>,
    memory_mb: Option<u32>,
    threads: Option<usize>,
    pub(crate) stop_early: Option<bool>,
    pub(crate) play: Option<bool>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
}

impl Think {
    /// What it asks of the budget.
    pub(crate) fn budget(&self) -> Result<BudgetRequest, ApiError> {
        let given = [
            ("simulations", self.simulations),
            ("time_ms", self.time_ms),
            ("memory_mb", self.memory_mb.map(u64::from)),
            ("threads", self.threads.map(|threads| threads as u64)),
        ];
        if let Some((name, _)) = given.iter().find(|(_, value)| *value == Some(0)) {
            return Err(ApiError::Input(format!("{name} is 0: expected at least 1")));
        }
        Ok(BudgetRequest {
            simulations: self.simulations,
            time: self.time_ms.map(Duration::from_millis),
            memory: self.memory_mb.map(|megabytes| megabytes as usize * 1_000_000),
            threads: self.threads,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    pub(crate) session: String,
    /// Whether a move that was to be played is not.
    pub(crate) discard: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tree {
    pub(crate) session: String,
    pub(crate) depth: Option<usize>,
    pub(crate) min_visits: Option<u64>,
    pub(crate) path: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arena {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) players: Vec<String>,
    pub(crate) games: u32,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    pub(crate) simulations: Option<u64>,
    pub(crate) max_moves: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfArena {
    pub(crate) arena: String,
}
