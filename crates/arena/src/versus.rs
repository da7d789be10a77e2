//! Results of games for two players: wins, draws, losses, Elo.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use crate::statistics::elo::{EloEstimate, elo_difference, ratings};
use crate::statistics::{GamePair, GameResult};
use crate::summary::{PairResults, PlayerResults, Results, round};
use crate::{GameRecord, Tournament};

/// Wins, draws and losses of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that were cut off; the scores at that moment decided the result.
    pub capped: u32,
}

impl Tally {
    /// Counts the games of `player`.
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>, player: usize) -> Self {
        let mut tally = Tally::default();
        for game in games {
            let Some(result) = result_for(game, player) else { continue };
            tally.games += 1;
            tally.capped += u32::from(game.is_capped());
            *match result {
                GameResult::Win => &mut tally.wins,
                GameResult::Draw => &mut tally.draws,
                GameResult::Loss => &mut tally.losses,
            } += 1;
        }
        tally
    }

    /// Returns the points per game, where a draw is half a point; `None` without games.
    pub(crate) fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games > 0).then(|| points / f64::from(self.games))
    }
}

/// Returns the result of a game for `player`; `None` if the player did not take part.
pub(crate) fn result_for(game: &GameRecord, player: usize) -> Option<GameResult> {
    let seat = game.seats.iter().position(|&other| other == player)?;
    let scores = &game.result.scores;
    Some(match scores[seat].partial_cmp(&scores[1 - seat]) {
        Some(Ordering::Greater) => GameResult::Win,
        Some(Ordering::Less) => GameResult::Loss,
        _ => GameResult::Draw,
    })
}

/// Computes the results of all players and pairs.
pub(crate) fn results(tournament: &Tournament, games: &[GameRecord]) -> Results {
    let game_pairs = game_pairs(games);
    let player = |(number, rating): (usize, Option<EloEstimate>)| {
        let tally = Tally::of(games, number);
        PlayerResults::Versus {
            tally,
            score: tally.score().map(round),
            elo: rating.map(|rating| round(rating.elo)),
            elo_ci95: rating.map(ends),
        }
    };
    let pair = |(a, b): (usize, usize)| {
        let difference = elo_difference(a, b, &game_pairs);
        PairResults::Versus {
            tally: Tally::of(games.iter().filter(|game| game.seats.contains(&b)), a),
            elo_diff: difference.map(|difference| round(difference.elo)),
            elo_diff_ci95: difference.map(ends),
        }
    };
    let ratings = ratings(tournament.plan.players.len(), &game_pairs);
    (
        ratings.into_iter().enumerate().map(player).collect(),
        tournament.pairs().into_iter().map(pair).collect(),
    )
}

fn ends(estimate: EloEstimate) -> [Option<f64>; 2] {
    [estimate.low, estimate.high].map(|end| end.map(round))
}

/// Groups games with the same players and opening into pairs. Omits a pair with a missing game.
fn game_pairs(games: &[GameRecord]) -> Vec<GamePair> {
    let mut halves: BTreeMap<(u32, usize, usize), [Option<GameResult>; 2]> = BTreeMap::new();
    for game in games {
        let (first, second) = (game.seats[0], game.seats[1]);
        let (a, b) = (first.min(second), first.max(second));
        let results = halves.entry((game.round, a, b)).or_default();
        results[usize::from(first != a)] = result_for(game, a);
    }
    let complete = halves.into_iter().filter_map(|((_, a, b), results)| match results {
        [Some(first), Some(second)] => Some(GamePair { a, b, results: [first, second] }),
        _ => None,
    });
    complete.collect()
}

/// Counts the games with the same players and the same moves as an earlier game: such games are no
/// additional evidence.
pub(crate) fn identical_games(games: &[GameRecord]) -> usize {
    let keys = games.iter().map(|game| {
        let mut players = game.seats.clone();
        players.sort_unstable();
        (players, game.seed, &game.opening, &game.moves)
    });
    games.len() - keys.collect::<HashSet<_>>().len()
}
