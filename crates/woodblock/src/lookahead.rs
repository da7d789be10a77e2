//! Search of a hand with a sampled layer of next hands: the best plans are compared by what follows them.

use plywood_search::{Rng, Z95};

use crate::beam::Beam;
use crate::bits::Bits;
use crate::layout::{Layout, State};
use crate::limits::Limits;
use crate::plan::{Blocks, BoardValue, Plan, STUCK};
use crate::position::SLOTS;

/// The sizes of a search that compares plans by sampled next hands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// The number of plans that are compared.
    pub plans: usize,
    /// The width of the beam search that finds the plans.
    pub width: usize,
    /// The width of the beam search that plays the sampled hands.
    pub next_width: usize,
}

/// The default: a sampled hand takes less than 0.1 ms on `blast8`.
pub(crate) const AHEAD: Ahead = Ahead { plans: 16, width: 64, next_width: 8 };

/// A plan with the mean of its samples.
#[derive(Clone, Copy)]
pub(crate) struct Compared<B> {
    end: State<B>,
    /// Whether another hand is dealt after the plan.
    follows: bool,
    /// The value of the plan by the evaluation of the board after it.
    value: i32,
    pub(crate) samples: u64,
    sum: i64,
    /// The sum of the squares of the samples.
    squares: f64,
}

/// How many samples the evaluation of the board after a plan counts as. A few samples are less reliable than this
/// evaluation.
const PRIOR: i64 = 4;

impl<B: Bits> Compared<B> {
    /// Creates a plan without samples. `follows` is whether another hand is dealt after it.
    pub(crate) fn new<V: BoardValue<B>>(value: &V, plan: &Plan<B>, follows: bool) -> Self {
        let stuck = plan.value < STUCK / 2;
        let points = value.points(plan.end.points);
        let value = if stuck { value.lost() + points } else { plan.value };
        Compared { end: plan.end, follows, value, samples: 0, sum: 0, squares: 0.0 }
    }

    /// Returns the mean of the samples and `value`, which counts as `PRIOR` samples.
    pub(crate) fn mean(&self) -> f64 {
        let sum = self.sum + PRIOR * i64::from(self.value);
        sum as f64 / (self.samples as i64 + PRIOR) as f64
    }

    /// Returns half the width of the 95% interval of the mean; `None` for fewer than two samples.
    pub(crate) fn half_width(&self) -> Option<f64> {
        let (count, sum) = (self.samples as f64, self.sum as f64);
        let variance = (self.squares - sum * sum / count) / (count - 1.0);
        (self.samples > 1).then(|| Z95 * (variance.max(0.0) / count).sqrt())
    }
}

/// Orders plans by their means, best first.
pub(crate) fn by_mean<B: Bits>(
    one: &(usize, Compared<B>),
    other: &(usize, Compared<B>),
) -> std::cmp::Ordering {
    other.1.mean().total_cmp(&one.1.mean())
}

/// A function that receives the plans with their numbers, and the progress.
pub(crate) type Report<'a, B> = dyn FnMut(&[(usize, Compared<B>)], &Limits) + 'a;

/// Compares plans by sequential halving: the budget has several equal parts, and after each part only the better half
/// of the plans remains. All remaining plans are tested with the same sampled hands. Sorts the plans, best first. Plans
/// whose numbers are in `kept` are never dropped. Calls `report` after a round of samples if a report is due. A plan
/// after which no hand is dealt has nothing to sample, so the comparison ends when only such plans remain.
#[expect(clippy::too_many_arguments, reason = "the parts of a planner, borrowed apart")]
pub(crate) fn compare<B: Bits, V: BoardValue<B>>(
    layout: &Layout<B>,
    value: &V,
    beam: &mut Beam<B>,
    plans: &mut [(usize, Compared<B>)],
    kept: &[usize],
    ahead: Ahead,
    limits: &mut Limits,
    rng: &mut Rng,
    report: &mut Report<B>,
) {
    let stages = f64::from(plans.len().max(2).ilog2());
    let (mut remaining, mut stage, seed) = (plans.len(), 1.0, rng.bits());
    let mut round = Vec::with_capacity(remaining);
    let mut number = 0;
    while remaining > 1 && plans[..remaining].iter().any(|(_, one)| one.follows) {
        let hand = Blocks::new(layout.rules.deal(seed, number), false);
        number = number.wrapping_add(1);
        round.clear();
        for (_, one) in &plans[..remaining] {
            if limits.end() {
                break;
            }
            limits.simulations += 1;
            round.push(sample(layout, value, beam, one, hand, ahead, limits));
        }
        // Discards an incomplete round, so that all plans are compared by the same hands. A round with an interrupted
        // sample is incomplete, too.
        if round.len() < remaining || limits.is_interrupted() {
            break;
        }
        for ((_, one), value) in plans.iter_mut().zip(&round) {
            one.samples += 1;
            one.sum += i64::from(*value);
            one.squares += f64::from(*value) * f64::from(*value);
        }
        if limits.report_is_due() {
            report(plans, limits);
        }
        while limits.used() >= stage / stages && remaining > 1 {
            plans[..remaining].sort_by(by_mean);
            let better = remaining.div_ceil(2);
            // A stable sort, so that the others stay in order.
            plans[better..remaining].sort_by_key(|(number, _)| !kept.contains(number));
            let behind = plans[better..remaining].iter();
            remaining = better + behind.take_while(|(number, _)| kept.contains(number)).count();
            stage += 1.0;
        }
    }
    if number > 0 {
        // Records which limit of the budget ended the last stage.
        limits.end();
    }
    plans[..remaining].sort_by(by_mean);
}

/// Returns the value of a plan if `next` is the hand dealt after it.
#[inline(always)]
fn sample<B: Bits, V: BoardValue<B>>(
    layout: &Layout<B>,
    value: &V,
    beam: &mut Beam<B>,
    plan: &Compared<B>,
    next: Blocks,
    ahead: Ahead,
    limits: &mut Limits,
) -> i32 {
    if !plan.follows {
        return plan.value;
    }
    let state = State { points: 0, ..plan.end };
    let stop = &mut || limits.interrupt();
    let follows = beam.search(layout, value, state, next, ahead.next_width, 1, stop).first();
    let points = value.points(plan.end.points);
    match follows {
        Some(best) if usize::from(best.length) == SLOTS => points + value.hand() + best.value,
        Some(stuck) => points + value.lost() + (stuck.value - STUCK),
        None => points + value.lost(),
    }
}
