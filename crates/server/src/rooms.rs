//! All rooms: how many there may be, and when one is cleared.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::lock::lock;
use crate::room::Room;
use crate::{ApiError, Limits};

/// All rooms, by the names of their sessions.
pub(crate) struct Rooms {
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    limits: Limits,
}

/// A game that was left alone for so long makes room for a new one.
const LEFT_ALONE: Duration = Duration::from_secs(300);

impl Rooms {
    pub(crate) fn new(limits: Limits) -> Self {
        Rooms { rooms: Mutex::default(), limits }
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Room>, ApiError> {
        let missing = || ApiError::NotFound { kind: "session", name: id.to_owned() };
        lock(&self.rooms).get(id).cloned().ok_or_else(missing)
    }

    pub(crate) fn add(&self, room: Room) -> Result<(), ApiError> {
        self.trim_games();
        let mut rooms = lock(&self.rooms);
        if rooms.len() >= self.limits.sessions {
            let oldest = rooms
                .values()
                .filter_map(|room| Some((room.idle_since()?, &room.id)))
                .filter(|(since, _)| since.elapsed() > LEFT_ALONE)
                .min()
                .map(|(_, id)| id.clone());
            let Some(oldest) = oldest else {
                let most = self.limits.sessions;
                return Err(ApiError::Limit(format!("{most} games are open: try again later")));
            };
            rooms.remove(&oldest);
        }
        rooms.insert(room.id.clone(), Arc::new(room));
        Ok(())
    }

    /// Forgets the games that nobody has asked for in a long time.
    pub(crate) fn clear_idle(&self) {
        let is_idle = |since: Instant| since.elapsed() >= self.limits.idle;
        lock(&self.rooms).retain(|_, room| !room.idle_since().is_some_and(is_idle));
    }

    /// Forgets the longest games until the rest is small enough. Pages know
    /// their games, and open them again.
    pub(crate) fn trim_games(&self) {
        let mut rooms = lock(&self.rooms);
        let mut moves: usize = rooms.values().map(|room| room.moves()).sum();
        while moves > self.limits.all_moves {
            let quiet = rooms.values().filter(|room| room.idle_since().is_some());
            let longest = quiet.map(|room| (room.moves(), &room.id)).max();
            let Some((count, id)) = longest.map(|(count, id)| (count, id.clone())) else { return };
            rooms.remove(&id);
            moves -= count;
        }
    }

    /// Drops the trees that were left alone longest until the rest is small enough.
    pub(crate) fn trim_trees(&self) {
        let mut rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        rooms.retain(|room| room.tree_bytes() > 0);
        rooms.sort_by_cached_key(|room| room.idle_since().map(|since| since.elapsed()));
        let mut kept = 0;
        for room in rooms {
            kept += room.tree_bytes();
            if kept > self.limits.kept_trees {
                kept -= room.tree_bytes();
                room.drop_trees();
            }
        }
    }
}
