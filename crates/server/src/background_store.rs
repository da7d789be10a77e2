//! All background tasks, with their limits: number, time and memory of their records.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::background::{Background, Kind};
use crate::{ApiError, ResourceLimits, lock};

/// All tournaments, studies and reviews by id.
pub(crate) struct BackgroundStore {
    tasks: Mutex<HashMap<String, Arc<Background>>>,
    limits: ResourceLimits,
}

impl BackgroundStore {
    pub(crate) fn new(limits: ResourceLimits) -> Self {
        BackgroundStore { tasks: Mutex::default(), limits }
    }

    pub(crate) fn find(&self, kind: Kind, id: &str) -> Result<Arc<Background>, ApiError> {
        let task = lock(&self.tasks).get(id).filter(|task| task.kind == kind).cloned();
        task.ok_or_else(|| ApiError::NotFound(kind.id_field(), id.to_owned()))
    }

    /// Calls `start` and adds the task that it returns. At the limit of tasks, the new task replaces
    /// the oldest finished one. If all tasks are unfinished, returns an error without calling `start`.
    pub(crate) fn add<T>(
        &self,
        start: impl FnOnce() -> Result<(Arc<Background>, T), ApiError>,
    ) -> Result<T, ApiError> {
        let mut tasks = lock(&self.tasks);
        if tasks.len() >= self.limits.arenas {
            let finished = tasks.values().filter(|task| task.is_finished());
            let oldest = finished.min_by_key(|task| task.created).map(|task| task.id.clone());
            let full = || {
                ApiError::Limit(
                    "too many tournaments, studies and reviews: try again later".to_owned(),
                )
            };
            let replaced = tasks.remove(&oldest.ok_or_else(full)?);
            if let Some(replaced) = replaced {
                replaced.records.discard();
            }
        }
        let (task, started) = start()?;
        tasks.insert(task.id.clone(), task);
        Ok(started)
    }

    /// Stops every task that exceeds the time limit. A task that was still running is removed by a
    /// later call, once it has ended.
    pub(crate) fn remove_expired(&self) {
        let Some(max) = self.limits.arena_time else { return };
        lock(&self.tasks).retain(|_, task| {
            let is_kept = task.created.elapsed() < max || task.stop();
            if !is_kept {
                task.records.discard();
            }
            is_kept
        });
    }

    /// Makes room for a record of this many bytes: drops the records of finished tournaments,
    /// oldest first, while all records together exceed the limit. Returns whether there is room.
    pub(crate) fn make_room(&self, bytes: usize) -> bool {
        let tasks = lock(&self.tasks);
        let mut used = tasks.values().map(|task| task.records.bytes()).sum::<usize>() + bytes;
        if used <= self.limits.arena_bytes {
            return true;
        }
        let mut finished: Vec<_> = tasks.values().filter(|task| task.is_finished()).collect();
        finished.sort_by_key(|task| task.created);
        for task in finished {
            used -= task.records.discard();
            if used <= self.limits.arena_bytes {
                return true;
            }
        }
        false
    }
}
