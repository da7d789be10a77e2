//! The files of a report: the summary as JSON and CSV, and the plots.

use std::path::{Path, PathBuf};

use plywood_registry::marked;

use crate::plots::{self, Curve, CurvePoint, RatingRow, ScoreRow, SurvivalLine};
use crate::records::write_all;
use crate::solo::{self, Scores};
use crate::statistics::Interval;
use crate::statistics::elo::EloEstimate;
use crate::summary::{PlayerResults, PlayerSummary, Summary};
use crate::{ArenaError, GameRecord, Plan, Tournament};

/// Writes what a tournament found into its folder, and says which files.
pub fn write(
    folder: &Path,
    tournament: &Tournament,
    games: &[GameRecord],
    summary: &Summary,
) -> Result<Vec<PathBuf>, ArenaError> {
    let mut files = vec![
        ("summary.json", format!("{}\n", summary.to_json())),
        ("summary.csv", csv_of(&tournament.plan, summary)),
    ];
    let title = |what: &str| format!("{what}: {}", headline(tournament));
    let unit = tournament.entry.score_unit();
    if tournament.is_solo() {
        let rows = score_rows(games, summary);
        if !rows.is_empty() {
            files.push(("scores.svg", plots::scores(&title("Scores"), unit, &rows)?));
        }
        let lines = survival_lines(games, summary);
        if !lines.is_empty() {
            files.push(("survival.svg", plots::survival(&title("Survival"), "moves", &lines)?));
        }
    } else {
        let rows = rating_rows(summary);
        if !rows.is_empty() {
            files.push(("ratings.svg", plots::ratings(&title("Ratings"), &rows)?));
        }
    }
    let curves = strength_curves(tournament, summary);
    if !curves.is_empty() {
        let unit = if tournament.is_solo() { unit } else { "Elo above the last player" };
        let svg = plots::strength(&title("Strength"), unit, &curves)?;
        files.push(("strength.svg", svg));
    }
    write_all(folder, files)
}

/// The game, its rules and the size of the tournament, on a line.
fn headline(tournament: &Tournament) -> String {
    let plan = &tournament.plan;
    let rules = if plan.rules.is_empty() { String::new() } else { format!(" ({})", plan.rules) };
    let each = if tournament.is_solo() { "player" } else { "pair" };
    format!("{}{rules}, {} games a {each}", plan.game, plan.games)
}

fn name_of(player: &PlayerSummary) -> String {
    marked(&player.spec, player.seeing)
}

fn rating_rows(summary: &Summary) -> Vec<RatingRow> {
    let row = |player: &PlayerSummary| match player.results {
        PlayerResults::Versus { elo: Some(elo), elo_ci95: Some([low, high]), .. } => {
            Some(RatingRow { player: name_of(player), rating: EloEstimate { elo, low, high } })
        }
        _ => None,
    };
    summary.players.iter().filter_map(row).collect()
}

fn score_rows(games: &[GameRecord], summary: &Summary) -> Vec<ScoreRow> {
    let row = |(number, player): (usize, &PlayerSummary)| {
        let scores = solo::scores_of(games, number);
        let interval = match &player.results {
            PlayerResults::Solo(Scores { mean_ci95: Some([low, high]), .. }) => {
                Some(Interval { low: *low, high: *high })
            }
            _ => None,
        };
        let row = ScoreRow { player: name_of(player), scores, mean_interval: interval };
        (!row.scores.is_empty()).then_some(row)
    };
    summary.players.iter().enumerate().filter_map(row).collect()
}

fn survival_lines(games: &[GameRecord], summary: &Summary) -> Vec<SurvivalLine> {
    let line = |(number, player): (usize, &PlayerSummary)| {
        Some(SurvivalLine { player: name_of(player), curve: solo::survival(games, number)? })
    };
    summary.players.iter().enumerate().filter_map(line).collect()
}

/// Players that differ in nothing but their simulations make a curve, unless
/// the plan overrides those.
fn strength_curves(tournament: &Tournament, summary: &Summary) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let budget = tournament.plan.budget;
    if budget.simulations.is_some() || budget.time.is_some() {
        return curves;
    }
    for (spec, player) in tournament.specs.iter().zip(&summary.players) {
        let Ok(Some(simulations)) = spec.settings.count("simulations") else { continue };
        let (value, low, high) = match &player.results {
            PlayerResults::Versus { elo: Some(elo), elo_ci95: Some([low, high]), .. } => {
                (*elo, *low, *high)
            }
            PlayerResults::Solo(Scores { mean: Some(mean), mean_ci95, .. }) => {
                (*mean, mean_ci95.map(|ends| ends[0]), mean_ci95.map(|ends| ends[1]))
            }
            _ => continue,
        };
        let name = marked(&spec.without("simulations").to_string(), player.seeing);
        let point = CurvePoint { simulations, value, low, high };
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve { name, points: vec![point] }),
        }
    }
    curves.retain(|curve| curve.points.len() > 1);
    for curve in &mut curves {
        curve.points.sort_by_key(|point| point.simulations);
    }
    curves
}

/// A row for each player.
fn csv_of(plan: &Plan, summary: &Summary) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let end = |ends: Option<[f64; 2]>, index: usize| number(ends.map(|ends| ends[index]));
    for (index, player) in summary.players.iter().enumerate() {
        let mut head = vec!["game", "rules", "seed", "player", "seeing"];
        let mut row = vec![
            plan.game.clone(),
            plan.rules.clone(),
            plan.seed.to_string(),
            player.spec.clone(),
            player.seeing.to_string(),
        ];
        let cells: Vec<(&'static str, String)> = match &player.results {
            PlayerResults::Versus { tally, score, elo, elo_ci95 } => vec![
                ("games", tally.games.to_string()),
                ("wins", tally.wins.to_string()),
                ("draws", tally.draws.to_string()),
                ("losses", tally.losses.to_string()),
                ("capped", tally.capped.to_string()),
                ("score", number(*score)),
                ("elo", number(*elo)),
                ("elo_low", number(elo_ci95.and_then(|ends| ends[0]))),
                ("elo_high", number(elo_ci95.and_then(|ends| ends[1]))),
            ],
            PlayerResults::Solo(scores) => vec![
                ("games", scores.games.to_string()),
                ("mean", number(scores.mean)),
                ("mean_low", end(scores.mean_ci95, 0)),
                ("mean_high", end(scores.mean_ci95, 1)),
                ("median", number(scores.median)),
                ("min", number(scores.min)),
                ("max", number(scores.max)),
                ("unit", scores.unit.clone()),
                ("win_rate", number(scores.win_rate)),
                ("win_rate_low", end(scores.win_rate_ci95, 0)),
                ("win_rate_high", end(scores.win_rate_ci95, 1)),
                ("capped", scores.capped.to_string()),
            ],
        };
        head.extend(cells.iter().map(|(name, _)| *name));
        row.extend(cells.into_iter().map(|(_, cell)| cell));
        head.extend(["ms_per_move_mean", "ms_per_move_p95"]);
        row.extend([number(player.ms_per_move.mean), number(player.ms_per_move.p95)]);
        if index == 0 {
            table.write_record(&head).expect("memory takes every row");
        }
        table.write_record(&row).expect("memory takes every row");
    }
    let bytes = table.into_inner().expect("memory takes every row");
    String::from_utf8(bytes).expect("made of strings")
}
