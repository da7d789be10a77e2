//! Events about searches and tournaments.

use std::sync::Arc;

use serde_json::Value;

/// News of a search or a tournament.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Event {
    /// The kind of event: `queued`, `progress`, `decision`, `arena` or `error`.
    pub name: &'static str,
    /// The id of the search or tournament.
    pub subject: String,
    /// Whether this is the last event of its subject.
    pub is_last: bool,
    /// The JSON document, without the schema number.
    pub document: Value,
}

/// Receives events on the thread that caused them. It must return quickly, since
/// a search waits for it.
pub type EventSink = Arc<dyn Fn(Event) + Send + Sync>;
