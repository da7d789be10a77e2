//! All sessions, with their limits: number, idle time, moves and size of trees.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::session::GameSession;
use crate::{ApiError, ResourceLimits, lock};

/// All sessions by id.
pub(crate) struct SessionStore {
    sessions: Mutex<HashMap<String, Arc<GameSession>>>,
    limits: ResourceLimits,
}

/// At the limit of sessions, a new session may replace one that has been idle for at least this time.
const REPLACEABLE_AFTER: Duration = Duration::from_secs(300);

impl SessionStore {
    pub(crate) fn new(limits: ResourceLimits) -> Self {
        SessionStore { sessions: Mutex::default(), limits }
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<GameSession>, ApiError> {
        let session = lock(&self.sessions).get(id).cloned();
        session.ok_or_else(|| ApiError::NotFound("session", id.to_owned()))
    }

    pub(crate) fn add(&self, id: String, session: GameSession) -> Result<(), ApiError> {
        self.trim_games();
        let mut sessions = lock(&self.sessions);
        let max = self.limits.sessions;
        if sessions.len() >= max {
            let oldest = sessions
                .iter()
                .filter_map(|(id, session)| Some((session.idle_since()?, id)))
                .filter(|(since, _)| since.elapsed() > REPLACEABLE_AFTER)
                .min()
                .map(|(_, id)| id.clone());
            let full = || {
                ApiError::Limit(format!("{max} sessions are open: close one or try again later"))
            };
            sessions.remove(&oldest.ok_or_else(full)?);
        }
        sessions.insert(id, Arc::new(session));
        Ok(())
    }

    /// Removes and returns a session; an unknown id is an error.
    pub(crate) fn remove(&self, id: &str) -> Result<Arc<GameSession>, ApiError> {
        let session = lock(&self.sessions).remove(id);
        session.ok_or_else(|| ApiError::NotFound("session", id.to_owned()))
    }

    /// Drops the sessions whose last request was longer ago than the idle limit.
    pub(crate) fn remove_idle(&self) {
        let is_idle = |since: Instant| since.elapsed() >= self.limits.idle;
        lock(&self.sessions).retain(|_, session| !session.idle_since().is_some_and(is_idle));
    }

    /// Drops the longest games while the sum of moves exceeds the limit. A page reopens its game if it was
    /// dropped.
    pub(crate) fn trim_games(&self) {
        let mut sessions = lock(&self.sessions);
        let mut moves: usize = sessions.values().map(|session| session.moves()).sum();
        while moves > self.limits.all_moves {
            let idle = sessions.iter().filter(|(_, session)| session.idle_since().is_some());
            let longest = idle.map(|(id, session)| (session.moves(), id)).max();
            let Some((count, id)) = longest.map(|(count, id)| (count, id.clone())) else { return };
            sessions.remove(&id);
            moves = moves.saturating_sub(count);
        }
    }

    /// Drops the trees of sessions, longest idle first, while all trees together exceed the size limit.
    pub(crate) fn trim_trees(&self) {
        let mut sessions: Vec<Arc<GameSession>> = lock(&self.sessions).values().cloned().collect();
        sessions.retain(|session| session.tree_bytes() > 0);
        sessions.sort_by_cached_key(|session| session.idle_since().map(|since| since.elapsed()));
        let mut kept: u64 = 0;
        for session in sessions {
            let bytes = session.tree_bytes();
            if kept + bytes > self.limits.kept_trees {
                session.drop_trees();
            } else {
                kept += bytes;
            }
        }
    }
}
