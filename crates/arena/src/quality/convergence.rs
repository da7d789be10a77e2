//! Convergence: the number of simulations after which the choice no longer changes.

use plywood_search::Rng;
use serde::Serialize;

use crate::mean::Mean;
use crate::statistics::Interval;
use crate::statistics::wilson::wilson;
use crate::summary::round;

/// The choices of a search at increasing numbers of simulations.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trace {
    /// The choices before the end of the search, by increasing simulations.
    pub(super) steps: Vec<Step>,
    /// The final move's share of all visits at the end; `None` if the search counts no visits.
    pub(super) final_share: Option<f64>,
    /// Whether the final move counts as the choice at numbers of simulations beyond the end of this
    /// search. `false` if the time limit stopped it: with more time it might have chosen otherwise.
    pub(super) settled: bool,
}

/// The choice of a search after some of its simulations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) simulations: u64,
    /// Whether the choice is the final move.
    pub(super) agrees: bool,
    /// The final move's share of all visits at this step; `None` if the search counts no visits.
    pub(super) share: Option<f64>,
}

/// Choices against simulations, over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Convergence {
    /// The smallest number of simulations from which on at least 95% of the choices equal the final
    /// choices of the search; none if only the whole budget reaches 95%.
    pub enough: Option<u64>,
    /// The points of the curve, by increasing simulations.
    pub curve: Vec<ConvergencePoint>,
}

/// The choices at a number of simulations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ConvergencePoint {
    /// Simulations of each decision.
    pub simulations: u64,
    /// Positions measured.
    pub positions: usize,
    /// The share of the positions whose choice is the final move.
    pub agreement: f64,
    /// Wilson's 95% interval of `agreement`; none at the whole budget, where choices are final by
    /// definition.
    pub agreement_ci95: Option<Interval>,
    /// The final move's share of all visits, averaged over positions; none without visit counts.
    pub share: Option<f64>,
    /// The bootstrap 95% interval of `share`.
    pub share_ci95: Option<Interval>,
}

/// The smallest agreement that counts as converged.
const ENOUGH: f64 = 0.95;

/// Returns the numbers 1, 2, 5, 10, 20, 50 and so on that are less than `limit`.
pub(super) fn steps_below(limit: u64) -> impl Iterator<Item = u64> {
    let decades = std::iter::successors(Some(1u64), |decade| decade.checked_mul(10));
    let steps = decades.flat_map(|decade| [1, 2, 5].map(|digit| decade.saturating_mul(digit)));
    steps.take_while(move |&step| step < limit)
}

impl Convergence {
    /// Combines the traces of all positions into a curve; `None` if the curve has no points.
    ///
    /// `budget` is the number of simulations of each decision; `None` if only time is limited.
    pub(super) fn of(traces: &[&Trace], budget: Option<u64>, rng: &mut Rng) -> Option<Self> {
        let last_step = traces
            .iter()
            .filter_map(|trace| trace.steps.last())
            .max_by_key(|step| step.simulations);
        let limit = budget.or(last_step.map(|step| step.simulations + 1))?;
        let counts = steps_below(limit).chain(budget);
        let mut curve: Vec<_> =
            counts.filter_map(|simulations| point(traces, simulations, rng)).collect();
        if let Some(end) = curve.last_mut().filter(|end| Some(end.simulations) == budget) {
            end.agreement_ci95 = None;
        }
        let unsettled = curve.iter().rposition(|point| point.agreement < ENOUGH);
        let first_settled = unsettled.map_or(0, |index| index + 1);
        let known = if budget.is_some() { curve.len().checked_sub(1)? } else { curve.len() };
        let enough = curve[..known].get(first_settled).map(|point| point.simulations);
        Some(Convergence { enough, curve })
    }
}

/// Returns the point at a number of simulations; `None` if no trace has a known choice there.
fn point(traces: &[&Trace], simulations: u64, rng: &mut Rng) -> Option<ConvergencePoint> {
    let at = |trace: &&Trace| {
        let step = trace.steps.iter().find(|step| step.simulations == simulations);
        let beyond = trace.steps.last().is_none_or(|last| last.simulations < simulations);
        let end = Step { simulations, agrees: true, share: trace.final_share };
        step.copied().or((beyond && trace.settled).then_some(end))
    };
    let steps: Vec<Step> = traces.iter().filter_map(at).collect();
    let agreeing = steps.iter().filter(|step| step.agrees).count();
    let shares: Vec<f64> = steps.iter().filter_map(|step| step.share).collect();
    let share = Mean::of(&shares, rng).map(|mean| mean.within(0.0, 1.0));
    let interval = wilson(agreeing as f64, steps.len());
    (!steps.is_empty()).then(|| ConvergencePoint {
        simulations,
        positions: steps.len(),
        agreement: round(agreeing as f64 / steps.len() as f64),
        agreement_ci95: interval.map(|ends| ends.map(round)),
        share: share.map(|share| share.mean),
        share_ci95: share.and_then(|share| share.ci95),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a trace of 100 simulations that chooses the final move from `from` simulations on.
    fn trace(from: u64) -> Trace {
        let step =
            |simulations| Step { simulations, agrees: simulations >= from, share: Some(0.25) };
        Trace {
            steps: steps_below(100).map(step).collect(),
            final_share: Some(0.75),
            settled: true,
        }
    }

    fn convergence(traces: &[Trace], budget: Option<u64>) -> Convergence {
        let traces: Vec<_> = traces.iter().collect();
        Convergence::of(&traces, budget, &mut Rng::new(1)).unwrap()
    }

    #[test]
    fn steps_are_spaced_logarithmically() {
        assert_eq!(steps_below(100).collect::<Vec<_>>(), [1, 2, 5, 10, 20, 50]);
        assert_eq!(steps_below(1).count(), 0);
        assert!(steps_below(u64::MAX).count() < 70);
    }

    #[test]
    fn enough_needs_the_final_move_in_nineteen_of_twenty_positions() {
        let mut traces = vec![trace(10); 19];
        traces.push(trace(100));
        let found = convergence(&traces, Some(100));
        assert_eq!(found.enough, Some(10));
        let agreement: Vec<f64> = found.curve.iter().map(|point| point.agreement).collect();
        assert_eq!(agreement, [0.0, 0.0, 0.0, 0.95, 0.95, 0.95, 1.0]);
        assert_eq!(found.curve[0].share, Some(0.25));
        let end = found.curve.last().unwrap();
        assert_eq!(end.agreement_ci95, None);
        assert_eq!((end.simulations, end.share, end.positions), (100, Some(0.75), 20));
    }

    #[test]
    fn late_changes_leave_enough_unknown() {
        let mut traces = vec![trace(1); 18];
        traces.extend(vec![trace(100); 2]);
        assert_eq!(convergence(&traces, Some(100)).enough, None);
    }

    #[test]
    fn enough_comes_after_the_last_change() {
        let mut wavering = trace(1);
        wavering.steps[4].agrees = false;
        assert_eq!(convergence(&[wavering], Some(100)).enough, Some(50));
    }

    #[test]
    fn settled_traces_count_beyond_their_end_and_others_do_not() {
        let mut short = trace(1);
        short.steps.truncate(3);
        let found = convergence(&[short.clone(), trace(1)], Some(100));
        assert!(found.curve.iter().all(|point| point.positions == 2));
        short.settled = false;
        let found = convergence(&[short, trace(1)], None);
        let positions: Vec<usize> = found.curve.iter().map(|point| point.positions).collect();
        assert_eq!(positions, [2, 2, 2, 1, 1, 1]);
    }
}
