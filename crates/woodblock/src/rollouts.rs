//! Rollout policies.

use plywood_search::{Game, Guide, Rng};

use crate::bits::take_first;
use crate::evaluation::{self, Features};
use crate::position::{Move, Position};
use crate::woodblock::Woodblock;

/// A rollout policy. As a [`Guide`], it also evaluates the board where a rollout stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rollouts {
    /// A uniformly random legal move.
    #[default]
    Random,
    /// [`nearly_full_row`], the policy of the project's first design.
    NearlyFullRow,
    /// [`best_of_a_few`].
    Heuristic,
    /// [`greediest`], the move of the player `greedy`.
    Greedy,
}

/// Draws a move whose top left cell is in a row with at most 3 free cells; if there is no such
/// move, draws any legal move.
///
/// The first design gives each move a random score from 0 to 10, adds 50 for such a row, and plays
/// the move with the highest score. As 50 exceeds every random score, the distribution is the same.
#[inline]
pub fn nearly_full_row(position: &Position, rng: &mut Rng) -> Option<Move> {
    const FREE: u32 = 3;
    let grid = position.rules().grid();
    let rows = grid.nearly_full_rows(position.board(), FREE);
    let bonus = if rows == 0 { None } else { position.choices(|places| places & rows).draw(rng) };
    let (fit, anchor) = bonus.or_else(|| position.choices(|places| places).draw(rng))?;
    Some(fit.at(anchor, grid.size()))
}

/// Number of moves that [`best_of_a_few`] draws. With 8, rollouts find most clears and stay fast.
const DRAWS: usize = 8;

/// Draws 8 legal moves and returns the move after which [`evaluation::value`] is the largest.
#[inline]
pub fn best_of_a_few(position: &Position, rng: &mut Rng) -> Option<Move> {
    let grid = position.rules().grid();
    let choices = position.choices(|places| places);
    let mut best = (i32::MIN, None);
    for _ in 0..DRAWS {
        let (fit, anchor) = choices.draw(rng)?;
        let value = evaluation::value(grid, position.after_shape(fit.shape, anchor).board);
        if value > best.0 {
            best = (value, Some(fit.at(anchor, grid.size())));
        }
    }
    best.1
}

/// Estimated future points per unit of [`evaluation::value`].
const POINTS_PER_VALUE: f64 = 2.0;

/// Returns the first move after which the board has the greatest [`Features`].
#[inline]
pub fn greediest(position: &Position) -> Option<Move> {
    let grid = position.rules().grid();
    let mut best: Option<(Features, Move)> = None;
    position.fits().for_each(|mut fit| {
        while let Some(anchor) = take_first(&mut fit.anchors) {
            let features = Features::of(grid, position.after_shape(fit.shape, anchor).board);
            if best.is_none_or(|(other, _)| features > other) {
                best = Some((features, fit.at(anchor, grid.size())));
            }
        }
    });
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

    /// For `Heuristic` and `Greedy`, writes the score plus the estimated future points. Other
    /// policies do not evaluate boards.
    #[inline]
    fn static_value(&mut self, state: &Woodblock, values: &mut [f64]) -> bool {
        match self {
            Rollouts::Random | Rollouts::NearlyFullRow => false,
            Rollouts::Heuristic | Rollouts::Greedy => {
                let position = state.position();
                let value = evaluation::value(position.rules().grid(), position.board());
                values[0] = state.score(0) + POINTS_PER_VALUE * f64::from(value);
                true
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
    fn nearly_full_rows_are_preferred() {
        let free = ["........"; 6].join("/");
        let blast8 = Rules::new(crate::Variant::named("blast8").expect("built in"), false, None);
        let start = Woodblock::new(blast8, 1);
        // A row with five of eight cells filled is nearly full, a row with four is not.
        let text = format!("####..../#####.../{free} hand:##,#,");
        let game = start.read_position(&text).expect("a position");
        let mut rng = Rng::new(5);
        let mut met = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let mv = nearly_full_row(game.position(), &mut rng).expect("a move");
            met.insert(game.write_move(mv));
        }
        let met: Vec<&str> = met.iter().map(String::as_str).collect();
        assert_eq!(met, ["1@f2", "1@g2", "2@f2", "2@g2", "2@h2"]);
        // No block fits into the nearly full row, so any legal move is drawn.
        let text = format!("####..../#######./{free} hand:##,,");
        let game = start.read_position(&text).expect("a position");
        let rows: std::collections::BTreeSet<u8> = (0..300)
            .filter_map(|_| nearly_full_row(game.position(), &mut rng).map(|mv| mv.row))
            .collect();
        assert_eq!(rows.into_iter().collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn every_policy_plays_legal_moves_to_the_end() {
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
