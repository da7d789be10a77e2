//! Plywood's games and players for pages and programs.
//!
//! An [`Engine`] turns requests into answers and reports. [`Server`] offers it
//! over HTTP, with the page that uses it; [`json_lines`] offers the same to a
//! program on its input and output. Both know only what is on the table, so a
//! game of your own has all of this too. `docs/api.md` describes the documents.

#![allow(clippy::disallowed_methods, reason = "a boundary: it may read the system's clock")]

mod arena;
mod engine;
mod error;
mod game;
mod http;
pub mod json_lines;
mod limits;
mod lock;
mod opening;
mod pool;
mod report;
mod request;
mod room;
mod rooms;
mod search;
mod thinker;

pub use engine::{Answer, Engine, Work};
pub use error::ApiError;
pub use http::Server;
pub use limits::Limits;
pub use report::{Report, Reporter};
