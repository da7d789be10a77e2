//! What a study found: the document of `quality --json`.

use plywood_registry::document::SCHEMA;
use plywood_search::Rng;
use serde::Serialize;

use super::consistency::share_of_commonest;
use super::convergence::Convergence;
use super::measurement::Measurement;
use super::rollouts::{Measure, RolloutQuality};
use super::study::Study;
use crate::statistics::Interval;
use crate::statistics::bootstrap::mean_interval;
use crate::statistics::sample::Sample;
use crate::summary::round;

/// What a study found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    schema: u32,
    game: String,
    rules: String,
    seed: u64,
    /// Positions that were asked for.
    positions: u32,
    /// Seeds at each position.
    seeds: u32,
    /// Whether everything was measured that was asked for.
    pub complete: bool,
    elapsed_s: f64,
    /// The players, in the order of the plan.
    pub players: Vec<PlayerQuality>,
}

/// The four indicators of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerQuality {
    /// Its spec.
    pub spec: String,
    /// Whether it sees what is hidden.
    pub seeing: bool,
    /// Positions that it was asked about.
    pub positions: usize,
    /// The mean number of legal moves.
    pub legal_moves: Option<f64>,
    /// The share of the seeds that choose the commonest move, over positions.
    pub consistency: Option<Mean>,
    /// Choices against simulations; none without a search.
    pub convergence: Option<Convergence>,
    /// The effective number of moves by visits; none without a search.
    pub tree_balance: Option<Mean>,
    /// What its values are worth; none without a search.
    pub rollout_quality: Option<RolloutQuality>,
}

/// A mean over positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its 95% interval; none below two positions.
    pub ci95: Option<[f64; 2]>,
}

impl Mean {
    /// The mean of values; `None` without any.
    pub(super) fn of(values: &[f64], rng: &mut Rng) -> Option<Self> {
        let mean = round(Sample::new(values)?.mean());
        Some(Mean { mean, ci95: mean_interval(values, rng).map(ends) })
    }

    /// The same with an interval that stays where values can be.
    pub(super) fn within(self, low: f64, high: f64) -> Self {
        Mean { ci95: self.ci95.map(|ends| ends.map(|end| end.clamp(low, high))), ..self }
    }
}

/// An interval as it stands in documents.
pub(super) fn ends(interval: Interval) -> [f64; 2] {
    [interval.low, interval.high].map(round)
}

/// The stream of chance of all bootstraps.
const BOOTSTRAP_STREAM: u64 = u64::MAX - 1;

impl Summary {
    /// What these measurements of a study say; they took so many seconds.
    pub fn new(study: &Study, measured: &[Measurement], elapsed_s: f64) -> Self {
        let plan = &study.plan;
        let player = |number: usize| {
            let own = measured.iter().filter(|measurement| measurement.task.player == number);
            PlayerQuality::of(study, number, &own.collect::<Vec<_>>())
        };
        Summary {
            schema: SCHEMA,
            game: plan.game.clone(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            positions: plan.positions,
            seeds: plan.seeds,
            complete: measured.len() == study.size(),
            elapsed_s: round(elapsed_s),
            players: (0..study.specs.len()).map(player).collect(),
        }
    }

    /// The JSON document, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data has a JSON form")
    }
}

impl PlayerQuality {
    fn of(study: &Study, player: usize, measured: &[&Measurement]) -> Self {
        let rng = &mut Rng::stream(study.plan.seed, BOOTSTRAP_STREAM);
        // Seeds at a position are no independent positions: their means are taken first.
        let means = |values: fn(&Measurement) -> &[f64]| -> Vec<f64> {
            let samples = measured.iter().filter_map(|one| Sample::new(values(one)));
            samples.map(|sample| sample.mean()).collect()
        };
        let legal: Vec<f64> = measured.iter().map(|one| one.legal_moves as f64).collect();
        let shares: Vec<f64> =
            measured.iter().filter_map(|one| share_of_commonest(&one.choices)).collect();
        let courses: Vec<_> = measured.iter().filter_map(|one| one.course.as_ref()).collect();
        let predictions: Vec<_> = measured.iter().filter_map(|one| one.prediction).collect();
        let unit = study.units[player];
        let measure = Measure::new(study.entry.seats().len(), unit);
        let units = (measure, unit, study.entry.score_unit());
        PlayerQuality {
            spec: study.plan.players[player].clone(),
            seeing: study.seeing[player],
            positions: measured.len(),
            legal_moves: Sample::new(&legal).map(|legal| round(legal.mean())),
            consistency: Mean::of(&shares, rng).map(|mean| mean.within(0.0, 1.0)),
            convergence: Convergence::of(&courses, study.simulations[player], rng),
            tree_balance: Mean::of(&means(|one| &one.effective_moves), rng)
                .map(|mean| mean.within(1.0, f64::INFINITY)),
            rollout_quality: RolloutQuality::of(
                &predictions,
                &means(|one| &one.standard_errors),
                units,
                rng,
            ),
        }
    }
}
