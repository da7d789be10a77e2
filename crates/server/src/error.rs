//! Errors of requests, as clients receive them.

use plywood_arena::ArenaError;
use plywood_registry::InputError;
use plywood_registry::document::SCHEMA;
use serde_json::{Value, json};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The request is invalid.
    #[error("{0}")]
    Input(String),
    /// There is no session, tree, tournament or page of this name, or no longer.
    #[error("there is no {0} {1:?}, or no longer")]
    NotFound(&'static str, String),
    /// The request cannot be served at this moment.
    #[error("{0}")]
    Busy(String),
    /// The request exceeds a limit of the server.
    #[error("{0}")]
    Limit(String),
    /// The request comes from a page of another site.
    #[error("{0}")]
    Origin(String),
    /// The search or tournament was cancelled before it began.
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
            ApiError::NotFound(..) => "not_found",
            ApiError::Busy(_) => "busy",
            ApiError::Limit(_) => "limit",
            ApiError::Origin(_) => "origin",
            ApiError::Cancelled => "cancelled",
            ApiError::Internal(_) => "internal",
        }
    }

    /// Returns the value of the field `error` in a document.
    pub(crate) fn body(&self) -> Value {
        json!({"kind": self.kind(), "message": self.to_string()})
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
            ArenaError::Input { argument, problem } => {
                ApiError::Input(format!("{}: {problem}", without_flag(argument)))
            }
            other => ApiError::Internal(other.to_string()),
        }
    }
}

/// Turns a command-line flag into the name of the request's field.
fn without_flag(argument: &str) -> String {
    argument.trim_start_matches("--").to_lowercase()
}
