//! The objectives [`ByScore`] and [`Points`].

use std::borrow::Cow;

use crate::{Game, Objective};

/// The default objective: the share of opponents with a lower score, where an equal score counts one
/// half. With two seats, the value is 1 for a win, 1/2 for a draw and 0 for a loss. With one seat the
/// value is the score itself, without a range.
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
    ///
    /// # Panics
    /// If `low` or `high` is not finite, or `low` is not less than `high`.
    pub const fn within(low: f64, high: f64) -> Self {
        assert!(low.is_finite() && high.is_finite() && low < high, "expected finite low < high");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;
    use crate::{Rng, conformance};

    /// A finished game with these scores.
    #[derive(Clone, Debug, PartialEq)]
    struct Finished(Vec<f64>);

    impl Game for Finished {
        type Move = ();
        type Seen = ();
        type View = Finished;
        const HIDDEN: bool = false;

        fn seats(&self) -> u8 {
            self.0.len() as u8
        }

        fn seat(&self) -> Option<u8> {
            None
        }

        fn moves(&self, _out: &mut Vec<()>) {}

        fn play(&mut self, _mv: ()) {}

        fn score(&self, seat: u8) -> f64 {
            self.0[usize::from(seat)]
        }

        fn view(&self, _seat: u8) -> Finished {
            self.clone()
        }

        fn world(view: &Finished, _rng: &mut Rng) -> Finished {
            view.clone()
        }
    }

    fn values(objective: &impl Objective<Finished>, scores: &[f64]) -> Vec<f64> {
        let game = Finished(scores.to_vec());
        (0..game.seats()).map(|seat| objective.value(&game, seat)).collect()
    }

    #[test]
    fn by_score_is_the_share_of_opponents_beaten() {
        assert_eq!(values(&ByScore, &[7.0]), [7.0]);
        assert_eq!(values(&ByScore, &[7.0, 2.0]), [1.0, 0.0]);
        assert_eq!(values(&ByScore, &[-3.0, -3.0]), [0.5, 0.5]);
        assert_eq!(values(&ByScore, &[2.0, 9.0, 5.0]), [0.0, 1.0, 0.5]);
        assert_eq!(values(&ByScore, &[4.0, 4.0, 1.0]), [0.75, 0.75, 0.0]);
        assert_eq!(values(&ByScore, &[0.0, 3.0, 3.0, 3.0, 1.0]), [0.0, 0.75, 0.75, 0.75, 0.25]);
    }

    #[test]
    fn by_score_declares_its_values() {
        let range = |seats| Objective::<Finished>::range(&ByScore, seats);
        assert_eq!([1, 2, 3].map(range), [None, Some((0.0, 1.0)), Some((0.0, 1.0))]);
        let zero_sum = |seats| Objective::<Finished>::zero_sum(&ByScore, seats);
        assert_eq!([1, 2, 3].map(zero_sum), [false, true, false]);
        let unit = |seats| Objective::<Finished>::unit(&ByScore, seats);
        let units = ["points", "win probability", "share of opponents beaten"];
        assert_eq!([1, 2, 3].map(unit), units);
    }

    #[test]
    fn points_are_scores() {
        let points = Points::within(-5.0, 5.0);
        assert_eq!(values(&points, &[4.0, -4.0, 2.0]), [4.0, -4.0, 2.0]);
        let range = Objective::<Finished>::range(&points, 2);
        assert_eq!(range, Some((-5.0, 5.0)));
        assert_eq!(Objective::<Finished>::unit(&points, 2), "points");
        let zero_sum = |points, seats| Objective::<Finished>::zero_sum(&points, seats);
        assert_eq!([1, 2, 3].map(|seats| zero_sum(points, seats)), [false; 3]);
        let seats = [1, 2, 3].map(|seats| zero_sum(points.zero_sum(), seats));
        assert_eq!(seats, [false, true, false]);
    }

    #[test]
    fn objectives_conform() {
        let heap = |seed| Nim::new(1 + (seed % 20) as u8);
        conformance::check_objective(100, heap, &ByScore);
        conformance::check_objective(100, heap, &Points::within(0.0, 1.0).zero_sum());
    }
}
