//! The games of an application.

use crate::{GameEntry, InputError};

/// The games of an application, by name.
#[derive(Default)]
pub struct Games(Vec<Box<dyn GameEntry>>);

impl Games {
    /// Registers a game and removes an earlier game with the same name.
    pub fn add(&mut self, entry: impl GameEntry + 'static) {
        self.0.retain(|other| other.name() != entry.name());
        self.0.push(Box::new(entry));
    }

    /// Returns all games, in the order of registration.
    pub fn iter(&self) -> impl Iterator<Item = &dyn GameEntry> {
        self.0.iter().map(|entry| &**entry)
    }

    /// Returns the game called `name`. Fails if there is none.
    pub fn find(&self, name: &str) -> Result<&dyn GameEntry, InputError> {
        self.iter().find(|entry| entry.name() == name).ok_or_else(|| InputError::UnknownName {
            kind: "game",
            name: name.to_owned(),
            valid: self.iter().map(|entry| entry.name().to_owned()).collect(),
        })
    }
}
