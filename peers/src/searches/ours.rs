//! Plywood: `Mcts`, used as by any user of the library.

use std::hint::black_box;

use plywood::search::{Decision, Game, Guide, Mcts, Notation, Points, RandomRollouts, Rng};

use super::{CardSearch, Search, timed};
use crate::hearts::{ALL_POINTS, Card, Hearts};

/// Returns a search of any game from `position`.
pub fn from<G: Notation>(position: G) -> Search {
    Box::new(move |simulations, seed| {
        Ok(timed(|| {
            let mut player = Mcts::new("Plywood")
                .with_iterations(simulations)
                .with_exploration(std::f64::consts::SQRT_2)
                .with_seed(seed);
            let mv = player.choose_move(&position);
            mv.map(|mv| position.write_move(mv)).unwrap_or_default()
        }))
    })
}

/// Plywood's search on the shared rules of Hearts.
pub struct Plywood;

impl Plywood {
    /// Returns the decision of the seat to move.
    pub fn decide(&self, table: &Hearts, simulations: u64, seed: u64) -> Decision<Card> {
        let mut player = Mcts::new("Plywood")
            .with_iterations(simulations)
            .with_exploration(std::f64::consts::SQRT_2)
            .with_seed(seed)
            .with_objective(Points::within(-f64::from(ALL_POINTS), 0.0));
        player.analyse(table)
    }
}

impl CardSearch for Plywood {
    fn name(&self) -> &'static str {
        "Plywood"
    }

    fn search(&self, table: &Hearts, simulations: u64, seed: u64) -> (Card, u64) {
        let decision = self.decide(table, simulations, seed);
        (decision.mv.expect("the game is not over"), decision.stats.simulations)
    }

    fn draw_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let (known, mut rng) = (table.view(table.turn()), Rng::new(seed));
        for _ in 0..count {
            black_box(Hearts::world(&known, &mut rng));
        }
    }

    fn play_out_worlds(&self, table: &Hearts, count: u64, seed: u64) {
        let (known, mut rng) = (table.view(table.turn()), Rng::new(seed));
        let (mut guide, mut scratch) = (RandomRollouts, Vec::new());
        for _ in 0..count {
            let mut world = Hearts::world(&known, &mut rng);
            while let Some(card) = guide.rollout_move(&world, &mut rng, &mut scratch) {
                world.play(card);
            }
            black_box(world);
        }
    }
}
