//! All tournaments, with their limits: number, time and memory of their records.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::arena::Arena;
use crate::{ApiError, ResourceLimits, lock};

/// All tournaments by id.
pub(crate) struct ArenaStore {
    arenas: Mutex<HashMap<String, Arc<Arena>>>,
    limits: ResourceLimits,
}

impl ArenaStore {
    pub(crate) fn new(limits: ResourceLimits) -> Self {
        ArenaStore { arenas: Mutex::default(), limits }
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Arena>, ApiError> {
        let arena = lock(&self.arenas).get(id).cloned();
        arena.ok_or_else(|| ApiError::NotFound("arena", id.to_owned()))
    }

    /// Calls `start` and adds the tournament that it returns. At the limit of tournaments, the new
    /// one replaces the oldest finished one; if all are unfinished, `start` is not called.
    pub(crate) fn add<T>(
        &self,
        start: impl FnOnce() -> Result<(Arc<Arena>, T), ApiError>,
    ) -> Result<T, ApiError> {
        let mut arenas = lock(&self.arenas);
        if arenas.len() >= self.limits.arenas {
            let finished = arenas.values().filter(|arena| arena.is_finished());
            let oldest = finished.min_by_key(|arena| arena.created).map(|arena| arena.id.clone());
            let full = || ApiError::Limit("too many tournaments: try again later".to_owned());
            let replaced = arenas.remove(&oldest.ok_or_else(full)?);
            if let Some(replaced) = replaced {
                replaced.drop_records();
            }
        }
        let (arena, started) = start()?;
        arenas.insert(arena.id.clone(), arena);
        Ok(started)
    }

    /// Stops tournaments that exceed their time, and removes them once they are finished.
    pub(crate) fn remove_expired(&self) {
        let Some(max) = self.limits.arena_time else { return };
        lock(&self.arenas).retain(|_, arena| {
            let is_kept = arena.created.elapsed() < max || arena.stop();
            if !is_kept {
                arena.drop_records();
            }
            is_kept
        });
    }

    /// Makes room for a record of this many bytes: drops the records of finished tournaments,
    /// oldest first, while all records together exceed the limit. Returns whether there is room.
    pub(crate) fn make_room(&self, bytes: usize) -> bool {
        let arenas = lock(&self.arenas);
        let mut used = arenas.values().map(|arena| arena.record_bytes()).sum::<usize>() + bytes;
        if used <= self.limits.arena_bytes {
            return true;
        }
        let mut finished: Vec<_> = arenas.values().filter(|arena| arena.is_finished()).collect();
        finished.sort_by_key(|arena| arena.created);
        for arena in finished {
            used -= arena.drop_records();
            if used <= self.limits.arena_bytes {
                return true;
            }
        }
        false
    }
}
