//! The fitness of linear weights for the cross-entropy method.

use std::ops::Range;

use plywood_learn::cem::Fitness;
use plywood_learn::{Archive, RunSettings};
use plywood_search::Game;

use crate::linear::{FEATURES, KIND, LinearPlayer, Weights};
use crate::{Rules, Tetris};

/// The fitness of weights: the lines that a player with these weights clears under the rules.
#[derive(Clone, Copy, Debug)]
pub struct LinearFitness {
    rules: Rules,
}

/// The number of games that validate the mean weights of a generation.
const VALIDATION_GAMES: u64 = 400;
/// The first seed of the validation games. The seeds of training games are random 64-bit numbers,
/// so they hardly ever coincide with these.
const VALIDATION_SEEDS: u64 = 1 << 32;

/// The greatest height that is accepted without a cap. On higher boards, good players hardly ever
/// lose, so games would not end.
const GREATEST_HEIGHT: u8 = 12;

/// The error for rules under which games hardly ever end, so that weights cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "games on {height} rows hardly ever end, expected at most {GREATEST_HEIGHT} rows or a cap, \
     such as height=9,randomizer=uniform,end=strict"
)]
pub struct EndlessGames {
    /// The rows.
    pub height: u8,
}

impl LinearFitness {
    /// Creates the fitness under these rules. Returns an error if games under these rules would
    /// hardly ever end.
    pub fn new(rules: Rules) -> Result<Self, EndlessGames> {
        if rules.cap.is_none() && rules.height > GREATEST_HEIGHT {
            return Err(EndlessGames { height: rules.height });
        }
        Ok(LinearFitness { rules })
    }
}

impl Fitness for LinearFitness {
    fn settings(&self) -> RunSettings {
        vec![("game", "tetris".to_owned()), ("rules", self.rules.to_string())]
    }

    /// Starts with mean 0 and deviation 1 for every weight. The scale is arbitrary: multiplying all
    /// weights by a positive factor does not change any move.
    fn start(&self) -> Vec<[f64; 2]> {
        vec![[0.0, 1.0]; FEATURES]
    }

    fn score(&self, weights: &[f64], seed: u64) -> f64 {
        let mut values = [0.0; FEATURES];
        values.copy_from_slice(weights);
        let player = LinearPlayer::new(Weights::new("tried", values));
        let mut game = Tetris::new(self.rules, seed);
        while let Some(mv) = player.best_move(game.position()) {
            game.play(mv);
        }
        game.score(0)
    }

    fn validation_seeds(&self) -> Range<u64> {
        VALIDATION_SEEDS..VALIDATION_SEEDS + VALIDATION_GAMES
    }

    fn to_archive(&self, weights: &[f64]) -> Archive {
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
    fn endless_games_are_refused() {
        let rules = |height, cap| Rules { height, cap, ..Rules::default() };
        assert_eq!(LinearFitness::new(rules(20, None)).unwrap_err(), EndlessGames { height: 20 });
        for ends in [rules(12, None), rules(20, Some(100))] {
            assert!(LinearFitness::new(ends).is_ok());
        }
    }
}
