//! The requests of the API and how they are read from JSON.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use plywood_arena::Rank;
use plywood_registry::{BudgetRequest, InputError};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::ApiError;

/// A request: the method's name with its parameters.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    Games {},
    New(Setup),
    Look(Setup),
    Read(Read),
    State { session: String, seat: Option<u8>, history: Option<bool> },
    Play { session: String, r#move: String, seat: Option<u8>, version: Option<u64> },
    Undo { session: String, seat: Option<u8>, count: Option<usize>, version: Option<u64> },
    Redo { session: String, seat: Option<u8>, count: Option<usize>, version: Option<u64> },
    Line(Line),
    Think(Think),
    Winnable(Winnable),
    Stop { session: String, discard: Option<bool> },
    Tree(Tree),
    Save { session: String, seat: Option<u8> },
    Close { session: String },
    Arena(Arena),
    ArenaState { arena: String },
    ArenaStop { arena: String },
    Quality(Quality),
    QualityState { study: String },
    QualityStop { study: String },
    Review(Review),
    ReviewState { review: String },
    ReviewStop { review: String },
}

impl Request {
    /// Reads the parameters of a method. Errors name the method and the field.
    pub(crate) fn read(method: &str, params: Map<String, Value>) -> Result<Self, ApiError> {
        let tagged = Map::from_iter([(method.to_owned(), Value::Object(params))]);
        serde_path_to_error::deserialize(Value::Object(tagged)).map_err(|error| {
            let problem = error.inner().to_string();
            if problem.starts_with("unknown variant") && error.path().iter().len() == 0 {
                // The message of serde has the unknown name in backquotes, then the valid ones.
                let mut names = problem.split('`').skip(1).step_by(2).map(str::to_owned);
                let name = names.next().unwrap_or_default();
                let valid = names.collect();
                return InputError::UnknownName { kind: "method", name, valid }.into();
            }
            let path = error.path().to_string().replacen('.', ": ", 1);
            ApiError::Input(format!("{path}: {problem}"))
        })
    }
}

/// Reads a seed: a number, or a string of digits, since JavaScript numbers are exact only to 2^53.
fn read_seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let given = Value::deserialize(deserializer)?;
    let seed = match &given {
        Value::Null => return Ok(None),
        Value::String(digits) => digits.parse().ok(),
        number => number.as_u64(),
    };
    let problem = format!("{given} is not a seed: expected a whole number up to {}", u64::MAX);
    seed.map(Some).ok_or_else(|| D::Error::custom(problem))
}

/// The start of a game, and moves to play from there.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Setup {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<Vec<String>>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    /// The seat for which the request and later ones are answered, unless they name another.
    pub(crate) seat: Option<u8>,
    /// Whether the state has the position before each move.
    pub(crate) history: Option<bool>,
    /// Whether to mark the restored game as peeked, which means that hidden facts were revealed in another way than
    /// by play.
    pub(crate) peeked: Option<bool>,
    /// Whether to try deals from `seed` on until one can be won.
    pub(crate) winnable: Option<bool>,
}

/// What a search or a review is about.
pub(crate) enum Subject {
    /// The game of the session with this id.
    Session(String),
    /// A game without a session.
    Game(Setup),
}

impl Subject {
    /// Returns the subject that the fields of a request name: either a session, or a game with the rest of its setup.
    fn new(
        method: &str,
        session: Option<String>,
        game: Option<String>,
        setup: Setup,
    ) -> Result<Self, ApiError> {
        let has_setup = setup.rules.is_some() || setup.position.is_some() || setup.moves.is_some();
        match (session, game) {
            (Some(id), None) if !has_setup => Ok(Subject::Session(id)),
            (None, Some(game)) => Ok(Subject::Game(Setup { game, ..setup })),
            _ => Err(ApiError::Input(format!(
                "{method}: expected either session, or game with rules, position and moves"
            ))),
        }
    }
}

/// A text to read as the moves of a game or as a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Read {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) text: String,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    pub(crate) seat: Option<u8>,
}

/// Moves to look at without playing them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) session: String,
    pub(crate) path: Vec<String>,
    pub(crate) seat: Option<u8>,
    pub(crate) version: Option<u64>,
}

/// A search of a session's game, or of a position given by the fields of a [`Setup`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Think {
    session: Option<String>,
    game: Option<String>,
    rules: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    pub(crate) player: String,
    simulations: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
    memory_mb: Option<NonZeroU32>,
    threads: Option<NonZeroUsize>,
    pub(crate) stop_early: Option<bool>,
    pub(crate) analyse: Option<bool>,
    pub(crate) play: Option<bool>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    /// The seat that asks.
    pub(crate) seat: Option<u8>,
    pub(crate) version: Option<u64>,
}

impl Think {
    /// Takes what to search.
    pub(crate) fn take_subject(&mut self) -> Result<Subject, ApiError> {
        let setup = Setup {
            rules: self.rules.take(),
            position: self.position.take(),
            moves: self.moves.take(),
            seed: self.seed,
            seat: self.seat,
            ..Setup::default()
        };
        let subject = Subject::new("think", self.session.take(), self.game.take(), setup)?;
        let problem = match subject {
            Subject::Game(_) if self.play == Some(true) => {
                "think: play: a position has no game to play the move in; open a session by `new`"
            }
            Subject::Game(_) if self.version.is_some() => {
                "think: version: only the game of a session has one"
            }
            _ => return Ok(subject),
        };
        Err(ApiError::Input(problem.to_owned()))
    }

    /// Returns the requested budget.
    pub(crate) fn budget(&self) -> BudgetRequest {
        let threads = self.threads.map(NonZeroUsize::get);
        BudgetRequest { threads, ..budget(self.simulations, self.time_ms, self.memory_mb) }
    }
}

/// A request to find out whether the true deal can be won from the position of a session.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Winnable {
    pub(crate) session: String,
    nodes: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
    memory_mb: Option<NonZeroU32>,
    pub(crate) seat: Option<u8>,
    pub(crate) version: Option<u64>,
}

impl Winnable {
    /// Returns the requested budget. The limit of nodes becomes the budget's limit of simulations.
    pub(crate) fn budget(&self) -> BudgetRequest {
        budget(self.nodes, self.time_ms, self.memory_mb)
    }
}

/// Reads the limits of a request.
fn budget(
    simulations: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
    memory_mb: Option<NonZeroU32>,
) -> BudgetRequest {
    BudgetRequest {
        simulations: simulations.map(NonZeroU64::get),
        time: time_ms.map(|time| Duration::from_millis(time.get())),
        memory: memory_mb.map(|megabytes| megabytes.get() as usize * 1_000_000),
        threads: None,
    }
}

/// The part of a tree to return.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tree {
    pub(crate) session: String,
    pub(crate) seat: Option<u8>,
    pub(crate) depth: Option<usize>,
    pub(crate) min_visits: Option<u64>,
    pub(crate) path: Option<Vec<String>>,
}

/// A tournament.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arena {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) players: Vec<String>,
    pub(crate) games: u32,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    pub(crate) simulations: Option<NonZeroU64>,
    pub(crate) max_moves: Option<NonZeroU32>,
    pub(crate) opening: Option<u32>,
    pub(crate) rank: Option<Rank>,
}

/// A study of players.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quality {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) players: Vec<String>,
    pub(crate) positions: Option<u32>,
    pub(crate) seeds: Option<u32>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    pub(crate) simulations: Option<NonZeroU64>,
}

/// A review of a session's game, or of a game given by the fields of a [`Setup`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Review {
    session: Option<String>,
    game: Option<String>,
    rules: Option<String>,
    position: Option<String>,
    moves: Option<Vec<String>>,
    pub(crate) player: Option<String>,
    pub(crate) simulations: Option<NonZeroU64>,
    pub(crate) time_ms: Option<NonZeroU64>,
    pub(crate) threads: Option<NonZeroUsize>,
    #[serde(default, deserialize_with = "read_seed")]
    pub(crate) seed: Option<u64>,
    /// The seat that asks.
    pub(crate) seat: Option<u8>,
}

impl Review {
    /// Takes what to review.
    pub(crate) fn take_subject(&mut self) -> Result<Subject, ApiError> {
        let setup = Setup {
            rules: self.rules.take(),
            position: self.position.take(),
            moves: self.moves.take(),
            seed: self.seed,
            seat: self.seat,
            ..Setup::default()
        };
        Subject::new("review", self.session.take(), self.game.take(), setup)
    }
}
