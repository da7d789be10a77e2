//! Elo ratings by maximum likelihood, with intervals from game pairs.
//!
//! The expected score of a player `d` points above the opponent is `1 / (1 + 10^(-d / 400))`, where
//! a draw is half a point. Ratings are fitted so that expected scores equal observed scores.
//!
//! Intervals use the spread of whole pairs around the fit (a cluster-robust covariance), so they
//! hold for any dependence between the two games of a pair and for any number of draws. The
//! variance of every matchup includes half an imaginary pair of independent games, since equal
//! results in a few pairs do not prove that the variance is zero.
//!
//! A clean sweep (one player wins all games) would give an infinite rating. A matchup of players
//! `a` and `b` therefore gets one additional drawn game, unless a chain of players, each with points
//! against the next, leads from `a` to `b` and another from `b` to `a`. After a sweep, the interval
//! has one bound only, and the variance is that of the fitted model: 50 won pairs give a lower bound
//! of 429 points.

use super::game_pair::GamePair;
use super::matchup::Matchup;
use super::rating_fit::RatingFit;

/// Elo points in one unit of log-odds.
const POINTS_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A rating, or the difference of two, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EloEstimate {
    /// Points above the reference player.
    pub(crate) elo: f64,
    /// Lower bound; `None` if no chain of players, each with points against the next, leads from
    /// the player to the reference player.
    pub(crate) low: Option<f64>,
    /// Upper bound; `None` if no such chain leads from the reference player to the player.
    pub(crate) high: Option<f64>,
}

/// Returns the expected score of a player who is `elo` points above the opponent.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / POINTS_PER_LOGIT).exp())
}

/// Returns the ratings of `players` players relative to the last one, whose rating is 0; `None` for
/// a player that no chain of games connects with the last one.
///
/// # Panics
///
/// If a pair has a player index of `players` or more.
pub(crate) fn ratings(players: usize, pairs: &[GamePair]) -> Vec<Option<EloEstimate>> {
    let Some(last) = players.checked_sub(1) else { return Vec::new() };
    let matchups = Matchup::group(pairs);
    let met = matchups.iter().flat_map(|matchup| [(matchup.a, matchup.b), (matchup.b, matchup.a)]);
    let connected = chains(players, met);
    let scored = chains(players, matchups.iter().flat_map(Matchup::scorers));

    let matchups: Vec<Matchup> = matchups
        .into_iter()
        .filter(|matchup| connected[matchup.a][last])
        .map(|matchup| {
            let bounded = scored[matchup.a][matchup.b] && scored[matchup.b][matchup.a];
            if bounded { matchup } else { matchup.with_extra_draw() }
        })
        .collect();
    let free: Vec<usize> = (0..last).filter(|&player| connected[player][last]).collect();
    let fit = RatingFit::new(players, &free, &matchups);

    (0..players)
        .map(|player| {
            let elo = fit.strengths[player] * POINTS_PER_LOGIT;
            let reach = fit.reach(player, &matchups) * POINTS_PER_LOGIT;
            connected[player][last].then(|| EloEstimate {
                elo,
                low: scored[player][last].then_some(elo - reach),
                high: scored[last][player].then_some(elo + reach),
            })
        })
        .collect()
}

/// Returns the rating of `a` relative to `b` by their games against each other; `None` without
/// games.
pub(crate) fn elo_difference(a: usize, b: usize, pairs: &[GamePair]) -> Option<EloEstimate> {
    let direct: Vec<GamePair> = pairs
        .iter()
        .filter_map(|pair| match (pair.a, pair.b) {
            players if players == (a, b) => Some(*pair),
            players if players == (b, a) => Some(pair.reversed()),
            _ => None,
        })
        .map(|pair| GamePair { a: 0, b: 1, ..pair })
        .collect();
    ratings(2, &direct)[0]
}

/// Returns a matrix whose entry `[from][to]` is true if a chain of `steps` leads from one player to
/// the other. Every player is connected with itself.
fn chains(players: usize, steps: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<bool>> {
    let mut connected = vec![vec![false; players]; players];
    (0..players).for_each(|player| connected[player][player] = true);
    steps.for_each(|(from, to)| connected[from][to] = true);
    for middle in 0..players {
        let onward = connected[middle].clone();
        for row in connected.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(entry, further)| *entry |= further);
        }
    }
    connected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::GameResult::{self, Draw, Loss, Win};
    use crate::statistics::tests::contains_elo;
    use proptest::prelude::*;

    fn pairs(a: usize, b: usize, results: [GameResult; 2], count: usize) -> Vec<GamePair> {
        vec![GamePair { a, b, results }; count]
    }

    #[test]
    fn elo_of_known_scores() {
        assert!((expected_score(200.0) - 0.7597).abs() < 1e-4);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for (wins, splits, elo) in [(13, 12, 200.2), (1, 1, 190.8), (0, 9, 0.0)] {
            let games = [pairs(0, 1, [Win, Win], wins), pairs(1, 0, [Loss, Win], splits)].concat();
            let difference = elo_difference(0, 1, &games).unwrap();
            assert!((difference.elo - elo).abs() < 0.1, "{difference:?}");
            let reversed = elo_difference(1, 0, &games).unwrap();
            assert!((reversed.elo + elo).abs() < 0.1);
            assert!((reversed.low.unwrap() + difference.high.unwrap()).abs() < 1e-6);
        }
    }

    #[test]
    fn a_clean_sweep_is_bounded_on_one_side() {
        let sweep = ratings(2, &pairs(0, 1, [Win, Win], 50))[0].unwrap();
        // 100 wins and the additional draw are 100.5 of 101 points.
        assert!((sweep.elo - 400.0 * 201f64.log10()).abs() < 0.1, "{sweep:?}");
        assert_eq!(sweep.high, None);
        // A Poisson bound, for comparison: 3.7 losses in 50 trials (97.5% confidence), 440 points.
        assert_eq!(sweep.low.unwrap().round(), 429.0);
        let swept = ratings(2, &pairs(1, 0, [Win, Win], 50))[0].unwrap();
        assert_eq!(swept.low, None);
        assert!((swept.high.unwrap() + sweep.low.unwrap()).abs() < 1e-6);
        let single = ratings(2, &pairs(0, 1, [Win, Win], 1))[0].unwrap();
        assert!(single.elo.is_finite() && single.low.unwrap().is_finite());
    }

    #[test]
    fn equal_results_have_an_interval() {
        for results in [[Win, Loss], [Draw, Draw]] {
            let equal = ratings(2, &pairs(0, 1, results, 40))[0].unwrap();
            assert!(equal.elo.abs() < 1e-9);
            assert!((1.0..20.0).contains(&equal.high.unwrap()), "{equal:?}");
        }
    }

    #[test]
    fn players_of_a_gauntlet_are_compared_through_the_first() {
        let against = |player| {
            [pairs(0, player, [Win, Win], 10 * player), pairs(player, 0, [Win, Draw], 20)].concat()
        };
        let games = [against(1), against(2)].concat();
        let rated = ratings(3, &games);
        let direct = |player| elo_difference(0, player, &games).unwrap();
        assert!((rated[0].unwrap().elo - direct(2).elo).abs() < 1e-6);
        let through = direct(2).elo - direct(1).elo;
        assert!((rated[1].unwrap().elo - through).abs() < 1e-6);
        let width = |estimate: EloEstimate| estimate.high.unwrap() - estimate.low.unwrap();
        assert!(width(rated[1].unwrap()) > width(direct(1)));
        assert_eq!(elo_difference(1, 2, &games), None);
        assert_eq!(rated[2], Some(EloEstimate { elo: 0.0, low: Some(0.0), high: Some(0.0) }));
    }

    #[test]
    fn bounds_follow_chains_of_points() {
        // Players: 0 sweeps 1, 1 sweeps 2, 3 sweeps 2, 4 has no games, 5 (the last) is even with 2.
        let games = [
            pairs(0, 1, [Win, Win], 10),
            pairs(1, 2, [Win, Win], 10),
            pairs(3, 2, [Win, Win], 10),
            pairs(2, 5, [Win, Loss], 10),
        ]
        .concat();
        let rated = ratings(6, &games);
        assert!(rated[0].unwrap().elo > rated[1].unwrap().elo);
        assert!(rated[1].unwrap().low.is_some() && rated[1].unwrap().high.is_none());
        assert!(rated[2].unwrap().low.is_some() && rated[2].unwrap().high.is_some());
        assert_eq!(rated[4], None);
        // No chain connects 0 and 3 in either direction.
        let renumbered: Vec<GamePair> = games
            .iter()
            .map(|pair| {
                let swap = |player| [0, 1, 2, 5, 4, 3][player];
                GamePair { a: swap(pair.a), b: swap(pair.b), ..*pair }
            })
            .collect();
        let unknown = ratings(6, &renumbered)[0].unwrap();
        assert_eq!((unknown.low, unknown.high), (None, None));
        assert!(unknown.elo.is_finite());
    }

    #[test]
    fn a_sweep_inside_a_circle_needs_no_extra_draw() {
        let circle =
            [pairs(0, 1, [Win, Win], 5), pairs(1, 2, [Win, Win], 5), pairs(2, 0, [Win, Win], 5)]
                .concat();
        for rated in ratings(3, &circle).into_iter().flatten() {
            assert!(rated.elo.abs() < 1e-6 && contains_elo(&rated, 0.0));
        }
        assert_eq!(ratings(0, &[]), []);
        assert_eq!(ratings(2, &[])[0], None);
    }

    proptest! {
        /// The defining property of the fit.
        #[test]
        fn expected_points_equal_points_scored(
            games in proptest::collection::vec((0usize..5, 1usize..5, 0usize..3, 0usize..3), 1..80)
        ) {
            let results = [Win, Draw, Loss];
            let pairs: Vec<GamePair> = games
                .iter()
                .map(|&(a, ahead, first, second)| {
                    let results = [results[first], results[second]];
                    GamePair { a, b: (a + ahead) % 5, results }
                })
                .collect();
            let rated = ratings(5, &pairs);
            for rating in rated.iter().flatten() {
                prop_assert!(rating.elo.is_finite() && contains_elo(rating, rating.elo));
                prop_assert!([rating.low, rating.high].into_iter().flatten().all(f64::is_finite));
            }
            if rated.iter().all(|rating| rating.is_some_and(|r| r.low.is_some() && r.high.is_some())) {
                let elo: Vec<f64> = rated.iter().flatten().map(|rating| rating.elo).collect();
                let mut surplus = [0.0; 5];
                for pair in &pairs {
                    let expected = 2.0 * expected_score(elo[pair.a] - elo[pair.b]);
                    let points = pair.half_points() as f64 / 2.0;
                    surplus[pair.a] += points - expected;
                    surplus[pair.b] -= points - expected;
                }
                prop_assert!(surplus.iter().all(|points| points.abs() < 1e-6), "{surplus:?}");
            }
        }
    }
}
