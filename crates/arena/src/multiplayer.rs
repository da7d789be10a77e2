//! Results of games for three and more players: scores, places, and differences of line-ups.

use plywood_search::Rng;
use serde::Serialize;

use crate::deal::{by_round, differences, scores_of};
use crate::mean::Mean;
use crate::statistics::Interval;
use crate::summary::{BOOTSTRAP_STREAM, PairResults, PlayerResults, Results};
use crate::{GameRecord, Tournament};

/// The results of a player. Intervals are over deals, since the games of a deal depend on each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatScores {
    /// The number of games.
    pub games: u32,
    /// The mean score. If the player has several seats in a game, the mean of their scores counts as
    /// one score.
    pub mean: Option<f64>,
    /// The bootstrap 95% interval of `mean`.
    pub mean_ci95: Option<Interval>,
    /// The mean place: 1 is the highest score. Seats with equal scores share the mean of their places.
    pub mean_place: Option<f64>,
    /// The bootstrap 95% interval of `mean_place`.
    pub mean_place_ci95: Option<Interval>,
    /// The unit of the scores.
    pub unit: String,
    /// Games that were cut off; the scores at that moment decided the result.
    pub capped: u32,
}

/// The difference between two players. All differences are the score of the first player minus that of
/// the second, as means over the seats of a game and over all rotations of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LineupDifference {
    /// Games with both players.
    pub games: u32,
    /// Deals of which all games were played. The differences include only these deals.
    pub deals: u32,
    /// The mean difference over both line-ups.
    pub mean_difference: Option<f64>,
    /// The bootstrap 95% interval of `mean_difference`, over deals.
    pub ci95: Option<Interval>,
    /// The mean difference in games with the first player on one seat and the second on all others.
    pub one_a: Option<Mean>,
    /// The mean difference in games with the second player on one seat and the first on all others.
    pub one_b: Option<Mean>,
}

/// Computes the results of all players and pairs.
pub(crate) fn results(tournament: &Tournament, games: &[GameRecord]) -> Results {
    let (unit, seats) = (tournament.score_unit(), tournament.seats());
    // Every mean gets the same random numbers, so equal results have equal intervals.
    let rng = Rng::stream(tournament.plan.seed, BOOTSTRAP_STREAM);
    let player =
        |player| PlayerResults::Multiplayer(seat_scores(games, player, (seats, unit), &rng));
    let players = (0..tournament.plan.players.len()).map(player).collect();
    let pair = |pair| PairResults::Multiplayer(difference(games, pair, seats, &rng));
    (players, tournament.pairs().into_iter().map(pair).collect())
}

fn seat_scores(
    games: &[GameRecord],
    player: usize,
    (seats, unit): (usize, &str),
    rng: &Rng,
) -> SeatScores {
    let own = || games.iter().filter(|game| game.seats.contains(&player));
    let score = Mean::of(&scores_of(games, player), &mut rng.clone());
    let places = by_round(games, player, |game| places(&game.result.scores));
    let place = Mean::of(&places, &mut rng.clone()).map(|place| place.within(1.0, seats as f64));
    SeatScores {
        games: own().count() as u32,
        mean: score.map(|score| score.mean),
        mean_ci95: score.and_then(|score| score.ci95),
        mean_place: place.map(|place| place.mean),
        mean_place_ci95: place.and_then(|place| place.ci95),
        unit: unit.to_owned(),
        capped: own().filter(|game| game.is_capped()).count() as u32,
    }
}

/// Returns the place of each seat.
fn places(scores: &[f64]) -> Vec<f64> {
    let place = |own: &f64| {
        let above = scores.iter().filter(|score| *score > own).count();
        let equal = scores.iter().filter(|score| *score == own).count();
        above as f64 + (equal as f64 + 1.0) / 2.0
    };
    scores.iter().map(place).collect()
}

fn difference(
    games: &[GameRecord],
    (a, b): (usize, usize),
    seats: usize,
    rng: &Rng,
) -> LineupDifference {
    let with_one = |player: usize| {
        let seats_of =
            move |game: &GameRecord| game.seats.iter().filter(|&&seat| seat == player).count();
        differences(games, (a, b), seats, move |game| seats_of(game) == 1)
    };
    let (one_a, one_b) = (with_one(a), with_one(b));
    let deals: Vec<[f64; 2]> =
        one_a.iter().filter_map(|(round, one_a)| Some([*one_a, *one_b.get(round)?])).collect();
    let mean_of = |value: fn(&[f64; 2]) -> f64| {
        Mean::of(&deals.iter().map(value).collect::<Vec<_>>(), &mut rng.clone())
    };
    let both = mean_of(|[one_a, one_b]| (one_a + one_b) / 2.0);
    LineupDifference {
        games: games
            .iter()
            .filter(|game| game.seats.contains(&a) && game.seats.contains(&b))
            .count() as u32,
        deals: deals.len() as u32,
        mean_difference: both.map(|mean| mean.mean),
        ci95: both.and_then(|mean| mean.ci95),
        one_a: mean_of(|[one_a, _]| *one_a),
        one_b: mean_of(|[_, one_b]| *one_b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_their_places() {
        assert_eq!(places(&[3.0, 9.0, 5.0]), [3.0, 1.0, 2.0]);
        assert_eq!(places(&[5.0, 9.0, 5.0, 5.0]), [3.0, 1.0, 3.0, 3.0]);
        assert_eq!(places(&[0.0; 4]), [2.5; 4]);
    }
}
