//! The summary of a review: the document of `review --json`.

use plywood_registry::Thresholds;
use plywood_registry::document::SCHEMA;
use serde::Serialize;

use super::marks::Mark;
use super::passes::Reviewed;
use super::plan::Review;
use super::valued::{Estimate, ReviewedMove, Valued};

/// The summary of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewSummary {
    schema: u32,
    /// The name of the game.
    pub game: String,
    /// The rules of the game.
    pub rules: String,
    /// The seed of the analyses.
    pub seed: u64,
    /// The spec of the player that analysed the positions.
    pub player: String,
    /// Whether the player sees hidden facts: always false, since a review judges by what the mover knew.
    pub seeing: bool,
    /// The unit of values.
    pub unit: String,
    /// The unit of scores.
    pub score_unit: String,
    /// The simulations of an analysis; none if they are not limited.
    pub simulations: Option<u64>,
    /// Whether all moves are reviewed.
    pub complete: bool,
    /// The number of analyses to make: one for each reviewed move, and in a long game a second one for some moves.
    pub total: usize,
    /// The number of analyses made.
    pub done: usize,
    /// How a long game is reviewed; none for others.
    pub coarse: Option<CoarsePass>,
    /// The time of the review in milliseconds.
    pub elapsed_ms: f64,
    /// Why the review stopped before it was complete; none if it did not.
    pub stopped: Option<&'static str>,
    /// The moves reviewed, in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// The smallest loss of an inaccuracy, a mistake and a blunder.
    pub thresholds: MarkThresholds,
    /// The thresholds for losses of exact scores, in the unit of scores; none if marks do not depend on scores.
    pub score_thresholds: Option<MarkThresholds>,
    /// The totals of each seat.
    pub players: Vec<PlayerReview>,
    /// Sentences about the game.
    pub notes: Vec<String>,
}

/// How the moves of a long game are analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoarsePass {
    /// The simulations of each analysis in the first pass; none if they are not limited.
    pub simulations: Option<u64>,
    /// The number of moves that are analysed in full afterwards: those with the largest swings.
    pub full: usize,
}

/// The smallest loss of an inaccuracy, a mistake and a blunder, with the unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarkThresholds {
    inaccuracy: f64,
    mistake: f64,
    blunder: f64,
    unit: String,
}

/// The totals over a seat's moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReview {
    /// The seat.
    pub seat: u8,
    /// The name of the seat.
    pub name: String,
    /// The number of moves reviewed.
    pub moves: usize,
    /// The mean loss of the moves whose loss is known; none without such moves.
    pub mean_loss: Option<f64>,
    /// The mean loss of the moves with exact scores, in the unit of scores; none without such moves.
    pub mean_score_loss: Option<f64>,
    /// The number of best moves.
    pub best: usize,
    /// The number of other good moves.
    pub good: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// The sum of the luck of the moves; none if no hidden facts were revealed.
    pub luck: Option<f64>,
    /// The 95% interval of `luck`, under the assumption that the luck of different moves is independent.
    pub luck_ci95: Option<[f64; 2]>,
    /// The result on the scale of `base + value`; none if the game is not over, if it was forfeited, or if values of
    /// different positions are not comparable.
    pub result: Option<f64>,
    /// The plies of the worst moves, at most three, the worst first. Only moves with a significant loss.
    pub worst: Vec<usize>,
}

/// Maximum number of worst moves that are listed for a seat.
const WORST: usize = 3;

impl ReviewSummary {
    /// Summarises a review that took `seconds`.
    pub fn new(review: &Review, reviewed: &Reviewed, seconds: f64) -> Self {
        let moves = review.assess(&reviewed.parts);
        let thresholds = review.thresholds(&reviewed.parts);
        let (plan, is_long) = (&review.plan, review.is_long());
        let mut notes = reviewed.notes.clone();
        let unknown = moves.iter().filter(|one| one.loss.is_none()).count();
        if reviewed.is_complete && unknown > 0 {
            notes.push(format!(
                "The loss of {unknown} moves is not known: {} does not value them.",
                plan.player
            ));
        }
        let full = review.size() - review.plies().len();
        if is_long {
            let all = review.plies().len();
            notes.push(if reviewed.is_complete {
                format!(
                    "A game of {all} moves: all were analysed with few simulations, and the {full} with the largest swings in full."
                )
            } else {
                let twice = reviewed.done.saturating_sub(moves.len());
                format!(
                    "A game of {all} moves: {} of them were analysed with few simulations, and {twice} of the {full} with the largest swings in full.",
                    moves.len()
                )
            });
        }
        let seats = 0..review.entry.seats().len() as u8;
        let asked = |seat: &u8| plan.seats.as_ref().is_none_or(|seats| seats.contains(seat));
        let player = |seat| review.player(seat, &moves, thresholds);
        let players = seats.filter(asked).map(player).collect();
        let score_unit = review.entry.score_unit();
        let score_thresholds = review.entry.review().score_thresholds;
        ReviewSummary {
            schema: SCHEMA,
            game: plan.game.clone(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            player: plan.player.clone(),
            seeing: false,
            unit: review.unit.clone(),
            score_unit: score_unit.to_owned(),
            simulations: review.budget.simulations,
            complete: reviewed.is_complete,
            total: reviewed.total,
            done: reviewed.done,
            coarse: is_long.then(|| CoarsePass { simulations: review.coarse_simulations(), full }),
            elapsed_ms: round(seconds * 1e3),
            stopped: None,
            moves: moves.into_iter().map(rounded).collect(),
            thresholds: MarkThresholds::new(thresholds, &review.unit),
            score_thresholds: score_thresholds.map(|from| MarkThresholds::new(from, score_unit)),
            players,
            notes,
        }
    }

    /// Returns the summary with `stopped` set to `cancelled`, unless the review is complete.
    pub fn cancelled(self) -> Self {
        let stopped = (!self.complete).then_some("cancelled");
        ReviewSummary { stopped, ..self }
    }
}

impl MarkThresholds {
    fn new(thresholds: Thresholds, unit: &str) -> Self {
        let Thresholds { inaccuracy, mistake, blunder } = thresholds;
        let [inaccuracy, mistake, blunder] = [inaccuracy, mistake, blunder].map(round);
        MarkThresholds { inaccuracy, mistake, blunder, unit: unit.to_owned() }
    }
}

impl Review {
    fn player(&self, seat: u8, moves: &[ReviewedMove], thresholds: Thresholds) -> PlayerReview {
        let own: Vec<&ReviewedMove> = moves.iter().filter(|one| one.seat == seat).collect();
        let count = |mark| own.iter().filter(|one| one.mark == Some(mark)).count();
        let mean = |values: Vec<f64>| {
            (!values.is_empty()).then(|| round(values.iter().sum::<f64>() / values.len() as f64))
        };
        let luck =
            own.iter().filter_map(|one| Some(Estimate { value: one.luck?, ci95: one.luck_ci95 }));
        let luck = luck.reduce(Estimate::sum);
        let mut worst: Vec<(f64, usize)> = own
            .iter()
            .map(|one| (self.severity(one, thresholds), one.ply))
            .filter(|&(severity, _)| severity > 0.0)
            .collect();
        worst.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.cmp(other)));
        worst.truncate(WORST);
        PlayerReview {
            seat,
            name: self.entry.seats()[usize::from(seat)].to_string(),
            moves: own.len(),
            mean_loss: mean(own.iter().filter_map(|one| one.loss).collect()),
            mean_score_loss: mean(own.iter().filter_map(|one| one.score_loss).collect()),
            best: count(Mark::Best),
            good: count(Mark::Good),
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
            luck: luck.map(|luck| round(luck.value)),
            luck_ci95: luck.and_then(|luck| luck.ci95).map(|ends| ends.map(round)),
            result: self.results.as_ref().map(|results| round(results[usize::from(seat)])),
            worst: worst.into_iter().map(|(_, ply)| ply).collect(),
        }
    }
}

/// Rounds to six decimals, as in the document of a decision. No search is more accurate than that.
fn round(value: f64) -> f64 {
    // Adding 0 makes -0 a 0.
    (value * 1e6).round() / 1e6 + 0.0
}

fn rounded(one: ReviewedMove) -> ReviewedMove {
    let ends = |ends: Option<[f64; 2]>| ends.map(|ends| ends.map(round));
    let valued = |valued: Option<Valued>| {
        valued.map(|one| Valued {
            value: round(one.value),
            ci95: ends(one.ci95),
            proven: one.proven.map(round),
            score: one.score.map(round),
            ..one
        })
    };
    ReviewedMove {
        base: one.base.map(round),
        value: one.value.map(round),
        ci95: ends(one.ci95),
        played: valued(one.played),
        best: valued(one.best),
        loss: one.loss.map(round),
        loss_ci95: ends(one.loss_ci95),
        score: one.score.map(round),
        score_loss: one.score_loss.map(round),
        luck: one.luck.map(round),
        luck_ci95: ends(one.luck_ci95),
        ..one
    }
}
