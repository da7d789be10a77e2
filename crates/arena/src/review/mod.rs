//! Reviews of games: which moves were mistakes, and what was luck?
//!
//! A [`Review`] lets a fresh player analyse the position of every move as its mover saw it, without facts that were
//! revealed later. The *loss* of a move is the value of the best move minus that of the move played, both from the same
//! analysis. The *luck* of a move is the change of the value by facts that were revealed after the move. A
//! [`ReviewSummary`] is the JSON document of a review.
//!
//! ```
//! use plywood_arena::review::{Review, ReviewPlan, ReviewSummary};
//! use plywood_registry::{Entry, Games};
//! use plywood_search::{Cancel, nim::Nim};
//!
//! let mut games = Games::default();
//! games.add(Entry::new("nim", "take 1 to 3", |_seed| Nim::new(7)));
//! // Taking 3 wins. Taking 1 gives the win away.
//! let moves = ["1", "2", "3", "1"].map(str::to_owned).to_vec();
//! let review = Review::new(&games, ReviewPlan { moves, ..ReviewPlan::new("nim") })?;
//! let reviewed = review.run(1, &Cancel::new(), &mut |_| {})?;
//! let summary = ReviewSummary::new(&review, &reviewed, 0.0);
//! assert_eq!(summary.moves[0].loss, Some(1.0));
//! assert_eq!(summary.moves[0].best.as_ref().unwrap().mv, "3");
//! # Ok::<(), plywood_arena::ArenaError>(())
//! ```

mod analysis;
mod assessment;
mod graph;
mod marks;
mod notes;
mod passes;
mod plan;
mod summary;
mod valued;
mod walk;

pub use graph::value_graph;
pub use marks::Mark;
pub use passes::Reviewed;
pub use plan::{Review, ReviewPlan};
pub use summary::{PlayerReview, ReviewSummary};
pub use valued::{ReviewedMove, Valued};
