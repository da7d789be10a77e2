//! The time manager: how much of a game's clock a move may use, and when a search ends.
//!
//! A move has a soft and a hard limit. A search ends at the soft limit if its choice is settled, earlier if one move is
//! clearly the best, and at the hard limit in any case. `benches/time_manager.rs` plays this time manager against an
//! even split of the clock.

use std::time::Duration;

use plywood_search::{Budget, Cancel, Candidate, Decision, Interval, Observer, Player, Progress};

use crate::game_clock::GameClock;
use crate::{Move, Othello};

/// The time limits for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockPlan {
    /// The time after which a settled search ends.
    pub soft: Duration,
    /// The time after which every search ends. Never 0, because a time limit of 0 would mean no limit.
    pub hard: Duration,
}

/// Returns the weight of a position in the split of the clock, by its number of empty squares. The weight is small in
/// the opening, where many moves are about equally good, and near the end, where a search soon proves the result; the
/// positions before the endgame decide the game. `docs/results/othello.md` has the matches with these and other
/// weights.
fn weight(empties: u32) -> f64 {
    match empties {
        41.. => 0.5,
        26..=40 => 1.0,
        12..=25 => 1.5,
        _ => 0.4,
    }
}

/// The soft limit as a fraction of a move's share of the clock. Searches that end early leave time to moves that exceed
/// their share.
const SOFT: f64 = 0.9;

/// The hard limit as a multiple of a move's share of the clock.
const HARD: f64 = 1.8;

/// The largest fraction of the usable time for one move, except for the last move.
const LARGEST_PART: f64 = 0.5;

impl ClockPlan {
    /// Plans a move in a position with `empties` empty squares.
    ///
    /// A side never loses on time if it ends every search at the hard limit, or exceeds it by at most the time that its
    /// clock reserves for delays.
    pub fn new(clock: &GameClock, empties: u32) -> Self {
        // A side makes at most as many moves as there are empty squares, usually half of them.
        let moves = empties.div_ceil(2).max(1);
        let (moves, late_moves) = match clock.period_moves() {
            Some(period) => (period.min(moves), period.min(empties.max(1))),
            None => (moves, empties.max(1)),
        };
        let usable = clock.left().saturating_sub(clock.lag() * late_moves);
        let own = (0..moves).map(|number| weight(empties.saturating_sub(2 * number)));
        let share = usable.mul_f64(weight(empties) / own.sum::<f64>());
        let part = if moves == 1 { 1.0 } else { LARGEST_PART };
        let mut hard = share.mul_f64(HARD).min(usable.mul_f64(part));
        let mut soft = share.mul_f64(SOFT);
        if let (Some(overtime), None) = (clock.overtime(), clock.period_moves()) {
            // Time left in a period cannot be saved for the next one, so every move may use its full share of the
            // period.
            let spare = overtime.per_move().saturating_sub(clock.lag());
            (soft, hard) = (soft.max(spare.mul_f64(SOFT)), hard.max(spare));
        }
        // Without usable time a search still needs a limit above 0. It ends at its first check of the clock.
        let hard = hard.max(Duration::from_nanos(1));
        ClockPlan { soft: soft.min(hard), hard }
    }

    /// Returns the decision of a player whose search ends by this plan. The other limits of `budget` also apply.
    pub fn decide(
        self,
        player: &mut dyn Player<Othello>,
        position: &Othello,
        budget: &Budget,
    ) -> Decision<Move> {
        let cancel = Cancel::new();
        let time = budget.time.map_or(self.hard, |time| time.min(self.hard));
        let budget = budget.clone().with_time(time).with_cancel(cancel.clone());
        let mut watch = Watch { plan: self, cancel, best: None, changed: Duration::ZERO };
        player.decide(position, &budget.with_stop_early(true), &mut watch)
    }

    /// Returns whether a search can end after `elapsed`, if its best move last changed at `changed`.
    fn is_enough(
        self,
        elapsed: Duration,
        changed: Duration,
        candidates: &[Candidate<Move>],
    ) -> bool {
        match settled(candidates, elapsed, changed) {
            Settled::Clear => elapsed >= self.soft.mul_f64(CLEAR_AFTER),
            Settled::Yes => elapsed >= self.soft,
            Settled::No => elapsed >= self.hard,
        }
    }
}

/// Whether more time is unlikely to change the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    /// More time would hardly change the choice, because one move has nearly all visits.
    Clear,
    Yes,
    /// The second move is close or has the better value, or the best move changed recently.
    No,
}

/// The fraction of the soft limit after which a search ends if its choice is clear.
const CLEAR_AFTER: f64 = 0.4;

/// The choice is clear if the second move has less than this fraction of the best move's visits.
const CLEAR_RATIO: f64 = 0.1;

/// The choice is not settled if the second move has more than this fraction of the best move's visits.
const CLOSE_RATIO: f64 = 0.75;

fn settled(candidates: &[Candidate<Move>], elapsed: Duration, changed: Duration) -> Settled {
    let [best, rest @ ..] = candidates else { return Settled::Clear };
    let share = |candidate: &Candidate<Move>| candidate.share.unwrap_or(0.0);
    let Some(second) = rest.iter().max_by(|a, b| share(a).total_cmp(&share(b))) else {
        return Settled::Clear;
    };
    let is_new = changed > elapsed / 2;
    if best.share.is_none() {
        // Without visits, the only sign is how recently the best move changed.
        return if is_new { Settled::No } else { Settled::Yes };
    }
    let ratio = if share(best) > 0.0 { share(second) / share(best) } else { 1.0 };
    let is_better = ratio > CLEAR_RATIO && second.value > best.value;
    if is_new || is_better || ratio > CLOSE_RATIO {
        Settled::No
    } else if ratio < CLEAR_RATIO {
        Settled::Clear
    } else {
        Settled::Yes
    }
}

/// An observer that ends a search according to the plan.
struct Watch {
    plan: ClockPlan,
    cancel: Cancel,
    best: Option<Move>,
    /// The time at which the best move was last replaced.
    changed: Duration,
}

/// The number of progress reports until the soft limit, at each of which the search may end.
const LOOKS: u32 = 20;

impl Observer<Move> for Watch {
    fn progress(&mut self, progress: &Progress<Move>) {
        let best = progress.candidates.first().map(|candidate| candidate.mv);
        let elapsed = progress.stats.elapsed;
        if self.best != best {
            (self.best, self.changed) = (best, elapsed);
        }
        if self.plan.is_enough(elapsed, self.changed, &progress.candidates) {
            self.cancel.cancel();
        }
    }

    fn interval(&self) -> Interval {
        Interval { simulations: None, time: Some(self.plan.soft / LOOKS) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game_clock::Overtime;
    use crate::players::MCTS;

    const MS: Duration = Duration::from_millis(1);

    fn candidate(share: f64, value: f64) -> Candidate<Move> {
        let mut candidate = Candidate::unsearched(Move::PASS, Some(value));
        candidate.share = Some(share);
        candidate
    }

    #[test]
    fn hard_positions_get_more_time_than_easy_ones() {
        let plan = ClockPlan { soft: 100 * MS, hard: 300 * MS };
        let enough = |at: u32, changed: u32, second: (f64, f64)| {
            let candidates = [candidate(0.5, 0.5), candidate(second.0, second.1)];
            plan.is_enough(at * MS, changed * MS, &candidates)
        };
        let (clear, settled, close, better) = ((0.01, 0.2), (0.1, 0.4), (0.4, 0.4), (0.1, 0.6));
        assert!(enough(40, 0, clear) && !enough(39, 0, clear));
        assert!(enough(100, 0, settled) && !enough(99, 0, settled));
        assert!(!enough(299, 0, close) && enough(300, 0, close));
        assert!(!enough(299, 0, better) && enough(300, 0, better));
        assert!(!enough(120, 90, clear), "the choice has just changed");
        assert!(plan.is_enough(40 * MS, Duration::ZERO, &[candidate(1.0, 0.5)]));
    }

    #[test]
    fn the_clock_is_for_positions_that_need_a_search() {
        let clock = GameClock::new(Duration::from_secs(60), None);
        let [opening, middle, ending] = [60, 30, 8].map(|empties| ClockPlan::new(&clock, empties));
        assert!(middle.soft > 3 * opening.soft && opening.soft < opening.hard, "{opening:?}");
        assert!(ending.soft < ending.hard && ending.hard < Duration::from_secs(31), "{ending:?}");
        let last = ClockPlan::new(&clock, 1);
        assert!(last.hard > Duration::from_secs(59));
        let none = ClockPlan::new(&GameClock::new(Duration::ZERO, None), 30);
        assert!(!none.hard.is_zero(), "a limit of 0 would be none");
    }

    #[test]
    fn a_search_ends_within_its_plan() {
        let plan = ClockPlan { soft: 20 * MS, hard: 60 * MS };
        let mut player = MCTS.player().with_seed(7);
        let decision = plan.decide(&mut player, &Othello::start(), &Budget::unlimited());
        assert!(decision.mv.is_some());
        let one = Budget::simulations(1);
        let decision = plan.decide(&mut player, &Othello::start(), &one);
        assert_eq!(decision.stats.simulations, 1, "the limits of the budget hold");
    }

    /// A clock with any times that a controller may set.
    fn clocks() -> impl Strategy<Value = (GameClock, Option<Overtime>)> {
        let overtime = (100u64..30_000, 1u32..40)
            .prop_map(|(ms, moves)| Overtime { time: Duration::from_millis(ms), moves });
        (0u64..600_000, proptest::option::of(overtime))
            .prop_map(|(ms, over)| (GameClock::new(Duration::from_millis(ms), over), over))
    }

    proptest! {
        /// Every move uses the whole hard limit and the lag. The opponent passes now and then.
        #[test]
        fn no_game_is_lost_on_time(
            (mut clock, overtime) in clocks(),
            others in prop::collection::vec(0u32..3, 60),
        ) {
            let mut empties = 60;
            for other in others {
                if empties == 0 || clock.left().is_zero() && overtime.is_none() {
                    break;
                }
                let plan = ClockPlan::new(&clock, empties);
                prop_assert!(plan.soft <= plan.hard);
                let late = clock.lag().saturating_sub(Duration::from_nanos(1));
                prop_assert!(clock.spend(plan.hard + late), "{plan:?} with {clock:?}");
                empties = empties.saturating_sub(1 + other.min(1));
            }
        }
    }
}
