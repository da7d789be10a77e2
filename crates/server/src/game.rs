//! A game in progress, as those who play it see it.

use plywood_registry::document::SCHEMA;
use plywood_registry::{Session, result};
use serde_json::{Value, json};

use crate::opening::Opening;
use crate::{ApiError, Limits};

/// A game in progress: what its seat to move knows, and what was taken back.
pub(crate) struct Game {
    opening: Opening,
    board: Box<dyn Session>,
    /// The position at the start, as it was seen then.
    start: String,
    /// The moves so far, as the game writes them.
    played: Vec<String>,
    /// The moves that were taken back, the last one last.
    undone: Vec<String>,
    most_moves: usize,
}

impl Game {
    /// Begins a game, and plays its first moves.
    pub(crate) fn new(
        opening: Opening,
        moves: &[String],
        limits: &Limits,
    ) -> Result<Self, ApiError> {
        let board = opening.open()?;
        let start = board.position();
        let most_moves = limits.moves;
        let (played, undone) = (Vec::new(), Vec::new());
        let mut game = Game { opening, board, start, played, undone, most_moves };
        for (number, mv) in (1..).zip(moves) {
            let in_moves = |error| ApiError::Input(format!("moves: move {number}: {error}"));
            game.play(mv).map_err(in_moves)?;
        }
        Ok(game)
    }

    pub(crate) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> &[String] {
        &self.played
    }

    pub(crate) fn play(&mut self, mv: &str) -> Result<(), ApiError> {
        let count = self.played.len();
        if count >= self.most_moves {
            return Err(ApiError::Limit(format!("a game has at most {count} moves here")));
        }
        let played = self.board.play(mv)?;
        if self.undone.pop().is_none_or(|undone| undone != played) {
            self.undone.clear();
        }
        self.played.push(played);
        Ok(())
    }

    /// Takes the last moves back: all of so many, or none.
    pub(crate) fn undo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.played.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.played.len(), "taken back"))?;
        for mv in self.played.drain(kept..).rev() {
            self.board.undo();
            self.undone.push(mv);
        }
        Ok(())
    }

    /// Plays again what was taken back last: all of so many, or none.
    pub(crate) fn redo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.undone.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.undone.len(), "played again"))?;
        for mv in self.undone[kept..].to_vec().iter().rev() {
            self.play(mv)?;
        }
        Ok(())
    }

    /// What there is to see; nothing of it depends on hidden facts.
    pub(crate) fn state(&self) -> Value {
        let (board, opening) = (&*self.board, &self.opening);
        let over = board.seat().is_none();
        let seats = opening.entry.seats().len() as u8;
        json!({
            "game": opening.entry.name(),
            "rules": opening.rules.to_string(),
            "seed": opening.seed,
            "from": opening.from,
            "seat": board.seat(),
            "position": board.position(),
            "start": self.start,
            "picture": board.picture(),
            "legal": board.legal_moves(),
            "played": self.played,
            "seen": board.seen(),
            "redo": self.undone.len(),
            "scores": (0..seats).map(|seat| board.score(seat)).collect::<Vec<_>>(),
            "over": over,
            "stuck": board.stuck(),
            "ending": over.then(|| board.ending().name()),
            "result": over.then(|| result(opening.entry, board)),
            "seeing": false,
        })
    }

    /// The record of the game, from which it can be loaded and replayed.
    pub(crate) fn record(&self) -> Value {
        let opening = &self.opening;
        json!({
            "schema": SCHEMA,
            "game": opening.entry.name(),
            "rules": opening.rules.to_string(),
            "seed": opening.seed,
            "from": opening.from,
            "start": self.start,
            "moves": self.played,
            "position": self.board.position(),
        })
    }
}

fn too_many(count: usize, there: usize, done: &str) -> ApiError {
    ApiError::Input(match there {
        0 => format!("there is no move that can be {done}"),
        _ => format!("{count} moves cannot be {done}: expected at most {there}"),
    })
}
