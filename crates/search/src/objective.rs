//! Default objective: the score.

use crate::{Game, Objective};

/// The default objective: the result. With two seats the value is 1 for the higher score, 1/2 for
/// equal scores and 0 for the lower. With one seat the value is the score itself, without a range.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByScore;

impl<G: Game> Objective<G> for ByScore {
    #[inline]
    fn value(&self, state: &G, seat: u8) -> f64 {
        if G::SEATS == 1 {
            return state.score(seat);
        }
        let (own, other) = (state.score(seat), state.score(1 - seat));
        if own > other {
            1.0
        } else if own < other {
            0.0
        } else {
            0.5
        }
    }

    fn range(&self) -> Option<(f64, f64)> {
        (G::SEATS == 2).then_some((0.0, 1.0))
    }

    fn unit(&self) -> &'static str {
        if G::SEATS == 2 { "win probability" } else { "points" }
    }
}
