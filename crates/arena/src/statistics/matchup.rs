//! All games between two players, in pairs.

use super::game_pair::GamePair;
use std::collections::BTreeMap;

/// Pairs that count as if their games were independent, besides those played:
/// results that happen to be all alike do not prove that there is no spread.
const EXTRA_PAIRS: f64 = 0.5;

/// All pairs between two players.
pub(super) struct Matchup {
    pub(super) a: usize,
    pub(super) b: usize,
    /// How many pairs brought `a` 0, 1, 2, 3 and 4 half points.
    counts: [f64; 5],
    /// Games counted as drawn in addition to those played.
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

    /// As if one more game had been drawn: half a pair.
    pub(super) fn with_extra_draw(self) -> Self {
        Matchup { drawn_extra: 1.0, ..self }
    }

    /// Who of the two scored at all, with the opponent behind.
    pub(super) fn scorers(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let a_scored = self.counts[1..].iter().any(|&count| count > 0.0);
        let b_scored = self.counts[..4].iter().any(|&count| count > 0.0);
        let edges = [(a_scored, (self.a, self.b)), (b_scored, (self.b, self.a))];
        edges.into_iter().filter_map(|(scored, edge)| scored.then_some(edge))
    }

    pub(super) fn pairs(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games, with those drawn in addition.
    pub(super) fn games(&self) -> f64 {
        2.0 * self.pairs() + self.drawn_extra
    }

    /// Points of `a`, with those drawn in addition.
    pub(super) fn points(&self) -> f64 {
        self.by_points().map(|(points, count)| points * count).sum::<f64>() + self.drawn_extra / 2.0
    }

    fn by_points(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .map(|(half_points, &count)| (half_points as f64 / 2.0, count))
    }

    /// The variance of all points of `a`, who expects `score` in each game.
    ///
    /// `leverage` is the part of a pair's deviation that the fit itself took
    /// away, which is given back.
    pub(super) fn variance(&self, score: f64, leverage: f64) -> f64 {
        let independent = 2.0 * score * (1.0 - score);
        let pairs = self.pairs();
        if self.counts[0] == pairs || self.counts[4] == pairs {
            return pairs * independent;
        }
        let squares: f64 =
            self.by_points().map(|(points, count)| count * (points - 2.0 * score).powi(2)).sum();
        // A pair that the fit follows completely has no deviation to give back.
        let kept = (1.0 - leverage).max(0.1);
        (squares / kept + EXTRA_PAIRS * independent) * pairs / (pairs + EXTRA_PAIRS)
    }
}
