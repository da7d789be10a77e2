//! All pairs of games between two players.

use std::collections::BTreeMap;

use super::game_pair::GamePair;

/// Number of pairs of independent games that are added to the played pairs in the variance: equal
/// results in a few pairs do not prove that the variance is zero.
const EXTRA_PAIRS: f64 = 0.5;

/// All pairs of games between two players.
pub(super) struct Matchup {
    pub(super) a: usize,
    pub(super) b: usize,
    /// The number of pairs in which `a` scored 0, 1, 2, 3 and 4 half points.
    counts: [f64; 5],
    /// The number of drawn games (0 or 1) that are added to the played games.
    drawn_extra: f64,
}

impl Matchup {
    pub(super) fn group(pairs: &[GamePair]) -> Vec<Matchup> {
        let mut counts = BTreeMap::new();
        for pair in pairs {
            let pair = if pair.a <= pair.b { *pair } else { pair.reversed() };
            counts.entry((pair.a, pair.b)).or_insert([0.0; 5])[pair.half_points()] += 1.0;
        }
        let matchup = |((a, b), counts)| Matchup { a, b, counts, drawn_extra: 0.0 };
        counts.into_iter().map(matchup).collect()
    }

    /// Adds a drawn game, which is half a pair.
    pub(super) fn with_extra_draw(self) -> Self {
        Matchup { drawn_extra: 1.0, ..self }
    }

    /// Returns `(player, opponent)` for each player that scored at least half a point.
    pub(super) fn scorers(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let a_scored = self.counts[1..].iter().any(|&count| count > 0.0);
        let b_scored = self.counts[..4].iter().any(|&count| count > 0.0);
        let edges = [(a_scored, (self.a, self.b)), (b_scored, (self.b, self.a))];
        edges.into_iter().filter_map(|(scored, edge)| scored.then_some(edge))
    }

    pub(super) fn pairs(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns the number of games, including the additional draw.
    pub(super) fn games(&self) -> f64 {
        2.0 * self.pairs() + self.drawn_extra
    }

    /// Returns the points of `a`, including the additional draw.
    pub(super) fn points(&self) -> f64 {
        self.by_points().map(|(points, count)| points * count).sum::<f64>() + self.drawn_extra / 2.0
    }

    /// Returns the points that `a` can score in a pair, each with the number of pairs with that score.
    fn by_points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .map(|(half_points, &count)| (half_points as f64 / 2.0, count))
    }

    /// Returns the variance of the total points of `a` in all pairs, without the additional draw.
    ///
    /// `score` is the fitted score of `a` per game, and `leverage` the leverage of each pair. As the
    /// fit follows the results, it makes the squared deviations from `score` too small, on average by
    /// the share `leverage`. The result is corrected for this.
    pub(super) fn variance(&self, score: f64, leverage: f64) -> f64 {
        let independent = 2.0 * score * (1.0 - score);
        let pairs = self.pairs();
        if self.counts[0] == pairs || self.counts[4] == pairs {
            return pairs * independent;
        }
        let squares: f64 =
            self.by_points().map(|(points, count)| count * (points - 2.0 * score).powi(2)).sum();
        // Avoids a division by zero if the leverage is 1.
        let kept = (1.0 - leverage).max(0.1);
        (squares / kept + EXTRA_PAIRS * independent) * pairs / (pairs + EXTRA_PAIRS)
    }
}
