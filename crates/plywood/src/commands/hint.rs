//! `plywood hint`: one decision with its reasons.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use indicatif::ProgressBar;
use plywood_registry::{Games, Session, document};
use plywood_search::{Candidate, Cut, Decision, Observer, Progress, Stats};

use super::columns::write_rows;
use super::{Opened, marked, open};
use crate::cli::HintArgs;
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped, spinner};

pub(crate) fn run(games: &Games, args: &HintArgs, out: &mut Output) -> Result<(), Failure> {
    let format = args.tree.as_deref().map(tree_format).transpose()?;
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    let player = session.seat_player(&args.player, seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&session.budget(player));

    let mut watching = Spinner(spinner());
    let decision = session.ask(player, &budget, &mut watching);
    watching.0.finish_and_clear();

    let question = document::Question {
        game: entry.name().to_owned(),
        rules: args.setup.rules.to_string(),
        position: session.position(),
        player: args.player.to_string(),
        seeing: session.is_omniscient(player),
        seed,
    };
    if let (Some(path), Some(format)) = (&args.tree, format) {
        let cut = Cut { depth: args.tree_depth, ..Cut::default() };
        let Some(tree) = session.tree(player, &cut) else {
            return Err(Failure::Input("--tree: there is no tree behind this decision".to_owned()));
        };
        let text = match format {
            TreeFormat::Json => format!("{}\n", document::tree(&question, &tree)),
            TreeFormat::Dot => tree.to_dot(|node| {
                node.mv.clone().or(node.seen.clone()).unwrap_or_else(|| entry.name().to_owned())
            }),
        };
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        writeln!(out, "{}", document::decision(&question, &decision, session.unit(player)))?;
    } else {
        let name = marked(&*session, player, &args.player);
        writeln!(out, "{} · {name} · seed {seed}\n", question.game)?;
        writeln!(out, "{}\n", session.picture())?;
        write_decision(out, &decision, session.unit(player), session.seat().is_none())?;
    }
    Ok(())
}

enum TreeFormat {
    Json,
    Dot,
}

fn tree_format(path: &Path) -> Result<TreeFormat, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Ok(TreeFormat::Json),
        Some("dot") => Ok(TreeFormat::Dot),
        _ => Err(Failure::Input(format!("--tree: {} must end in .json or .dot", path.display()))),
    }
}

/// Shows the best move so far while a search goes on.
struct Spinner(ProgressBar);

impl Observer<String> for Spinner {
    fn progress(&mut self, progress: &Progress<String>) {
        if let Some(best) = progress.candidates.first() {
            let simulations = grouped(progress.stats.simulations);
            let share = best.share * 100.0;
            self.0.set_message(format!("{} {share:.0}% of {simulations} simulations", best.mv));
        }
    }
}

/// Writes a decision for people: the move, the candidates, what it cost.
pub(crate) fn write_decision(
    out: &mut Output,
    decision: &Decision<String>,
    unit: &str,
    is_over: bool,
) -> Result<(), Failure> {
    let Some(mv) = &decision.mv else {
        let why = if is_over { "the game is over" } else { "it sees nothing to gain and gives up" };
        writeln!(out, "there is no move to play: {why}")?;
        return write_details(out, &decision.stats);
    };
    match decision.value {
        Some(value) => writeln!(out, "{mv}  ({value:.3} {unit})\n")?,
        None => writeln!(out, "{mv}\n")?,
    }
    if decision.stats.simulations == 0 {
        writeln!(out, "stopped by {}", decision.stopped_by.name())?;
        return write_details(out, &decision.stats);
    }
    let head = ["move", "visits", "share", "value", "95%", "principal variation"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(decision.candidates.iter().map(candidate_row));
    write_rows(out, &rows)?;
    let stats = &decision.stats;
    writeln!(
        out,
        "\n{} simulations in {:.1} ms ({}/s), {} nodes ({} kB), depth {} at most and {:.1} on \
         average; stopped by {}",
        grouped(stats.simulations),
        stats.elapsed.as_secs_f64() * 1e3,
        grouped(stats.simulations_per_second() as u64),
        grouped(stats.nodes),
        grouped(stats.tree_bytes / 1000),
        stats.max_depth,
        stats.mean_depth,
        decision.stopped_by.name(),
    )?;
    if stats.tree_full {
        writeln!(out, "the tree is full: more memory would let it grow")?;
    }
    write_details(out, stats)
}

/// Writes on a line what only this kind of player counts.
fn write_details(out: &mut Output, stats: &Stats) -> Result<(), Failure> {
    if stats.details.is_empty() {
        return Ok(());
    }
    let told =
        stats.details.iter().map(|(name, told)| format!("{} {told}", name.replace('_', " ")));
    writeln!(out, "{}", told.collect::<Vec<_>>().join(", "))?;
    Ok(())
}

/// Moves of the principal variation that fit on a line.
const PV_SHOWN: usize = 8;

fn candidate_row(candidate: &Candidate<String>) -> Vec<String> {
    let proven = if candidate.proven.is_some() { " proven" } else { "" };
    vec![
        candidate.mv.clone(),
        grouped(candidate.visits),
        format!("{:.1}%", candidate.share * 100.0),
        candidate.value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}{proven}")),
        candidate.ci95.map_or_else(|| "-".to_owned(), |[a, b]| format!("{a:.3} to {b:.3}")),
        candidate.pv.iter().take(PV_SHOWN).cloned().collect::<Vec<_>>().join(" "),
    ]
}

/// Asks for a hint in the middle of a game and writes it.
pub(crate) fn write_hint(
    out: &mut Output,
    session: &mut dyn Session,
    player: usize,
    budget: &plywood_search::Budget,
) -> Result<(), Failure> {
    let decision = session.ask(player, budget, &mut ());
    write_decision(out, &decision, session.unit(player), session.seat().is_none())
}
