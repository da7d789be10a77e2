//! All games that are on the table.

use crate::{GameEntry, InputError};

/// The games of an application, by name.
#[derive(Default)]
pub struct Games(Vec<Box<dyn GameEntry>>);

impl Games {
    /// Puts a game on the table, in the place of one of the same name.
    pub fn add(&mut self, entry: impl GameEntry + 'static) {
        self.0.retain(|other| other.name() != entry.name());
        self.0.push(Box::new(entry));
    }

    /// All games.
    pub fn iter(&self) -> impl Iterator<Item = &dyn GameEntry> {
        self.0.iter().map(|entry| &**entry)
    }

    /// The game of a name.
    pub fn find(&self, name: &str) -> Result<&dyn GameEntry, InputError> {
        self.iter().find(|entry| entry.name() == name).ok_or_else(|| InputError::UnknownName {
            kind: "game",
            name: name.to_owned(),
            valid: self.iter().map(|entry| entry.name().to_owned()).collect(),
        })
    }
}
