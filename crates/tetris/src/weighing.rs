//! Weights of the linear features, found by the cross-entropy method.

use plywood_learn::Archive;
use plywood_learn::cem::Weighing;
use plywood_search::Game;

use crate::linear::{KIND, LinearPlayer, Weights};
use crate::{Rules, Tetris};

/// What weights are found by: lines in games under rules.
#[derive(Clone, Copy, Debug)]
pub struct LinearWeighing {
    rules: Rules,
}

/// Games by which the means of generations are compared.
const VALIDATION_GAMES: u64 = 100;
/// The first of their seeds, far from those that are drawn.
const VALIDATION_SEEDS: u64 = 1 << 32;

impl LinearWeighing {
    /// Weights for these rules.
    pub fn new(rules: Rules) -> Self {
        LinearWeighing { rules }
    }

    fn lines(&self, weights: &[f64], seed: u64) -> f64 {
        let mut values = [0.0; 9];
        values.copy_from_slice(weights);
        let player = LinearPlayer::new(Weights::new("tried", values));
        let mut game = Tetris::new(self.rules, seed);
        while let Some(mv) = player.best_move(game.position()) {
            game.play(mv);
        }
        game.score(0)
    }
}

impl Weighing for LinearWeighing {
    fn settings(&self) -> String {
        format!("tetris {} linear", self.rules)
    }

    /// Only the direction of the weights matters, so any scale will do.
    fn start(&self) -> Vec<[f64; 2]> {
        vec![[0.0, 1.0]; 9]
    }

    fn try_out(&self, weights: &[f64], seed: u64) -> f64 {
        self.lines(weights, seed)
    }

    fn validate(&self, weights: &[f64]) -> f64 {
        let seeds = VALIDATION_SEEDS..VALIDATION_SEEDS + VALIDATION_GAMES;
        seeds.map(|seed| self.lines(weights, seed)).sum::<f64>() / VALIDATION_GAMES as f64
    }

    fn weights(&self, weights: &[f64]) -> Archive {
        let mut archive = Archive::default();
        archive.set_text("kind", KIND);
        archive.set_text("rules", self.rules.to_string());
        archive.set_floats("weights", &[9], weights.iter().map(|&weight| weight as f32).collect());
        archive
    }
}
