//! A game in progress: its board, the moves played and the moves undone.

use std::sync::Arc;

use plywood_arena::review::ReviewPlan;
use plywood_registry::document::SCHEMA;
use plywood_registry::{GameEntry, Line, Session, Settings, result};
use serde_json::{Value, json};

use crate::ApiError;

/// The data needed to open a game at its start.
#[derive(Clone)]
pub(crate) struct GameSetup {
    pub(crate) entry: Arc<dyn GameEntry>,
    pub(crate) rules: Settings,
    /// The requested position; `None` is the start of the game.
    pub(crate) from: Option<String>,
    pub(crate) seed: u64,
    /// The seat for which requests are answered unless they name another; `None` is the seat to move.
    pub(crate) seat: Option<u8>,
    /// Whether hidden facts had been revealed in another way than by play ([`peeked`](Session::peeked)) before the game
    /// was opened here, for example before it was saved.
    pub(crate) peeked: bool,
}

impl GameSetup {
    /// Opens a board at the start. Invalid rules or an invalid position are an error.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, ApiError> {
        Ok(self.entry.open(&self.rules, self.from.as_deref(), self.seed)?)
    }

    /// Returns the name of a seat.
    pub(crate) fn seat_name(&self, seat: u8) -> &str {
        &self.entry.seats()[usize::from(seat)]
    }
}

/// A game in progress, with moves to undo and redo.
pub(crate) struct Game {
    pub(crate) setup: Arc<GameSetup>,
    board: Box<dyn Session>,
    /// The start position. In a game with private facts, one text for each seat: the position as this seat saw it. In
    /// other games, a single text: the position as the seat to move saw it.
    starts: Vec<String>,
    /// The moves played, in the game's notation.
    pub(crate) played: Vec<String>,
    /// The undone moves. The next move to redo is the last.
    undone: Vec<String>,
    max_moves: usize,
    /// Grows with every move that is played, undone or redone.
    pub(crate) version: u64,
    /// Whether a review was requested that may say after which move the deal could no longer be won. That depends on
    /// hidden facts, so undoing a move afterwards marks the game as peeked.
    reviewed_truth: bool,
}

impl Game {
    /// Opens a game and plays `moves`.
    pub(crate) fn new(
        setup: Arc<GameSetup>,
        moves: &[String],
        max_moves: usize,
    ) -> Result<Self, ApiError> {
        let mut board = setup.open()?;
        if setup.peeked {
            board.set_peeked();
        }
        let seats = 0..setup.entry.seats().len() as u8;
        let starts = if setup.entry.is_private() {
            seats.map(|seat| board.view(seat).position).collect()
        } else {
            vec![board.position()]
        };
        let (played, undone) = (Vec::new(), Vec::new());
        let (version, reviewed_truth) = (0, false);
        let mut game =
            Game { setup, board, starts, played, undone, max_moves, version, reviewed_truth };
        game.viewer(None)?;
        for (number, mv) in (1..).zip(moves) {
            let hidden = game.is_hidden_from(game.viewer(None)?);
            game.play(mv).map_err(|error| {
                if hidden && matches!(error, ApiError::Input(_)) {
                    // The error would list the legal moves of another seat.
                    return ApiError::Input(format!("moves: move {number}: it cannot be played"));
                }
                let problem = format!("moves: move {number}: {error}");
                match error {
                    ApiError::Limit(_) => ApiError::Limit(problem),
                    _ => ApiError::Input(problem),
                }
            })?;
        }
        Ok(game)
    }

    fn is_private(&self) -> bool {
        self.setup.entry.is_private()
    }

    /// Returns the seat to move; `None` if the game is over.
    pub(crate) fn seat(&self) -> Option<u8> {
        self.board.seat()
    }

    /// Returns the seat for which a request is answered. In a game without private facts, this is always the seat to
    /// move, since all seats see the same. In other games, it is the first of these seats that exists: the seat in the
    /// request (`asked`), the seat given when the game was opened, the seat whose view was given as the start position,
    /// the seat to move. It is an error if the requested seat does not exist, or if only the view of another seat is
    /// known.
    pub(crate) fn viewer(&self, asked: Option<u8>) -> Result<u8, ApiError> {
        let seats = self.setup.entry.seats().len();
        let asked = asked.or(self.setup.seat);
        if let Some(seat) = asked.filter(|&seat| usize::from(seat) >= seats) {
            let problem = format!("seat: expected a number below {seats}, found {seat}");
            return Err(ApiError::Input(problem));
        }
        let to_move = self.seat().unwrap_or(0);
        if !self.is_private() {
            return Ok(to_move);
        }
        match (self.board.viewer(), asked) {
            (Some(viewer), Some(seat)) if viewer != seat => {
                let (viewer, seat) = (self.setup.seat_name(viewer), self.setup.seat_name(seat));
                let problem = format!("seat: the position is the view of {viewer}, not of {seat}");
                Err(ApiError::Input(problem))
            }
            (viewer, asked) => Ok(asked.or(viewer).unwrap_or(to_move)),
        }
    }

    /// Returns the plan of a review for the seat that asks. In a game with private facts, only the moves of this seat
    /// are reviewed, unless the game is over and its true deal is known. After the review of a finished puzzle, undoing
    /// a move marks the game as peeked.
    pub(crate) fn plan_review(&mut self, asked: Option<u8>) -> Result<ReviewPlan, ApiError> {
        let viewer = self.viewer(asked)?;
        let is_over = self.seat().is_none() || self.board.stuck();
        self.reviewed_truth |= is_over && self.setup.entry.has_puzzles();
        let is_shared =
            !self.is_private() || self.seat().is_none() && self.board.viewer().is_none();
        Ok(ReviewPlan {
            rules: self.setup.rules.to_string(),
            position: self.setup.from.clone(),
            game_seed: self.setup.seed,
            moves: self.played.clone(),
            seats: (!is_shared).then(|| vec![viewer]),
            ..ReviewPlan::new(self.setup.entry.name())
        })
    }

    /// Returns an error if the request `expected` another version of the game.
    pub(crate) fn check_version(&self, expected: Option<u64>) -> Result<(), ApiError> {
        match expected.filter(|&expected| expected != self.version) {
            Some(expected) => Err(ApiError::Stale { found: self.version, expected }),
            None => Ok(()),
        }
    }

    /// Returns whether the seat to move has facts that the seat `viewer` must not see.
    pub(crate) fn is_hidden_from(&self, viewer: u8) -> bool {
        self.is_private() && self.seat().is_some_and(|seat| seat != viewer)
    }

    /// Plays a move for the [`viewer`](Self::viewer) of a request that names the seat `asked`, if any. Returns an error if
    /// the game has private facts and the viewer is not the seat to move.
    pub(crate) fn play_as(&mut self, asked: Option<u8>, mv: &str) -> Result<(), ApiError> {
        let viewer = self.viewer(asked)?;
        if let Some(seat) = self.seat().filter(|_| self.is_hidden_from(viewer)) {
            let (seat, viewer) = (self.setup.seat_name(seat), self.setup.seat_name(viewer));
            return Err(ApiError::Input(format!("it is the turn of {seat}, not of {viewer}")));
        }
        self.play(mv)
    }

    /// Plays a move, and clears the moves to redo unless the move equals the next one of them. In a game with private
    /// facts, always clears them: if some were left, another seat would learn that a hidden move is the same as before
    /// the undo.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), ApiError> {
        self.advance(mv)?;
        if self.is_private() || self.undone.pop().as_ref() != self.played.last() {
            self.undone.clear();
        }
        Ok(())
    }

    fn advance(&mut self, mv: &str) -> Result<(), ApiError> {
        let count = self.played.len();
        if count >= self.max_moves {
            return Err(ApiError::Limit(format!("a game has at most {count} moves here")));
        }
        self.played.push(self.board.play(mv)?);
        self.version += 1;
        Ok(())
    }

    /// Undoes the last `count` moves. If fewer moves were played, returns an error and undoes none.
    pub(crate) fn undo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.played.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.played.len(), "taken back"))?;
        if self.reviewed_truth && count > 0 {
            self.board.set_peeked();
        }
        for mv in self.played.drain(kept..).rev() {
            self.board.undo();
            self.undone.push(mv);
            self.version += 1;
        }
        Ok(())
    }

    /// Replays the next `count` undone moves. If fewer exist, returns an error and replays none.
    pub(crate) fn redo(&mut self, count: usize) -> Result<(), ApiError> {
        let kept = self.undone.len().checked_sub(count);
        let kept = kept.ok_or_else(|| too_many(count, self.undone.len(), "played again"))?;
        for mv in self.undone[kept..].to_vec().iter().rev() {
            self.advance(mv)?;
            self.undone.pop();
        }
        Ok(())
    }

    /// Returns the `state` document for a seat. It contains only what the seat knows: in a running game with private
    /// facts, the seed and the requested position are null, except in the answer to the client that opens the game
    /// (`opener`). With `history`, the document also has the position before each move.
    pub(crate) fn state(&self, viewer: u8, opener: bool, history: bool) -> Value {
        let (board, setup) = (&*self.board, &*self.setup);
        let (over, view) = (board.seat().is_none(), board.view(viewer));
        let open = opener || over || !self.is_private();
        let mut state = json!({
            "game": setup.entry.name(),
            "rules": setup.rules.to_string(),
            "seed": open.then_some(setup.seed),
            "from": setup.from.as_ref().filter(|_| open),
            "seat": board.seat(),
            "position": view.position,
            "start": self.start(viewer),
            "picture": view.picture,
            "legal": view.legal,
            "words": view.words,
            "cells": view.cells,
            "regions": view.regions,
            "played": view.played,
            "played_words": view.played_words,
            "seen": view.seen,
            "redo": self.undone.len(),
            "undone": (!self.is_private()).then(|| self.undone.iter().rev().collect::<Vec<_>>()),
            "scores": view.scores,
            "over": over,
            "stuck": view.stuck,
            "peeked": board.peeked(),
            "opening": board.opening(viewer),
            "ending": over.then(|| board.ending().name()),
            "result": over.then(|| result(&*setup.entry, board)),
            "seeing": false,
        });
        if self.is_private() {
            state["viewer"] = json!(viewer);
        }
        if history {
            state["history"] = json!(board.history(viewer));
        }
        state
    }

    /// Returns an error if the server cannot find out whether the game can be won: the game has no solver for this
    /// question, or its true deal is not known.
    pub(crate) fn check_winnable(&self) -> Result<(), ApiError> {
        Ok(self.board.check_winnable()?)
    }

    /// Marks the game as [`peeked`](Session::peeked).
    pub(crate) fn set_peeked(&mut self) {
        self.board.set_peeked();
    }

    /// Returns the positions along a path of moves as a seat would see them, without playing the moves.
    pub(crate) fn line(&self, viewer: u8, path: &[String]) -> Line {
        self.board.line(viewer, path)
    }

    /// Adds the field `words` to candidates of the current position: descriptions of the moves of their
    /// principal variations.
    pub(crate) fn describe(&self, candidates: &mut Value) {
        let Some(candidates) = candidates.as_array_mut() else { return };
        let text = |mv: &Value| mv.as_str().unwrap_or_default().to_owned();
        let line = |candidate: &Value| {
            candidate["pv"].as_array().into_iter().flatten().map(text).collect()
        };
        let lines: Vec<Vec<String>> = candidates.iter().map(line).collect();
        for (candidate, words) in candidates.iter_mut().zip(self.board.words(&lines)) {
            candidate["words"] = json!(words);
        }
    }

    /// Returns the position at the start, as a seat saw it.
    fn start(&self, viewer: u8) -> &str {
        self.starts.get(usize::from(viewer)).unwrap_or(&self.starts[0])
    }

    /// Returns the game's record, from which the method `new` can restore the game. In a running game
    /// with private facts, the record is the seat's view, from which the game cannot be restored.
    pub(crate) fn record(&self, viewer: u8) -> Value {
        let (setup, view) = (&self.setup, self.board.view(viewer));
        let open = self.seat().is_none() || !self.is_private();
        json!({
            "schema": SCHEMA,
            "game": setup.entry.name(),
            "rules": setup.rules.to_string(),
            "seed": open.then_some(setup.seed),
            "from": setup.from.as_ref().filter(|_| open),
            "start": self.start(viewer),
            "moves": if open { &self.played } else { &view.played },
            "position": view.position,
            "peeked": self.board.peeked(),
        })
    }
}

fn too_many(count: usize, available: usize, done: &str) -> ApiError {
    ApiError::Input(match available {
        0 => format!("there is no move that can be {done}"),
        _ => format!("{count} moves cannot be {done}: expected at most {available}"),
    })
}
