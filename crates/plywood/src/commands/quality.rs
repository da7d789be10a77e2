//! `plywood quality`: measures the decisions of players.

use std::io::Write;
use std::time::Instant;

use plywood_arena::Mean;
use plywood_arena::quality::{
    Convergence, ConvergencePoint, PlayerQuality, ReportFolder, Study, StudyPlan, StudySummary,
    write_report,
};
use plywood_registry::{Games, draw_seed, marked};

use super::cells::{NOTHING, interval, number, percent};
use super::columns::write_rows;
use super::{end, expand_players, in_out, write_file_names};
use crate::cli::QualityArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, progress_bar};

pub(crate) fn run(games: &Games, args: &QualityArgs, out: &mut Output) -> Result<(), Failure> {
    let study = Study::new(games, plan(args)?)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let folder = in_out(args.out.as_deref().map(ReportFolder::lock).transpose())?;
    let started = Instant::now();
    let bar = progress_bar(study.size() as u64, "positions");
    let measured = study.run(args.comparison.threads, &cancel, &mut |measured| {
        bar.set_position(measured.len() as u64);
    });
    bar.finish_and_clear();
    let summary = StudySummary::new(&study, &measured?, started.elapsed().as_secs_f64());
    // Writes the files first, since printing fails if the reader of stdout has closed the pipe.
    let files = match &folder {
        Some(folder) => write_report(folder, &study, &summary),
        None => Ok(Vec::new()),
    };
    let json = args.comparison.json;
    let shown = write(out, &study.plan, &summary, json).and_then(|()| match (&files, &args.out) {
        (Ok(files), Some(folder)) if !json => Ok(write_file_names(out, files, folder)?),
        _ => Ok(()),
    });
    end(files, shown, cancel.is_cancelled() && !summary.complete)
}

fn plan(args: &QualityArgs) -> Result<StudyPlan, Failure> {
    let game = &args.comparison.game;
    let players = expand_players(&args.comparison.players)?;
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    Ok(StudyPlan {
        rules: game.rules.to_string(),
        positions: args.positions,
        seeds: args.seeds,
        max_moves: args.max_moves,
        budget: args.comparison.decision.request(),
        ..StudyPlan::new(&game.game, &players, game.seed.unwrap_or_else(draw_seed))
    })
}

const HEAD: [&str; 6] =
    ["player", "consistency", "enough", "effective moves", "standard error", "correlation"];

fn write(
    out: &mut Output,
    plan: &StudyPlan,
    summary: &StudySummary,
    json: bool,
) -> Result<(), Failure> {
    if json {
        return Ok(out.json(summary)?);
    }
    let StudyPlan { game, positions, seeds, seed, .. } = plan;
    writeln!(out, "{game} · {positions} positions · {seeds} seeds · seed {seed}\n")?;
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    rows.extend(summary.players.iter().map(player_row));
    write_rows(out, &rows)?;
    let rows = convergence_rows(&summary.players);
    if rows.len() > 1 {
        writeln!(out, "\npositions that have their final move, and its share of the visits:\n")?;
        write_rows(out, &rows)?;
    }
    for player in &summary.players {
        if let Some(quality) = player.rollout_quality.as_ref().filter(|quality| quality.cut > 0) {
            let (spec, cut, games, moves) =
                (&player.spec, quality.cut, quality.games, plan.max_moves);
            writeln!(
                out,
                "\n{spec}: {cut} of {games} games were cut off after {moves} moves and count by their results then"
            )?;
        }
    }
    if !summary.complete {
        let measured = summary.players.iter().map(|player| player.positions).min().unwrap_or(0);
        writeln!(out, "\ninterrupted: {measured} of {positions} positions were measured")?;
    }
    Ok(())
}

fn player_row(player: &PlayerQuality) -> Vec<String> {
    let quality = player.rollout_quality.as_ref();
    let moves = |balance: &Mean| {
        let legal = number(player.legal_moves, 1);
        format!("{} of {legal}", number(Some(balance.mean), 1))
    };
    let error = quality.and_then(|quality| {
        let error = quality.standard_error?.mean;
        Some(format!("{} {}", number(Some(error), 3), quality.unit))
    });
    let correlation = quality.and_then(|quality| {
        let value = number(Some(quality.correlation?), 2);
        Some(format!("{value} ({})", interval(quality.correlation_ci95, 2)))
    });
    let or_nothing = |cell: Option<String>| cell.unwrap_or_else(|| NOTHING.to_owned());
    vec![
        marked(&player.spec, player.seeing),
        or_nothing(player.consistency.as_ref().map(consistency)),
        or_nothing(player.convergence.as_ref().map(enough)),
        or_nothing(player.tree_balance.as_ref().map(moves)),
        or_nothing(error),
        or_nothing(correlation),
    ]
}

fn consistency(mean: &Mean) -> String {
    let share = percent(Some(mean.mean));
    match mean.ci95.map(|ends| ends.map(|end| end * 100.0)) {
        Some(ends) => format!("{share} ({})", interval(Some(ends), 1)),
        None => share,
    }
}

/// Returns, as text, the number of simulations from which on at least 95% of the choices are the final ones. If
/// only the whole budget reaches 95%, returns `over N`, where `N` is the largest tested number below the budget.
fn enough(convergence: &Convergence) -> String {
    match (convergence.enough, &convergence.curve[..]) {
        (Some(simulations), _) => grouped(simulations),
        (None, [.., below, _]) => format!("over {}", grouped(below.simulations)),
        (None, _) => NOTHING.to_owned(),
    }
}

/// Returns a row for each number of simulations, with a column for each player that searches.
fn convergence_rows(players: &[PlayerQuality]) -> Vec<Vec<String>> {
    let searching: Vec<(&str, &[ConvergencePoint])> = players
        .iter()
        .filter_map(|player| Some((&*player.spec, &*player.convergence.as_ref()?.curve)))
        .collect();
    let mut counts: Vec<u64> = searching
        .iter()
        .flat_map(|(_, curve)| curve.iter().map(|point| point.simulations))
        .collect();
    counts.sort_unstable();
    counts.dedup();
    let cell = |curve: &[ConvergencePoint], simulations| match curve
        .iter()
        .find(|point| point.simulations == simulations)
    {
        Some(point) => format!("{:.0}%, {}", point.agreement * 100.0, number(point.share, 2)),
        None => NOTHING.to_owned(),
    };
    let mut head = vec!["simulations".to_owned()];
    head.extend(searching.iter().map(|(spec, _)| (*spec).to_owned()));
    let row = |simulations: u64| {
        let cells = searching.iter().map(|(_, curve)| cell(curve, simulations));
        std::iter::once(grouped(simulations)).chain(cells).collect()
    };
    std::iter::once(head).chain(counts.into_iter().map(row)).collect()
}
