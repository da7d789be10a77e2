//! Tetris: the rules (a board is rows of bits), notation, features and players.
//!
//! [`Tetris`] is the whole state of a game and implements [`Game`](plywood_search::Game); [`Position`]
//! is what a player sees. [`linear`] has the published evaluations, [`find_best_move`] the search of
//! the project's first design, [`entry`] the registration of the game and its players, and [`tbp`] the
//! Tetris Bot Protocol.
//!
//! ```
//! use plywood_search::{Game, Notation};
//! use plywood_tetris::linear::{DT20, LinearPlayer};
//! use plywood_tetris::{Rules, Tetris};
//!
//! let mut game = Tetris::new(Rules::default(), 7);
//! let player = LinearPlayer::new(DT20);
//! for _ in 0..100 {
//!     let mv = player.best_move(game.position()).expect("a hundred pieces are survived");
//!     game.play(mv);
//! }
//! println!("{}", Tetris::picture(game.position()));
//! assert!(game.score(0) > 30.0);
//! ```

mod bag;
mod board;
pub mod design29;
pub mod dqn;
pub mod encoding;
mod entry;
pub mod evaluation;
pub mod features;
pub mod find_best_move;
pub mod fitness;
pub mod greedy;
pub mod guide;
pub mod leaf;
pub mod linear;
mod notation;
pub mod original;
mod picture;
mod piece;
pub mod players;
mod position;
mod rates;
mod rules;
mod surface;
pub mod tbp;
mod tetris;
mod trainers;
pub mod training;
mod unsearched;
pub mod value_network;

pub use bag::Bag;
pub use board::{Board, Placed, Profile};
pub use entry::{entry, read_rules};
pub use piece::{Piece, Shape};
pub use position::{Move, Position};
pub use rules::{End, Randomizer, Rules};
pub use tetris::Tetris;
