//! The crate `mcts`: its search with the rules of Plywood's example game, since
//! the crate has no games.

use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use plywood::search::{Game, Notation, Rng};

use super::{Search, timed};
use crate::connect_four::ConnectFour;

impl GameState for ConnectFour {
    type Move = u8;
    type Player = u8;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> u8 {
        // The crate calls this only before the end of the game.
        self.seat().unwrap_or_default()
    }

    fn available_moves(&self) -> Vec<u8> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    fn make_move(&mut self, column: &u8) {
        self.play(*column);
    }
}

/// Plain UCT: no virtual loss, no transpositions.
struct Uct;

impl MCTS for Uct {
    type State = ConnectFour;
    type Eval = RandomRollouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Option<Rollouts>;
}

/// The state that a thread keeps for rollouts, created on first use.
struct Rollouts {
    rng: Rng,
    scratch: Vec<u8>,
}

struct RandomRollouts {
    seed: u64,
}

impl RandomRollouts {
    /// Plays a random game, and returns the result of seat 0: 2 for a win, 1 for
    /// a draw, 0 for a loss.
    fn rollout(&self, state: &ConnectFour, rollouts: &mut Option<Rollouts>) -> i64 {
        let Rollouts { rng, scratch } = rollouts
            .get_or_insert_with(|| Rollouts { rng: Rng::new(self.seed), scratch: Vec::new() });
        let mut state = state.clone();
        while let Some(column) = state.random_move(rng, scratch) {
            state.play(column);
        }
        1 + state.score(0) as i64 - state.score(1) as i64
    }
}

impl Evaluator<Uct> for RandomRollouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &ConnectFour,
        moves: &Vec<u8>,
        handle: Option<SearchHandle<Uct>>,
    ) -> (Vec<()>, i64) {
        let value = match handle {
            Some(mut handle) => self.rollout(state, &mut handle.thread_data().extra_data),
            None => self.rollout(state, &mut None),
        };
        (vec![(); moves.len()], value)
    }

    fn evaluate_existing_state(&self, _: &ConnectFour, value: &i64, _: SearchHandle<Uct>) -> i64 {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &i64, seat: &u8) -> i64 {
        if *seat == 0 { *value } else { 2 - *value }
    }
}

/// Returns a search of Connect Four from the start position.
pub fn connect_four() -> Search {
    Box::new(|simulations, seed| {
        Ok(timed(|| {
            // Values from 0 to 2 need the constant 2 * sqrt(2). The crate doubles this argument.
            let policy = UCTPolicy::new(std::f64::consts::SQRT_2);
            let start = ConnectFour::default();
            let mut search = MCTSManager::new(start, Uct, RandomRollouts { seed }, policy, ());
            search.playout_n(simulations);
            let column = search.best_move();
            column.map(|column| ConnectFour::default().write_move(column)).unwrap_or_default()
        }))
    })
}
