//! A game in progress: its board, the moves played and the moves undone.

use std::sync::Arc;

use plywood_registry::document::SCHEMA;
use plywood_registry::{GameEntry, Session, Settings, result};
use serde_json::{Value, json};

use crate::ApiError;

/// The data needed to open a game at its start.
pub(crate) struct GameSetup {
    pub(crate) entry: Arc<dyn GameEntry>,
    pub(crate) rules: Settings,
    /// The requested position; `None` is the start of the game.
    pub(crate) from: Option<String>,
    pub(crate) seed: u64,
}

impl GameSetup {
    /// Opens a board at the start. Invalid rules or an invalid position are an error.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, ApiError> {
        Ok(self.entry.open(&self.rules, self.from.as_deref(), self.seed)?)
    }
}

/// A game in progress, with moves to undo and redo.
pub(crate) struct Game {
    pub(crate) setup: Arc<GameSetup>,
    board: Box<dyn Session>,
    /// The position at the start, as the first seat saw it.
    start: String,
    /// The moves played, in the game's notation.
    pub(crate) played: Vec<String>,
    /// The undone moves. The next move to redo is the last.
    undone: Vec<String>,
    max_moves: usize,
}

impl Game {
    /// Opens a game and plays `moves`.
    pub(crate) fn new(
        setup: Arc<GameSetup>,
        moves: &[String],
        max_moves: usize,
    ) -> Result<Self, ApiError> {
        let board = setup.open()?;
        let start = board.position();
        let (played, undone) = (Vec::new(), Vec::new());
        let mut game = Game { setup, board, start, played, undone, max_moves };
        for (number, mv) in (1..).zip(moves) {
            game.play(mv).map_err(|error| {
                let problem = format!("moves: move {number}: {error}");
                match error {
                    ApiError::Limit(_) => ApiError::Limit(problem),
                    _ => ApiError::Input(problem),
                }
            })?;
        }
        Ok(game)
    }

    /// Plays a move. Clears the moves to redo, unless the move is the next move to redo.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), ApiError> {
        let count = self.played.len();
        if count >= self.max_moves {
            return Err(ApiError::Limit(format!("a game has at most {count} moves here")));
        }
        let played = self.board.play(mv)?;
        if self.undone.pop().is_none_or(|undone| undone != played) {
            self.undone.clear();
        }
        self.played.push(played);
        Ok(())
    }

    /// Undoes the last `count` moves. If fewer moves were played, returns an error and undoes none.
    pub(crate) fn undo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.played.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.played.len(), "taken back"))?;
        for mv in self.played.drain(kept..).rev() {
            self.board.undo();
            self.undone.push(mv);
        }
        Ok(())
    }

    /// Replays the next `count` undone moves. If fewer exist, returns an error and replays none.
    pub(crate) fn redo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.undone.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.undone.len(), "played again"))?;
        for mv in self.undone[kept..].to_vec().iter().rev() {
            self.play(mv)?;
        }
        Ok(())
    }

    /// Returns the `state` document. It contains no hidden facts.
    pub(crate) fn state(&self) -> Value {
        let (board, setup) = (&*self.board, &*self.setup);
        let over = board.seat().is_none();
        let seats = setup.entry.seats().len() as u8;
        json!({
            "game": setup.entry.name(),
            "rules": setup.rules.to_string(),
            "seed": setup.seed,
            "from": setup.from,
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
            "result": over.then(|| result(&*setup.entry, board)),
            "seeing": false,
        })
    }

    /// Returns the game's record, from which the method `new` can restore the game.
    pub(crate) fn record(&self) -> Value {
        let setup = &self.setup;
        json!({
            "schema": SCHEMA,
            "game": setup.entry.name(),
            "rules": setup.rules.to_string(),
            "seed": setup.seed,
            "from": setup.from,
            "start": self.start,
            "moves": self.played,
            "position": self.board.position(),
        })
    }
}

fn too_many(count: usize, available: usize, done: &str) -> ApiError {
    ApiError::Input(match available {
        0 => format!("there is no move that can be {done}"),
        _ => format!("{count} moves cannot be {done}: expected at most {available}"),
    })
}
