//! The value of a leaf of the search over steps.

use plywood_search::Guide;

use crate::solver::{Outcome, Solver};
use crate::step_game::StepGame;
use crate::value::Value;

/// Largest set of positions that the solver of a leaf remembers, in bytes.
const SOLVER_BYTES: usize = 1 << 20;
/// Positions of the exact solution of a leaf in which at most one card is unseen.
const EXACT_POSITIONS: u64 = 5_000;

/// How leaves are valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LeafOptions {
    /// Positions after which the solver gives up a world as lost; 0 for no solver.
    pub positions: u64,
    /// The weight of the learned value of a world that the solver wins, from 0 to 1. The rest is certainty.
    pub learned: f64,
}

/// Values a leaf by 0 if the exact solver does not win the world of the simulation, else by the learned value of the
/// view.
///
/// The solver is right about this world, but plays it with all cards known. The learned value allows for the cards
/// that the player does not know. With at most one unseen card, the solver alone is right.
#[derive(Debug)]
pub(crate) struct Leaves {
    options: LeafOptions,
    solver: Solver,
    value: Value,
    /// The verdict on the world of the last valued leaf, until it is taken.
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
    /// Returns a guide of the same options with a solver of its own.
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

    /// Returns whether the solver wins the world within the positions of a leaf. Without a solver for all leaves,
    /// there is no verdict.
    fn judge_world(&mut self, last: &StepGame) -> Option<bool> {
        // A game that is over is not valued.
        let won = self.won.take().unwrap_or_else(|| last.klondike.won());
        (self.options.positions > 0).then_some(won)
    }
}
