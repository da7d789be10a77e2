//! Sessions that step through the game of a review.

use std::sync::{Mutex, PoisonError};

use plywood_registry::Session;

use super::plan::Review;
use crate::ArenaError;
use crate::error::Field;

/// A session at a position of the game.
pub(super) struct Walker {
    pub(super) session: Box<dyn Session>,
    ply: usize,
}

/// A pool of sessions. Tasks take positions in order, so a reused session has few moves to play to the next position.
pub(super) struct Walkers<'a> {
    review: &'a Review,
    idle: Mutex<Vec<Walker>>,
}

impl<'a> Walkers<'a> {
    pub(super) fn new(review: &'a Review) -> Self {
        Walkers { review, idle: Mutex::new(Vec::new()) }
    }

    /// Returns a session without players at the position before a move.
    pub(super) fn at(&self, ply: usize) -> Result<Walker, ArenaError> {
        let taken = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut walker = match taken {
            Some(walker) => walker,
            None => Walker { session: self.review.open()?, ply: 0 },
        };
        walker.session.remove_players();
        while walker.ply > ply && walker.session.undo() {
            walker.ply -= 1;
        }
        while walker.ply < ply {
            walker.step(self.review)?;
        }
        Ok(walker)
    }

    /// Puts a session back into the pool.
    pub(super) fn put(&self, walker: Walker) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(walker);
    }
}

impl Walker {
    /// Plays the next move of the game.
    pub(super) fn step(&mut self, review: &Review) -> Result<(), ArenaError> {
        let mv = &review.plan.moves[self.ply];
        self.session.play(mv).map_err(Field::Moves.invalid())?;
        self.ply += 1;
        Ok(())
    }
}
