//! The sequential test of a tournament of two players.

use crate::statistics::GamePair;
use crate::statistics::sprt::{Sprt, Verdict};
use crate::{GameRecord, Tournament, versus};

/// How far the test got: the pairs that it took in, and what it says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sequential {
    pub(crate) pairs: usize,
    pub(crate) log_likelihood_ratio: f64,
    pub(crate) verdict: Verdict,
}

/// The test on the pairs of games in the order of the plan, up to the first
/// that is not complete yet, or to the one that decides: so the result does
/// not depend on which games happened to end first.
pub(crate) fn test(tournament: &Tournament, games: &[GameRecord]) -> Option<Sequential> {
    let [elo0, elo1] = tournament.plan.sprt?;
    let mut sprt = Sprt::new(elo0, elo1).ok()?;
    let mut taken = 0;
    for pair in in_order(games) {
        if sprt.verdict() != Verdict::Continue {
            break;
        }
        sprt.add(&pair);
        taken += 1;
    }
    let (log_likelihood_ratio, verdict) = (sprt.log_likelihood_ratio(), sprt.verdict());
    Some(Sequential { pairs: taken, log_likelihood_ratio, verdict })
}

pub(crate) fn is_decided(tournament: &Tournament, games: &[GameRecord]) -> bool {
    test(tournament, games).is_some_and(|test| test.verdict != Verdict::Continue)
}

/// The complete pairs of games from the first round on.
fn in_order(games: &[GameRecord]) -> impl Iterator<Item = GamePair> {
    let pairs = versus::game_pairs(games);
    pairs
        .into_iter()
        .enumerate()
        .take_while(|(number, (round, _))| *number as u32 == *round)
        .map(|(_, (_, pair))| pair)
}
