//! Tetris: the rules on rows of bits, positions and moves as text, and the
//! features by which players judge a board.
//!
//! [`Tetris`] is a game with all its pieces to come and implements
//! [`Game`](plywood_search::Game); [`Position`] is what a player sees of it.
//! [`linear`] has the published evaluations, [`find_best_move`] the first
//! design's search, [`entry`] puts all players on the table, and [`tbp`] lets
//! other programs ask them.
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
mod entry;
pub mod evaluation;
pub mod features;
pub mod find_best_move;
pub mod greedy;
pub mod guide;
mod judged;
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
pub mod surface;
pub mod tbp;
mod tetris;
pub mod training;
pub mod value_network;
pub mod weighing;

pub use bag::Bag;
pub use board::{Board, Placed, Profile};
pub use entry::{entry, read_rules};
pub use piece::{Piece, Shape};
pub use position::{Move, Position};
pub use rules::{End, Randomizer, Rules};
pub use tetris::Tetris;
