//! The records of a tournament's games in memory.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use plywood_arena::GameRecord;

/// The records of a tournament, until they are discarded to make room for others.
#[derive(Default)]
pub(crate) struct Records(RwLock<Kept>);

#[derive(Default)]
struct Kept {
    games: Vec<GameRecord>,
    /// The memory of the games.
    bytes: usize,
    discarded: bool,
}

impl Records {
    fn read(&self) -> RwLockReadGuard<'_, Kept> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Kept> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add(&self, game: GameRecord) {
        let mut kept = self.write();
        kept.bytes += game.memory();
        kept.games.push(game);
    }

    /// Calls `read` with all records.
    pub(crate) fn with_games<T>(&self, read: impl FnOnce(&[GameRecord]) -> T) -> T {
        read(&self.read().games)
    }

    /// Returns the record with this index as a line of JSON; `None` after the last record so far.
    pub(crate) fn line(&self, index: usize) -> Option<String> {
        let kept = self.read();
        let game = kept.games.get(index)?;
        Some(serde_json::to_string(game).expect("plain data has a JSON form") + "\n")
    }

    /// Returns the memory of the records.
    pub(crate) fn bytes(&self) -> usize {
        self.read().bytes
    }

    /// Returns whether records were discarded.
    pub(crate) fn are_discarded(&self) -> bool {
        self.read().discarded
    }

    /// Discards the records. Returns the memory that they took.
    pub(crate) fn discard(&self) -> usize {
        let mut kept = self.write();
        let bytes = std::mem::take(&mut kept.bytes);
        kept.games = Vec::new();
        kept.discarded |= bytes > 0;
        bytes
    }
}
