//! What games of two players say: wins, points, Elo.

use std::collections::{BTreeMap, HashSet};

use plywood_registry::Ending;
use serde::Serialize;

use crate::GameRecord;
use crate::statistics::elo::{EloEstimate, elo_difference, ratings};
use crate::statistics::{GamePair, GameResult};

/// How a player or a pair of players fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games among them that were cut, and count by the scores as they stood.
    pub capped: u32,
}

impl Tally {
    /// What these games were to `player`.
    fn of<'a>(games: impl Iterator<Item = &'a GameRecord>, player: usize) -> Self {
        let mut tally = Tally::default();
        for game in games {
            let Some(result) = result_for(game, player) else { continue };
            tally.games += 1;
            tally.capped += u32::from(game.result.ending == Ending::Capped);
            *match result {
                GameResult::Win => &mut tally.wins,
                GameResult::Draw => &mut tally.draws,
                GameResult::Loss => &mut tally.losses,
            } += 1;
        }
        tally
    }

    /// The share of the points, a draw being half of one; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games > 0).then(|| points / f64::from(self.games))
    }
}

/// How a game ended for the player on its first seat.
fn result_of_first(game: &GameRecord) -> GameResult {
    let scores = &game.result.scores;
    match scores[0].partial_cmp(&scores[1]) {
        Some(std::cmp::Ordering::Greater) => GameResult::Win,
        Some(std::cmp::Ordering::Less) => GameResult::Loss,
        _ => GameResult::Draw,
    }
}

/// How a game ended for `player`; `None` if others played it.
pub(crate) fn result_for(game: &GameRecord, player: usize) -> Option<GameResult> {
    match game.seats.iter().position(|&other| other == player)? {
        0 => Some(result_of_first(game)),
        _ => Some(result_of_first(game).reversed()),
    }
}

/// A player's games against everybody.
pub(crate) fn tally(games: &[GameRecord], player: usize) -> Tally {
    Tally::of(games.iter(), player)
}

/// A player's games against another.
pub(crate) fn tally_between(games: &[GameRecord], a: usize, b: usize) -> Tally {
    Tally::of(games.iter().filter(|game| game.seats.contains(&b)), a)
}

/// The openings of which both games are there, by round and players.
pub(crate) fn game_pairs(games: &[GameRecord]) -> Vec<(u32, GamePair)> {
    let mut halves: BTreeMap<(u32, usize, usize), [Option<GameResult>; 2]> = BTreeMap::new();
    for game in games {
        let (first, second) = (game.seats[0], game.seats[1]);
        let (a, b) = (first.min(second), first.max(second));
        let result = result_of_first(game);
        let pair = halves.entry((game.round, a, b)).or_default();
        if first == a {
            pair[0] = Some(result);
        } else {
            pair[1] = Some(result.reversed());
        }
    }
    let whole = halves.into_iter().filter_map(|((round, a, b), results)| match results {
        [Some(one), Some(other)] => Some((round, GamePair { a, b, results: [one, other] })),
        _ => None,
    });
    whole.collect()
}

/// The ratings of all players, and the difference of each pair by its own games.
pub(crate) struct Elo(Vec<GamePair>);

impl Elo {
    pub(crate) fn of(games: &[GameRecord]) -> Self {
        Elo(game_pairs(games).into_iter().map(|(_, pair)| pair).collect())
    }

    pub(crate) fn ratings(&self, players: usize) -> Vec<Option<EloEstimate>> {
        ratings(players, &self.0)
    }

    pub(crate) fn difference(&self, a: usize, b: usize) -> Option<EloEstimate> {
        elo_difference(a, b, &self.0)
    }
}

/// Games that are move for move the same as an earlier one between the same
/// players: they are no further evidence.
pub(crate) fn identical_games(games: &[GameRecord]) -> usize {
    let key = |game: &GameRecord| {
        let mut players = game.seats.clone();
        players.sort_unstable();
        (players, game.seed, game.opening.clone(), game.moves.clone())
    };
    let different: HashSet<_> = games.iter().map(key).collect();
    games.len() - different.len()
}
