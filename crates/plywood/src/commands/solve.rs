//! `plywood solve`: exact results of positions.

use std::io::Write;

use indicatif::ProgressBar;
use plywood_registry::document::{self, SolvedPosition};
use plywood_registry::{GameEntry, Games, Session};
use plywood_search::{Budget, Goal, Solution, SolveProgress};

use super::solve_file::solve_file;
use super::thinking::turning;
use super::{Opened, open};
use crate::cli::SolveArgs;
use crate::failure::{Failure, InArgument};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{Output, grouped};

pub(crate) fn run(games: &Games, args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let entry = games.find(&args.setup.game.game).in_argument("GAME")?;
    if !entry.has_solver() {
        let solved = games.iter().filter(|entry| entry.has_solver()).map(|entry| entry.name());
        let valid = solved.collect::<Vec<_>>().join(", ");
        let valid = if valid.is_empty() { "there are none" } else { &*valid };
        let name = entry.name();
        return Err(Failure::Input(format!("GAME: {name} has no solver; games with one: {valid}")));
    }
    for (given, option, is_for_puzzles) in
        [(args.short, "--short", true), (args.wld, "--wld", false)]
    {
        if given && entry.has_puzzles() != is_for_puzzles {
            let kind = if is_for_puzzles { "puzzles" } else { "scores" };
            let problem = format!("{option} is for games with {kind}; {} has none", entry.name());
            return Err(Failure::Input(problem));
        }
    }
    let cancel = cancel_on_interrupt()?;
    let budget = args.budget(cancel);
    match &args.file {
        Some(file) => solve_file(&*entry, args, file, &budget, out)?,
        None => solve_position(games, args, &budget, out)?,
    }
    if budget.cancel.is_cancelled() {
        out.flush()?;
        return Err(Failure::Interrupted);
    }
    Ok(())
}

fn solve_position(
    games: &Games,
    args: &SolveArgs,
    budget: &Budget,
    out: &mut Output,
) -> Result<(), Failure> {
    let Opened { entry, session, seed } = open(games, &args.setup)?;
    // For a puzzle whose deal was drawn, the output has the seed, since the position does not show the face-down
    // cards.
    let seed = Some(seed).filter(|_| entry.has_puzzles() && args.setup.position.is_none());
    let spinner = ProgressBar::new_spinner();
    spinner.set_message("solving");
    let show = |progress: &SolveProgress| {
        let [lower, upper] = progress.bounds;
        let nodes = grouped(progress.nodes);
        spinner.set_message(match entry.has_puzzles() {
            true => format!("{nodes} nodes"),
            false => format!("score {lower} to {upper}, {nodes} nodes"),
        });
    };
    let solve = || session.solve(args.goal(), budget, &mut { show });
    let solution = if spinner.is_hidden() { solve() } else { turning(&spinner, solve) };
    spinner.finish_and_clear();
    let solution = solution.in_argument("--position")?;
    if args.json {
        let given = args.setup.position.clone().filter(|_| entry.has_puzzles());
        let dealt = || seed.and_then(|seed| from_seed(&*entry, args, &*session, seed));
        let position = given.or_else(dealt).unwrap_or_else(|| session.position());
        let mut document = document(&*entry, args, &position, &solution);
        if entry.has_puzzles() {
            document["seed"] = seed.into();
        }
        return Ok(out.json(&document)?);
    }
    if let Some(seed) = seed {
        writeln!(out, "{} · seed {seed}\n", entry.name())?;
    }
    writeln!(out, "{}\n", session.picture())?;
    write_solution(out, &*entry, &solution, args.goal())?;
    Ok(())
}

/// Returns the text `seed:N` for a drawn deal; `None` if the game does not read this text as the same position.
fn from_seed(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    session: &dyn Session,
    seed: u64,
) -> Option<String> {
    let text = format!("seed:{seed}");
    let again = entry.open(&args.setup.game.rules, Some(&text), seed).ok()?;
    (again.position() == session.position()).then_some(text)
}

fn write_solution(
    out: &mut Output,
    entry: &dyn GameEntry,
    solution: &Solution<String>,
    goal: Goal,
) -> Result<(), Failure> {
    let result = result(entry, solution, goal);
    if let Some(written) = entry.write_solution(solution) {
        writeln!(out, "{result}\n")?;
        if !solution.pv.is_empty() {
            writeln!(out, "solution: {written}")?;
        }
    } else {
        let mv = solution.mv.as_deref().unwrap_or("the game is over");
        writeln!(out, "{mv}  ({result})\n")?;
        if !solution.pv.is_empty() {
            writeln!(out, "principal variation: {}", solution.pv.join(" "))?;
        }
    }
    let seconds = solution.elapsed.as_secs_f64();
    let (nodes, rate) = (grouped(solution.nodes), rate(solution));
    writeln!(
        out,
        "{nodes} nodes in {seconds:.2} s ({rate}/s); stopped by {}",
        document::solver_stop(solution.stopped_by)
    )?;
    Ok(())
}

/// Returns the result as text: the verdict on a puzzle, the exact score, the outcome, or the bounds.
pub(super) fn result(entry: &dyn GameEntry, solution: &Solution<String>, goal: Goal) -> String {
    let [lower, upper] = solution.bounds;
    let unit = entry.score_unit();
    match (solution.score(), solution.outcome()) {
        _ if entry.has_puzzles() => verdict(solution),
        (Some(score), _) => format!("{score:+} {unit}"),
        (None, Some(outcome)) if goal == Goal::Outcome => document::outcome(outcome).to_owned(),
        _ => format!("between {lower:+} and {upper:+} {unit}"),
    }
}

/// Returns the verdict on a puzzle, with the number of moves of the solution.
fn verdict(solution: &Solution<String>) -> String {
    let verdict = document::verdict(solution);
    let moves = solution.pv.len();
    match solution.fewest_moves {
        _ if solution.outcome() != Some(1) => verdict.to_owned(),
        None => format!("{verdict} in {moves} moves"),
        Some(fewest) if fewest == moves => format!("{verdict} in {moves} moves, the fewest"),
        Some(fewest) => format!("{verdict} in {moves} moves, at least {fewest}"),
    }
}

pub(super) fn rate(solution: &Solution<String>) -> String {
    grouped((solution.nodes as f64 / solution.elapsed.as_secs_f64().max(1e-9)) as u64)
}

pub(super) fn document(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    position: &str,
    solution: &Solution<String>,
) -> serde_json::Value {
    let rules = args.setup.game.rules.to_string();
    let (goal, threads) = (args.goal(), args.threads);
    let solved = SolvedPosition { rules: &rules, position, goal, threads };
    document::solution(entry, &solved, solution)
}
