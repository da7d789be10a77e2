//! The maximum-likelihood fit of ratings to the results of all matchups.

use super::interval::student_quantile;
use super::matchup::Matchup;
use super::matrix::inverse;

/// Strengths, in log-odds, at which every player's expected points equal the points scored.
pub(super) struct RatingFit {
    pub(super) strengths: Vec<f64>,
    /// The inverse of the Fisher information; zero for players whose strength is fixed.
    inverse: Vec<Vec<f64>>,
}

impl RatingFit {
    /// Fits the strengths of the `free` players by Newton's method on the concave log-likelihood.
    /// Halves a step that decreases the likelihood.
    pub(super) fn new(players: usize, free: &[usize], matchups: &[Matchup]) -> Self {
        const MAX_STEPS: usize = 100;
        const TOLERANCE: f64 = 1e-10;

        let mut fit =
            RatingFit { strengths: vec![0.0; players], inverse: vec![vec![0.0; players]; players] };
        for _ in 0..MAX_STEPS {
            let Some(inverse) = inverse(&fit.information(free, matchups)) else { break };
            for (row, &player) in inverse.iter().zip(free) {
                row.iter()
                    .zip(free)
                    .for_each(|(entry, &other)| fit.inverse[player][other] = *entry);
            }
            let gradient = fit.gradient(matchups);
            let step: Vec<f64> = fit
                .inverse
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(entry, slope)| entry * slope).sum())
                .collect();
            let before = log_likelihood(&fit.strengths, matchups);
            let moved = |share: f64| -> Vec<f64> {
                fit.strengths
                    .iter()
                    .zip(&step)
                    .map(|(strength, by)| strength + share * by)
                    .collect()
            };
            let mut halves = (0..30).map(|halvings| moved(0.5f64.powi(halvings)));
            let better = halves.find(|to| log_likelihood(to, matchups) > before);
            let Some(better) = better else { break };
            fit.strengths = better;
            if step.iter().all(|by| by.abs() < TOLERANCE) {
                break;
            }
        }
        fit
    }

    fn score(&self, matchup: &Matchup) -> f64 {
        logistic(self.strengths[matchup.a] - self.strengths[matchup.b])
    }

    fn gradient(&self, matchups: &[Matchup]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.strengths.len()];
        for matchup in matchups {
            let surplus = matchup.points() - matchup.games() * self.score(matchup);
            gradient[matchup.a] += surplus;
            gradient[matchup.b] -= surplus;
        }
        gradient
    }

    fn information(&self, free: &[usize], matchups: &[Matchup]) -> Vec<Vec<f64>> {
        let place = |player: usize| free.iter().position(|&other| other == player);
        let mut information = vec![vec![0.0; free.len()]; free.len()];
        for matchup in matchups {
            let score = self.score(matchup);
            let weight = matchup.games() * score * (1.0 - score);
            let ends = [(place(matchup.a), 1.0), (place(matchup.b), -1.0)];
            for (row, sign) in ends {
                for (column, other_sign) in ends {
                    if let (Some(row), Some(column)) = (row, column) {
                        information[row][column] += weight * sign * other_sign;
                    }
                }
            }
        }
        information
    }

    /// Returns half the width of a player's 95% interval, in log-odds.
    pub(super) fn reach(&self, player: usize, matchups: &[Matchup]) -> f64 {
        let variance: f64 = matchups
            .iter()
            .map(|matchup| {
                let (a, b) = (matchup.a, matchup.b);
                let score = self.score(matchup);
                let weight = self.inverse[a][a] - 2.0 * self.inverse[a][b] + self.inverse[b][b];
                let leverage = 2.0 * score * (1.0 - score) * weight;
                let pull = self.inverse[player][a] - self.inverse[player][b];
                pull * pull * matchup.variance(score, leverage)
            })
            .sum();
        let own = matchups.iter().filter(|matchup| matchup.a == player || matchup.b == player);
        let pairs: f64 = own.map(Matchup::pairs).sum();
        student_quantile(pairs as usize) * variance.sqrt()
    }
}

fn log_likelihood(strengths: &[f64], matchups: &[Matchup]) -> f64 {
    let of = |matchup: &Matchup| {
        let difference = strengths[matchup.a] - strengths[matchup.b];
        let (points, games) = (matchup.points(), matchup.games());
        points * logistic(difference).ln() + (games - points) * logistic(-difference).ln()
    };
    matchups.iter().map(of).sum()
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::GamePair;
    use crate::statistics::GameResult::{Loss, Win};

    /// Returns `won` pairs that `a` won and `lost` pairs that `a` lost.
    fn pairs(a: usize, b: usize, won: usize, lost: usize) -> Vec<GamePair> {
        let pair = |results| GamePair { a, b, results };
        [vec![pair([Win, Win]); won], vec![pair([Loss, Loss]); lost]].concat()
    }

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6, "{found}, expected {expected}");
    }

    #[test]
    fn reach_of_two_players_by_hand() {
        let matchups = Matchup::group(&pairs(0, 1, 3, 1));
        let fit = RatingFit::new(2, &[0], &matchups);
        assert_close(fit.strengths[0], 3f64.ln());
        // The information is 8 * 3/4 * 1/4 = 3/2, the leverage of a pair 2 * 3/16 * 2/3 = 1/4.
        let squares = 3.0 * 0.25 + 2.25;
        let variance: f64 = (squares / 0.75 + 0.5 * 0.375) * 4.0 / 4.5;
        assert_close(fit.reach(0, &matchups), student_quantile(4) * variance.sqrt() / 1.5);
        assert_eq!(fit.reach(1, &matchups), 0.0);
    }

    #[test]
    fn reach_of_three_equal_players_by_hand() {
        let games = [pairs(0, 1, 1, 1), pairs(0, 2, 1, 1), pairs(1, 2, 1, 1)].concat();
        let matchups = Matchup::group(&games);
        let fit = RatingFit::new(3, &[0, 1], &matchups);
        assert_close(fit.strengths[0], 0.0);
        // The information of a matchup is 4 * 1/2 * 1/2 = 1, so the inverse is [[2, 1], [1, 2]] / 3,
        // the difference of two players has the weight 2/3, and each pair the leverage 1/3.
        let variance: f64 = (2.0 / (1.0 - 1.0 / 3.0) + 0.5 * 0.5) * 2.0 / 2.5;
        // The pulls of the matchups on the strength of a player are 1/3, 2/3 and 1/3.
        let expected = student_quantile(4) * (variance * 6.0 / 9.0).sqrt();
        assert_close(fit.reach(0, &matchups), expected);
        assert_close(fit.reach(1, &matchups), expected);
    }
}
