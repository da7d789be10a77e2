//! `plywood solve --file`: solves the positions of a file, and compares the results with those in the file.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use plywood_files::read_bounded;
use plywood_registry::document;
use plywood_registry::{GameEntry, Problem, draw_seed};
use plywood_search::{Budget, Solution};

use super::cells::NOTHING;
use super::columns::write_rows;
use super::solve::{document, rate, result};
use crate::cli::SolveArgs;
use crate::failure::{Failure, InArgument};
use crate::output::{Output, grouped, progress_bar};

/// Maximum size of a file of positions, in bytes.
const MAX_FILE: u64 = 64 << 20;

/// Solves the positions of a file, and writes the result of each in the order of the file.
pub(super) fn solve_file(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    file: &Path,
    budget: &Budget,
    out: &mut Output,
) -> Result<(), Failure> {
    let problems = read_problems(entry, args, file)?;
    let bar = progress_bar(problems.len() as u64, "positions");
    let mut report =
        Report { entry, args, rows: vec![HEAD.map(str::to_owned).to_vec()], solved: vec![] };
    // The solver of puzzles uses one thread, so several puzzles are solved at once.
    let (workers, threads) =
        if entry.has_puzzles() { (args.threads, 1) } else { (1, args.threads) };
    let budget = budget.clone().with_threads(threads);
    let next = AtomicUsize::new(0);
    let (sender, solutions) = mpsc::channel();
    let written = thread::scope(|scope| {
        for _ in 0..workers.min(problems.len()) {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                while !budget.cancel.is_cancelled() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(index) else { break };
                    let solution = solve(entry, args, problem, &budget);
                    if sender.send((index, solution)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        for (index, solution) in solutions {
            bar.inc(1);
            early.insert(index, solution);
            while let Some(solution) = early.remove(&report.solved.len()) {
                let problem = &problems[report.solved.len()];
                let added = solution.and_then(|solution| report.add(problem, &solution, out));
                if let Err(failure) = added {
                    budget.cancel.cancel();
                    return Err(failure);
                }
            }
        }
        Ok(())
    });
    bar.finish_and_clear();
    written?;
    if !args.json {
        report.finish(out)?;
    }
    Ok(())
}

fn solve(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    problem: &Problem,
    budget: &Budget,
) -> Result<Solution<String>, Failure> {
    let seed = args.setup.game.seed.unwrap_or_else(draw_seed);
    let session = entry.open(&args.setup.game.rules, Some(&problem.position), seed);
    let session = session.in_argument("--rules")?;
    session.solve(args.goal(), budget, &mut |_| {}).in_argument("--file")
}

/// The results so far.
struct Report<'a> {
    entry: &'a dyn GameEntry,
    args: &'a SolveArgs,
    rows: Vec<Vec<String>>,
    solved: Vec<Solved>,
}

struct Solved {
    verdict: Option<i32>,
    agrees: Option<bool>,
    nodes: u64,
    seconds: f64,
}

impl Report<'_> {
    fn add(
        &mut self,
        problem: &Problem,
        solution: &Solution<String>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let number = self.solved.len() + 1;
        let agrees = problem.agrees(solution);
        if self.args.json {
            let document = document(self.entry, self.args, &problem.position, solution);
            out.json(&document::compared(document, number, problem, solution))?;
            out.flush()?;
        } else {
            self.rows.push(self.row(number, problem, solution));
        }
        self.solved.push(Solved {
            verdict: solution.outcome(),
            agrees,
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
        });
        Ok(())
    }

    fn row(&self, number: usize, problem: &Problem, solution: &Solution<String>) -> Vec<String> {
        let agrees = match problem.agrees(solution) {
            Some(true) => "yes",
            Some(false) => "no",
            None => NOTHING,
        };
        let name = Some(problem.name.clone()).filter(|name| !name.is_empty());
        vec![
            name.unwrap_or_else(|| number.to_string()),
            result(self.entry, solution, self.args.goal()),
            solution.mv.clone().unwrap_or_else(|| NOTHING.to_owned()),
            agrees.to_owned(),
            grouped(solution.nodes),
            format!("{:.2}", solution.elapsed.as_secs_f64()),
            rate(solution),
        ]
    }

    /// Writes the table and the summary.
    fn finish(&self, out: &mut Output) -> Result<(), Failure> {
        write_rows(out, &self.rows)?;
        let solved = &self.solved;
        let nodes = grouped(solved.iter().map(|one| one.nodes).sum());
        let mut seconds: Vec<f64> = solved.iter().map(|one| one.seconds).collect();
        let total: f64 = seconds.iter().sum();
        writeln!(out, "\n{} positions, {nodes} nodes, {total:.2} s", solved.len())?;
        seconds.sort_by(f64::total_cmp);
        // Returns the time, in milliseconds, within which this share of the positions was solved.
        let enough = |share: f64| {
            let count = (share * seconds.len() as f64).ceil() as usize;
            seconds.get(count.saturating_sub(1)).copied().unwrap_or_default() * 1e3
        };
        let [median, most, all] = [0.5, 0.95, 1.0].map(enough);
        writeln!(
            out,
            "time of a position: median {median:.3} ms, 95% {most:.3} ms, 100% {all:.3} ms"
        )?;
        if self.entry.has_puzzles() {
            let count = |verdict| solved.iter().filter(|one| one.verdict == verdict).count();
            let [solvable, unsolvable, unknown] = [Some(1), Some(-1), None].map(count);
            writeln!(out, "{solvable} solvable, {unsolvable} unsolvable, {unknown} unknown")?;
        }
        let known = solved.iter().filter_map(|one| one.agrees);
        let agreeing = known.clone().filter(|&agrees| agrees).count();
        let known = known.count();
        if known > 0 {
            writeln!(out, "{agreeing} of {known} agree with the file")?;
        }
        Ok(())
    }
}

const HEAD: [&str; 7] = ["position", "result", "move", "agrees", "nodes", "seconds", "nodes/s"];

fn read_problems(
    entry: &dyn GameEntry,
    args: &SolveArgs,
    file: &Path,
) -> Result<Vec<Problem>, Failure> {
    let in_file =
        |problem: String| Failure::Input(format!("--file: {}: {problem}", file.display()));
    let bytes =
        read_bounded(file, MAX_FILE).map_err(|error| Failure::Input(format!("--file: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| in_file("is not UTF-8 text".to_owned()))?;
    let problems = entry.read_problems(&text, &args.setup.game.rules);
    let problems = problems.map_err(|error| in_file(error.to_string()))?;
    if problems.is_empty() {
        return Err(in_file("has no positions".to_owned()));
    }
    Ok(problems)
}
