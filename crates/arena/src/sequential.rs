//! The sequential test of a tournament of two players.

use std::collections::HashMap;

use crate::statistics::sprt::{Sprt, Verdict};
use crate::statistics::{GamePair, GameResult};
use crate::{GameRecord, Plan, versus};

/// A sequential test that adds pairs of games in the order of their rounds.
///
/// A pair is added when all earlier pairs are complete. Pairs after the deciding pair are ignored.
/// So the result does not depend on the order in which games end.
pub(crate) struct SequentialTest {
    pub(crate) sprt: Sprt,
    /// The number of pairs added.
    pub(crate) pairs: u32,
    /// For each round, the results of player 0: on the first seat, then on the second seat.
    results: HashMap<u32, [Option<GameResult>; 2]>,
}

impl SequentialTest {
    /// Returns the test of a plan, without games; `None` if the plan has no test.
    pub(crate) fn new(plan: &Plan) -> Option<Self> {
        let [elo0, elo1] = plan.sprt?;
        let sprt = Sprt::new(elo0, elo1).ok()?;
        Some(SequentialTest { sprt, pairs: 0, results: HashMap::new() })
    }

    /// Stores a game, then adds all pairs that are complete and next in order.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let results = self.results.entry(game.round).or_default();
        results[game.seats[0]] = versus::result_for(game, 0);
        while let Some(&[Some(first), Some(second)]) = self.results.get(&self.pairs)
            && !self.is_decided()
        {
            self.sprt.add(&GamePair { a: 0, b: 1, results: [first, second] });
            self.pairs += 1;
        }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.sprt.verdict() != Verdict::Continue
    }
}
