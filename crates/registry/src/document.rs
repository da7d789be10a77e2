//! The JSON documents, as scripts depend on them: fields may be added, never
//! renamed or removed without a new schema number.

use plywood_search::{Candidate, Decision, Detail, Progress, Stats, TreeNode};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The version of all documents.
pub const SCHEMA: u32 = 1;

/// What was asked: it stands at the head of every document about a position.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// The game's name.
    pub game: String,
    /// Its rules, as text.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The player's spec.
    pub player: String,
    /// Whether it sees what is hidden.
    pub seeing: bool,
    /// The seed of all chance.
    pub seed: u64,
}

#[derive(Serialize)]
struct DecisionDocument<'a> {
    schema: u32,
    #[serde(flatten)]
    question: &'a Question,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    value: Option<f64>,
    unit: &'a str,
    candidates: Vec<CandidateDocument<'a>>,
    stats: StatsDocument,
    stopped_by: &'a str,
}

#[derive(Serialize)]
struct CandidateDocument<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    visits: u64,
    share: f64,
    value: Option<f64>,
    ci95: Option<[f64; 2]>,
    proven: Option<f64>,
    pv: &'a [String],
}

#[derive(Serialize)]
struct StatsDocument {
    simulations: u64,
    nodes: u64,
    max_depth: u32,
    mean_depth: f64,
    elapsed_ms: f64,
    simulations_per_second: f64,
    threads: usize,
    average_visits: f64,
    tree_bytes: u64,
    tree_full: bool,
    reused_visits: u64,
    restarted: bool,
    worlds: u64,
    mean_rollout: f64,
    bounds: Option<[f64; 2]>,
    /// What only some players count, by name.
    #[serde(skip_serializing_if = "Map::is_empty")]
    details: Map<String, Value>,
}

/// Six digits behind the point: more than any simulation can tell.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl<'a> CandidateDocument<'a> {
    fn new(candidate: &'a Candidate<String>) -> Self {
        CandidateDocument {
            mv: &candidate.mv,
            visits: candidate.visits,
            share: round(candidate.share),
            value: candidate.value.map(round),
            ci95: candidate.ci95.map(|ends| ends.map(round)),
            proven: candidate.proven.map(round),
            pv: &candidate.pv,
        }
    }
}

fn detail(detail: Detail) -> Value {
    match detail {
        Detail::Count(count) => count.into(),
        Detail::Flag(flag) => flag.into(),
        Detail::Word(word) => word.into(),
    }
}

impl StatsDocument {
    fn new(stats: &Stats) -> Self {
        StatsDocument {
            simulations: stats.simulations,
            nodes: stats.nodes,
            max_depth: stats.max_depth,
            mean_depth: round(stats.mean_depth),
            elapsed_ms: round(stats.elapsed.as_secs_f64() * 1e3),
            simulations_per_second: stats.simulations_per_second().round(),
            threads: stats.threads,
            average_visits: round(stats.average_visits),
            tree_bytes: stats.tree_bytes,
            tree_full: stats.tree_full,
            reused_visits: stats.reused_visits,
            restarted: stats.restarted,
            worlds: stats.worlds,
            mean_rollout: round(stats.mean_rollout),
            bounds: stats.bounds.map(|bounds| bounds.map(round)),
            details: stats
                .details
                .iter()
                .map(|&(name, told)| (name.to_owned(), detail(told)))
                .collect(),
        }
    }
}

/// The document of a decision.
pub fn decision(question: &Question, decision: &Decision<String>, unit: &str) -> Value {
    let document = DecisionDocument {
        schema: SCHEMA,
        question,
        mv: decision.mv.as_deref(),
        value: decision.value.map(round),
        unit,
        candidates: decision.candidates.iter().map(CandidateDocument::new).collect(),
        stats: StatsDocument::new(&decision.stats),
        stopped_by: decision.stopped_by.name(),
    };
    serde_json::to_value(&document).expect("plain data has a JSON form")
}

#[derive(Serialize)]
struct ProgressDocument<'a> {
    candidates: Vec<CandidateDocument<'a>>,
    stats: StatsDocument,
}

/// What is known while a search is under way: the candidates and statistics
/// that a decision would have now.
pub fn progress(progress: &Progress<String>) -> Value {
    let document = ProgressDocument {
        candidates: progress.candidates.iter().map(CandidateDocument::new).collect(),
        stats: StatsDocument::new(&progress.stats),
    };
    serde_json::to_value(&document).expect("plain data has a JSON form")
}

/// The document of a tree.
pub fn tree(question: &Question, tree: &TreeNode<String, String>) -> Value {
    json!({
        "schema": SCHEMA,
        "game": question.game,
        "rules": question.rules,
        "position": question.position,
        "player": question.player,
        "seeing": question.seeing,
        "seed": question.seed,
        "tree": node(tree),
    })
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
