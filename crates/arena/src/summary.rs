//! The summary of a tournament: the document of `arena --json`.

use std::borrow::Cow;
use std::collections::HashSet;

use plywood_registry::document::SCHEMA;
use plywood_registry::marked;
use serde::Serialize;

use crate::deal::scores_of;
pub use crate::multiplayer::{LineupDifference, SeatScores};
use crate::sequential::SequentialTest;
pub use crate::solo::{Difference, Scores};
use crate::statistics::sample::Sample;
use crate::statistics::sprt::{Sprt, Verdict};
pub use crate::versus::Tally;
use crate::{GameRecord, Interval, Rank, Tournament, multiplayer, solo, versus};

/// The summary of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    schema: u32,
    game: String,
    rules: String,
    seed: u64,
    /// Planned games of each pair, or of each player of a solo game.
    games: u32,
    /// Whether all planned games were played, or the sequential test is decided.
    pub complete: bool,
    elapsed_s: f64,
    /// The players, in the order of the plan.
    pub players: Vec<PlayerSummary>,
    /// The pairs of players.
    pub pairs: Vec<PairSummary>,
    /// Games with the same players and moves as an earlier game. Always 0 in solo games and with
    /// hidden facts, where equal moves in another random deal are additional evidence.
    pub identical_games: usize,
    /// The criterion of `ranking`.
    pub rank: Rank,
    /// The indices of the players, best first.
    pub ranking: Vec<usize>,
    /// The sequential test, if the plan has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// The player's spec.
    pub spec: String,
    /// Whether the player sees hidden information, which makes its results an upper bound.
    pub seeing: bool,
    /// The results.
    #[serde(flatten)]
    pub results: PlayerResults,
    /// The time of a decision.
    pub ms_per_move: MoveTimes,
}

/// The results of a player, by the kind of game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PlayerResults {
    /// Games for two.
    Versus {
        /// Wins, draws and losses.
        #[serde(flatten)]
        tally: Tally,
        /// Points per game.
        score: Option<f64>,
        /// The Elo rating relative to the last player.
        elo: Option<f64>,
        /// The 95% interval of `elo`; a bound is none if the games do not determine it.
        elo_ci95: Option<[Option<f64>; 2]>,
        /// The mean score.
        mean: Option<f64>,
        /// The bootstrap 95% interval of `mean`, over rounds.
        mean_ci95: Option<Interval>,
        /// The mean, over all pairs of games, of the player's score minus its opponent's. It is twice
        /// `mean` if the scores of a game add up to 0.
        mean_difference: Option<f64>,
        /// The bootstrap 95% interval of `mean_difference`, over rounds.
        mean_difference_ci95: Option<Interval>,
        /// The unit of the scores.
        unit: String,
    },
    /// Solo games.
    Solo(Scores),
    /// Games for three and more.
    Multiplayer(SeatScores),
}

/// The comparison of two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairSummary {
    /// The spec of the first player.
    pub a: String,
    /// The spec of the second player.
    pub b: String,
    /// Whether each player sees hidden information.
    pub seeing: [bool; 2],
    /// The results of the first player against the second.
    #[serde(flatten)]
    pub results: PairResults,
}

/// The comparison of two players, by the kind of game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PairResults {
    /// Games against each other.
    Versus {
        /// Wins, draws and losses of the first player.
        #[serde(flatten)]
        tally: Tally,
        /// The Elo difference, computed from the games of the pair alone.
        elo_diff: Option<f64>,
        /// The 95% interval of `elo_diff`; a bound is none if the games do not determine it.
        elo_diff_ci95: Option<[Option<f64>; 2]>,
        /// The mean, over all pairs of games, of the first player's score minus the second player's.
        mean_difference: Option<f64>,
        /// The bootstrap 95% interval of `mean_difference`, over pairs of games.
        ci95: Option<Interval>,
    },
    /// Solo games with the same seeds.
    Solo(Difference),
    /// Games for three and more.
    Multiplayer(LineupDifference),
}

/// Results of the players and of the pairs, in the order of the plan.
pub(crate) type Results = (Vec<PlayerResults>, Vec<PairResults>);

/// The time of a decision, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MoveTimes {
    /// The mean.
    pub mean: Option<f64>,
    /// The 95th percentile.
    pub p95: Option<f64>,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    elo0: f64,
    elo1: f64,
    /// Pairs of games used.
    pub pairs: u32,
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub log_likelihood_ratio: f64,
    /// The test ends when the absolute value of the log-likelihood ratio reaches this bound.
    pub bound: f64,
    /// The accepted hypothesis, `elo0` or `elo1`, or `continue`.
    pub verdict: &'static str,
}

/// The number of the random stream for all bootstrap intervals.
pub(crate) const BOOTSTRAP_STREAM: u64 = u64::MAX - 1;

impl Summary {
    /// Summarises the games of a tournament that took `elapsed_s` seconds.
    ///
    /// Games after the one that decides a sequential test are left out.
    pub fn new(tournament: &Tournament, games: &[GameRecord], elapsed_s: f64) -> Self {
        let (plan, lineup) = (&tournament.plan, &tournament.lineup);
        let mut test = SequentialTest::new(plan);
        games.iter().for_each(|game| test.iter_mut().for_each(|test| test.add(game)));
        let decided = test.as_ref().filter(|test| test.is_decided()).map(|test| test.pairs);
        // Borrows the games if all of them count: a copy could double the memory of a tournament.
        let counted: Cow<[GameRecord]> = match decided {
            Some(rounds) => games.iter().filter(|game| game.round < rounds).cloned().collect(),
            None => Cow::Borrowed(games),
        };
        let (players, pairs) = match tournament.seats() {
            1 => solo::results(tournament, &counted),
            2 => versus::results(tournament, &counted),
            _ => multiplayer::results(tournament, &counted),
        };
        let by_chance = tournament.is_solo() || lineup.entry.has_hidden_facts();
        let identical_games = if by_chance { 0 } else { identical_games(&counted) };
        let player = |(number, results): (usize, PlayerResults)| PlayerSummary {
            spec: plan.players[number].clone(),
            seeing: lineup.players[number].seeing,
            results,
            ms_per_move: MoveTimes::of(&counted, number),
        };
        let pair = |((a, b), results): ((usize, usize), PairResults)| PairSummary {
            a: plan.players[a].clone(),
            b: plan.players[b].clone(),
            seeing: [a, b].map(|player| lineup.players[player].seeing),
            results,
        };
        let players: Vec<PlayerSummary> = players.into_iter().enumerate().map(player).collect();
        let rank = plan.rank.unwrap_or_else(|| Rank::default_for(tournament.seats()));
        Summary {
            schema: SCHEMA,
            game: plan.game.clone(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            games: plan.games,
            complete: games.len() == tournament.fixtures().len() || decided.is_some(),
            elapsed_s: round(elapsed_s),
            ranking: rank.order(&players),
            players,
            pairs: tournament.pairs().into_iter().zip(pairs).map(pair).collect(),
            identical_games,
            rank,
            sprt: test.zip(plan.sprt).map(|(test, elo)| SprtSummary::new(&test, elo)),
        }
    }
}

impl SprtSummary {
    fn new(test: &SequentialTest, [elo0, elo1]: [f64; 2]) -> Self {
        SprtSummary {
            elo0,
            elo1,
            pairs: test.pairs,
            log_likelihood_ratio: round(test.sprt.log_likelihood_ratio()),
            bound: round(Sprt::bound()),
            verdict: match test.sprt.verdict() {
                Verdict::Continue => "continue",
                Verdict::AcceptH0 => "elo0",
                Verdict::AcceptH1 => "elo1",
            },
        }
    }
}

impl MoveTimes {
    fn of(games: &[GameRecord], player: usize) -> Self {
        let own = games.iter().flat_map(|game| {
            let seats = game.seats.iter().zip(&game.times);
            seats.filter(|(seat, _)| **seat == player).flat_map(|(_, times)| times)
        });
        let times = Sample::from_vec(own.copied().collect());
        MoveTimes {
            mean: times.as_ref().map(|times| round(times.mean())),
            p95: times.as_ref().map(|times| round(times.quantile(0.95))),
        }
    }
}

/// Counts the games with the same players and the same moves as an earlier game: such games are no
/// additional evidence.
fn identical_games(games: &[GameRecord]) -> usize {
    let keys = games.iter().map(|game| {
        let mut players = game.seats.clone();
        players.sort_unstable();
        (players, game.seed, &game.opening, &game.moves)
    });
    games.len() - keys.collect::<HashSet<_>>().len()
}

/// Rounds to four decimals, which is finer than the interval of any result.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl Tournament {
    /// Describes the standings on one line: points per game in percent in games for two, else mean
    /// scores.
    pub fn standings(&self, games: &[GameRecord]) -> String {
        let player = |number: usize| {
            let spec = marked(&self.plan.players[number], self.lineup.players[number].seeing);
            let scores = match self.seats() {
                1 => solo::scores_of(games, number),
                2 => {
                    let score = Tally::of(games, number).score()?;
                    return Some(format!("{spec} {:.1}%", score * 100.0));
                }
                _ => scores_of(games, number),
            };
            Some(format!("{spec} {:.1}", Sample::new(&scores)?.mean()))
        };
        (0..self.plan.players.len()).filter_map(player).collect::<Vec<_>>().join(", ")
    }
}
