//! `plywood solve`: exact results of positions.

use std::io::Write;
use std::path::Path;

use indicatif::ProgressBar;
use plywood_files::read_bounded;
use plywood_registry::document::{self, SolvedPosition};
use plywood_registry::{GameEntry, Games, Problem, draw_seed};
use plywood_search::{Budget, Goal, Solution, SolveProgress};

use super::cells::NOTHING;
use super::columns::write_rows;
use super::thinking::turning;
use super::{Opened, open};
use crate::cli::SolveArgs;
use crate::failure::{Failure, InArgument};
use crate::interrupt::cancel_on_interrupt;
use crate::output::{Output, grouped, progress_bar};

/// The greatest size of a file of positions, in bytes.
const MAX_FILE: u64 = 64 << 20;

pub(crate) fn run(games: &Games, args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let entry = games.find(&args.setup.game.game).in_argument("GAME")?;
    if !entry.has_solver() {
        let solved = games.iter().filter(|entry| entry.has_solver()).map(|entry| entry.name());
        let valid = solved.collect::<Vec<_>>().join(", ");
        let valid = if valid.is_empty() { "there are none" } else { &*valid };
        let name = entry.name();
        return Err(Failure::Input(format!("GAME: {name} has no solver; games with one: {valid}")));
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
    let Opened { entry, session, .. } = open(games, &args.setup)?;
    let spinner = ProgressBar::new_spinner();
    spinner.set_message("solving");
    let show = |progress: &SolveProgress| {
        let [lower, upper] = progress.bounds;
        let nodes = grouped(progress.nodes);
        spinner.set_message(format!("score {lower} to {upper}, {nodes} nodes"));
    };
    let solve = || session.solve(args.goal(), budget, &mut { show });
    let solution = if spinner.is_hidden() { solve() } else { turning(&spinner, solve) };
    spinner.finish_and_clear();
    let solution = solution.in_argument("--position")?;
    if args.json {
        let position = session.position();
        return Ok(out.json(&document(&*entry, args, &position, &solution))?);
    }
    writeln!(out, "{}\n", session.picture())?;
    write_solution(out, &solution, entry.score_unit(), args.goal())?;
    Ok(())
}

fn write_solution(
    out: &mut Output,
    solution: &Solution<String>,
    unit: &str,
    goal: Goal,
) -> Result<(), Failure> {
    let mv = solution.mv.as_deref().unwrap_or("the game is over");
    writeln!(out, "{mv}  ({})\n", result(solution, unit, goal))?;
    if !solution.pv.is_empty() {
        writeln!(out, "principal variation: {}", solution.pv.join(" "))?;
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

/// Returns the result as text: the exact score, the outcome, or the bounds.
fn result(solution: &Solution<String>, unit: &str, goal: Goal) -> String {
    let [lower, upper] = solution.bounds;
    match (solution.score(), solution.outcome()) {
        (Some(score), _) => format!("{score:+} {unit}"),
        (None, Some(outcome)) if goal == Goal::Outcome => document::outcome(outcome).to_owned(),
        _ => format!("between {lower:+} and {upper:+} {unit}"),
    }
}

fn rate(solution: &Solution<String>) -> String {
    grouped((solution.nodes as f64 / solution.elapsed.as_secs_f64().max(1e-9)) as u64)
}

fn document(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    position: &str,
    solution: &Solution<String>,
) -> serde_json::Value {
    let rules = args.setup.game.rules.to_string();
    let (goal, threads) = (args.goal(), args.threads);
    let solved = SolvedPosition { game: entry.name(), rules: &rules, position, goal, threads };
    document::solution(&solved, solution, entry.score_unit())
}

/// Solves the positions of a file, and writes a line for each as soon as it is solved.
fn solve_file(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    file: &Path,
    budget: &Budget,
    out: &mut Output,
) -> Result<(), Failure> {
    let problems = read_problems(entry, file)?;
    let bar = progress_bar(problems.len() as u64, "positions");
    let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
    let (mut nodes, mut seconds, mut agreeing, mut known) = (0, 0.0, 0, 0);
    for (index, problem) in problems.iter().enumerate() {
        let seed = args.setup.game.seed.unwrap_or_else(draw_seed);
        let session = entry.open(&args.setup.game.rules, Some(&problem.position), seed);
        let session = session.in_argument("--rules")?;
        let solution = session.solve(args.goal(), budget, &mut |_| {}).in_argument("--file")?;
        let agrees = problem.agrees(&solution);
        nodes += solution.nodes;
        seconds += solution.elapsed.as_secs_f64();
        known += u32::from(agrees.is_some());
        agreeing += u32::from(agrees == Some(true));
        if args.json {
            let document = document(entry, args, &problem.position, &solution);
            out.json(&document::compared(document, index + 1, problem, &solution))?;
            out.flush()?;
        } else {
            rows.push(row(index, problem, &solution, args.goal()));
        }
        bar.inc(1);
        if budget.cancel.is_cancelled() {
            break;
        }
    }
    bar.finish_and_clear();
    if !args.json {
        write_rows(out, &rows)?;
        let (solved, nodes) = (rows.len() - 1, grouped(nodes));
        writeln!(out, "\n{solved} positions, {nodes} nodes, {seconds:.2} s")?;
        if known > 0 {
            writeln!(out, "{agreeing} of {known} agree with the file")?;
        }
    }
    Ok(())
}

const HEAD: [&str; 7] = ["position", "score", "move", "agrees", "nodes", "seconds", "nodes/s"];

fn row(index: usize, problem: &Problem, solution: &Solution<String>, goal: Goal) -> Vec<String> {
    let name = if problem.name.is_empty() { (index + 1).to_string() } else { problem.name.clone() };
    let agrees = match problem.agrees(solution) {
        Some(true) => "yes",
        Some(false) => "no",
        None => NOTHING,
    };
    vec![
        name,
        result(solution, "", goal).trim_end().to_owned(),
        solution.mv.clone().unwrap_or_else(|| NOTHING.to_owned()),
        agrees.to_owned(),
        grouped(solution.nodes),
        format!("{:.2}", solution.elapsed.as_secs_f64()),
        rate(solution),
    ]
}

fn read_problems(entry: &dyn GameEntry, file: &Path) -> Result<Vec<Problem>, Failure> {
    let in_file =
        |problem: String| Failure::Input(format!("--file: {}: {problem}", file.display()));
    let bytes =
        read_bounded(file, MAX_FILE).map_err(|error| Failure::Input(format!("--file: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| in_file("is not UTF-8 text".to_owned()))?;
    let problems = entry.read_problems(&text).map_err(|error| in_file(error.to_string()))?;
    if problems.is_empty() {
        return Err(in_file("has no positions".to_owned()));
    }
    Ok(problems)
}
