//! Scores of two players in the games of a round, which have the same opening or deal.

use std::collections::BTreeMap;

use crate::GameRecord;
use crate::statistics::sample::Sample;

/// Returns the mean of `values` over the seats of `player` in a game; `None` if the player did not take
/// part. `values` has one value for each seat.
fn mean_of_seats(game: &GameRecord, player: usize, values: &[f64]) -> Option<f64> {
    let own = game.seats.iter().zip(values).filter(|(seat, _)| **seat == player);
    mean(own.map(|(_, value)| *value).collect())
}

/// Returns the mean score of a player in each round.
pub(crate) fn scores_of(games: &[GameRecord], player: usize) -> Vec<f64> {
    by_round(games, player, |game| game.result.scores.clone())
}

/// Returns the player's mean in each round in which it took part. `values` returns a value for each seat
/// of a game; the mean is over the player's seats, then over its games.
pub(crate) fn by_round(
    games: &[GameRecord],
    player: usize,
    values: impl Fn(&GameRecord) -> Vec<f64>,
) -> Vec<f64> {
    let mut rounds: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for game in games {
        if let Some(value) = mean_of_seats(game, player, &values(game)) {
            rounds.entry(game.round).or_default().push(value);
        }
    }
    rounds.into_values().filter_map(mean).collect()
}

/// Returns the mean of values; `None` without values.
pub(crate) fn mean(values: Vec<f64>) -> Option<f64> {
    Sample::from_vec(values).map(|sample| sample.mean())
}

/// Returns, for each round, the mean difference of scores (that of `a` minus that of `b`) over the games
/// of `a` against `b`. Only games that `lineup` selects count. Omits a round that does not have exactly
/// `complete` such games, since the advantages of seats and the luck of the deal cancel out only in a
/// complete round.
pub(crate) fn differences(
    games: &[GameRecord],
    (a, b): (usize, usize),
    complete: usize,
    lineup: impl Fn(&GameRecord) -> bool,
) -> BTreeMap<u32, f64> {
    let mut rounds: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for game in games.iter().filter(|game| lineup(game)) {
        let score = |player| mean_of_seats(game, player, &game.result.scores);
        if let (Some(own), Some(other)) = (score(a), score(b)) {
            rounds.entry(game.round).or_default().push(own - other);
        }
    }
    rounds.retain(|_, differences| differences.len() == complete);
    let mean = |(round, differences): (u32, Vec<f64>)| Some((round, mean(differences)?));
    rounds.into_iter().filter_map(mean).collect()
}
