//! How many simulations are enough: when the choice no longer changes.

use plywood_search::Rng;
use serde::Serialize;

use super::summary::Mean;
use crate::statistics::wilson::wilson;
use crate::summary::round;

/// How one search came to its choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// What it would have chosen sooner, by rising simulations.
    pub(super) steps: Vec<Step>,
    /// The share of the visits that its choice had in the end, if there were any.
    pub(super) final_share: Option<f64>,
    /// More simulations would have changed nothing, or were not allowed.
    pub(super) settled: bool,
}

/// What a search would have answered after some of its simulations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) simulations: u64,
    /// Whether it would have chosen its final move.
    pub(super) agrees: bool,
    /// The share of the visits that its final move had, if there were any.
    pub(super) share: Option<f64>,
}

/// Choices against simulations, over all positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Convergence {
    /// The least number of simulations from which on at least 95% of the
    /// positions have their final move. None if only the whole budget is
    /// enough: then nobody knows whether it is.
    pub enough: Option<u64>,
    /// The points of the curve, by rising simulations.
    pub curve: Vec<CurvePoint>,
}

/// The choices after some number of simulations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Simulations of each decision.
    pub simulations: u64,
    /// Positions that were measured.
    pub positions: usize,
    /// The share of them whose best move is the finally best one.
    pub agreement: f64,
    /// Its 95% interval by Wilson's formula; none for the whole budget, where
    /// every choice is final by definition.
    pub agreement_ci95: Option<[f64; 2]>,
    /// The share of the visits that the finally best move has, where moves are visited.
    pub share: Option<f64>,
    /// The 95% interval of its mean.
    pub share_ci95: Option<[f64; 2]>,
}

/// What counts as settled, in shares of the positions.
const ENOUGH: f64 = 0.95;

/// 1, 2, 5, 10, 20, 50 and so on below `limit`.
pub(super) fn steps_below(limit: u64) -> impl Iterator<Item = u64> {
    let decades = std::iter::successors(Some(1u64), |decade| decade.checked_mul(10));
    let steps = decades.flat_map(|decade| [1, 2, 5].map(|digit| decade.saturating_mul(digit)));
    steps.take_while(move |&step| step < limit)
}

impl Convergence {
    /// What the courses of all positions say; `budget` is the number of
    /// simulations that all of them had, where it was not time. `None` if
    /// nobody searched.
    pub(super) fn of(courses: &[&Course], budget: Option<u64>, rng: &mut Rng) -> Option<Self> {
        let last_step = courses
            .iter()
            .filter_map(|course| course.steps.last())
            .max_by_key(|step| step.simulations);
        let limit = budget.or(last_step.map(|step| step.simulations + 1))?;
        let counts = steps_below(limit).chain(budget);
        let mut curve: Vec<_> =
            counts.filter_map(|simulations| point(courses, simulations, rng)).collect();
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

/// The choices of all courses that are known at so many simulations.
fn point(courses: &[&Course], simulations: u64, rng: &mut Rng) -> Option<CurvePoint> {
    let at = |course: &&Course| {
        let step = course.steps.iter().find(|step| step.simulations == simulations);
        let beyond = course.steps.last().is_none_or(|last| last.simulations < simulations);
        let end = Step { simulations, agrees: true, share: course.final_share };
        step.copied().or((beyond && course.settled).then_some(end))
    };
    let steps: Vec<Step> = courses.iter().filter_map(at).collect();
    let agreeing = steps.iter().filter(|step| step.agrees).count();
    let shares: Vec<f64> = steps.iter().filter_map(|step| step.share).collect();
    let share = Mean::of(&shares, rng).map(|mean| mean.within(0.0, 1.0));
    let interval = wilson(agreeing as u64, steps.len() as u64);
    (!steps.is_empty()).then(|| CurvePoint {
        simulations,
        positions: steps.len(),
        agreement: round(agreeing as f64 / steps.len() as f64),
        agreement_ci95: interval.map(|ends| [ends.low, ends.high].map(round)),
        share: share.map(|share| share.mean),
        share_ci95: share.and_then(|share| share.ci95),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A course of 100 simulations that agrees with its end from `from` on.
    fn course(from: u64) -> Course {
        let step =
            |simulations| Step { simulations, agrees: simulations >= from, share: Some(0.25) };
        Course {
            steps: steps_below(100).map(step).collect(),
            final_share: Some(0.75),
            settled: true,
        }
    }

    fn convergence(courses: &[Course], budget: Option<u64>) -> Convergence {
        let courses: Vec<_> = courses.iter().collect();
        Convergence::of(&courses, budget, &mut Rng::new(1)).unwrap()
    }

    #[test]
    fn steps_are_spaced_by_factors() {
        assert_eq!(steps_below(100).collect::<Vec<_>>(), [1, 2, 5, 10, 20, 50]);
        assert_eq!(steps_below(1).count(), 0);
        assert!(steps_below(u64::MAX).count() < 70);
    }

    #[test]
    fn enough_is_where_nineteen_in_twenty_have_settled() {
        let mut courses = vec![course(10); 19];
        courses.push(course(100));
        let found = convergence(&courses, Some(100));
        assert_eq!(found.enough, Some(10));
        let agreement: Vec<f64> = found.curve.iter().map(|point| point.agreement).collect();
        assert_eq!(agreement, [0.0, 0.0, 0.0, 0.95, 0.95, 0.95, 1.0]);
        assert_eq!(found.curve[0].share, Some(0.25));
        let end = found.curve.last().unwrap();
        assert_eq!(end.agreement_ci95, None);
        assert_eq!((end.simulations, end.share, end.positions), (100, Some(0.75), 20));
    }

    #[test]
    fn a_choice_that_changes_late_leaves_it_open() {
        let mut courses = vec![course(1); 18];
        courses.extend(vec![course(100); 2]);
        assert_eq!(convergence(&courses, Some(100)).enough, None);
    }

    #[test]
    fn a_choice_that_comes_and_goes_has_not_settled() {
        let mut wavering = course(1);
        wavering.steps[4].agrees = false;
        assert_eq!(convergence(&[wavering], Some(100)).enough, Some(50));
    }

    #[test]
    fn a_proof_settles_what_would_come_after_it_and_time_does_not() {
        let mut short = course(1);
        short.steps.truncate(3);
        let found = convergence(&[short.clone(), course(1)], Some(100));
        assert!(found.curve.iter().all(|point| point.positions == 2));
        short.settled = false;
        let found = convergence(&[short, course(1)], None);
        let positions: Vec<usize> = found.curve.iter().map(|point| point.positions).collect();
        assert_eq!(positions, [2, 2, 2, 1, 1, 1]);
    }
}
