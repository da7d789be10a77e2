//! The games of an application.

use std::sync::Arc;

use crate::{GameEntry, InputError};

/// The games of an application, by name. Clones share the games.
///
/// A session keeps what it needs of its game, so the registry can be dropped before its sessions.
#[derive(Clone, Default)]
pub struct Games(Vec<Arc<dyn GameEntry>>);

impl Games {
    /// Registers a game and removes an earlier game with the same name.
    pub fn add(&mut self, entry: impl GameEntry + 'static) {
        self.add_shared(Arc::new(entry));
    }

    /// Registers a game as [`add`](Games::add) does, for an entry that is a shared trait object
    /// already.
    pub fn add_shared(&mut self, entry: Arc<dyn GameEntry>) {
        self.0.retain(|other| other.name() != entry.name());
        self.0.push(entry);
    }

    /// Returns all games, in the order of registration.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn GameEntry>> {
        self.0.iter()
    }

    /// Returns the game called `name`. Fails if there is none.
    pub fn find(&self, name: &str) -> Result<Arc<dyn GameEntry>, InputError> {
        let found = self.iter().find(|entry| entry.name() == name);
        found.cloned().ok_or_else(|| InputError::UnknownName {
            kind: "game",
            name: name.to_owned(),
            valid: self.iter().map(|entry| entry.name().to_owned()).collect(),
        })
    }
}
