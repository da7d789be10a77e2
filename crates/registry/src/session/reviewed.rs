//! What a review of a game needs to know of its session.

use plywood_search::{Budget, Game, Notation, Rng, Solution};

use super::{OpenGame, write_move};
use crate::kind::{Decider, Worth};

/// The part of a [`Session`](crate::Session) that reviews use.
///
/// Only [`solve_moves`](Reviewed::solve_moves) may tell what a seat does not know, and only games without hidden
/// facts have it.
pub trait Reviewed {
    /// Lets a player that is bound to a seat observe the moves so far, as the seat saw them.
    fn recall(&mut self, player: usize);

    /// Returns what the position is worth to a seat, in the unit of a player's values; `None` if the player's values of
    /// different positions do not compare.
    fn worth(&self, player: usize, seat: u8) -> Option<Worth>;

    /// Returns whether a seat learned something by a move of the game that it could not know before: a card that
    /// was turned, or what another seat did in a game with private facts.
    ///
    /// # Panics
    /// If fewer moves were played.
    fn came_to_light(&self, ply: usize, seat: u8) -> bool;

    /// Returns the exact score of every legal move for the seat to move, with best play afterwards. `None` if the game
    /// has no such solver, if the position is out of its reach, or if the budget does not suffice.
    fn solve_moves(&self, budget: &Budget) -> Option<Vec<Solution<String>>>;
}

/// The number of worlds in which a move must show the same before it counts as showing nothing new. With few worlds
/// a likely outcome often counts as nothing while a rare one always counts, which biases luck: an outcome of
/// probability 0.95 is missed in 44% of the cases by 16 worlds, and in two of ten million by 300.
const WORLDS: usize = 300;

impl<G: Notation> Reviewed for OpenGame<G> {
    fn recall(&mut self, player: usize) {
        let sitting = &mut self.players[player];
        let (Some(seat), Decider::Honest(player)) = (sitting.seat, &mut sitting.seated.decider)
        else {
            return;
        };
        let now = std::iter::once(&self.state);
        let after = self.history.iter().skip(1).map(|(before, _, _)| before).chain(now);
        for ((before, mv, seen), after) in self.history.iter().zip(after) {
            let mover = before.seat().unwrap_or(0);
            let shown = G::move_shown(*mv, mover, seat);
            let seen = G::seen_by(*seen, mover, seat);
            player.observe(&before.view(seat), shown, seen, &after.view(seat));
        }
    }

    fn worth(&self, player: usize, seat: u8) -> Option<Worth> {
        let worth = self.players[player].seated.worth.as_ref()?;
        Some(worth(&self.state, seat))
    }

    fn came_to_light(&self, ply: usize, seat: u8) -> bool {
        if !G::HIDDEN {
            return false;
        }
        let (before, mv, _) = &self.history[ply];
        if G::PRIVATE && before.seat() != Some(seat) {
            return true;
        }
        let after = self.history.get(ply + 1).map_or(&self.state, |(state, _, _)| state);
        let (after, before, mut rng) = (after.view(seat), before.view(seat), Rng::new(0));
        (0..WORLDS).any(|_| {
            let mut world: G = G::world(&before, &mut rng);
            world.try_play(*mv).is_err() || world.view(seat) != after
        })
    }

    fn solve_moves(&self, budget: &Budget) -> Option<Vec<Solution<String>>> {
        if G::HIDDEN || Game::seat(&self.state).is_none() {
            return None;
        }
        let solve = self.entry.solver.as_ref()?.moves.as_ref()?;
        let solutions = solve(&self.state, budget)?.into_iter();
        Some(solutions.map(|one| one.map(|line, mv| write_move(&self.state, line, mv))).collect())
    }
}
