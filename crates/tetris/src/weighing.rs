//! Weights of the linear features, found by the cross-entropy method.

use plywood_learn::Archive;
use plywood_learn::cem::Weighing;
use plywood_search::Game;

use crate::linear::{FEATURES, KIND, LinearPlayer, Weights};
use crate::{Rules, Tetris};

/// What weights are found by: lines in games under rules.
#[derive(Clone, Copy, Debug)]
pub struct LinearWeighing {
    rules: Rules,
}

/// Games by which the means of generations are compared.
const VALIDATION_GAMES: u64 = 400;
/// The first of their seeds, far from those that are drawn.
const VALIDATION_SEEDS: u64 = 1 << 32;

/// The greatest height that is tried without a cap: a guess at where games of
/// good weights still end soon enough to be waited for.
const GREATEST_HEIGHT: u8 = 12;

/// Rules under which weights cannot be compared: every game is played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "games on {height} rows hardly ever end, expected at most {GREATEST_HEIGHT} rows or a cap, \
     such as height=9,randomizer=uniform,end=strict"
)]
pub struct EndlessGames {
    /// The rows.
    pub height: u8,
}

impl LinearWeighing {
    /// Weights for these rules.
    pub fn new(rules: Rules) -> Result<Self, EndlessGames> {
        if rules.cap.is_none() && rules.height > GREATEST_HEIGHT {
            return Err(EndlessGames { height: rules.height });
        }
        Ok(LinearWeighing { rules })
    }

    fn lines(&self, weights: &[f64], seed: u64) -> f64 {
        let mut values = [0.0; FEATURES];
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
        vec![[0.0, 1.0]; FEATURES]
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
        archive.set_floats(
            "weights",
            &[FEATURES],
            weights.iter().map(|&weight| weight as f32).collect(),
        );
        archive
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_must_end() {
        let rules = |height, cap| Rules { height, cap, ..Rules::default() };
        assert_eq!(LinearWeighing::new(rules(20, None)).unwrap_err(), EndlessGames { height: 20 });
        for ends in [rules(12, None), rules(20, Some(100))] {
            assert!(LinearWeighing::new(ends).is_ok());
        }
    }
}
