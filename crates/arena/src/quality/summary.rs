//! The summary of a study: the document of `quality --json`.

use plywood_registry::document::SCHEMA;
use plywood_search::Rng;
use serde::Serialize;

use super::consistency::share_of_commonest;
use super::convergence::Convergence;
use super::measurement::Measurement;
use super::rollouts::{Measure, RolloutQuality};
use super::study::Study;
use crate::mean::Mean;
use crate::statistics::sample::Sample;
use crate::summary::{BOOTSTRAP_STREAM, round};

/// The summary of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StudySummary {
    schema: u32,
    game: String,
    rules: String,
    seed: u64,
    /// Planned positions.
    positions: u32,
    /// Seeds at each position.
    seeds: u32,
    /// Whether all planned measurements were made.
    pub complete: bool,
    elapsed_s: f64,
    /// The players, in the order of the plan.
    pub players: Vec<PlayerQuality>,
}

/// The four indicators of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerQuality {
    /// The player's spec.
    pub spec: String,
    /// Whether the player sees hidden information.
    pub seeing: bool,
    /// Positions measured.
    pub positions: usize,
    /// The mean number of legal moves at the positions.
    pub legal_moves: Option<f64>,
    /// The share of seeds that give the most frequent choice, averaged over the positions.
    pub consistency: Option<Mean>,
    /// How choices depend on the number of simulations; none for players that do not search.
    pub convergence: Option<Convergence>,
    /// Over how many moves searches spread their visits; none for players that do not search.
    pub tree_balance: Option<Mean>,
    /// The quality of the values; none for players that do not search.
    pub rollout_quality: Option<RolloutQuality>,
}

impl StudySummary {
    /// Summarises the measurements of a study that took `elapsed_s` seconds.
    pub fn new(study: &Study, measured: &[Measurement], elapsed_s: f64) -> Self {
        let plan = &study.plan;
        let player = |number: usize| {
            let own = measured.iter().filter(|measurement| measurement.task.player == number);
            PlayerQuality::of(study, number, &own.collect::<Vec<_>>())
        };
        StudySummary {
            schema: SCHEMA,
            game: plan.game.clone(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            positions: plan.positions,
            seeds: plan.seeds,
            complete: measured.len() == study.size(),
            elapsed_s: round(elapsed_s),
            players: (0..plan.players.len()).map(player).collect(),
        }
    }
}

impl PlayerQuality {
    fn of(study: &Study, number: usize, measured: &[&Measurement]) -> Self {
        let rng = &mut Rng::stream(study.plan.seed, BOOTSTRAP_STREAM);
        // Uses one mean for each position: decisions at the same position are not independent.
        let means = |values: fn(&Measurement) -> &[f64]| -> Vec<f64> {
            let samples = measured.iter().filter_map(|one| Sample::new(values(one)));
            samples.map(|sample| sample.mean()).collect()
        };
        let legal: Vec<f64> = measured.iter().map(|one| one.legal_moves as f64).collect();
        let shares: Vec<f64> =
            measured.iter().filter_map(|one| share_of_commonest(&one.choices)).collect();
        let traces: Vec<_> = measured.iter().filter_map(|one| one.trace.as_ref()).collect();
        let predictions: Vec<_> = measured.iter().filter_map(|one| one.prediction).collect();
        let errors = means(|one| &one.standard_errors);
        let player = &study.lineup.players[number];
        let budget = study.plan.budget.apply(&player.budget);
        let simulations = budget.simulations.filter(|_| budget.time.is_none());
        let measure = Measure::new(study.lineup.is_solo(), &player.unit);
        let units = (measure, &*player.unit, study.lineup.entry.score_unit());
        PlayerQuality {
            spec: study.plan.players[number].clone(),
            seeing: player.seeing,
            positions: measured.len(),
            legal_moves: Sample::new(&legal).map(|legal| round(legal.mean())),
            consistency: Mean::of(&shares, rng).map(|mean| mean.within(0.0, 1.0)),
            convergence: Convergence::of(&traces, simulations, rng),
            tree_balance: Mean::of(&means(|one| &one.effective_moves), rng)
                .map(|mean| mean.within(1.0, f64::INFINITY)),
            rollout_quality: RolloutQuality::of(&predictions, &errors, units, rng),
        }
    }
}
