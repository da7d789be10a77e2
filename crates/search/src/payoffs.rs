//! The values of a state for all seats, and how the tree stores them.

use crate::{Game, MAX_SEATS, Objective};

/// A value for each seat.
pub(crate) type Values = [f64; MAX_SEATS];

/// How the values of the seats are related, and their zero points.
///
/// With one seat or a zero-sum objective, the value for seat 0 is the only value: `values[0]` stands
/// for both seats. Otherwise each seat has its own.
#[derive(Clone, Copy)]
pub(crate) struct Payoffs {
    seats: u8,
    /// Whether the value for seat 0 determines all values.
    pub(crate) shared: bool,
    pub(crate) range: Option<(f64, f64)>,
    /// The sum of the values of two seats with a zero-sum objective.
    pub(crate) sum: f64,
    /// The zero points of values in the tree: 0 if the objective has a range. Otherwise they are the
    /// values of the first root, so that small differences of large scores keep their precision.
    pub(crate) origin: Values,
}

impl Payoffs {
    pub(crate) fn new<G: Game>(objective: &impl Objective<G>, seats: u8) -> Self {
        let range = objective.range(seats);
        let (low, high) = range.unwrap_or((0.0, 0.0));
        let shared = seats == 1 || (seats == 2 && objective.zero_sum(seats));
        Payoffs { seats, shared, range, sum: low + high, origin: [0.0; MAX_SEATS] }
    }

    /// Converts a value for seat 0 to the value for `seat`. The values must be shared.
    pub(crate) fn shared_for(&self, seat: u8, value: f64) -> f64 {
        if seat == 0 { value } else { self.sum - value }
    }

    /// Writes the objective's values of a state, relative to the origin.
    pub(crate) fn evaluate<G: Game>(
        &self,
        objective: &impl Objective<G>,
        state: &G,
        values: &mut Values,
    ) {
        values[0] = objective.value(state, 0) - self.origin[0];
        if !self.shared {
            for seat in 1..self.seats {
                let value = objective.value(state, seat);
                values[seat as usize] = value - self.origin[seat as usize];
            }
        }
    }

    /// Subtracts the origin from values that a guide has written.
    pub(crate) fn relative(&self, values: &mut Values) {
        if self.range.is_some() {
            return;
        }
        let read = if self.shared { 1 } else { self.seats() };
        let written = values[..read].iter_mut().zip(self.origin);
        written.for_each(|(value, origin)| *value -= origin);
    }

    /// Returns whether a guide has written all values that are read.
    pub(crate) fn are_written(&self, values: &Values) -> bool {
        let others = if self.shared { 1 } else { self.seats() };
        !values[0].is_nan() && values[1..others].iter().all(|value| !value.is_nan())
    }

    /// Returns the number of values that a guide writes.
    pub(crate) fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Returns the baseline of the gains that a decision reports: the value of `state` for each seat,
    /// or 0 if the objective has a range.
    pub(crate) fn base_values<G: Game>(&self, objective: &impl Objective<G>, state: &G) -> Values {
        let mut values = [0.0; MAX_SEATS];
        if self.range.is_none() {
            for seat in 0..self.seats {
                values[seat as usize] = match (self.shared, seat) {
                    (true, 1) => -values[0],
                    _ => objective.value(state, seat),
                };
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nim::Nim;
    use std::borrow::Cow;

    /// The number of stones for the first seat. For the second it is the negative, if zero-sum, or
    /// twice the number.
    #[derive(Clone)]
    struct Stones {
        zero_sum: bool,
        range: Option<(f64, f64)>,
    }

    impl Objective<Nim> for Stones {
        fn value(&self, heap: &Nim, seat: u8) -> f64 {
            let factor = if self.zero_sum { -1.0 } else { 2.0 };
            f64::from(heap.stones()) * [1.0, factor][usize::from(seat)]
        }

        fn range(&self, _seats: u8) -> Option<(f64, f64)> {
            self.range
        }

        fn zero_sum(&self, _seats: u8) -> bool {
            self.zero_sum
        }

        fn unit(&self, _seats: u8) -> Cow<'static, str> {
            "stones".into()
        }
    }

    const NONE: Values = [0.0; MAX_SEATS];

    fn values(first: f64, second: f64) -> Values {
        let mut values = NONE;
        (values[0], values[1]) = (first, second);
        values
    }

    #[test]
    fn values_are_shared_by_one_seat_or_two_zero_sum_seats() {
        let shared =
            |zero_sum, seats| Payoffs::new(&Stones { zero_sum, range: None }, seats).shared;
        assert_eq!([1, 2, 3].map(|seats| shared(true, seats)), [true, true, false]);
        assert_eq!([1, 2, 3].map(|seats| shared(false, seats)), [true, false, false]);
    }

    #[test]
    fn shared_values_add_up_to_the_sum_of_the_range() {
        let objective = Stones { zero_sum: true, range: Some((-2.0, 5.0)) };
        let payoffs = Payoffs::new(&objective, 2);
        assert_eq!([0, 1].map(|seat| payoffs.shared_for(seat, 4.0)), [4.0, -1.0]);
        assert_eq!(payoffs.base_values(&objective, &Nim::new(9)), NONE);
    }

    #[test]
    fn values_without_a_range_are_relative_to_the_first_root() {
        for (zero_sum, base) in [(true, values(6.0, -6.0)), (false, values(6.0, 12.0))] {
            let objective = Stones { zero_sum, range: None };
            let mut payoffs = Payoffs::new(&objective, 2);
            assert_eq!(payoffs.base_values(&objective, &Nim::new(6)), base);
            payoffs.origin = base;
            let mut found = NONE;
            payoffs.evaluate(&objective, &Nim::new(10), &mut found);
            // Only the first of shared values is written.
            let second = if zero_sum { 0.0 } else { 8.0 };
            assert_eq!(found, values(4.0, second));
            let mut guessed = values(7.0, 3.0);
            payoffs.relative(&mut guessed);
            assert_eq!(guessed, values(1.0, if zero_sum { 3.0 } else { 3.0 - base[1] }));
        }
    }
}
