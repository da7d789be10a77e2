//! Elo ratings by maximum likelihood, with intervals from game pairs.
//!
//! A player who is `d` points above another is expected to score
//! `1 / (1 + 10^(-d / 400))` of the points; a draw is half a point. The
//! ratings are those under which the expected scores are the scores seen.
//!
//! Intervals come from the spread of whole pairs around the fit (a
//! cluster-robust covariance), so they are right whether the two games of a
//! pair agree more or less often than chance, and however many are drawn. To
//! that spread every two players who met add half a pair as if its games were
//! independent: results that happen to be all alike do not prove that there
//! is no spread.
//!
//! A clean sweep would put the winner infinitely far above. Whoever is
//! connected to the others by sweeps alone is therefore rated as if half a
//! pair, one game, had been drawn in addition, and gets the bound on the side
//! that the games do tell about and none on the other. The spread of a sweep
//! is the fitted model's own: after 50 won pairs the bound is 429 points.

use super::game_pair::GamePair;
use super::matchup::Matchup;
use super::rating_fit::RatingFit;

/// Elo points in one unit of log-odds.
const POINTS_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// A rating, or the difference of two, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Points above the reference.
    pub elo: f64,
    /// The lower end; `None` if no chain of points scored leads from the player to the reference.
    pub low: Option<f64>,
    /// The upper end; `None` if no chain of points scored leads from the reference to the player.
    pub high: Option<f64>,
}

impl EloEstimate {
    /// Whether `elo` is in the interval; an end that is missing excludes nothing.
    pub fn contains(&self, elo: f64) -> bool {
        self.low.is_none_or(|low| low <= elo) && self.high.is_none_or(|high| elo <= high)
    }
}

/// The share of the points expected from a player who is `elo` points above the opponent.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / POINTS_PER_LOGIT).exp())
}

/// The ratings of `players` players relative to the last one, who has exactly 0.
///
/// `None` for a player whom no chain of games connects with the last one.
///
/// ```
/// use plywood_arena::statistics::{GamePair, GameResult::*, elo::ratings};
///
/// let won = GamePair { a: 0, b: 1, results: [Win, Win] };
/// let split = GamePair { a: 0, b: 1, results: [Win, Loss] };
/// let pairs = [[won; 13].as_slice(), &[split; 12]].concat();
/// // 38 of 50 points.
/// let first = ratings(2, &pairs)[0].unwrap();
/// assert_eq!(first.elo.round(), 200.0);
/// assert!(first.low.unwrap() > 90.0 && first.high.unwrap() < 310.0);
/// ```
///
/// # Panics
///
/// If a pair names a player who is not below `players`.
pub fn ratings(players: usize, pairs: &[GamePair]) -> Vec<Option<EloEstimate>> {
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

/// How far `a` is above `b` by the games they played against each other; `None` if there are none.
pub fn elo_difference(a: usize, b: usize, pairs: &[GamePair]) -> Option<EloEstimate> {
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

/// Who is connected with whom by a chain of `steps`, everyone with himself included.
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
        // 100.5 of 101 points.
        assert!((sweep.elo - 400.0 * 201f64.log10()).abs() < 0.1, "{sweep:?}");
        assert_eq!(sweep.high, None);
        // With 97.5% confidence at most 3.7 of 50 independent trials are lost: 440 points.
        assert_eq!(sweep.low.unwrap().round(), 429.0);
        let swept = ratings(2, &pairs(1, 0, [Win, Win], 50))[0].unwrap();
        assert_eq!(swept.low, None);
        assert!((swept.high.unwrap() + sweep.low.unwrap()).abs() < 1e-6);
        let single = ratings(2, &pairs(0, 1, [Win, Win], 1))[0].unwrap();
        assert!(single.elo.is_finite() && single.low.unwrap().is_finite());
    }

    #[test]
    fn alike_results_keep_an_interval() {
        for results in [[Win, Loss], [Draw, Draw]] {
            let equal = ratings(2, &pairs(0, 1, results, 40))[0].unwrap();
            assert!(equal.elo.abs() < 1e-9);
            assert!((1.0..20.0).contains(&equal.high.unwrap()), "{equal:?}");
        }
    }

    #[test]
    fn players_of_a_gauntlet_are_compared_through_its_host() {
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
        // 0 sweeps 1, who sweeps 2; 3 also sweeps 2; 4 plays nobody; 5 is the last and even with 2.
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
        // Relative to 3 nothing at all is known about 0, whatever their ratings.
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
            assert!(rated.elo.abs() < 1e-6 && rated.contains(0.0));
        }
        assert_eq!(ratings(0, &[]), []);
        assert_eq!(ratings(2, &[])[0], None);
    }

    proptest! {
        /// The defining property of the fit, and the order of players does not matter.
        #[test]
        fn points_expected_are_points_scored(
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
                prop_assert!(rating.elo.is_finite() && rating.contains(rating.elo));
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
