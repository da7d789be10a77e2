//! The sequential test of a tournament of two players.

use std::collections::HashMap;

use crate::statistics::sprt::{Sprt, Verdict};
use crate::statistics::{GamePair, GameResult};
use crate::{GameRecord, Plan, versus};

/// The test on the pairs of games in the order of the plan, up to the first
/// that is not complete yet, or to the one that decides: so the result does
/// not depend on which games happened to end first.
pub(crate) struct Sequential {
    sprt: Sprt,
    /// Pairs that were taken in.
    pub(crate) pairs: u32,
    /// Results of later rounds, for the first player, on either seat.
    waiting: HashMap<u32, [Option<GameResult>; 2]>,
}

impl Sequential {
    /// The test that a plan asks for, without any games yet.
    pub(crate) fn new(plan: &Plan) -> Option<Self> {
        let [elo0, elo1] = plan.sprt?;
        let sprt = Sprt::new(elo0, elo1).ok()?;
        Some(Sequential { sprt, pairs: 0, waiting: HashMap::new() })
    }

    /// Takes in a game, and all that were waiting for it.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let halves = self.waiting.entry(game.round).or_default();
        halves[game.seats[0]] = versus::result_for(game, 0);
        while let Some(&[Some(one), Some(other)]) = self.waiting.get(&self.pairs)
            && !self.is_decided()
        {
            self.sprt.add(&GamePair { a: 0, b: 1, results: [one, other] });
            self.pairs += 1;
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        self.sprt.verdict()
    }

    pub(crate) fn log_likelihood_ratio(&self) -> f64 {
        self.sprt.log_likelihood_ratio()
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.verdict() != Verdict::Continue
    }
}
