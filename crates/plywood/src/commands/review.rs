//! `plywood review`: the loss and the luck of every move of a game.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use plywood_arena::review::{
    Mark, PlayerReview, Review, ReviewPlan, ReviewSummary, ReviewedMove, Valued, value_graph,
};
use plywood_files::write_atomically;
use plywood_registry::Games;

use super::cells::{NOTHING, number};
use super::columns::write_rows;
use super::reviewed_game;
use crate::cli::ReviewArgs;
use crate::failure::{Failure, InArgument};
use crate::interrupt;
use crate::output::{Output, grouped, progress_bar};

/// Number of moves above which the table omits moves. It then lists only moves that are analysed in full, and
/// inaccuracies, mistakes and blunders.
const LONG_TABLE: usize = 300;

pub(crate) fn run(games: &Games, args: &ReviewArgs, out: &mut Output) -> Result<(), Failure> {
    let entry = games.find(&args.game).in_argument("GAME")?;
    let plan = ReviewPlan {
        player: args.player.clone(),
        seed: args.seed,
        simulations: args.simulations,
        time: args.time,
        memory: args.memory,
        ..reviewed_game::read(&*entry, args)?
    };
    let review = Review::new(games, plan)?;
    if let Some(file) = &args.svg {
        check_folder(file)?;
    }
    let cancel = interrupt::cancel_on_interrupt()?;
    let started = Instant::now();
    let bar = progress_bar(review.size() as u64, "moves");
    let reviewed = review.run(args.threads, &cancel, &mut |reviewed| {
        bar.set_position(reviewed.done as u64);
    });
    bar.finish_and_clear();
    let summary = ReviewSummary::new(&review, &reviewed?, started.elapsed().as_secs_f64());
    let interrupted = cancel.is_cancelled() && !summary.complete;
    let summary = if interrupted { summary.cancelled() } else { summary };
    // Prints the review first, so that it is not lost if the file cannot be written, and writes the file even if stdout
    // is closed.
    let shown =
        if args.json { out.json(&summary).map_err(Failure::from) } else { write(out, &summary) };
    if let Some(file) = args.svg.as_ref().filter(|_| !summary.moves.is_empty()) {
        let graph = value_graph(&summary)?;
        write_atomically(file, graph.as_bytes()).context("--svg")?;
        if shown.is_ok() && !args.json {
            writeln!(out, "\nwrote {}", file.display())?;
        }
    }
    if interrupted { Err(Failure::Interrupted) } else { shown }
}

/// Returns an error if the folder of a file to write does not exist.
fn check_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            Err(Failure::Input(format!("--svg: {}: expected a folder", folder.display())))
        }
        None => Ok(()),
    }
}

fn write(out: &mut Output, summary: &ReviewSummary) -> Result<(), Failure> {
    let ReviewSummary { game, player, unit, score_unit, seed, .. } = summary;
    let simulations = match summary.simulations {
        Some(simulations) => format!("{} simulations a move", grouped(simulations)),
        None => "by time".to_owned(),
    };
    writeln!(
        out,
        "{game} · reviewed by {player}, {simulations} · values in {unit} · seed {seed}\n"
    )?;
    let is_short = summary.moves.len() <= LONG_TABLE;
    let shown =
        |one: &&ReviewedMove| is_short || one.depth == "full" || one.mark > Some(Mark::Good);
    let has_luck = summary.moves.iter().any(|one| one.luck.is_some());
    let has_scores = summary.moves.iter().any(|one| one.score_loss.is_some());
    let mut head = vec!["move", "seat", "played", "best", "value", "loss"];
    head.extend(has_scores.then_some(&**score_unit));
    head.extend(has_luck.then_some("luck"));
    head.push("mark");
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for one in summary.moves.iter().filter(shown) {
        let name = |seat: u8| summary.players.iter().find(|player| player.seat == seat);
        let mut row = vec![
            (one.ply + 1).to_string(),
            name(one.seat).map_or_else(|| one.seat.to_string(), |player| player.name.clone()),
            one.words.clone(),
            one.best.as_ref().map_or(NOTHING, first_words).to_owned(),
            number(one.value, 3),
            number(one.loss, 3),
        ];
        row.extend(has_scores.then(|| number(one.score_loss, 0)));
        row.extend(has_luck.then(|| number(one.luck, 3)));
        row.push(one.mark.filter(|mark| *mark > Mark::Good).map_or("", Mark::name).to_owned());
        rows.push(row);
    }
    write_rows(out, &rows)?;
    writeln!(out)?;
    write_rows(out, &player_rows(summary))?;
    for player in &summary.players {
        write_worst(out, summary, player)?;
    }
    for note in &summary.notes {
        writeln!(out, "\n{note}")?;
    }
    if !summary.complete {
        let (done, total) = (summary.done, summary.total);
        writeln!(out, "\ninterrupted: {done} of {total} analyses were made")?;
    }
    Ok(())
}

fn first_words(valued: &Valued) -> &str {
    valued.words.first().unwrap_or(&valued.mv)
}

fn player_rows(summary: &ReviewSummary) -> Vec<Vec<String>> {
    let head = [
        "player",
        "moves",
        "mean loss",
        "best",
        "good",
        "inaccuracies",
        "mistakes",
        "blunders",
        "luck",
    ];
    let row = |player: &PlayerReview| {
        let luck = player.luck_ci95.map_or_else(String::new, |[low, high]| {
            format!(" ({} to {})", number(Some(low), 2), number(Some(high), 2))
        });
        let counts =
            [player.best, player.good, player.inaccuracies, player.mistakes, player.blunders];
        let mut row =
            vec![player.name.clone(), player.moves.to_string(), number(player.mean_loss, 4)];
        row.extend(counts.map(|count| count.to_string()));
        row.push(number(player.luck, 2) + &luck);
        row
    };
    std::iter::once(head.map(str::to_owned).to_vec())
        .chain(summary.players.iter().map(row))
        .collect()
}

/// Returns the result, as text, that a move with exact values gave away; an empty string if the result stayed the
/// same.
fn result_lost(one: &ReviewedMove, summary: &ReviewSummary) -> &'static str {
    let draw = match &*summary.unit {
        "win probability" => 0.5,
        unit if unit == summary.score_unit && summary.players.len() == 2 => 0.0,
        _ => return "",
    };
    match (&one.best, &one.played) {
        _ if !one.exact => "",
        (Some(best), Some(played)) if best.value > draw && played.value <= draw => " and the win",
        (Some(best), Some(played)) if best.value == draw && played.value < draw => " and the draw",
        _ => "",
    }
}

/// Writes the worst moves of a seat with the better lines.
fn write_worst(
    out: &mut Output,
    summary: &ReviewSummary,
    player: &PlayerReview,
) -> std::io::Result<()> {
    if player.worst.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nthe worst moves of {}:", player.name)?;
    let worst = player.worst.iter().filter_map(|&ply| {
        let one = summary.moves.iter().find(|one| one.ply == ply)?;
        Some((one, one.best.as_ref()?))
    });
    for (one, best) in worst {
        let number_of = one.ply + 1;
        let lost = match one.score_loss.filter(|&loss| loss > 0.0) {
            Some(loss) => {
                let score = format!("{} {}", number(Some(loss), 0), summary.score_unit);
                format!("{score}{}", result_lost(one, summary))
            }
            None => format!("{} {}", number(one.loss, 3), summary.unit),
        };
        writeln!(
            out,
            "  {number_of}. {} loses {lost}; better: {}",
            one.words,
            best.words.join(" ")
        )?;
    }
    Ok(())
}
