//! The value of a leaf of the search over steps.

use plywood_search::Guide;

use crate::solver::{Outcome, Solver};
use crate::step_game::StepGame;
use crate::value::Value;

/// Maximum size of the set of positions that the solver of a leaf remembers, in bytes.
const SOLVER_BYTES: usize = 1 << 20;
/// Maximum number of positions for solving a leaf in which at most one card is unseen.
const EXACT_POSITIONS: u64 = 5_000;

/// How leaves of the search are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeafOptions {
    /// Maximum number of positions for the solver, after which the world counts as lost; 0 for no solver.
    pub positions: u64,
    /// The weight of the learned value in worlds that the solver wins, from 0 to 1. A weight of 0 gives these worlds
    /// the value 1.
    pub learned: f64,
}

/// The guide of the search over steps. The value of a leaf is 0 if the exact solver does not win the world of the
/// simulation, else the learned value of the view.
///
/// The solver is right about this world, but it knows all cards. The learned value takes into account that the
/// player does not. With at most one unseen card, all cards are known, and the solver's verdict is the value.
#[derive(Debug)]
pub(crate) struct Leaves {
    options: LeafOptions,
    solver: Solver,
    value: Value,
    /// Whether the solver won the world of the last valued leaf, until [`judge_world`](Guide::judge_world) takes it.
    won: Option<bool>,
}

impl Leaves {
    pub fn new(options: LeafOptions, value: Value) -> Self {
        Leaves { options, solver: Solver::new(SOLVER_BYTES), value, won: None }
    }

    fn wins(&mut self, state: &StepGame, positions: u64) -> f64 {
        let outcome = self.solver.solve(&state.klondike, positions, || false);
        let won = outcome == Outcome::Solvable;
        self.won = Some(won);
        f64::from(u8::from(won))
    }
}

impl Clone for Leaves {
    /// Returns a guide with the same options and a new solver.
    fn clone(&self) -> Self {
        Leaves::new(self.options, self.value.clone())
    }
}

impl Guide<StepGame> for Leaves {
    const JUDGES_WORLDS: bool = true;

    fn static_value(&mut self, state: &StepGame, values: &mut [f64]) -> bool {
        let LeafOptions { positions, learned } = self.options;
        let table = &state.klondike.0;
        values[0] = if table.unseen_cards() <= 1 {
            self.wins(state, positions.max(EXACT_POSITIONS))
        } else if positions == 0 {
            self.value.of(table)
        } else if self.wins(state, positions) == 0.0 {
            0.0
        } else {
            1.0 - learned + learned * self.value.of(table)
        };
        true
    }

    /// Returns whether the solver won the world of a simulation; `None` if the options have no solver for all leaves.
    fn judge_world(&mut self, last: &StepGame) -> Option<bool> {
        // A leaf whose game is over was not valued, so the result of the game counts.
        let won = self.won.take().unwrap_or_else(|| last.klondike.won());
        (self.options.positions > 0).then_some(won)
    }
}
