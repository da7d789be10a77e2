//! Deals as puzzles: the solver for the registry, and files of deals with verdicts.

use std::time::Duration;

use plywood_registry::{Problem, SolverKind};
use plywood_search::{Budget, Goal, NotationError, Solution, SolveProgress, StoppedBy, quoted};

use crate::solver::{STOP_PERIOD, Shortest};
use crate::table::COMMAND_LIMIT;
use crate::{Command, Deal, Draw, Foundations, Klondike, Outcome, Rules, Solver, solution};

/// Number of positions between two reports of progress.
const REPORT_PERIOD: u64 = 1 << 16;

/// Returns the solver for the registry.
pub(crate) fn solver() -> SolverKind<Klondike> {
    SolverKind::new(solve).with_problems(read).of_puzzles(write)
}

fn solve(
    state: &Klondike,
    goal: Goal,
    budget: &Budget,
    progress: &mut dyn FnMut(&SolveProgress),
) -> Solution<Command> {
    let mut limits = Limits::new(budget, progress);
    let mut solver = Solver::new(budget.memory);
    let mut outcome = solver.solve(state, limits.most_nodes(), || limits.stops());
    limits.add(solver.nodes());
    let mut pv = solver.solution(state).filter(|_| outcome == Outcome::Solvable);
    // Frees the memory for the searches for shorter solutions.
    drop(solver);
    if outcome == Outcome::Solvable && pv.is_none() {
        // The solver ignores the limit on commands, and its solution exceeds this limit.
        (outcome, pv) = within_limit(state, budget, &mut limits);
    }
    let bounds = match outcome {
        Outcome::Solvable if pv.is_some() => [1.0, 1.0],
        Outcome::Unsolvable => [-1.0, -1.0],
        _ => [-1.0, 1.0],
    };
    let mut stopped_by = limits.stopped_by();
    if bounds[0] == bounds[1] {
        stopped_by = StoppedBy::Proven;
    }
    let mut fewest_moves = None;
    if let (Goal::FewestMoves, Some(commands)) = (goal, &mut pv) {
        let fewest = shorten(state, commands, budget, &mut limits);
        stopped_by = if fewest == commands.len() { StoppedBy::Proven } else { limits.stopped_by() };
        fewest_moves = Some(fewest);
    }
    let pv = pv.unwrap_or_default();
    let (nodes, elapsed) = (limits.nodes, limits.elapsed());
    Solution { bounds, mv: pv.first().copied(), pv, fewest_moves, nodes, elapsed, stopped_by }
}

/// Searches for a solution that keeps to the limit on commands. If there is none, the state cannot be won.
fn within_limit(
    state: &Klondike,
    budget: &Budget,
    limits: &mut Limits,
) -> (Outcome, Option<Vec<Command>>) {
    limits.share(1);
    let too_many = usize::from(COMMAND_LIMIT.saturating_sub(state.0.commands)) + 1;
    let mut shortest = Shortest::new(state, budget.memory);
    let found = shortest.search(WEIGHTS[0], too_many, limits.most_nodes(), || limits.stops());
    limits.add(found.nodes);
    let outcome = match &found.commands {
        Some(_) => Outcome::Solvable,
        None if found.bound >= too_many => Outcome::Unsolvable,
        None => Outcome::Unknown,
    };
    (outcome, found.commands)
}

/// The weights of the estimate in successive searches for shorter solutions. The last search, with weight 1, proves
/// a lower bound.
const WEIGHTS: [usize; 3] = [5, 2, 1];

/// Replaces a solution by shorter ones. Returns a lower bound of the length of all solutions.
fn shorten(
    state: &Klondike,
    commands: &mut Vec<Command>,
    budget: &Budget,
    limits: &mut Limits,
) -> usize {
    let mut shortest = Shortest::new(state, budget.memory);
    let mut bound = 0;
    for (number, weight) in WEIGHTS.into_iter().enumerate() {
        limits.share(WEIGHTS.len() - number);
        let most_nodes = limits.most_nodes();
        let found = shortest.search(weight, commands.len(), most_nodes, || limits.stops());
        limits.add(found.nodes);
        bound = bound.max(found.bound);
        if let Some(shorter) = found.commands {
            *commands = shorter;
        }
        if bound >= commands.len() || limits.is_cancelled() {
            break;
        }
    }
    bound.min(commands.len())
}

/// The limits of a budget, shared by several searches that run one after another.
struct Limits<'a> {
    budget: &'a Budget,
    progress: &'a mut dyn FnMut(&SolveProgress),
    began: Duration,
    /// Total nodes of the earlier searches.
    before: u64,
    /// Nodes of all searches so far, including the current one.
    nodes: u64,
    /// The total number of nodes of all searches at which the current search ends; `None` for no limit.
    until_node: Option<u64>,
    /// The time on the clock at which the current search ends; `None` for no limit.
    until: Option<Duration>,
}

impl<'a> Limits<'a> {
    fn new(budget: &'a Budget, progress: &'a mut dyn FnMut(&SolveProgress)) -> Self {
        let began = budget.clock.now();
        // A time limit beyond the clock's range is no limit.
        let until = budget.time.map(|time| began.saturating_add(time));
        let until_node = budget.simulations;
        Limits { budget, progress, began, before: 0, nodes: 0, until_node, until }
    }

    /// Limits the current search to an equal share of the remaining budget, where `searches` is the number of
    /// searches left, including this one.
    fn share(&mut self, searches: usize) {
        let now = self.budget.clock.now();
        self.until_node = self
            .budget
            .simulations
            .map(|nodes| self.nodes + nodes.saturating_sub(self.nodes) / searches as u64);
        let left = |time: Duration| self.began.saturating_add(time).saturating_sub(now);
        self.until = self.budget.time.map(|time| now.saturating_add(left(time) / searches as u32));
    }

    /// Returns the maximum number of nodes of the current search.
    fn most_nodes(&self) -> u64 {
        self.until_node.map_or(u64::MAX, |until| until.saturating_sub(self.before))
    }

    /// Counts [`STOP_PERIOD`] more nodes of the current search. Returns whether a limit is reached.
    fn stops(&mut self) -> bool {
        self.nodes += STOP_PERIOD;
        if self.nodes.is_multiple_of(REPORT_PERIOD) {
            (self.progress)(&SolveProgress { bounds: [-1.0, 1.0], nodes: self.nodes });
        }
        self.is_cancelled()
            || self.until_node.is_some_and(|most| self.nodes >= most)
            || self.until.is_some_and(|until| self.budget.clock.now() >= until)
    }

    /// Ends the current search, which had `nodes` nodes.
    fn add(&mut self, nodes: u64) {
        self.before += nodes;
        self.nodes = self.before;
    }

    fn is_cancelled(&self) -> bool {
        self.budget.cancel.is_cancelled()
    }

    fn elapsed(&self) -> Duration {
        self.budget.clock.now() - self.began
    }

    /// Returns the limit that stopped a search before its end.
    fn stopped_by(&self) -> StoppedBy {
        if self.is_cancelled() {
            StoppedBy::Cancelled
        } else if self.until.is_some_and(|until| self.budget.clock.now() >= until) {
            StoppedBy::Time
        } else if self.until_node.is_some_and(|most| self.nodes >= most) {
            StoppedBy::Simulations
        } else {
            StoppedBy::Memory
        }
    }
}

/// Writes the commands of a solution, which are given as text, in the letter notation.
fn write(commands: &[String]) -> String {
    let commands: Vec<Command> =
        commands.iter().filter_map(|command| Command::read(command).ok()).collect();
    solution::write(&commands)
}

/// Reads deals from CSV with a header. The column `deal` is required. `id` is the name of a deal, and the verdicts
/// `draw1` and `draw3` are `solvable`, `unsolvable` or empty. Other columns are ignored.
fn read(start: &Klondike, text: &str) -> Result<Vec<Problem>, NotationError> {
    // Spreadsheets write a byte order mark, which would be part of the first column's name.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else { return Ok(Vec::new()) };
    let names: Vec<&str> = header.split(',').map(str::trim).collect();
    let column = |name: &str| names.iter().position(|&other| other == name);
    let rules = start.rules();
    let verdicts = column(match rules.draw {
        Draw::One => "draw1",
        Draw::Three => "draw3",
    });
    let Some(deals) = column("deal") else {
        let expected = "expected a header with the column deal, such as id,deal,draw1,draw3";
        return Err(NotationError::new(format!("line 1: {}: {expected}", quoted(header))));
    };
    let ids = column("id");
    let read_line = |line: &str| {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        if fields.len() != names.len() {
            let (found, expected) = (fields.len(), names.len());
            return Err(NotationError::new(format!("{found} fields: expected {expected}")));
        }
        let verdict = verdicts.map_or("", |column| fields[column]);
        Ok(Problem {
            name: ids.map_or("", |column| fields[column]).to_owned(),
            position: format!("deal:{}", Deal::read(fields[deals])?),
            scores: Vec::new(),
            solvable: read_verdict(rules, verdict)?,
        })
    };
    lines
        .map(|(number, line)| {
            read_line(line).map_err(|error| NotationError::new(format!("line {number}: {error}")))
        })
        .collect()
}

/// Reads a verdict that holds under the default rules, and returns what follows from it under `rules`. A deal that
/// is solvable by default may be unsolvable under stricter rules.
fn read_verdict(rules: Rules, text: &str) -> Result<Option<bool>, NotationError> {
    let is_stricter = rules.passes.is_some() || rules.foundations == Foundations::Keep;
    match text {
        "" => Ok(None),
        "unsolvable" => Ok(Some(false)),
        "solvable" => Ok((!is_stricter).then_some(true)),
        _ => {
            let expected = "expected solvable, unsolvable or nothing";
            Err(NotationError::new(format!("{} is no verdict: {expected}", quoted(text))))
        }
    }
}
