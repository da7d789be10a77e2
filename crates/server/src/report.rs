//! What is told on the way to an answer.

use serde_json::Value;

/// Something that happened while a search or a tournament was under way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// What happened: `queued`, `progress`, `decision`, `arena` or `error`.
    pub event: &'static str,
    /// The search or tournament that it happened to.
    pub about: String,
    /// Whether nothing else will be told of that.
    pub is_last: bool,
    /// What there is to tell.
    pub document: Value,
}

/// Is told what happens, from whichever thread it happens on.
pub trait Reporter: Send + Sync {
    /// Takes a report; it must not wait for long.
    fn report(&self, report: Report);
}
