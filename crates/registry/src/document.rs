//! The JSON documents of decisions, trees and solutions. Scripts depend on these documents: fields may be added,
//! but a renamed or removed field needs a new schema number.

use plywood_search::{Candidate, Decision, Detail, Progress, Stats, TreeNode};
use serde::Serialize;
use serde_json::{Map, Value, json};

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

/// Returns the document of a decision.
pub fn decision(question: &Question, decision: &Decision<String>, unit: &str) -> Value {
    let answer = json!({
        "move": decision.mv,
        "value": decision.value.map(round),
        "unit": unit,
        "candidates": candidates(&decision.candidates),
        "stats": stats(&decision.stats),
        "stopped_by": decision.stopped_by.name(),
    });
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

/// Rounds to six decimals. No search is more accurate than that.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn candidates(candidates: &[Candidate<String>]) -> Vec<Value> {
    let candidate = |candidate: &Candidate<String>| {
        json!({
            "move": candidate.mv,
            "visits": candidate.visits,
            "share": round(candidate.share),
            "value": candidate.value.map(round),
            "ci95": candidate.ci95.map(|ends| ends.map(round)),
            "proven": candidate.proven.map(round),
            "pv": candidate.pv,
        })
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
