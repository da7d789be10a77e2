//! Two games from one opening with colours swapped: the unit of every match.

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player won.
    Win,
    /// Nobody won.
    Draw,
    /// The player lost.
    Loss,
}

impl GameResult {
    /// Two for a win, one for a draw, nothing for a loss.
    pub fn half_points(self) -> usize {
        match self {
            GameResult::Win => 2,
            GameResult::Draw => 1,
            GameResult::Loss => 0,
        }
    }

    /// The same game for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            GameResult::Win => GameResult::Loss,
            GameResult::Draw => GameResult::Draw,
            GameResult::Loss => GameResult::Win,
        }
    }
}

/// Two games between `a` and `b` from one opening, colours swapped in the second.
///
/// The opening may favour a colour, or be one that `a` understands better, so
/// the two results depend on each other. Only pairs are independent, and every
/// interval is made from pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamePair {
    /// The number of the player whose results these are.
    pub a: usize,
    /// The number of the opponent.
    pub b: usize,
    /// How the two games ended for `a`.
    pub results: [GameResult; 2],
}

impl GamePair {
    /// What `a` scored, in half points: from 0 to 4.
    pub fn half_points(&self) -> usize {
        self.results.iter().map(|result| result.half_points()).sum()
    }

    /// The same games for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        GamePair { a: self.b, b: self.a, results: self.results.map(GameResult::reversed) }
    }
}
