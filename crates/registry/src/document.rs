//! The JSON documents of decisions, trees and solutions. Scripts depend on these documents: fields may be added,
//! but a renamed or removed field needs a new schema number.

use plywood_search::{
    Candidate, Decision, Detail, Goal, JudgedWorlds, Progress, Solution, Stats, StoppedBy, TreeNode,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{GameEntry, Problem};

/// The schema number of all documents.
pub const SCHEMA: u32 = 1;

/// The request that a document answers. A document repeats these fields before the answer.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// The name of the game.
    pub game: String,
    /// The rules as text.
    pub rules: String,
    /// The position as text.
    pub position: String,
    /// The spec of the player.
    pub player: String,
    /// Whether the player is omniscient: it sees hidden facts.
    pub seeing: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// The name of the opening that led to the position; null if it has none.
    pub opening: Option<String>,
}

/// Returns a document: the schema number, the question, and the fields of `answer`.
fn document(question: &Question, answer: Value) -> Value {
    #[derive(Serialize)]
    struct Document<'a> {
        schema: u32,
        #[serde(flatten)]
        question: &'a Question,
        #[serde(flatten)]
        answer: Value,
    }
    let document = Document { schema: SCHEMA, question, answer };
    serde_json::to_value(&document).expect("plain data has a JSON form")
}

/// Returns the document of a decision. It has the fields `score` and `score_unit` only if the decision has a score.
pub fn decision(
    question: &Question,
    decision: &Decision<String>,
    unit: &str,
    score_unit: &str,
) -> Value {
    let mut answer = json!({
        "move": decision.mv,
        "value": decision.value.map(round),
        "unit": unit,
        "candidates": candidates(&decision.candidates),
        "stats": stats(&decision.stats),
        "stopped_by": decision.stopped_by.name(),
    });
    if let Some(score) = decision.score {
        answer["score"] = whole(score);
        answer["score_unit"] = score_unit.into();
    }
    if let Some(reason) = &decision.forfeit {
        answer["forfeit"] = reason.clone().into();
    }
    document(question, answer)
}

/// Returns a snapshot of a running search as JSON: the candidates and the statistics so far.
pub fn progress(progress: &Progress<String>) -> Value {
    json!({ "candidates": candidates(&progress.candidates), "stats": stats(&progress.stats) })
}

/// Returns the document of a tree.
pub fn tree(question: &Question, tree: &TreeNode<String, String>) -> Value {
    document(question, json!({ "tree": node(tree) }))
}

/// A solved position and the request to solve it. The document of the solution repeats these fields.
#[derive(Clone, Debug)]
pub struct SolvedPosition<'a> {
    /// The rules as text.
    pub rules: &'a str,
    /// The position as text.
    pub position: &'a str,
    /// What the solver was asked for.
    pub goal: Goal,
    /// The number of threads.
    pub threads: usize,
}

/// Returns the document of a solution. For a puzzle, the document has the verdict and the solution in the game's
/// notation. For other games, `score` is null unless it is exact, and `outcome` is null unless it is known.
pub fn solution(
    entry: &dyn GameEntry,
    solved: &SolvedPosition,
    solution: &Solution<String>,
) -> Value {
    if let Some(written) = entry.write_solution(solution) {
        return puzzle(entry, solved, solution, &written);
    }
    json!({
        "schema": SCHEMA,
        "score": solution.score().map(whole),
        "score_unit": entry.score_unit(),
        "bounds": solution.bounds.map(whole),
        "outcome": solution.outcome().map(outcome),
        "move": solution.mv,
        "pv": solution.pv,
        "nodes": solution.nodes,
        "elapsed_ms": round(solution.elapsed.as_secs_f64() * 1e3),
        "exact": solution.score().is_some(),
        "stopped_by": solver_stop(solution.stopped_by),
        "wld": solved.goal == Goal::Outcome,
        "threads": solved.threads,
        "game": entry.name(),
        "rules": solved.rules,
        "position": solved.position,
    })
}

/// Returns the document of a solved puzzle. `solution`, `moves` and `move` are null if no solution was found.
fn puzzle(
    entry: &dyn GameEntry,
    solved: &SolvedPosition,
    solution: &Solution<String>,
    written: &str,
) -> Value {
    let is_solved = solution.outcome() == Some(1);
    let length = is_solved.then_some(solution.pv.len());
    json!({
        "schema": SCHEMA,
        "result": verdict(solution),
        "solution": is_solved.then_some(written),
        "moves": length,
        "fewest_moves": solution.fewest_moves,
        "shortest": solution.fewest_moves.map(|fewest| length == Some(fewest)),
        "move": solution.mv,
        "pv": solution.pv,
        "nodes": solution.nodes,
        "elapsed_ms": round(solution.elapsed.as_secs_f64() * 1e3),
        "stopped_by": solver_stop(solution.stopped_by),
        "threads": solved.threads,
        "game": entry.name(),
        "rules": solved.rules,
        "position": solved.position,
    })
}

/// Returns the verdict on a puzzle: `solvable`, `unsolvable` or `unknown`.
pub fn verdict(solution: &Solution<String>) -> &'static str {
    match solution.outcome() {
        Some(1..) => "solvable",
        Some(_) => "unsolvable",
        None => "unknown",
    }
}

/// Adds fields to the document of a solution of a problem from a file: the number of the problem in the file, its name,
/// the result that the file expects, and whether the solution agrees with it. `agrees` is null if the file has no
/// expected result or if the solution is not complete.
pub fn compared(
    mut document: Value,
    number: usize,
    problem: &Problem,
    solution: &Solution<String>,
) -> Value {
    document["number"] = number.into();
    document["name"] = problem.name.clone().into();
    document["expected"] = match (problem.solvable, problem.score()) {
        (Some(true), _) => "solvable".into(),
        (Some(false), _) => "unsolvable".into(),
        (None, Some(score)) => json!({"score": whole(score), "moves": problem.best_moves()}),
        (None, None) => Value::Null,
    };
    document["agrees"] = problem.agrees(solution).into();
    document
}

/// Returns the word for an outcome: 1 is a win, 0 a draw, -1 a loss of the seat to move.
pub fn outcome(outcome: i32) -> &'static str {
    match outcome {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

/// Returns the name of the reason why a solver stopped. A solver counts nodes as simulations, so that limit is called
/// `nodes`.
pub fn solver_stop(stopped_by: StoppedBy) -> &'static str {
    if stopped_by == StoppedBy::Simulations { "nodes" } else { stopped_by.name() }
}

/// Returns a score as JSON, without a fraction if it is a whole number.
fn whole(score: f64) -> Value {
    if score.fract() == 0.0 && score.abs() < 1e15 {
        json!(score as i64)
    } else {
        json!(round(score))
    }
}

/// Rounds to six decimals. No search is more accurate than that.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn candidates(candidates: &[Candidate<String>]) -> Vec<Value> {
    let candidate = |candidate: &Candidate<String>| {
        let mut document = json!({
            "move": candidate.mv,
            "visits": candidate.visits,
            "share": candidate.share.map(round),
            "value": candidate.value.map(round),
            "ci95": candidate.ci95.map(|ends| ends.map(round)),
            "proven": candidate.proven.map(round),
            "pv": candidate.pv,
        });
        if let Some(score) = candidate.score {
            document["score"] = whole(score);
        }
        if let Some(depth) = candidate.depth {
            document["depth"] = depth.into();
        }
        if let Some(bound) = candidate.bound {
            document["bound"] = bound.name().into();
        }
        if let Some(JudgedWorlds { sampled, won }) = candidate.worlds {
            document["worlds"] = json!({"sampled": sampled, "won": won});
        }
        document
    };
    candidates.iter().map(candidate).collect()
}

fn stats(stats: &Stats) -> Value {
    let mut document = json!({
        "simulations": stats.simulations,
        "nodes": stats.nodes,
        "max_depth": stats.max_depth,
        "mean_depth": round(stats.mean_depth),
        "elapsed_ms": round(stats.elapsed.as_secs_f64() * 1e3),
        "simulations_per_second": stats.simulations_per_second().round(),
        "threads": stats.threads,
        "average_visits": round(stats.average_visits),
        "tree_bytes": stats.tree_bytes,
        "tree_full": stats.tree_full,
        "reused_visits": stats.reused_visits,
        "restarted": stats.restarted,
        "worlds": stats.worlds,
        "mean_rollout": round(stats.mean_rollout),
        "bounds": stats.bounds.map(|bounds| bounds.map(round)),
    });
    if !stats.details.is_empty() {
        let details = stats.details.iter().map(|(name, value)| (name.to_string(), detail(value)));
        document["details"] = details.collect::<Map<_, _>>().into();
    }
    document
}

fn detail(detail: &Detail) -> Value {
    match detail {
        Detail::Count(count) => (*count).into(),
        Detail::Flag(flag) => (*flag).into(),
        Detail::Word(word) => (**word).into(),
    }
}

fn node(tree: &TreeNode<String, String>) -> Value {
    json!({
        "move": tree.mv,
        "seen": tree.seen,
        "seat": tree.seat,
        "visits": tree.visits,
        "value": tree.value.map(round),
        "proven": tree.proven.map(round),
        "children": tree.children.iter().map(node).collect::<Vec<_>>(),
    })
}
