//! The files of a tournament's report: the summary as JSON and CSV, and plots.

use std::path::{Path, PathBuf};

use plywood_registry::marked;

use crate::deal::scores_of;
use crate::folder::{json_line, write_all};
use crate::mean::Mean;
use crate::plots::{self, Curve, CurvePoint, ScoreRow};
use crate::statistics::Interval;
use crate::statistics::elo::EloEstimate;
use crate::statistics::survival::SurvivalCurve;
use crate::summary::{
    LineupDifference, PairResults, PairSummary, PlayerResults, PlayerSummary, Scores, SeatScores,
    Summary,
};
use crate::{ArenaError, GameRecord, Plan, Rank, Tournament, solo};

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
    let unit = tournament.score_unit();
    let rows = score_rows(games, summary);
    if !rows.is_empty() {
        let dots = if tournament.is_solo() { "games" } else { "deals" };
        files.push(("scores.svg", plots::scores(&title("Scores"), unit, dots, &rows)?));
    }
    let rows = place_rows(summary);
    if !rows.is_empty() {
        let seats = tournament.seats();
        files.push(("places.svg", plots::places(&title("Places"), seats, &rows)?));
    }
    let rows = difference_rows(summary);
    if !rows.is_empty() {
        let title = title("Differences of scores");
        files.push(("differences.svg", plots::differences(&title, unit, &rows)?));
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
        let is_elo = tournament.seats() == 2 && summary.rank == Rank::Wins;
        let unit = if is_elo { "Elo above the last player" } else { unit };
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
        PlayerResults::Multiplayer(SeatScores { games: 1.., mean_ci95, .. }) => Some(ScoreRow {
            player: marked(&player.spec, player.seeing),
            scores: scores_of(games, number),
            mean_interval: *mean_ci95,
        }),
        _ => None,
    };
    summary.players.iter().enumerate().filter_map(row).collect()
}

fn place_rows(summary: &Summary) -> Vec<(String, Mean)> {
    let row = |player: &PlayerSummary| match &player.results {
        PlayerResults::Multiplayer(SeatScores { mean_place, mean_place_ci95, .. }) => {
            let mean = Mean { mean: (*mean_place)?, ci95: *mean_place_ci95 };
            Some((marked(&player.spec, player.seeing), mean))
        }
        _ => None,
    };
    summary.players.iter().filter_map(row).collect()
}

/// Returns the mean difference of scores of each pair of players that met and, in games for three and
/// more, of each line-up of the pair.
fn difference_rows(summary: &Summary) -> Vec<(String, Mean)> {
    let rows = |pair: &PairSummary| {
        let [a, b] = [(&pair.a, pair.seeing[0]), (&pair.b, pair.seeing[1])];
        let [a, b] = [a, b].map(|(spec, seeing)| marked(spec, seeing));
        let of_pair = |mean: Option<f64>, ci95: Option<Interval>| {
            Some((format!("{a} less {b}"), Mean { mean: mean?, ci95 }))
        };
        match &pair.results {
            PairResults::Versus { mean_difference, ci95, .. } => {
                vec![of_pair(*mean_difference, *ci95)]
            }
            PairResults::Multiplayer(LineupDifference {
                mean_difference,
                ci95,
                one_a,
                one_b,
                ..
            }) => vec![
                of_pair(*mean_difference, *ci95),
                one_a.map(|mean| (format!("one {a} less {b}"), mean)),
                one_b.map(|mean| (format!("{a} less one {b}"), mean)),
            ],
            PairResults::Solo(_) => Vec::new(),
        }
    };
    summary.pairs.iter().flat_map(rows).flatten().collect()
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
        let both =
            |ends: &Option<Interval>| [ends.map(|ends| ends.low), ends.map(|ends| ends.high)];
        let (value, [low, high]) = match &player.results {
            PlayerResults::Versus { mean_difference, mean_difference_ci95, .. }
                if summary.rank == Rank::Score =>
            {
                let Some(mean) = mean_difference else { continue };
                (*mean, both(mean_difference_ci95))
            }
            PlayerResults::Versus { elo: Some(elo), elo_ci95: Some(ends), .. } => (*elo, *ends),
            PlayerResults::Solo(Scores { mean: Some(mean), mean_ci95, .. })
            | PlayerResults::Multiplayer(SeatScores { mean: Some(mean), mean_ci95, .. }) => {
                (*mean, both(mean_ci95))
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
        let ends = |interval: &Option<Interval>| {
            [interval.map(|ends| ends.low), interval.map(|ends| ends.high)].map(number)
        };
        match &player.results {
            PlayerResults::Versus { tally, score, elo, elo_ci95, .. } => cells.extend([
                ("games", tally.games.to_string()),
                ("wins", tally.wins.to_string()),
                ("draws", tally.draws.to_string()),
                ("losses", tally.losses.to_string()),
                ("capped", tally.capped.to_string()),
                ("forfeits", tally.forfeits.to_string()),
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
            PlayerResults::Multiplayer(scores) => {
                let [mean_low, mean_high] = ends(&scores.mean_ci95);
                let [place_low, place_high] = ends(&scores.mean_place_ci95);
                cells.extend([
                    ("games", scores.games.to_string()),
                    ("mean", number(scores.mean)),
                    ("mean_low", mean_low),
                    ("mean_high", mean_high),
                    ("mean_place", number(scores.mean_place)),
                    ("mean_place_low", place_low),
                    ("mean_place_high", place_high),
                    ("unit", scores.unit.clone()),
                    ("capped", scores.capped.to_string()),
                ]);
            }
        }
        cells.push(("ms_per_move_mean", number(player.ms_per_move.mean)));
        cells.push(("ms_per_move_p95", number(player.ms_per_move.p95)));
        if let PlayerResults::Versus {
            mean,
            mean_ci95,
            mean_difference,
            mean_difference_ci95,
            unit,
            ..
        } = &player.results
        {
            let [mean_low, mean_high] = ends(mean_ci95);
            let [low, high] = ends(mean_difference_ci95);
            cells.extend([
                ("mean", number(*mean)),
                ("mean_low", mean_low),
                ("mean_high", mean_high),
                ("mean_difference", number(*mean_difference)),
                ("mean_difference_low", low),
                ("mean_difference_high", high),
                ("unit", unit.clone()),
            ]);
        }
        if index == 0 {
            table.write_record(cells.iter().map(|(name, _)| name)).expect(IN_MEMORY);
        }
        table.write_record(cells.iter().map(|(_, cell)| cell)).expect(IN_MEMORY);
    }
    String::from_utf8(table.into_inner().expect(IN_MEMORY)).expect("all cells are text")
}

const IN_MEMORY: &str = "writing to memory does not fail";
