//! The crate `minimax`: its search with the rules of Plywood's example game, since
//! the crate's own games are not part of its library.

use minimax::{Game, MCTSOptions, MonteCarloTreeSearch, Strategy, Winner};
use plywood::search::{Game as _, Notation};

use super::{Search, timed};
use crate::connect_four::ConnectFour;

struct Rules;

impl Game for Rules {
    type S = ConnectFour;
    type M = u8;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = Rules::get_winner(state);
        if winner.is_none() {
            state.moves(moves);
        }
        winner
    }

    fn apply(state: &mut ConnectFour, column: u8) -> Option<ConnectFour> {
        let mut next = state.clone();
        next.play(column);
        Some(next)
    }

    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        if state.seat().is_some() {
            None
        } else if state.score(0) == state.score(1) {
            Some(Winner::Draw)
        } else {
            Some(Winner::PlayerJustMoved)
        }
    }
}

/// Returns a search of Connect Four from the start position. The crate takes
/// neither a seed nor an exploration constant.
pub fn connect_four() -> Search {
    Box::new(|simulations, _seed| {
        let simulations = u32::try_from(simulations)?;
        Ok(timed(|| {
            // Expands a node on its second visit, as Plywood does. The crate's
            // default, expansion on the first visit, is slower.
            let options =
                MCTSOptions::default().with_num_threads(1).with_rollouts_before_expanding(1);
            let mut strategy = MonteCarloTreeSearch::<Rules>::new(options);
            strategy.set_max_rollouts(simulations);
            let start = ConnectFour::default();
            let column = strategy.choose_move(&start);
            column.map(|column| start.write_move(column)).unwrap_or_default()
        }))
    })
}
