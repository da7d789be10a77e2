//! The coverage of 95% intervals in simulated tournaments of players with known strengths.

use plywood_search::Rng;

use super::{contains, contains_elo};
use crate::statistics::GameResult::{self, Draw, Loss, Win};
use crate::statistics::{GamePair, bootstrap, elo, wilson};

/// How the second game of a pair depends on the first.
#[derive(Clone, Copy, Debug)]
enum Dependence {
    None,
    /// An opening that favours a player: with this probability, both games have the same random
    /// number.
    Repeated(f64),
    /// An opening that favours a seat: with this probability, the random numbers of the two games
    /// are `x` and `1 - x`.
    Mirrored(f64),
}

/// Returns a pair of games in which the expected score of `a` is `score` per game. `drawn` is the
/// share of draws, relative to the largest share that the score allows.
fn pair(
    a: usize,
    b: usize,
    score: f64,
    drawn: f64,
    dependence: Dependence,
    rng: &mut Rng,
) -> GamePair {
    let draws = drawn * 2.0 * score.min(1.0 - score);
    let result = |luck: f64| -> GameResult {
        match luck {
            luck if luck < score - draws / 2.0 => Win,
            luck if luck < score + draws / 2.0 => Draw,
            _ => Loss,
        }
    };
    let first = rng.unit();
    let second = match dependence {
        Dependence::Repeated(often) if rng.unit() < often => first,
        Dependence::Mirrored(often) if rng.unit() < often => 1.0 - first,
        _ => rng.unit(),
    };
    GamePair { a, b, results: [result(first), result(second)] }
}

/// Returns the share of `runs` in which `covers` is true.
fn coverage(runs: u64, seed: u64, mut covers: impl FnMut(&mut Rng) -> bool) -> f64 {
    (0..runs).filter(|&run| covers(&mut Rng::stream(seed, run))).count() as f64 / runs as f64
}

fn assert_nominal(coverage: f64, what: &str) {
    println!("{what}: covered {coverage:.4}");
    assert!((0.93..=0.97).contains(&coverage), "{what}: covered {coverage}");
}

#[test]
fn elo_difference_of_two_players() {
    for dependence in [Dependence::None, Dependence::Repeated(0.5), Dependence::Mirrored(0.5)] {
        for (difference, drawn) in [(0.0, 0.0), (0.0, 0.6), (100.0, 0.3), (200.0, 0.3)] {
            for count in [30, 100] {
                let score = elo::expected_score(difference);
                let covered = coverage(2_000, 11, |rng| {
                    let pairs: Vec<GamePair> =
                        (0..count).map(|_| pair(0, 1, score, drawn, dependence, rng)).collect();
                    elo::elo_difference(0, 1, &pairs)
                        .is_some_and(|estimate| contains_elo(&estimate, difference))
                });
                let what =
                    format!("{difference} Elo, {count} pairs, {drawn} drawn, {dependence:?}");
                assert_nominal(covered, &what);
            }
        }
    }
}

#[test]
fn ratings_of_a_round_robin_and_a_gauntlet() {
    let strengths = [150.0, 60.0, -80.0, 0.0];
    let round_robin = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let gauntlet = [(0, 1), (0, 2), (0, 3)];
    for (name, matchups) in [("round robin", &round_robin[..]), ("gauntlet", &gauntlet[..])] {
        for dependence in [Dependence::Repeated(0.4), Dependence::Mirrored(0.6)] {
            let mut covered = [0u32; 3];
            let runs = 2_000;
            for run in 0..runs {
                let mut rng = Rng::stream(12, run);
                let mut pairs = Vec::new();
                for &(a, b) in matchups {
                    let score = elo::expected_score(strengths[a] - strengths[b]);
                    pairs.extend((0..30).map(|_| pair(a, b, score, 0.3, dependence, &mut rng)));
                }
                let rated = elo::ratings(4, &pairs);
                for player in 0..3 {
                    covered[player] +=
                        u32::from(contains_elo(&rated[player].unwrap(), strengths[player]));
                }
            }
            for (player, covered) in covered.iter().enumerate() {
                let what = format!("player {player} of a {name}, {dependence:?}");
                assert_nominal(f64::from(*covered) / runs as f64, &what);
            }
        }
    }
}

/// Even if most tournaments are clean sweeps, at least 93% of intervals must contain the truth.
#[test]
fn bounds_of_sweeps() {
    for dependence in [Dependence::None, Dependence::Repeated(1.0)] {
        for difference in [400.0, 500.0, 600.0, 800.0] {
            let score = elo::expected_score(difference);
            let covered = coverage(2_000, 13, |rng| {
                let pairs: Vec<GamePair> =
                    (0..30).map(|_| pair(0, 1, score, 0.0, dependence, rng)).collect();
                contains_elo(&elo::elo_difference(0, 1, &pairs).unwrap(), difference)
            });
            assert!(covered >= 0.93, "{difference} Elo, {dependence:?}: covered {covered}");
        }
    }
}

/// The test averages over random win rates, since the interval's coverage varies with the rate.
#[test]
fn wilson_of_win_rates() {
    for trials in [30, 200] {
        let covered = coverage(2_000, 14, |rng| {
            let rate = 0.02 + 0.96 * rng.unit();
            let wins = (0..trials).filter(|_| rng.unit() < rate).count();
            contains(wilson::wilson(wins as f64, trials).unwrap(), rate)
        });
        assert_nominal(covered, &format!("win rate of {trials} games"));
    }
}

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

/// The scores are skewed as in games that end at each move with the same probability.
#[test]
fn bootstrap_of_skewed_scores() {
    let covered = coverage(1_000, 15, |rng| {
        let scores: Vec<f64> = (0..40).map(|_| (1000.0 * exponential(rng)).floor()).collect();
        let truth = 1.0 / (0.001f64.exp() - 1.0);
        contains(bootstrap::mean_interval(&scores, rng).unwrap(), truth)
    });
    assert_nominal(covered, "geometric scores of 40 games");
    let covered = coverage(1_000, 25, |rng| {
        let scores: Vec<f64> = (0..100).map(|_| exponential(rng) + exponential(rng)).collect();
        contains(bootstrap::mean_interval(&scores, rng).unwrap(), 2.0)
    });
    assert_nominal(covered, "less skewed scores of 100 games");
}

#[test]
fn paired_differences() {
    let covered = coverage(1_000, 16, |rng| {
        let game = |rng: &mut Rng| {
            let luck = 100.0 * exponential(rng);
            (luck + 60.0 * exponential(rng)) - (luck + 40.0 * exponential(rng))
        };
        let differences: Vec<f64> = (0..40).map(|_| game(rng)).collect();
        contains(bootstrap::mean_interval(&differences, rng).unwrap(), 20.0)
    });
    assert_nominal(covered, "paired difference of 40 games");
}
