//! The objectives [`ByScore`] and [`Points`].

use std::borrow::Cow;

use crate::{Game, Objective};

/// The default objective: the share of opponents with a lower score, where an equal score counts one
/// half. With two seats that is 1 for a win, 1/2 for a draw and 0 for a loss. With one seat the value
/// is the score itself, without a range.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByScore;

impl<G: Game> Objective<G> for ByScore {
    #[inline]
    fn value(&self, state: &G, seat: u8) -> f64 {
        let own = state.score(seat);
        let beaten = |other: u8| {
            let other = state.score(other);
            if own > other {
                1.0
            } else if own < other {
                0.0
            } else {
                0.5
            }
        };
        match state.seats() {
            1 => own,
            2 => beaten(1 - seat),
            seats => {
                let others = (0..seats).filter(|&other| other != seat);
                others.map(beaten).sum::<f64>() / f64::from(seats - 1)
            }
        }
    }

    fn range(&self, seats: u8) -> Option<(f64, f64)> {
        (seats > 1).then_some((0.0, 1.0))
    }

    fn unit(&self, seats: u8) -> Cow<'static, str> {
        match seats {
            1 => "points".into(),
            2 => "win probability".into(),
            _ => "share of opponents beaten".into(),
        }
    }
}

/// The score as the objective, for games where margins count: poker, Hearts, cooperative games.
///
/// Each seat maximises its own score. If the scores of two seats always add up to `low + high`,
/// [`zero_sum`](Points::zero_sum) enables proofs of exact values.
///
/// ```
/// use plywood_search::{Mcts, Points, nim::Nim};
///
/// let mut player = Mcts::new("Ada").with_objective(Points::within(0.0, 1.0));
/// assert_eq!(player.choose_move(&Nim::new(7)), Some(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    low: f64,
    high: f64,
    zero_sum: bool,
}

impl Points {
    /// Creates the objective for scores from `low` to `high`.
    pub const fn within(low: f64, high: f64) -> Self {
        Points { low, high, zero_sum: false }
    }

    /// Declares that the scores of two seats always add up to `low + high`.
    pub const fn zero_sum(self) -> Self {
        Points { zero_sum: true, ..self }
    }
}

impl<G: Game> Objective<G> for Points {
    fn value(&self, state: &G, seat: u8) -> f64 {
        state.score(seat)
    }

    fn range(&self, _seats: u8) -> Option<(f64, f64)> {
        Some((self.low, self.high))
    }

    fn zero_sum(&self, seats: u8) -> bool {
        seats == 2 && self.zero_sum
    }

    fn unit(&self, _seats: u8) -> Cow<'static, str> {
        "points".into()
    }
}
