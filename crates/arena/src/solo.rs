//! What games of one player say: scores, wins, how long they last.

use std::collections::HashMap;

use plywood_registry::Ending;
use plywood_search::Rng;
use serde::Serialize;

use crate::GameRecord;
use crate::statistics::bootstrap::mean_interval;
use crate::statistics::mcnemar::mcnemar;
use crate::statistics::paired::{PairedDifference, paired_difference};
use crate::statistics::sample::Sample;
use crate::statistics::survival::{Lifetime, SurvivalCurve};
use crate::statistics::wilson::wilson;
use crate::summary::round;

/// What a player's games came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scores {
    /// Games.
    pub games: u32,
    /// The mean score.
    pub mean: Option<f64>,
    /// Its 95% interval by the bootstrap.
    pub mean_ci95: Option<[f64; 2]>,
    /// The score that half of the games reached.
    pub median: Option<f64>,
    /// The lowest score.
    pub min: Option<f64>,
    /// The highest score.
    pub max: Option<f64>,
    /// What scores count.
    pub unit: String,
    /// The share of the games won, where the game can be won.
    pub win_rate: Option<f64>,
    /// Its 95% interval by Wilson's formula.
    pub win_rate_ci95: Option<[f64; 2]>,
    /// Games that were cut before their end.
    pub capped: u32,
    /// The mean number of moves.
    pub mean_moves: Option<f64>,
    /// Its 95% interval by the bootstrap.
    pub mean_moves_ci95: Option<[f64; 2]>,
    /// Moves after which half of the games are over, those that were cut taken
    /// into account; none if half of them last longer than was seen.
    pub median_moves: Option<f64>,
}

/// How two players compare, game by game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Games that both played.
    pub games: u32,
    /// How much more the first one scored on average.
    pub mean_difference: Option<f64>,
    /// Its 95% interval by the bootstrap.
    pub ci95: Option<[f64; 2]>,
    /// Games that only the first one won, where the game can be won.
    pub only_a_won: Option<u64>,
    /// Games that only the second one won.
    pub only_b_won: Option<u64>,
    /// The probability of so uneven wins between equals, by McNemar's exact test.
    pub mcnemar_p: Option<f64>,
}

impl Scores {
    pub(crate) fn rounded(self) -> Self {
        Scores {
            mean: self.mean.map(round),
            mean_ci95: self.mean_ci95.map(|ends| ends.map(round)),
            median: self.median.map(round),
            win_rate: self.win_rate.map(round),
            mean_moves: self.mean_moves.map(round),
            mean_moves_ci95: self.mean_moves_ci95.map(|ends| ends.map(round)),
            win_rate_ci95: self.win_rate_ci95.map(|ends| ends.map(round)),
            ..self
        }
    }
}

impl Difference {
    pub(crate) fn rounded(self) -> Self {
        Difference {
            mean_difference: self.mean_difference.map(round),
            ci95: self.ci95.map(|ends| ends.map(round)),
            mcnemar_p: self.mcnemar_p.map(round),
            ..self
        }
    }
}

fn by(player: usize) -> impl Fn(&&GameRecord) -> bool {
    move |game| game.seats == [player]
}

/// The scores of a player's games.
pub(crate) fn scores_of(games: &[GameRecord], player: usize) -> Vec<f64> {
    games.iter().filter(by(player)).map(|game| game.result.scores[0]).collect()
}

/// How long a player's games lasted; `None` where games are won and lost, and
/// a short one may be the better one.
pub(crate) fn survival(games: &[GameRecord], player: usize) -> Option<SurvivalCurve> {
    if games.iter().any(|game| game.result.won.is_some()) {
        return None;
    }
    let lifetime = |game: &GameRecord| Lifetime {
        length: game.moves.len() as f64,
        censored: game.result.ending == Ending::Capped,
    };
    SurvivalCurve::new(&games.iter().filter(by(player)).map(lifetime).collect::<Vec<_>>())
}

/// What the games of a player came to; `rng` is for the bootstrap.
pub(crate) fn scores(games: &[GameRecord], player: usize, unit: &str, rng: &mut Rng) -> Scores {
    let scores = scores_of(games, player);
    let sample = Sample::new(&scores);
    let own = || games.iter().filter(by(player));
    let decided: Vec<bool> = own().filter_map(|game| game.result.won).collect();
    let wins = decided.iter().filter(|&&won| won).count();
    let moves: Vec<f64> = own().map(|game| game.moves.len() as f64).collect();
    let rate = |wins: usize| wins as f64 / decided.len() as f64;
    Scores {
        games: scores.len() as u32,
        mean: sample.as_ref().map(Sample::mean),
        mean_ci95: mean_interval(&scores, rng).map(|interval| [interval.low, interval.high]),
        median: sample.as_ref().map(Sample::median),
        min: sample.as_ref().map(Sample::min),
        max: sample.as_ref().map(Sample::max),
        unit: unit.to_owned(),
        win_rate: (!decided.is_empty()).then(|| rate(wins)),
        win_rate_ci95: wilson(wins as u64, decided.len() as u64).map(|rate| [rate.low, rate.high]),
        capped: own().filter(|game| game.result.ending == Ending::Capped).count() as u32,
        mean_moves: Sample::new(&moves).map(|moves| moves.mean()),
        mean_moves_ci95: mean_interval(&moves, rng).map(|moves| [moves.low, moves.high]),
        median_moves: survival(games, player).and_then(|curve| curve.median()),
    }
}

/// How two players compare on the games that both played.
pub(crate) fn difference(games: &[GameRecord], a: usize, b: usize, rng: &mut Rng) -> Difference {
    let others: HashMap<u32, &GameRecord> =
        games.iter().filter(by(b)).map(|game| (game.round, game)).collect();
    let both: Vec<(&GameRecord, &GameRecord)> = games
        .iter()
        .filter(by(a))
        .filter_map(|game| Some((game, *others.get(&game.round)?)))
        .collect();
    let scores: Vec<(f64, f64)> =
        both.iter().map(|(one, other)| (one.result.scores[0], other.result.scores[0])).collect();
    let wins: Vec<(bool, bool)> =
        both.iter().filter_map(|(one, other)| Some((one.result.won?, other.result.won?))).collect();
    let only = |wanted: (bool, bool)| wins.iter().filter(|&&pair| pair == wanted).count() as u64;
    let (only_a, only_b) = (only((true, false)), only((false, true)));
    let can_be_won = !wins.is_empty();
    let difference: Option<PairedDifference> = paired_difference(&scores, rng);
    Difference {
        games: both.len() as u32,
        mean_difference: difference.map(|difference| difference.mean),
        ci95: difference
            .and_then(|difference| difference.interval)
            .map(|ends| [ends.low, ends.high]),
        only_a_won: can_be_won.then_some(only_a),
        only_b_won: can_be_won.then_some(only_b),
        mcnemar_p: can_be_won.then(|| mcnemar(only_a, only_b)),
    }
}
