//! The methods of a session that a review needs.

use plywood_search::{Budget, Game, Notation, Rng, Solution};

use super::{OpenGame, write_move};
use crate::kind::{Decider, Worth};

/// The part of a [`Session`](crate::Session) that reviews use.
///
/// No method reveals hidden facts to a seat: [`solve_moves`](Reviewed::solve_moves) uses the complete state, but works
/// only in games without hidden facts.
pub trait Reviewed {
    /// Lets a player that is bound to a seat observe the moves so far, as the seat saw them.
    fn recall(&mut self, player: usize);

    /// Returns what the position is worth to a seat, in the unit of a player's values; `None` if the player's values of
    /// different positions do not compare.
    fn worth(&self, player: usize, seat: u8) -> Option<Worth>;

    /// Returns whether move number `ply` of the game, counted from 0, showed a seat something that it could not know
    /// before: a card that was turned, or what another seat did in a game with private facts.
    ///
    /// # Panics
    /// If the game has no such move.
    fn came_to_light(&self, ply: usize, seat: u8) -> bool;

    /// Returns the exact score of every legal move for the seat to move, with best play afterwards. `None` if the game
    /// has no such solver, if the position is too far from the end of the game, or if the budget does not suffice.
    fn solve_moves(&self, budget: &Budget) -> Option<Vec<Solution<String>>>;
}

/// The number of sampled worlds in which a move must show the same before it counts as showing nothing new. With few
/// worlds, a likely outcome is often mistaken for a certain one, but a rare outcome never is, which biases the luck
/// that a review reports: with 16 worlds, an outcome of probability 0.95 is taken for certain in 44% of the cases, with
/// 300 worlds in two of ten million.
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
