//! Monte Carlo tree search for any game that implements one trait.
//!
//! [`Game`] is the interface to implement. [`Mcts`] is a player with a builder. It uses [`Searcher`],
//! which takes an explicit [`Budget`] for each decision. Both return a [`Decision`].
//!
//! ```
//! use plywood_search::{Game, Mcts, nim::Nim};
//!
//! let mut player = Mcts::new("Ada").with_iterations(500).with_seed(7);
//! assert_eq!(player.choose_move(&Nim::new(6)), Some(2));
//! ```
//!
//! Selection and expansion are in `descent.rs`, evaluation and backup in `worker.rs`, the stopping rules
//! in `run.rs`, the computation of a decision from the trees in `report.rs`.

mod alphabeta;
mod bounds;
mod budget;
mod clock;
pub mod conformance;
mod decision;
mod descent;
mod encoding;
mod error;
mod export;
mod focus;
mod game;
mod guide;
mod mcts;
mod move_set;
pub mod nim;
mod objective;
mod options;
mod payoffs;
mod player;
mod preset;
mod puct;
mod report;
mod rng;
mod run;
mod searcher;
mod selection;
mod solution;
mod tree;
mod variations;
mod worker;

pub use alphabeta::{AlphaBeta, Evaluate, Shortcut};
pub use budget::{Budget, Cancel};
pub use clock::{Clock, SteppingClock, SystemClock};
pub use decision::{
    Bound, Candidate, Decision, Detail, JudgedWorlds, Progress, Stats, StoppedBy, Totals,
};
pub use encoding::{Encoding, write_bits};
pub use error::{IllegalMove, NotationError, quoted, shortened};
pub use export::{Cut, TreeNode};
pub use game::{Game, Guide, MAX_SEATS, Notation, Objective};
pub use guide::{Leaf, RandomRollouts};
pub use mcts::Mcts;
pub use objective::{ByScore, Points};
pub use options::{MaxDepth, MoveWidening, Options};
pub use player::{GreedyPlayer, Interval, Observer, Player, RandomPlayer};
pub use preset::Preset;
pub use report::Z95;
pub use rng::Rng;
pub use searcher::Searcher;
pub use solution::{Goal, Solution, SolveProgress};
pub use variations::{Expansion, FinalChoice, GoodEnough, Values, Variations};
