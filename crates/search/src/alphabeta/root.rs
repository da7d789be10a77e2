//! The legal moves of the root position, with the results of their searches.

use std::cmp::Ordering;

use super::Evaluate;
use super::search::{Found, INFINITY, Search, points};
use crate::Game;
use crate::decision::{Bound, Candidate};

/// Maximum length of a reported principal variation.
const PV_LENGTH: usize = 16;

pub(super) struct Root<G: Game> {
    state: G,
    seat: u8,
    /// The moves. The best move of the deepest search is in front.
    moves: Vec<RootMove<G::Move>>,
}

/// A move with the result of its deepest search.
#[derive(Clone)]
struct RootMove<M> {
    mv: M,
    /// `None` before the first search.
    found: Option<Found>,
    bound: Bound,
    depth: u32,
    pv: Vec<M>,
}

impl<G: Game> Root<G> {
    /// Creates the root of a game that is not over.
    pub(super) fn new(state: G, moves: Vec<G::Move>) -> Self {
        let seat = state.seat().unwrap_or(0);
        let unsearched =
            |mv| RootMove { mv, found: None, bound: Bound::Exact, depth: 0, pv: vec![mv] };
        Root { state, seat, moves: moves.into_iter().map(unsearched).collect() }
    }

    /// Returns the depth of the best move's search.
    pub(super) fn depth(&self) -> u32 {
        self.moves[0].depth
    }

    /// Searches every move to `depth`, or until the search is stopped. After each move, moves the
    /// best move so far to the front and calls `report`.
    pub(super) fn search_moves<E: Evaluate<G>>(
        &mut self,
        search: &mut Search<G, E>,
        depth: u32,
        mut report: impl FnMut(&Self, &Search<G, E>),
    ) {
        // An analysis needs the exact value of every move, so it searches each with a full window.
        let all_exact = !search.limits.budget.stop_early;
        let mut best = -INFINITY;
        for next in 0..self.moves.len() {
            let RootMove { mv, .. } = self.moves[next];
            let mut after = self.state.clone();
            after.play(mv);
            let low = if all_exact { -INFINITY } else { best };
            let mut found = Found { value: low + 1, complete: false };
            if next > 0 && !all_exact {
                found = search.after_move(&after, self.seat, [low, low + 1], depth - 1);
            }
            if found.value > low && search.stopped.is_none() {
                found = search.after_move(&after, self.seat, [low, INFINITY], depth - 1);
            }
            if search.stopped.is_some() {
                return;
            }
            let mut pv = vec![mv];
            pv.extend(search.principal_variation(&after, PV_LENGTH - 1));
            let bound = if found.value > low { Bound::Exact } else { Bound::Upper };
            self.moves[next] = RootMove { mv, found: Some(found), bound, depth, pv };
            if found.value > best {
                best = found.value;
                self.moves[..=next].rotate_right(1);
            }
            report(self, search);
        }
        // The order of the next search: the best move, then the others by their values.
        let value = |one: &RootMove<G::Move>| one.found.map_or(-INFINITY, |found| found.value);
        self.moves[1..].sort_by_key(|one| std::cmp::Reverse(value(one)));
    }

    /// Returns whether the results of all moves are complete: every line of their searches ended
    /// with the game. Then the value of the position is proven: the best move's value is exact, and
    /// no other move is better. In an analysis, the value of every move is proven.
    pub(super) fn is_proven(&self) -> bool {
        self.moves.iter().all(|one| one.found.is_some_and(|found| found.complete))
    }

    /// Returns the moves as candidates, the best first.
    pub(super) fn candidates(&self) -> Vec<Candidate<G::Move>> {
        let candidate = |one: &RootMove<G::Move>| {
            let mut candidate = Candidate::unvisited(one.mv);
            if let Some(found) = one.found {
                let value = points(found.value);
                let exact = found.complete && one.bound == Bound::Exact;
                (candidate.value, candidate.proven) = (Some(value), exact.then_some(value));
                (candidate.depth, candidate.bound) = (Some(one.depth), Some(one.bound));
            }
            candidate.pv = one.pv.clone();
            candidate
        };
        let mut candidates: Vec<_> = self.moves.iter().map(candidate).collect();
        // If the search was stopped, the moves have values of two depths, and some are still in the
        // order of the earlier depth.
        candidates[1..].sort_by(|a, b| b.value.partial_cmp(&a.value).unwrap_or(Ordering::Equal));
        candidates
    }
}
