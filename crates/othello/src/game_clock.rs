//! The clock of one side of a game: main time, then overtime periods, each for a number of moves.

use std::time::Duration;

/// Overtime after the main time (Canadian byo-yomi): a number of moves must be made within each period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// The time of a period.
    pub time: Duration,
    /// The moves of a period, at least 1.
    pub moves: u32,
}

impl Overtime {
    /// Returns the time for each move of a period.
    pub(crate) fn per_move(&self) -> Duration {
        self.time / self.moves.max(1)
    }
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    left: Duration,
    period_moves: Option<u32>,
    overtime: Option<Overtime>,
    lag: Duration,
}

/// The longest time reserved for the delays of one move: the search may notice the end of its time
/// 10 ms late, and the move has to reach the other program.
const LONGEST_LAG: Duration = Duration::from_millis(20);

/// The lag is at most the main time divided by this, so the lags of the 60 moves of a game are at most
/// a third of it.
const LAG_OF_MAIN_TIME: u32 = 3 * 60;

/// The lag is at most the time for one move in overtime, divided by this.
const LAG_OF_OVERTIME: u32 = 4;

impl GameClock {
    /// Creates a clock with main time, and overtime after it. Without overtime, a side whose main time
    /// has passed has lost.
    pub fn new(main: Duration, overtime: Option<Overtime>) -> Self {
        let lag = match overtime {
            Some(overtime) => overtime.per_move() / LAG_OF_OVERTIME,
            None => main / LAG_OF_MAIN_TIME,
        };
        let lag = lag.min(LONGEST_LAG);
        let mut clock = GameClock { left: main, period_moves: None, overtime, lag };
        if main.is_zero() {
            clock.begin_period(Duration::ZERO);
        }
        clock
    }

    /// Sets the remaining time, which is main time without `period_moves`, else the time for that many
    /// moves of a period.
    pub fn set(&mut self, left: Duration, period_moves: Option<u32>) {
        (self.left, self.period_moves) = (left, period_moves.filter(|&moves| moves > 0));
    }

    /// Subtracts the time of a move. Returns `false` if more time has passed than was left.
    pub fn spend(&mut self, elapsed: Duration) -> bool {
        let in_time = match (elapsed.checked_sub(self.left), self.period_moves) {
            (Some(Duration::ZERO) | None, _) => {
                self.left = self.left.saturating_sub(elapsed);
                true
            }
            (Some(beyond), None) => self.begin_period(beyond),
            (Some(_), Some(_)) => {
                self.left = Duration::ZERO;
                false
            }
        };
        if let Some(moves) = &mut self.period_moves {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                return self.begin_period(Duration::ZERO) && in_time;
            }
        }
        in_time
    }

    /// Begins a period of which `passed` has already been used. Returns `false` if the period is
    /// shorter than that, or there is no overtime.
    fn begin_period(&mut self, passed: Duration) -> bool {
        let Some(overtime) = self.overtime else {
            self.left = Duration::ZERO;
            return passed.is_zero();
        };
        self.left = overtime.time.saturating_sub(passed);
        self.period_moves = Some(overtime.moves.max(1));
        passed <= overtime.time
    }

    /// Returns the remaining main time or the remaining time of the period.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Returns the moves to be made within [`left`](Self::left); `None` in main time.
    pub fn period_moves(&self) -> Option<u32> {
        self.period_moves
    }

    pub(crate) fn overtime(&self) -> Option<Overtime> {
        self.overtime
    }

    /// Returns the time reserved for the delays of each move.
    pub(crate) fn lag(&self) -> Duration {
        self.lag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn main_time_runs_out() {
        let mut clock = GameClock::new(10 * SECOND, None);
        assert!(clock.spend(4 * SECOND));
        assert_eq!((clock.left(), clock.period_moves()), (6 * SECOND, None));
        assert!(clock.spend(6 * SECOND));
        assert!(!clock.spend(SECOND));
        assert_eq!(clock.left(), Duration::ZERO);
    }

    #[test]
    fn periods_follow_main_time() {
        let overtime = Overtime { time: 6 * SECOND, moves: 2 };
        let mut clock = GameClock::new(3 * SECOND, Some(overtime));
        // The move takes one second more than the main time, so it is the first move of the period.
        assert!(clock.spend(4 * SECOND));
        assert_eq!((clock.left(), clock.period_moves()), (5 * SECOND, Some(1)));
        assert!(clock.spend(5 * SECOND));
        assert_eq!((clock.left(), clock.period_moves()), (6 * SECOND, Some(2)));
        assert!(!clock.spend(7 * SECOND));
        clock.set(SECOND, Some(2));
        assert_eq!((clock.left(), clock.period_moves()), (SECOND, Some(2)));
        clock.set(SECOND, Some(0));
        assert_eq!(clock.period_moves(), None);
    }

    #[test]
    fn without_main_time_a_period_begins_at_once() {
        let clock = GameClock::new(Duration::ZERO, Some(Overtime { time: SECOND, moves: 5 }));
        assert_eq!((clock.left(), clock.period_moves()), (SECOND, Some(5)));
        assert_eq!(GameClock::new(Duration::ZERO, None).left(), Duration::ZERO);
    }
}
