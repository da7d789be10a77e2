//! Plywood: `Mcts`, built as a user of the library would.

use plywood::search::{Mcts, Notation};

use super::{Search, timed};

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
