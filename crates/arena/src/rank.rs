//! The order of the players of a tournament.

use serde::{Deserialize, Serialize};

use crate::summary::{PlayerResults, PlayerSummary};

/// The criterion by which players are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Wins: Elo in games for two, the mean place in games for more, the share of games won in solo
    /// games. The default of games for two.
    Wins,
    /// Scores: the mean difference to the opponents' scores in games for two, else the mean score. The
    /// default of all other games.
    Score,
}

impl Rank {
    /// Returns the default for games with this number of seats.
    pub(crate) fn default_for(seats: usize) -> Self {
        if seats == 2 { Rank::Wins } else { Rank::Score }
    }

    /// Returns the indices of the players, best first. Players with equal results keep their order,
    /// and players without a result are last.
    pub(crate) fn order(self, players: &[PlayerSummary]) -> Vec<usize> {
        let value = |&player: &usize| {
            self.value(&players[player].results).map_or(f64::NEG_INFINITY, |value| value + 0.0)
        };
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|one, other| value(other).total_cmp(&value(one)));
        order
    }

    /// Returns the result that ranks a player: the higher, the better.
    fn value(self, results: &PlayerResults) -> Option<f64> {
        match (self, results) {
            (Rank::Wins, PlayerResults::Versus { elo, .. }) => *elo,
            (Rank::Score, PlayerResults::Versus { mean_difference, .. }) => *mean_difference,
            (Rank::Wins, PlayerResults::Solo(scores)) => scores.win_rate,
            (Rank::Score, PlayerResults::Solo(scores)) => scores.mean,
            (Rank::Wins, PlayerResults::Multiplayer(scores)) => {
                scores.mean_place.map(|place| -place)
            }
            (Rank::Score, PlayerResults::Multiplayer(scores)) => scores.mean,
        }
    }
}
