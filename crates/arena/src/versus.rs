//! Results of games for two players: wins, draws, losses, Elo, differences of scores.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use plywood_search::Rng;
use serde::Serialize;

use crate::deal::{differences, mean, scores_of};
use crate::mean::Mean;
use crate::statistics::elo::{EloEstimate, elo_difference, ratings};
use crate::statistics::{GamePair, GameResult};
use crate::summary::{BOOTSTRAP_STREAM, PairResults, PlayerResults, Results, round};
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
    /// Games lost by a forfeit, because the player could not continue; included in `losses`.
    pub forfeits: u32,
}

impl Tally {
    /// Counts the games of `player`.
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a GameRecord>, player: usize) -> Self {
        let mut tally = Tally::default();
        for game in games {
            let Some(result) = result_for(game, player) else { continue };
            tally.games += 1;
            tally.capped += u32::from(game.is_capped());
            let loser = game.forfeited_by().and_then(|seat| game.seats.get(seat));
            tally.forfeits += u32::from(loser == Some(&player));
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
    if let Some(loser) = game.forfeited_by() {
        return Some(if seat == loser { GameResult::Loss } else { GameResult::Win });
    }
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
    let pairs = tournament.pairs();
    let differences: Vec<Differences> =
        pairs.iter().map(|&pair| (pair, differences(games, pair, 2, |_| true))).collect();
    // Every mean gets the same random numbers, so equal differences have equal intervals.
    let rng = Rng::stream(tournament.plan.seed, BOOTSTRAP_STREAM);
    let mut players = Vec::new();
    let ratings = ratings(tournament.plan.players.len(), &game_pairs);
    for (number, rating) in ratings.into_iter().enumerate() {
        let tally = Tally::of(games, number);
        let mean = Mean::of(&scores_of(games, number), &mut rng.clone());
        let difference = Mean::of(&by_round(&differences, number), &mut rng.clone());
        players.push(PlayerResults::Versus {
            tally,
            score: tally.score().map(round),
            elo: rating.map(|rating| round(rating.elo)),
            elo_ci95: rating.map(ends),
            mean: mean.map(|mean| mean.mean),
            mean_ci95: mean.and_then(|mean| mean.ci95),
            mean_difference: difference.map(|difference| difference.mean),
            mean_difference_ci95: difference.and_then(|difference| difference.ci95),
            unit: tournament.score_unit().to_owned(),
        });
    }
    let pair = |((a, b), by_round): &Differences| {
        let elo = elo_difference(*a, *b, &game_pairs);
        let scores: Vec<f64> = by_round.values().copied().collect();
        let difference = Mean::of(&scores, &mut rng.clone());
        PairResults::Versus {
            tally: Tally::of(games.iter().filter(|game| game.seats.contains(b)), *a),
            elo_diff: elo.map(|elo| round(elo.elo)),
            elo_diff_ci95: elo.map(ends),
            mean_difference: difference.map(|difference| difference.mean),
            ci95: difference.and_then(|difference| difference.ci95),
        }
    };
    let pairs = differences.iter().map(pair).collect();
    (players, pairs)
}

/// Two players, and their difference of scores in each round.
type Differences = ((usize, usize), BTreeMap<u32, f64>);

/// Returns, for each round, the mean difference between a player's scores and those of all opponents.
/// A round gives one value, since its games have the same opening and depend on each other.
fn by_round(differences: &[Differences], player: usize) -> Vec<f64> {
    let mut rounds: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for ((a, b), by_round) in differences {
        let sign = match player {
            _ if player == *a => 1.0,
            _ if player == *b => -1.0,
            _ => continue,
        };
        for (&round, difference) in by_round {
            // Adds 0 to turn a negative zero into zero.
            rounds.entry(round).or_default().push(sign * difference + 0.0);
        }
    }
    rounds.into_values().filter_map(mean).collect()
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
