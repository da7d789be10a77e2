//! What a tournament found: the document of `arena --json`.

use plywood_registry::document::SCHEMA;
use plywood_registry::marked;
use plywood_search::Rng;
use serde::Serialize;

use crate::sequential::Sequential;
use crate::solo::{self, Difference, Scores};
use crate::statistics::elo::EloEstimate;
use crate::statistics::sample::Sample;
use crate::statistics::sprt::{Sprt, Verdict};
use crate::versus::{self, Elo, Tally};
use crate::{GameRecord, Tournament};

/// What a tournament found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    schema: u32,
    game: String,
    rules: String,
    seed: u64,
    /// Games of each pair, or of each player, that were asked for.
    games: u32,
    /// Whether all games of the plan were played.
    pub complete: bool,
    elapsed_s: f64,
    /// The players, in the order of the plan.
    pub players: Vec<PlayerSummary>,
    /// The pairs of players.
    pub pairs: Vec<PairSummary>,
    /// Games of two that repeat an earlier one move for move.
    pub identical_games: usize,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// What a player did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Its spec.
    pub spec: String,
    /// Whether it sees what is hidden: its results are a bound, not a rival's.
    pub seeing: bool,
    /// How it fared.
    #[serde(flatten)]
    pub results: PlayerResults,
    /// What it took for a move.
    pub ms_per_move: MoveTimes,
}

/// How a player fared: against others, or alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PlayerResults {
    /// Games of two.
    Versus {
        /// Its wins, draws and losses.
        #[serde(flatten)]
        tally: Tally,
        /// Its share of the points.
        score: Option<f64>,
        /// Its rating above the last player.
        elo: Option<f64>,
        /// The 95% interval; an end is none where no game bounds it.
        elo_ci95: Option<[Option<f64>; 2]>,
    },
    /// Games of one.
    Solo(Scores),
}

/// How two players compare.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairSummary {
    /// The spec of the one.
    pub a: String,
    /// The spec of the other.
    pub b: String,
    /// Whether each of them sees what is hidden.
    pub seeing: [bool; 2],
    /// How the one fared.
    #[serde(flatten)]
    pub results: PairResults,
}

/// How two players compare: by games against each other, or on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PairResults {
    /// Games against each other.
    Versus {
        /// Wins, draws and losses of the first.
        #[serde(flatten)]
        tally: Tally,
        /// How far it is above the second, by their own games.
        elo_diff: Option<f64>,
        /// The 95% interval; an end is none where no game bounds it.
        elo_diff_ci95: Option<[Option<f64>; 2]>,
    },
    /// The same games, each alone.
    Solo(Difference),
}

/// What moves took, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MoveTimes {
    /// The mean.
    pub mean: Option<f64>,
    /// What 95% of the moves did not exceed.
    pub p95: Option<f64>,
}

/// How a sequential test stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtSummary {
    elo0: f64,
    elo1: f64,
    /// Pairs of games that were taken in.
    pub pairs: u32,
    /// The logarithm of how much likelier they are under the alternative.
    pub log_likelihood_ratio: f64,
    /// Beyond it, on either side, the test is decided.
    pub bound: f64,
    /// `continue`, `elo0` or `elo1`: what was accepted.
    pub verdict: &'static str,
}

/// The stream of chance of all bootstraps.
const BOOTSTRAP_STREAM: u64 = u64::MAX - 1;

impl Summary {
    /// What these games of a tournament say; it took so many seconds. With a
    /// sequential test, games beyond the deciding one are left out.
    pub fn new(tournament: &Tournament, games: &[GameRecord], elapsed_s: f64) -> Self {
        let plan = &tournament.plan;
        let mut test = Sequential::new(plan);
        games.iter().for_each(|game| test.iter_mut().for_each(|test| test.add(game)));
        let decided = test.as_ref().filter(|test| test.is_decided()).map(|test| test.pairs);
        let rounds = decided.unwrap_or(u32::MAX);
        let counted: Vec<GameRecord> =
            games.iter().filter(|game| game.round < rounds).cloned().collect();
        let complete = games.len() == tournament.fixtures().len() || decided.is_some();
        let (players, pairs) = if tournament.is_solo() {
            solo_results(tournament, &counted)
        } else {
            versus_results(tournament, &counted)
        };
        let solo = tournament.is_solo();
        Summary {
            schema: SCHEMA,
            game: plan.game.clone(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            games: plan.games,
            complete,
            elapsed_s: round(elapsed_s),
            players: players_of(tournament, &counted, players),
            pairs,
            identical_games: if solo { 0 } else { versus::identical_games(&counted) },
            sprt: test.zip(plan.sprt).map(|(test, elo)| SprtSummary::new(&test, elo)),
        }
    }

    /// The JSON document, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data has a JSON form")
    }
}

impl SprtSummary {
    fn new(test: &Sequential, [elo0, elo1]: [f64; 2]) -> Self {
        SprtSummary {
            elo0,
            elo1,
            pairs: test.pairs,
            log_likelihood_ratio: round(test.log_likelihood_ratio()),
            bound: round(Sprt::bound()),
            verdict: match test.verdict() {
                Verdict::Continue => "continue",
                Verdict::AcceptH0 => "elo0",
                Verdict::AcceptH1 => "elo1",
            },
        }
    }
}

type Results = (Vec<PlayerResults>, Vec<PairSummary>);

fn versus_results(tournament: &Tournament, games: &[GameRecord]) -> Results {
    let elo = Elo::of(games);
    let player = |(number, rating): (usize, Option<EloEstimate>)| {
        let tally = versus::tally(games, number);
        PlayerResults::Versus {
            tally,
            score: tally.score().map(round),
            elo: rating.map(|rating| round(rating.elo)),
            elo_ci95: rating.map(ends),
        }
    };
    let players = elo.ratings(tournament.specs.len()).into_iter().enumerate().map(player);
    let pair = |(a, b): (usize, usize)| {
        let difference = elo.difference(a, b);
        pair_of(
            tournament,
            (a, b),
            PairResults::Versus {
                tally: versus::tally_between(games, a, b),
                elo_diff: difference.map(|difference| round(difference.elo)),
                elo_diff_ci95: difference.map(ends),
            },
        )
    };
    (players.collect(), tournament.pairs().into_iter().map(pair).collect())
}

fn solo_results(tournament: &Tournament, games: &[GameRecord]) -> Results {
    let unit = tournament.entry.score_unit();
    let mut rng = Rng::stream(tournament.plan.seed, BOOTSTRAP_STREAM);
    let player = |number| {
        let scores = solo::scores(games, number, unit, &mut rng);
        PlayerResults::Solo(scores.rounded())
    };
    let players = (0..tournament.specs.len()).map(player).collect();
    let pair = |(a, b): (usize, usize)| {
        let difference = solo::difference(games, a, b, &mut rng);
        pair_of(tournament, (a, b), PairResults::Solo(difference.rounded()))
    };
    (players, tournament.pairs().into_iter().map(pair).collect())
}

fn pair_of(tournament: &Tournament, (a, b): (usize, usize), results: PairResults) -> PairSummary {
    let spec = |player: usize| tournament.plan.players[player].clone();
    let seeing = [tournament.seeing[a], tournament.seeing[b]];
    PairSummary { a: spec(a), b: spec(b), seeing, results }
}

fn players_of(
    tournament: &Tournament,
    games: &[GameRecord],
    results: Vec<PlayerResults>,
) -> Vec<PlayerSummary> {
    let player = |(number, results): (usize, PlayerResults)| PlayerSummary {
        spec: tournament.plan.players[number].clone(),
        seeing: tournament.seeing[number],
        results,
        ms_per_move: MoveTimes::of(games, number),
    };
    results.into_iter().enumerate().map(player).collect()
}

impl MoveTimes {
    fn of(games: &[GameRecord], player: usize) -> Self {
        let own = games.iter().flat_map(|game| {
            let seats = game.seats.iter().zip(&game.times);
            seats.filter(|(seat, _)| **seat == player).flat_map(|(_, times)| times)
        });
        match Sample::new(&own.copied().collect::<Vec<f64>>()) {
            Some(times) => MoveTimes {
                mean: Some(round(times.mean())),
                p95: Some(round(times.quantile(0.95))),
            },
            None => MoveTimes::default(),
        }
    }
}

fn ends(estimate: EloEstimate) -> [Option<f64>; 2] {
    [estimate.low, estimate.high].map(|end| end.map(round))
}

/// Four digits behind the point: more than any tournament can tell.
pub(crate) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

impl Tournament<'_> {
    /// How it stands, on a line: the share of the points, or the mean score.
    pub fn standing(&self, games: &[GameRecord]) -> String {
        let player = |number: usize| {
            let spec = marked(&self.plan.players[number], self.seeing[number]);
            let value = if self.is_solo() {
                Sample::new(&solo::scores_of(games, number)).map(|scores| scores.mean())
            } else {
                versus::tally(games, number).score().map(|score| score * 100.0)
            };
            let percent = if self.is_solo() { "" } else { "%" };
            value.map(|value| format!("{spec} {value:.1}{percent}"))
        };
        (0..self.specs.len()).filter_map(player).collect::<Vec<_>>().join(", ")
    }
}
