//! A move with its value, and a move of the game with its review.

use serde::Serialize;

use super::marks::Mark;

/// A legal move with its value for the seat that moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Valued {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value, in the unit of the player.
    pub value: f64,
    /// The 95% interval of the value; none if it is not known.
    pub ci95: Option<[f64; 2]>,
    /// The simulations that tried the move; none if the value is not from simulations.
    pub visits: Option<u64>,
    /// The exact value, if it is proven.
    pub proven: Option<f64>,
    /// The score that the seat will have, in the unit of scores; exact if the value is proven.
    pub score: Option<f64>,
    /// The principal variation, beginning with the move.
    pub pv: Vec<String>,
    /// The descriptions of the moves in `pv`.
    pub words: Vec<String>,
}

/// A move of the game with its review.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// The index of the move in the game.
    pub ply: usize,
    /// The seat that moved.
    pub seat: u8,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The description of the move.
    pub words: String,
    /// The position before the move, as its mover saw it.
    pub position: String,
    /// What the seat has gained before the move, in the unit of values: `base + value` is comparable between positions.
    /// 0 if values predict the result of the whole game; none if values of different positions are not comparable.
    pub base: Option<f64>,
    /// The value of the position for the mover; none if the player has no value.
    pub value: Option<f64>,
    /// The 95% interval of `value`.
    pub ci95: Option<[f64; 2]>,
    /// The move played; none if its value is not known.
    pub played: Option<Valued>,
    /// The best move; none if the player values no move.
    pub best: Option<Valued>,
    /// How much the best move is better than the move played; 0 if the difference is not significant; none if it is
    /// not known.
    pub loss: Option<f64>,
    /// The 95% interval of the loss, which is never negative.
    pub loss_ci95: Option<[f64; 2]>,
    /// Whether the move has a significant loss, in the value or in an exact score.
    pub significant: bool,
    /// Whether the values are solved exactly.
    pub exact: bool,
    /// The exact score of the best move.
    pub score: Option<f64>,
    /// The exact score of the best move minus that of the move played, at least 0; none unless both scores are exact.
    pub score_loss: Option<f64>,
    /// The mark of the move; none if the loss is not known.
    pub mark: Option<Mark>,
    /// The change of the value by facts that were revealed after the move; none if no facts were revealed.
    pub luck: Option<f64>,
    /// The 95% interval of the luck.
    pub luck_ci95: Option<[f64; 2]>,
    /// `full`, or `coarse` for an analysis with few simulations.
    pub depth: &'static str,
}

/// A number with its 95% interval, which is a point if the number is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) ci95: Option<[f64; 2]>,
}

impl Estimate {
    pub(super) fn exact(value: f64) -> Self {
        Estimate { value, ci95: Some([value; 2]) }
    }

    pub(super) fn of(valued: &Valued) -> Self {
        Estimate { value: valued.value, ci95: valued.ci95 }
    }

    /// Adds an exact number.
    pub(super) fn plus(self, number: f64) -> Self {
        let Estimate { value, ci95 } = self;
        Estimate { value: value + number, ci95: ci95.map(|ends| ends.map(|end| end + number)) }
    }

    /// Returns the sum of two independent estimates.
    pub(super) fn sum(self, other: Self) -> Self {
        let value = self.value + other.value;
        let ends = self.ci95.zip(other.ci95).map(|([low, high], [other_low, other_high])| {
            let half = |one: f64, two: f64| (one * one + two * two).sqrt();
            [
                value - half(self.value - low, other.value - other_low),
                value + half(high - self.value, other_high - other.value),
            ]
        });
        Estimate { value, ci95: ends }
    }

    /// Returns the difference of two independent estimates.
    pub(super) fn minus(self, other: Self) -> Self {
        let ends = other.ci95.map(|[low, high]| [-high, -low]);
        self.sum(Estimate { value: -other.value, ci95: ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_the_interval_of_independent_estimates() {
        let one = Estimate { value: 5.0, ci95: Some([2.0, 9.0]) };
        let other = Estimate { value: 1.0, ci95: Some([-2.0, 5.0]) };
        // Half widths are combined as `sqrt(a * a + b * b)`: 3 and 4 give 5, and so do 4 and 3.
        assert_eq!(one.minus(other), Estimate { value: 4.0, ci95: Some([-1.0, 9.0]) });
        assert_eq!(one.minus(Estimate::exact(1.0)).ci95, Some([1.0, 8.0]));
        assert_eq!(one.minus(Estimate { value: 1.0, ci95: None }).ci95, None);
        assert_eq!(
            one.sum(other),
            Estimate { value: 6.0, ci95: Some([6.0 - 18f64.sqrt(), 6.0 + 32f64.sqrt()]) }
        );
        assert_eq!(one.plus(2.0), Estimate { value: 7.0, ci95: Some([4.0, 11.0]) });
    }
}
