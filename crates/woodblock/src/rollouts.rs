//! How rollouts are played.

use plywood_search::{Game, Guide, Rng};

use crate::bits::take_first;
use crate::evaluation::{self, Features};
use crate::position::{Move, Position};
use crate::woodblock::Woodblock;

/// A rollout policy, and with it a guide of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// Every legal move with the same probability.
    #[default]
    Random,
    /// The first design's: see [`nearly_full_row`].
    NearlyFullRow,
    /// The best of a few random moves by the value of the board after them.
    Heuristic,
    /// The best move by the order of `greedy`.
    Greedy,
}

/// The first design's policy: each move scores a random number from 0 to 10,
/// and 50 more when the row of its top left cell has at least N - 3 filled
/// cells; the best score wins.
///
/// 50 outweighs every random number, so that is a random move among those
/// that have the bonus, or among all where none has.
#[inline]
pub fn nearly_full_row(position: &Position, rng: &mut Rng) -> Option<Move> {
    const FREE: u32 = 3;
    let grid = position.rules().grid();
    let rows = grid.nearly_full_rows(position.board(), FREE);
    let bonus = if rows == 0 { None } else { position.choices(|places| places & rows).draw(rng) };
    let (fit, anchor) = bonus.or_else(|| position.choices(|places| places).draw(rng))?;
    Some(fit.at(anchor, grid.size()))
}

/// So many moves are drawn, and the best of them is played: enough to see
/// most clears, few enough to be quick and not always the same.
const DRAWN: usize = 8;

/// The best of a few random moves by the value of the board after them.
#[inline]
pub fn best_of_a_few(position: &Position, rng: &mut Rng) -> Option<Move> {
    let grid = position.rules().grid();
    let choices = position.choices(|places| places);
    let mut best = (i32::MIN, None);
    for _ in 0..DRAWN {
        let (fit, anchor) = choices.draw(rng)?;
        let value = evaluation::value(grid, position.after_shape(fit.shape, anchor).board);
        if value > best.0 {
            best = (value, Some(fit.at(anchor, grid.size())));
        }
    }
    best.1
}

/// What a unit of a board's value is worth in points to come.
const POINTS_PER_VALUE: f64 = 2.0;

/// The best move by the [`Features`] of the board after it, the first of equals.
#[inline]
pub fn greediest(position: &Position) -> Option<Move> {
    let grid = position.rules().grid();
    let mut best: Option<(Features, Move)> = None;
    for mut fit in position.fits() {
        while let Some(anchor) = take_first(&mut fit.anchors) {
            let features = Features::of(grid, position.after_shape(fit.shape, anchor).board);
            if best.is_none_or(|(other, _)| features > other) {
                best = Some((features, fit.at(anchor, grid.size())));
            }
        }
    }
    best.map(|(_, mv)| mv)
}

impl Guide<Woodblock> for Rollouts {
    #[inline]
    fn rollout_move(
        &mut self,
        state: &Woodblock,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        match self {
            Rollouts::Random => state.random_move(rng, scratch),
            Rollouts::NearlyFullRow => nearly_full_row(state.position(), rng),
            Rollouts::Heuristic => best_of_a_few(state.position(), rng),
            Rollouts::Greedy => greediest(state.position()),
        }
    }

    /// Policies that know what a board is worth say so where a rollout stops.
    #[inline]
    fn static_value(&mut self, state: &Woodblock) -> Option<f64> {
        match self {
            Rollouts::Random | Rollouts::NearlyFullRow => None,
            Rollouts::Heuristic | Rollouts::Greedy => {
                let position = state.position();
                let value = evaluation::value(position.rules().grid(), position.board());
                Some(state.score(0) + POINTS_PER_VALUE * f64::from(value))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;
    use crate::rules::Rules;

    #[test]
    fn the_bonus_is_for_anchors_in_nearly_full_rows() {
        let free = ["........"; 6].join("/");
        let blast8 = Rules::new(crate::Variant::named("blast8").expect("built in"), false, None);
        let start = Woodblock::new(blast8, 1);
        // Five of eight cells are enough, four are not.
        let text = format!("####..../#####.../{free} hand:##,#,");
        let game = start.read_position(&text).expect("a position");
        let mut rng = Rng::new(5);
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let mv = nearly_full_row(game.position(), &mut rng).expect("a move");
            met.insert(Woodblock::write_move(mv));
        }
        let met: Vec<&str> = met.iter().map(String::as_str).collect();
        assert_eq!(met, ["1@f2", "1@g2", "2@f2", "2@g2", "2@h2"]);
        // Where nothing fits there, everything is drawn.
        let text = format!("####..../#######./{free} hand:##,,");
        let game = start.read_position(&text).expect("a position");
        let rows: std::collections::BTreeSet<u8> = (0..300)
            .filter_map(|_| nearly_full_row(game.position(), &mut rng).map(|mv| mv.row))
            .collect();
        assert_eq!(rows.into_iter().collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn every_policy_plays_to_the_end_and_knows_it() {
        let policies =
            [Rollouts::Random, Rollouts::NearlyFullRow, Rollouts::Heuristic, Rollouts::Greedy];
        for mut policy in policies {
            let blast8 = crate::Variant::named("blast8").expect("built in");
            let rules = Rules::new(blast8, true, std::num::NonZeroU32::new(20));
            let (mut game, mut rng) = (Woodblock::new(rules, 3), Rng::new(4));
            while let Some(mv) = policy.rollout_move(&game, &mut rng, &mut Vec::new()) {
                assert!(game.try_play(mv).is_ok(), "{policy:?}: {mv:?}");
            }
            assert_eq!(game.seat(), None, "{policy:?}");
        }
    }
}
