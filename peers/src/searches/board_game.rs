//! The crate `board-game`: its own search on its own Connect Four.

use board_game::ai::Bot;
use board_game::ai::mcts::MCTSBot;
use board_game::games::connect4::Connect4;
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::{Search, timed};

/// Returns a search of Connect Four from the start position.
pub fn connect_four() -> Search {
    Box::new(|simulations, seed| {
        Ok(timed(|| {
            let rng = SmallRng::seed_from_u64(seed);
            let mut bot = MCTSBot::new(simulations, std::f32::consts::SQRT_2, rng);
            let column = bot.select_move(&Connect4::default());
            column.map(|column| (column + 1).to_string()).unwrap_or_default()
        }))
    })
}
