//! The registry of games and players, with positions and moves as text: the object-safe interface that
//! the command line, the server and the arena use.
//!
//! [`Entry`] turns a game's types into a [`GameEntry`], [`Games`] finds it by name, and a [`Session`]
//! is a game in progress. All parsing of names, settings, positions and moves is in this crate.
//!
//! ```
//! use plywood_registry::{Games, Settings};
//!
//! let games = Games::default();
//! let error = games.find("go").err().unwrap();
//! assert_eq!(error.to_string(), "unknown game \"go\": there are none");
//! ```

mod budget_request;
mod choice;
pub mod document;
mod ending;
mod entry;
mod environment;
mod error;
mod formats;
mod games;
mod key;
pub mod kind;
mod line;
mod perft;
mod rates;
mod read;
mod result;
mod reviewing;
mod seed;
mod session;
mod settings;
mod solving;
mod spec;
mod training;
mod winnable;

pub use budget_request::{BudgetRequest, read_threads};
pub use choice::Choice;
pub use ending::Ending;
pub use entry::{Entry, GameEntry, PlayerInfo};
pub use environment::Environment;
pub use error::InputError;
pub use formats::{Converted, Format, FormatInfo, Formats};
pub use games::Games;
pub use key::Key;
pub use kind::{PlayerKind, Worth};
pub use rates::{OwnRate, Rates};
pub use read::{ReadGame, read_moves};
pub use result::result;
pub use reviewing::{ReviewSettings, Thresholds};
pub use seed::draw_seed;
pub use session::{Line, Reviewed, SeatView, Session};
pub use settings::{Settings, read_bytes, read_duration};
pub use solving::{Problem, SolverKind};
pub use spec::{Spec, marked};
pub use training::{
    RoundObserver, TrainerKind, TrainingError, TrainingRequest, TrainingRound, TrainingRun, Workers,
};
pub use winnable::{no_winnable_seed, winnable_seed};
