//! Othello on bitboards.
//!
//! [`Othello`] is a position and implements [`Game`](plywood_search::Game), so every search of
//! `plywood-search` plays it. [`HeuristicRollouts`] is a rollout policy, [`players`] has the
//! presets, [`Planes`] is the board for a network, [`Solver`] finds exact scores near the end of a game,
//! [`obf`], [`ggf`] and [`wthor`] are file formats, [`gtp`] and [`nboard`] protocols, [`opening`] names openings,
//! [`ClockPlan`] spends the clock of a game, and [`entry`] registers the game with all its players.
//!
//! ```
//! use plywood_othello::Othello;
//! use plywood_search::{Game, Notation, Rng};
//!
//! let mut board = Othello::start().read_position("f5d6c3")?;
//! let mut rng = Rng::new(7);
//! let mut scratch = Vec::new();
//! while let Some(mv) = board.random_move(&mut rng, &mut scratch) {
//!     board.play(mv);
//! }
//! println!("{}", Othello::picture(&board));
//! assert_eq!(board.score(0), -board.score(1));
//! # Ok::<(), plywood_search::NotationError>(())
//! ```

pub mod bits;
mod board;
mod clock_plan;
mod encoding;
mod endings;
mod entry;
mod formats;
mod game_clock;
pub mod ggf;
pub mod gtp;
mod heuristics;
mod learned;
mod lines;
pub mod nboard;
mod notation;
pub mod obf;
mod openings;
mod patterns;
mod picture;
pub mod players;
mod rated;
mod rates;
mod self_play;
mod solver;
mod symmetry;
mod trainers;
mod training;
pub mod wthor;

pub use board::{Move, Othello};
pub use clock_plan::ClockPlan;
pub use encoding::Planes;
pub use endings::{Endings, Knowledge};
pub use entry::entry;
pub use game_clock::{GameClock, Overtime};
pub use heuristics::HeuristicRollouts;
pub use learned::LearnedEvaluation;
pub use notation::transcript;
pub use openings::{opening, openings};
pub use rated::Rated;
pub use solver::Solver;
pub use symmetry::canonical;
