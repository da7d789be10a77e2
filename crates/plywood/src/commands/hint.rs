//! `plywood hint`: one decision with its candidates and its cost.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use plywood_files::write_atomically;
use plywood_registry::{GameEntry, Games, Session, document};
use plywood_search::{Bound, Candidate, Cut, Decision};

use super::cells::NOTHING;
use super::columns::write_rows;
use super::thinking::ask;
use super::{Opened, marked, open};
use crate::cli::{HintArgs, Setup};
use crate::failure::{Failure, InArgument};
use crate::interrupt::exit_on_interrupt;
use crate::output::{Output, grouped};

pub(crate) fn run(games: &Games, args: &HintArgs, out: &mut Output) -> Result<(), Failure> {
    // Ignores a failure to start the handler's thread: a hint needs no handler.
    let _ = exit_on_interrupt();
    let is_json = args.tree.as_deref().map(is_json).transpose()?;
    let Opened { entry, mut session, seed } = open(games, &args.setup)?;
    if let (Some(viewer), Some(seat)) = (session.viewer(), session.seat())
        && viewer != seat
    {
        let [viewer, seat] = [viewer, seat].map(|seat| &entry.seats()[usize::from(seat)]);
        let problem =
            format!("--position: the position is the view of {viewer}, and {seat} is to move");
        return Err(Failure::Input(problem));
    }
    let player = session.seat_player(&args.player, seed).in_argument("--player")?;
    let budget = args.budget.request().apply(&session.budget(player));
    let name = marked(&*session, player, &args.player);
    let decision = ask(&mut *session, player, &name, &budget);

    let question = document::Question {
        game: entry.name().to_owned(),
        rules: args.setup.game.rules.to_string(),
        position: session.position(),
        player: args.player.to_string(),
        seeing: session.is_omniscient(player),
        seed,
        opening: opening(&*entry, &args.setup, &*session, seed),
    };
    if let (Some(path), Some(is_json)) = (&args.tree, is_json) {
        let cut = Cut { depth: args.tree_depth, ..Cut::default() };
        let Some(tree) = session.tree(player, &cut) else {
            let player = &args.player;
            return Err(Failure::Input(format!("--tree: {player} built no search tree here")));
        };
        let text = if is_json {
            format!("{}\n", document::tree(&question, &tree))
        } else {
            tree.to_dot(|node| {
                node.mv.clone().or(node.seen.clone()).unwrap_or_else(|| entry.name().to_owned())
            })
        };
        write_atomically(path, text.as_bytes()).context("--tree")?;
    }
    if args.json {
        let (unit, score_unit) = (session.unit(player), session.score_unit());
        return Ok(out.json(&document::decision(&question, &decision, unit, score_unit))?);
    }
    writeln!(out, "{} · {name} · seed {seed}\n", question.game)?;
    writeln!(out, "{}\n", session.picture())?;
    if let Some(opening) = &question.opening {
        writeln!(out, "opening: {opening}\n")?;
    }
    let top = if args.all { usize::MAX } else { args.top };
    write_decision(out, &decision, &*session, player, top)
}

/// Returns the name of the opening; `None` if it has none. If the position was given by moves, replays them, so
/// that a name is found even if the last moves have left the known openings.
fn opening(
    entry: &dyn GameEntry,
    setup: &Setup,
    session: &dyn Session,
    seed: u64,
) -> Option<String> {
    let name = |session: &dyn Session| session.opening(session.seat().unwrap_or(0));
    let from_moves = || {
        let rules = &setup.game.rules;
        let read = entry.read(rules, setup.position.as_deref()?, seed).ok()?;
        let mut session = entry.open(rules, read.from.as_deref(), seed).ok()?;
        read.moves.iter().try_for_each(|mv| session.play(mv).map(drop)).ok()?;
        name(&*session)
    };
    name(session).or_else(from_moves).map(str::to_owned)
}

/// Returns `true` for a tree file in JSON (`.json`), and `false` for Graphviz (`.dot`).
fn is_json(path: &Path) -> Result<bool, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => Ok(true),
        Some("dot") => Ok(false),
        _ => Err(Failure::Input(format!("--tree: {} must end in .json or .dot", path.display()))),
    }
}

/// Writes a decision as text: the move, the `top` candidates, the cost.
pub(crate) fn write_decision(
    out: &mut Output,
    decision: &Decision<String>,
    session: &dyn Session,
    player: usize,
    top: usize,
) -> Result<(), Failure> {
    match (&decision.mv, decision.value) {
        (Some(mv), Some(value)) => {
            let unit = session.unit(player);
            let score = match decision.score {
                Some(score) if unit != session.score_unit() => {
                    format!(", {score:+} {}", session.score_unit())
                }
                _ => String::new(),
            };
            writeln!(out, "{mv}  ({value:.3} {unit}{score})")?;
        }
        (Some(mv), None) => writeln!(out, "{mv}")?,
        (None, _) if session.seat().is_none() => writeln!(out, "no move: the game is over")?,
        (None, _) => match &decision.forfeit {
            Some(reason) => writeln!(out, "no move: {reason}")?,
            None => writeln!(out, "no move: the player gives up")?,
        },
    }
    if decision.mv.is_some() {
        if let Some(outlook) = outlook(decision, session) {
            writeln!(out, "{outlook}")?;
        }
        writeln!(out)?;
        let in_scores = session.unit(player) == session.score_unit();
        write_candidates(out, &decision.candidates, top, in_scores)?;
        write_cost(out, decision)?;
    }
    let details = decision.stats.details.iter();
    let details: Vec<_> =
        details.map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    if !details.is_empty() {
        writeln!(out, "{}", details.join(", "))?;
    }
    Ok(())
}

/// Returns the game's description of what the best candidate leads to (`Line::outlook`); `None` if there is
/// none.
fn outlook(decision: &Decision<String>, session: &dyn Session) -> Option<String> {
    session.line(session.seat()?, &decision.candidates.first()?.pv).outlook
}

/// Writes the best `top` candidates, or nothing if no candidate has visits or a value. `in_scores` is whether
/// values are scores; then no column of scores is needed.
fn write_candidates(
    out: &mut Output,
    candidates: &[Candidate<String>],
    top: usize,
    in_scores: bool,
) -> Result<(), Failure> {
    let any = |has: fn(&Candidate<String>) -> bool| candidates.iter().any(has);
    let visited = any(|one| one.visits > Some(0));
    let has_values = any(|one| one.value.is_some());
    if !visited && !has_values {
        return Ok(());
    }
    let has_depth = any(|one| one.depth.is_some());
    let has_score = !in_scores && any(|one| one.score.is_some());
    let has_worlds = any(|one| one.worlds.is_some());
    let has_line = visited || has_depth || any(|one| one.proven.is_some());
    // The columns, each with whether it is shown. Columns in which no candidate has a value are omitted.
    let columns = [
        ("move", true),
        ("visits", visited),
        ("share", visited),
        ("value", true),
        ("95%", visited),
        ("score", has_score),
        ("depth", has_depth),
        ("worlds won", has_worlds),
        ("principal variation", has_line),
    ];
    let shown = |row: Vec<String>| {
        let columns = row.into_iter().zip(columns);
        columns.filter(|(_, (_, shown))| *shown).map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    let mut rows = vec![shown(columns.map(|(name, _)| name.to_owned()).to_vec())];
    rows.extend(candidates.iter().take(top).map(|candidate| shown(candidate_row(candidate))));
    write_rows(out, &rows)?;
    if candidates.len() > top {
        writeln!(out, "and {} more", candidates.len() - top)?;
    }
    Ok(writeln!(out)?)
}

/// Maximum number of moves of a principal variation that are shown.
const PV_SHOWN: usize = 8;

fn candidate_row(candidate: &Candidate<String>) -> Vec<String> {
    let proven = if candidate.proven.is_some() { " proven" } else { "" };
    let at_most = if candidate.bound == Some(Bound::Upper) { "at most " } else { "" };
    let cell = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    vec![
        candidate.mv.clone(),
        cell(candidate.visits.map(grouped)),
        cell(candidate.share.map(|share| format!("{:.1}%", share * 100.0))),
        cell(candidate.value.map(|value| format!("{at_most}{value:.3}{proven}"))),
        cell(candidate.ci95.map(|[a, b]| format!("{a:.3} to {b:.3}"))),
        cell(candidate.score.map(|score| format!("{at_most}{score:+}"))),
        cell(candidate.depth.map(|depth| depth.to_string())),
        cell(candidate.worlds.map(|worlds| worlds.to_string())),
        candidate.pv.iter().take(PV_SHOWN).cloned().collect::<Vec<_>>().join(" "),
    ]
}

/// Writes the cost of the decision (simulations, time, memory), and why the player stopped.
fn write_cost(out: &mut Output, decision: &Decision<String>) -> Result<(), Failure> {
    let stats = &decision.stats;
    if stats.simulations > 0 {
        let simulations = grouped(stats.simulations);
        let rate = grouped(stats.simulations_per_second() as u64);
        let milliseconds = stats.elapsed.as_secs_f64() * 1e3;
        // For a player without visits, `simulations` is the number of positions that it searched.
        let visited = decision.candidates.iter().any(|one| one.visits.is_some());
        let what = if visited { "simulations" } else { "positions" };
        write!(out, "{simulations} {what} in {milliseconds:.1} ms ({rate}/s); ")?;
    }
    // Only tree searches count visits.
    if stats.average_visits == 0.0 && stats.max_depth > 0 {
        write!(out, "depth {}; ", stats.max_depth)?;
    }
    if stats.average_visits > 0.0 {
        let (nodes, kilobytes) = (grouped(stats.nodes), grouped(stats.tree_bytes / 1000));
        let (visits, depth, mean) = (stats.average_visits, stats.max_depth, stats.mean_depth);
        write!(out, "{visits:.1} visits per tried move, {nodes} nodes ({kilobytes} kB), ")?;
        write!(out, "depth {depth} at most and {mean:.1} on average; ")?;
    }
    writeln!(out, "stopped by {}", decision.stopped_by.name())?;
    if stats.tree_full {
        writeln!(out, "the tree is full: more memory would let it grow")?;
    }
    Ok(())
}
