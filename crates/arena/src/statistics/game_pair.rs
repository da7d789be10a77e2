//! Two games from one opening with seats swapped, the unit of every match.

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Win,
    Draw,
    Loss,
}

impl GameResult {
    fn half_points(self) -> usize {
        match self {
            GameResult::Win => 2,
            GameResult::Draw => 1,
            GameResult::Loss => 0,
        }
    }

    /// Returns the result for the other player.
    pub(crate) fn reversed(self) -> Self {
        match self {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        }
    }
}

/// Two games between `a` and `b` from one opening, with seats swapped in the second.
///
/// The opening may favour a seat or a player, so the two results depend on each other. Only pairs
/// are independent, and every interval is computed from pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GamePair {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// The results for `a`.
    pub(crate) results: [GameResult; 2],
}

impl GamePair {
    /// Returns the score of `a` in half points, 0 to 4.
    pub(crate) fn half_points(&self) -> usize {
        self.results.iter().map(|result| result.half_points()).sum()
    }

    /// Returns the same games with `a` and `b` exchanged.
    pub(crate) fn reversed(self) -> Self {
        GamePair { a: self.b, b: self.a, results: self.results.map(GameResult::reversed) }
    }
}
