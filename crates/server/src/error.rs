//! Errors of requests, as clients receive them.

use plywood_arena::ArenaError;
use plywood_registry::InputError;
use plywood_registry::document::SCHEMA;
use plywood_search::{quoted, shortened};
use serde_json::{Value, json};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The request is invalid.
    #[error("{0}")]
    Input(String),
    /// The session, tree, tournament, study or page does not exist, or no longer exists.
    #[error("there is no {0} {name}, or no longer", name = quoted(.1))]
    NotFound(&'static str, String),
    /// The records of the tournament were dropped to make room for newer ones.
    #[error(
        "the records of arena {name} were dropped to make room for others; its summary is kept",
        name = quoted(.0)
    )]
    Dropped(String),
    /// The request cannot be served at this moment.
    #[error("{0}")]
    Busy(String),
    /// The request exceeds a limit of the server.
    #[error("{0}")]
    Limit(String),
    /// The request comes from a page of another site.
    #[error("{0}")]
    Origin(String),
    /// The game has another version than the request expects.
    #[error("the game has changed: it has version {found}, expected {expected}")]
    Stale {
        /// The version of the game.
        found: u64,
        /// The version in the request.
        expected: u64,
    },
    /// The search, tournament or study was cancelled before it began.
    #[error("cancelled before it began")]
    Cancelled,
    /// A bug in the server.
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    /// Returns the name of the error's kind in JSON documents.
    pub fn kind(&self) -> &'static str {
        match self {
            ApiError::Input(_) => "input",
            ApiError::NotFound(..) | ApiError::Dropped(_) => "not_found",
            ApiError::Busy(_) => "busy",
            ApiError::Limit(_) => "limit",
            ApiError::Origin(_) => "origin",
            ApiError::Stale { .. } => "stale",
            ApiError::Cancelled => "cancelled",
            ApiError::Internal(_) => "internal",
        }
    }

    /// Returns the value of the field `error` in a document. Cuts long messages: those of serde
    /// repeat the input.
    pub(crate) fn body(&self) -> Value {
        json!({"kind": self.kind(), "message": shortened(&self.to_string())})
    }

    /// Returns the JSON document of the error.
    pub fn document(&self) -> Value {
        json!({"schema": SCHEMA, "error": self.body()})
    }
}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> Self {
        ApiError::Input(error.to_string())
    }
}

impl From<ArenaError> for ApiError {
    fn from(error: ArenaError) -> Self {
        match error {
            // The message names a field of the plan. The request's field has the same name.
            ArenaError::Input { .. } => ApiError::Input(error.to_string()),
            ArenaError::FewOpenings { .. } => ApiError::Input(format!("games: {error}")),
            other => ApiError::Internal(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use plywood_arena::Field;

    use super::*;

    #[test]
    fn errors_of_tournaments_name_fields_of_the_request() {
        let problem = "1 given: expected at least 2".to_owned();
        let players = ArenaError::Input { field: Field::Players, problem };
        let message = ApiError::from(players).to_string();
        assert_eq!(message, "players: 1 given: expected at least 2");
        let openings = ApiError::from(ArenaError::FewOpenings { expected: 4, found: 3, games: 2 });
        assert_eq!(openings.kind(), "input");
        assert!(openings.to_string().starts_with("games: found only 3"), "{openings}");
        assert!(!openings.to_string().contains("--"), "{openings}");
    }
}
