//! Principal variation search to a depth.
//!
//! Values are integers in hundredths of a point, for the seat to move. A result inside the window is exact. A result at
//! or below the lower end of the window is an upper bound of the value, a result at or above its upper end a lower
//! bound.

use std::time::Duration;

use super::Evaluate;
use super::table::{COMPLETE, Kind, NO_MOVE, Slot, Table};
use crate::decision::StoppedBy;
use crate::{Budget, Game};

/// A number greater than any value.
pub(super) const INFINITY: i32 = 1_000_000_000;

/// The number of units in a point.
const UNITS: f64 = 100.0;

/// Number of positions between two checks of the clock. To search them takes a fraction of a millisecond.
const POLL_EVERY: u64 = 512;

/// Minimum depth at which the moves of a position are ordered by [`Evaluate::promise`].
const ORDERED: u32 = 2;

/// Minimum depth of a search that a shallower one may replace.
const LEAST_CUT: u32 = 3;

/// Converts points to units.
fn units(points: f64) -> i32 {
    let most = f64::from(INFINITY - 1);
    (points * UNITS).round().clamp(-most, most) as i32
}

/// Converts units to points.
pub(super) fn points(units: i32) -> f64 {
    f64::from(units) / UNITS
}

/// Returns the value of a finished game for a seat.
fn result<G: Game>(state: &G, seat: u8) -> i32 {
    units((state.score(seat) - state.score(1 - seat)) / 2.0)
}

/// The limits of a decision.
pub(super) struct Limits<'a> {
    pub(super) budget: &'a Budget,
    pub(super) started: Duration,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) value: i32,
    /// Whether the value does not depend on static evaluations, because every line ended with the game.
    pub(super) complete: bool,
}

/// A move of a position on the current line.
struct Ordered<G: Game> {
    mv: G::Move,
    /// The index in the order of [`Game::moves`].
    index: u16,
    promise: i32,
    /// The state after the move, if it was computed to rate the move; else `None`.
    after: Option<G>,
}

pub(super) struct Search<'a, G: Game, E> {
    knowledge: E,
    pub(super) table: Table,
    pub(super) limits: Limits<'a>,
    /// The number of positions searched.
    pub(super) nodes: u64,
    /// The limit that was reached; `None` while the search runs. Results of an interrupted search mean nothing.
    pub(super) stopped: Option<StoppedBy>,
    /// The moves of all positions on the current line, one list after another.
    moves: Vec<Ordered<G>>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    pub(super) fn new(knowledge: E, table: Table, limits: Limits<'a>) -> Self {
        let (moves, scratch) = (Vec::new(), Vec::new());
        Search { knowledge, table, limits, nodes: 0, stopped: None, moves, scratch }
    }

    /// Searches a position to a depth. `mover` is the seat that has just moved; the value of the result is for `mover`.
    #[inline]
    pub(super) fn after_move(
        &mut self,
        state: &G,
        mover: u8,
        [alpha, beta]: [i32; 2],
        depth: u32,
    ) -> Found {
        match state.seat() {
            None => {
                self.nodes += 1;
                Found { value: result(state, mover), complete: true }
            }
            Some(seat) if seat == mover => self.search(state, seat, [alpha, beta], depth),
            Some(seat) => {
                let found = self.search(state, seat, [-beta, -alpha], depth);
                Found { value: -found.value, ..found }
            }
        }
    }

    /// Searches a position in which `seat` is to move.
    fn search(&mut self, state: &G, seat: u8, [alpha, beta]: [i32; 2], depth: u32) -> Found {
        self.nodes += 1;
        if depth == 0 {
            let value = units(self.knowledge.evaluate(state));
            return Found { value, complete: false };
        }
        self.poll();
        if self.stopped.is_some() {
            return Found { value: alpha, complete: false };
        }
        let key = self.knowledge.key(state);
        let known = self.table.find(key);
        if let Some(found) = known.and_then(|slot| useful(slot, depth, [alpha, beta])) {
            return found;
        }
        if let Some(found) = self.cut(state, seat, [alpha, beta], depth) {
            return found;
        }
        // Even if the shallow search of `cut` did not suffice, it may have stored a good first move.
        let known = self.table.find(key);
        let first = self.moves.len();
        self.list_moves(state, depth, known.map_or(NO_MOVE, |slot| slot.best));
        let found = self.best_move(state, seat, [alpha, beta], depth, first);
        self.moves.truncate(first);
        let Some((best, index)) = found else { return Found { value: alpha, complete: false } };
        let kind = if best.value >= beta {
            Kind::Lower
        } else if best.value > alpha {
            Kind::Exact
        } else {
            Kind::Upper
        };
        let depth = if best.complete { COMPLETE } else { depth as u8 };
        self.table.store(Slot::new(key, best.value, index, depth, kind));
        best
    }

    /// Returns the result of a shallow search instead of the search to `depth`, if the window is a null window and the
    /// result is far enough outside it; else `None`.
    fn cut(&mut self, state: &G, seat: u8, [alpha, beta]: [i32; 2], depth: u32) -> Option<Found> {
        if depth < LEAST_CUT || beta - alpha > 1 {
            return None;
        }
        let shortcut = self.knowledge.shortcut(state, depth)?;
        let (shallow, margin) = (shortcut.depth.min(depth - 1), units(shortcut.margin));
        // The search is tried only on the side of the window that the evaluation is on.
        let value = units(self.knowledge.evaluate(state));
        if value >= beta {
            let high = beta + margin;
            let found = self.search(state, seat, [high - 1, high], shallow);
            (found.value >= high).then_some(Found { value: beta, complete: false })
        } else {
            let low = alpha - margin;
            let found = self.search(state, seat, [low, low + 1], shallow);
            (found.value <= low).then_some(Found { value: alpha, complete: false })
        }
    }

    /// Searches the moves from index `first` on, until one reaches `beta`. Returns the best result and the
    /// index of its move; `None` if the search was stopped.
    fn best_move(
        &mut self,
        state: &G,
        seat: u8,
        [alpha, beta]: [i32; 2],
        depth: u32,
        first: usize,
    ) -> Option<(Found, u16)> {
        let mut best = Found { value: -INFINITY, complete: true };
        let mut best_index = NO_MOVE;
        for next in first..self.moves.len() {
            let Ordered { mv, index, after, .. } = self.take_best(next);
            let (mv, index, after) = (*mv, *index, after.take());
            let after = after.unwrap_or_else(|| played(state, mv));
            let low = alpha.max(best.value);
            let mut found = Found { value: low + 1, complete: false };
            if next > first {
                found = self.after_move(&after, seat, [low, low + 1], depth - 1);
            }
            let inside = found.value > low && (found.value < beta || next == first);
            if inside && self.stopped.is_none() {
                found = self.after_move(&after, seat, [low, beta], depth - 1);
            }
            if self.stopped.is_some() {
                return None;
            }
            if found.value >= beta {
                // One move that reaches `beta` is enough, so the result is complete if that of the move is.
                return Some((found, index));
            }
            let complete = best.complete && found.complete;
            if found.value > best.value {
                (best, best_index) = (found, index);
            }
            best.complete = complete;
        }
        Some((best, best_index))
    }

    /// Adds the legal moves of `state` to the list. The best move of an earlier search gets the greatest `promise`.
    fn list_moves(&mut self, state: &G, depth: u32, known_best: u16) {
        let mut moves = std::mem::take(&mut self.scratch);
        moves.clear();
        state.moves(&mut moves);
        for (index, &mv) in (0..).zip(&moves) {
            let mut ordered = Ordered { mv, index, promise: 0, after: None };
            if index == known_best {
                ordered.promise = i32::MAX;
            } else if depth >= ORDERED {
                let after = played(state, mv);
                ordered.promise = self.knowledge.promise(state, mv, &after, depth);
                ordered.after = Some(after);
            }
            self.moves.push(ordered);
        }
        self.scratch = moves;
    }

    /// Swaps the most promising of the moves from index `next` on to index `next`, and returns it.
    #[inline]
    fn take_best(&mut self, next: usize) -> &mut Ordered<G> {
        let rest = &mut self.moves[next..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].promise > rest[best].promise {
                best = index;
            }
        }
        rest.swap(0, best);
        &mut rest[0]
    }

    /// Checks the limit of positions at each call, and cancellation and time every [`POLL_EVERY`] positions.
    #[inline]
    fn poll(&mut self) {
        let budget = self.limits.budget;
        if budget.simulations.is_some_and(|limit| self.nodes > limit) {
            self.stopped = Some(StoppedBy::Simulations);
        } else if self.nodes.is_multiple_of(POLL_EVERY) {
            self.stopped = self.limits.stop();
        }
    }

    /// Returns the principal variation that the table has from `state` on, at most `length` moves.
    pub(super) fn principal_variation(&self, state: &G, length: usize) -> Vec<G::Move> {
        let (mut state, mut line, mut moves) = (state.clone(), Vec::new(), Vec::new());
        while line.len() < length && state.seat().is_some() {
            moves.clear();
            state.moves(&mut moves);
            let known = self.table.find(self.knowledge.key(&state));
            let best = known.and_then(|slot| moves.get(usize::from(slot.best)));
            let Some(&mv) = best else { break };
            state.play(mv);
            line.push(mv);
        }
        line
    }
}

impl Limits<'_> {
    /// Returns the reason to stop now, cancellation or time, if there is one.
    pub(super) fn stop(&self) -> Option<StoppedBy> {
        let Budget { cancel, clock, time, .. } = self.budget;
        if cancel.is_cancelled() {
            return Some(StoppedBy::Cancelled);
        }
        let spent = || clock.now().saturating_sub(self.started);
        time.is_some_and(|time| spent() >= time).then_some(StoppedBy::Time)
    }
}

fn played<G: Game>(state: &G, mv: G::Move) -> G {
    let mut after = state.clone();
    after.play(mv);
    after
}

/// Returns the stored result if it decides a search to `depth` with this window.
fn useful(slot: Slot, depth: u32, [alpha, beta]: [i32; 2]) -> Option<Found> {
    let decides = match slot.kind {
        Kind::Exact => true,
        Kind::Lower => slot.value >= beta,
        Kind::Upper => slot.value <= alpha,
    };
    let complete = slot.depth == COMPLETE;
    let deep_enough = complete || u32::from(slot.depth) >= depth;
    (deep_enough && decides).then_some(Found { value: slot.value, complete })
}
