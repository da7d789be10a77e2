//! Results of games for one player: scores, wins, lengths.

use std::collections::HashMap;

use plywood_search::Rng;
use serde::Serialize;

use crate::mean::Mean;
use crate::statistics::Interval;
use crate::statistics::mcnemar::mcnemar;
use crate::statistics::sample::Sample;
use crate::statistics::survival::{Lifetime, SurvivalCurve};
use crate::statistics::wilson::wilson;
use crate::summary::{BOOTSTRAP_STREAM, PairResults, PlayerResults, Results, round};
use crate::{GameRecord, Tournament};

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// The number of games.
    pub games: u32,
    /// The mean score.
    pub mean: Option<f64>,
    /// The bootstrap 95% interval of `mean`.
    pub mean_ci95: Option<Interval>,
    /// The median score.
    pub median: Option<f64>,
    /// The lowest score.
    pub min: Option<f64>,
    /// The highest score.
    pub max: Option<f64>,
    /// The unit of the scores.
    pub unit: String,
    /// The share of games won; none if the game cannot be won.
    pub win_rate: Option<f64>,
    /// Wilson's 95% interval of `win_rate`.
    pub win_rate_ci95: Option<Interval>,
    /// Games that were cut off.
    pub capped: u32,
    /// The mean number of moves.
    pub mean_moves: Option<f64>,
    /// The bootstrap 95% interval of `mean_moves`.
    pub mean_moves_ci95: Option<Interval>,
    /// The median number of moves by the Kaplan-Meier estimate, which accounts for games that were
    /// cut off; none if the estimate exceeds the length of every game that ended.
    pub median_moves: Option<f64>,
}

/// The difference between two players in the games that both played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Games that both players played.
    pub games: u32,
    /// The mean over these games of the first player's score minus the second player's score.
    pub mean_difference: Option<f64>,
    /// The bootstrap 95% interval of `mean_difference`.
    pub ci95: Option<Interval>,
    /// Games that only the first player won; none if the game cannot be won.
    pub only_a_won: Option<u64>,
    /// Games that only the second player won.
    pub only_b_won: Option<u64>,
    /// The p-value of McNemar's exact test that both players win equally often.
    pub mcnemar_p: Option<f64>,
}

/// Computes the results of all players and pairs.
pub(crate) fn results(tournament: &Tournament, games: &[GameRecord]) -> Results {
    let unit = tournament.lineup.entry.score_unit();
    let mut rng = Rng::stream(tournament.plan.seed, BOOTSTRAP_STREAM);
    let players = 0..tournament.plan.players.len();
    let players =
        players.map(|player| PlayerResults::Solo(scores(games, player, unit, &mut rng))).collect();
    let pair = |(a, b)| PairResults::Solo(difference(games, a, b, &mut rng));
    (players, tournament.pairs().into_iter().map(pair).collect())
}

fn by(player: usize) -> impl Fn(&&GameRecord) -> bool {
    move |game| game.seats == [player]
}

/// Returns the scores of a player.
pub(crate) fn scores_of(games: &[GameRecord], player: usize) -> Vec<f64> {
    games.iter().filter(by(player)).map(GameRecord::solo_score).collect()
}

/// Returns the survival curve of a player's games; `None` if the game can be won, since a short
/// game may then be a quick win.
pub(crate) fn survival(games: &[GameRecord], player: usize) -> Option<SurvivalCurve> {
    if games.iter().any(|game| game.result.won.is_some()) {
        return None;
    }
    let lifetime = |game: &GameRecord| Lifetime {
        length: game.moves.len() as f64,
        censored: game.is_capped(),
    };
    SurvivalCurve::new(&games.iter().filter(by(player)).map(lifetime).collect::<Vec<_>>())
}

fn scores(games: &[GameRecord], player: usize, unit: &str, rng: &mut Rng) -> Scores {
    let scores = scores_of(games, player);
    let sample = Sample::new(&scores);
    let quantile = |share| sample.as_ref().map(|sample| sample.quantile(share));
    let own = || games.iter().filter(by(player));
    let outcomes: Vec<bool> = own().filter_map(|game| game.result.won).collect();
    let wins = outcomes.iter().filter(|&&won| won).count();
    let lengths: Vec<f64> = own().map(|game| game.moves.len() as f64).collect();
    let (mean, mean_moves) = (Mean::of(&scores, rng), Mean::of(&lengths, rng));
    Scores {
        games: scores.len() as u32,
        mean: mean.map(|mean| mean.mean),
        mean_ci95: mean.and_then(|mean| mean.ci95),
        median: quantile(0.5).map(round),
        min: quantile(0.0),
        max: quantile(1.0),
        unit: unit.to_owned(),
        win_rate: (!outcomes.is_empty()).then(|| round(wins as f64 / outcomes.len() as f64)),
        win_rate_ci95: wilson(wins as f64, outcomes.len()).map(|ends| ends.map(round)),
        capped: own().filter(|game| game.is_capped()).count() as u32,
        mean_moves: mean_moves.map(|mean| mean.mean),
        mean_moves_ci95: mean_moves.and_then(|mean| mean.ci95),
        median_moves: survival(games, player).and_then(|curve| curve.median()),
    }
}

/// Compares two players in games with the same seeds. Luck that both players share cancels out, so
/// the interval is narrower than for two independent samples.
fn difference(games: &[GameRecord], a: usize, b: usize, rng: &mut Rng) -> Difference {
    let others: HashMap<u32, &GameRecord> =
        games.iter().filter(by(b)).map(|game| (game.round, game)).collect();
    let both: Vec<(&GameRecord, &GameRecord)> = games
        .iter()
        .filter(by(a))
        .filter_map(|game| Some((game, *others.get(&game.round)?)))
        .collect();
    let differences: Vec<f64> =
        both.iter().map(|(one, other)| one.solo_score() - other.solo_score()).collect();
    let wins: Vec<(bool, bool)> =
        both.iter().filter_map(|(one, other)| Some((one.result.won?, other.result.won?))).collect();
    let only = |wanted: (bool, bool)| wins.iter().filter(|&&pair| pair == wanted).count() as u64;
    let (only_a, only_b) = (only((true, false)), only((false, true)));
    let can_be_won = !wins.is_empty();
    let mean = Mean::of(&differences, rng);
    Difference {
        games: both.len() as u32,
        mean_difference: mean.map(|mean| mean.mean),
        ci95: mean.and_then(|mean| mean.ci95),
        only_a_won: can_be_won.then_some(only_a),
        only_b_won: can_be_won.then_some(only_b),
        mcnemar_p: can_be_won.then(|| round(mcnemar(only_a, only_b))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn game(round: u32, player: usize, score: f64) -> GameRecord {
        let result = json!({"scores": [score], "ending": "over"});
        let record = json!({
            "schema": 1, "game": "toy", "rules": "", "round": round, "seats": [player],
            "players": ["toy"], "seeing": [false], "seed": round, "opening": [], "moves": [],
            "result": result, "times": [[]],
        });
        serde_json::from_value(record).unwrap()
    }

    #[test]
    fn shared_luck_cancels() {
        let mut rng = Rng::new(3);
        let mut games = Vec::new();
        for round in 0..50 {
            let luck = (1000.0 * rng.unit()).round();
            // The first player scores 5 or 6 points more.
            games.push(game(round, 0, luck + 5.0 + f64::from(round % 2)));
            games.push(game(round, 1, luck));
        }
        // A game without a partner does not count.
        games.push(game(50, 0, 1e6));
        let found = difference(&games, 0, 1, &mut rng);
        assert_eq!((found.games, found.mean_difference), (50, Some(5.5)));
        let Interval { low, high } = found.ci95.unwrap();
        assert!(low < 5.5 && 5.5 < high && high - low < 0.5, "{found:?}");
        assert_eq!(difference(&games, 1, 0, &mut rng).mean_difference, Some(-5.5));
        assert_eq!(difference(&[], 0, 1, &mut rng).mean_difference, None);
    }
}
