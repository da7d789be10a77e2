//! The files of a tournament's report: the summary as JSON and CSV, and plots.

use std::path::{Path, PathBuf};

use plywood_registry::marked;

use crate::folder::{json_line, write_all};
use crate::plots::{self, Curve, CurvePoint, ScoreRow};
use crate::statistics::elo::EloEstimate;
use crate::statistics::survival::SurvivalCurve;
use crate::summary::{PlayerResults, PlayerSummary, Scores, Summary};
use crate::{ArenaError, GameRecord, Plan, Tournament, solo};

/// Writes the report of a tournament into a folder. Returns the paths of the files.
pub fn write_report(
    folder: &Path,
    tournament: &Tournament,
    games: &[GameRecord],
    summary: &Summary,
) -> Result<Vec<PathBuf>, ArenaError> {
    let plan = &tournament.plan;
    let mut files =
        vec![("summary.json", json_line(summary)), ("summary.csv", csv_of(plan, summary))];
    let rules = if plan.rules.is_empty() { String::new() } else { format!(" ({})", plan.rules) };
    let each = if tournament.is_solo() { "player" } else { "pair" };
    let title = |what: &str| format!("{what}: {}{rules}, {} games a {each}", plan.game, plan.games);
    let unit = tournament.lineup.entry.score_unit();
    let rows = score_rows(games, summary);
    if !rows.is_empty() {
        files.push(("scores.svg", plots::scores(&title("Scores"), unit, &rows)?));
    }
    let lines = survival_lines(games, summary);
    if !lines.is_empty() {
        files.push(("survival.svg", plots::survival(&title("Survival"), "moves", &lines)?));
    }
    let rows = rating_rows(summary);
    if !rows.is_empty() {
        files.push(("ratings.svg", plots::ratings(&title("Ratings"), &rows)?));
    }
    let curves = strength_curves(tournament, summary);
    if !curves.is_empty() {
        let unit = if tournament.is_solo() { unit } else { "Elo above the last player" };
        files.push(("strength.svg", plots::strength(&title("Strength"), unit, &curves)?));
    }
    write_all(folder, files)
}

fn rating_rows(summary: &Summary) -> Vec<(String, EloEstimate)> {
    let row = |player: &PlayerSummary| match player.results {
        PlayerResults::Versus { elo: Some(elo), elo_ci95: Some([low, high]), .. } => {
            Some((marked(&player.spec, player.seeing), EloEstimate { elo, low, high }))
        }
        _ => None,
    };
    summary.players.iter().filter_map(row).collect()
}

fn score_rows(games: &[GameRecord], summary: &Summary) -> Vec<ScoreRow> {
    let row = |(number, player): (usize, &PlayerSummary)| match &player.results {
        PlayerResults::Solo(Scores { games: 1.., mean_ci95, .. }) => Some(ScoreRow {
            player: marked(&player.spec, player.seeing),
            scores: solo::scores_of(games, number),
            mean_interval: *mean_ci95,
        }),
        _ => None,
    };
    summary.players.iter().enumerate().filter_map(row).collect()
}

fn survival_lines(games: &[GameRecord], summary: &Summary) -> Vec<(String, SurvivalCurve)> {
    let line = |(number, player): (usize, &PlayerSummary)| {
        Some((marked(&player.spec, player.seeing), solo::survival(games, number)?))
    };
    summary.players.iter().enumerate().filter_map(line).collect()
}

/// Returns a curve for each group of players that differ only in their number of simulations; no
/// curves if the plan sets the simulations or the time of all decisions.
fn strength_curves(tournament: &Tournament, summary: &Summary) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let budget = tournament.plan.budget;
    if budget.simulations.is_some() || budget.time.is_some() {
        return curves;
    }
    for (contestant, player) in tournament.lineup.players.iter().zip(&summary.players) {
        let spec = &contestant.spec;
        let Ok(Some(simulations)) = spec.settings.count("simulations") else { continue };
        let (value, [low, high]) = match &player.results {
            PlayerResults::Versus { elo: Some(elo), elo_ci95: Some(ends), .. } => (*elo, *ends),
            PlayerResults::Solo(Scores { mean: Some(mean), mean_ci95, .. }) => {
                (*mean, [mean_ci95.map(|ends| ends.low), mean_ci95.map(|ends| ends.high)])
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

/// Returns a CSV table with a row for each player.
fn csv_of(plan: &Plan, summary: &Summary) -> String {
    let mut table = csv::Writer::from_writer(Vec::new());
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for (index, player) in summary.players.iter().enumerate() {
        let mut cells = vec![
            ("game", plan.game.clone()),
            ("rules", plan.rules.clone()),
            ("seed", plan.seed.to_string()),
            ("player", player.spec.clone()),
            ("seeing", player.seeing.to_string()),
        ];
        match &player.results {
            PlayerResults::Versus { tally, score, elo, elo_ci95 } => cells.extend([
                ("games", tally.games.to_string()),
                ("wins", tally.wins.to_string()),
                ("draws", tally.draws.to_string()),
                ("losses", tally.losses.to_string()),
                ("capped", tally.capped.to_string()),
                ("score", number(*score)),
                ("elo", number(*elo)),
                ("elo_low", number(elo_ci95.and_then(|ends| ends[0]))),
                ("elo_high", number(elo_ci95.and_then(|ends| ends[1]))),
            ]),
            PlayerResults::Solo(scores) => cells.extend([
                ("games", scores.games.to_string()),
                ("mean", number(scores.mean)),
                ("mean_low", number(scores.mean_ci95.map(|ends| ends.low))),
                ("mean_high", number(scores.mean_ci95.map(|ends| ends.high))),
                ("median", number(scores.median)),
                ("min", number(scores.min)),
                ("max", number(scores.max)),
                ("unit", scores.unit.clone()),
                ("win_rate", number(scores.win_rate)),
                ("win_rate_low", number(scores.win_rate_ci95.map(|ends| ends.low))),
                ("win_rate_high", number(scores.win_rate_ci95.map(|ends| ends.high))),
                ("capped", scores.capped.to_string()),
            ]),
        }
        cells.push(("ms_per_move_mean", number(player.ms_per_move.mean)));
        cells.push(("ms_per_move_p95", number(player.ms_per_move.p95)));
        if index == 0 {
            table.write_record(cells.iter().map(|(name, _)| name)).expect(IN_MEMORY);
        }
        table.write_record(cells.iter().map(|(_, cell)| cell)).expect(IN_MEMORY);
    }
    String::from_utf8(table.into_inner().expect(IN_MEMORY)).expect("all cells are text")
}

const IN_MEMORY: &str = "writing to memory does not fail";
