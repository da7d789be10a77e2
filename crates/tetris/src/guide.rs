//! What steers a tree search: how rollouts are played, and what a board is
//! worth where one is cut short.

use plywood_search::{Game, Guide, Objective, Rng};

use crate::linear::{BCTS, DT20, LinearPlayer};
use crate::{Board, Move, Tetris};

/// To clear lines, as many as there can be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

impl Objective<Tetris> for Lines {
    fn value(&self, state: &Tetris, seat: u8) -> f64 {
        state.score(seat)
    }

    fn range(&self) -> Option<(f64, f64)> {
        None
    }

    fn unit(&self) -> &'static str {
        "lines"
    }
}

/// How rollouts are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rollouts {
    /// Every legal placement with the same probability.
    Random,
    /// By the linear player with the weights of DT-20.
    Linear,
}

impl Guide<Tetris> for Rollouts {
    fn rollout_move(
        &mut self,
        state: &Tetris,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        match self {
            Rollouts::Random => state.random_move(rng, scratch),
            Rollouts::Linear => LinearPlayer::new(DT20).best_move(state.position()),
        }
    }

    /// The lines so far and those that the board promises, of which a cap
    /// leaves only a share: to reach it must be better than to stay below it.
    fn static_value(&mut self, state: &Tetris) -> Option<f64> {
        let position = state.position();
        let lines = f64::from(position.lines());
        let left = position.rules().cap.map_or(EMPTY_BOARD, |cap| f64::from(cap) - lines);
        Some(lines + promise(position.board()) * (left / EMPTY_BOARD).min(1.0))
    }
}

/// Lines that an empty board promises. Games are endless to a search, so this
/// is no forecast: it is what losing costs against the lines won by risking it.
const EMPTY_BOARD: f64 = 100.0;
/// What a line is worth in the weights of [`BCTS`]: clearing one with three
/// cells of a piece gives about that.
const BCTS_OF_A_LINE: f64 = 20.0;
/// Lines that each row of the mean height costs: two and a half pieces for a
/// line, each landing a row higher, by the weight that [`BCTS`] gives to that.
const LINES_OF_A_ROW: f64 = 1.6;

/// How many lines a board promises: fewer the rougher and the higher it is,
/// down to 0 for one that is as good as lost.
pub fn promise(board: &Board) -> f64 {
    let roughness =
        BCTS.of_board(&Board::new(board.width(), board.height())) - BCTS.of_board(board);
    let mean_height = f64::from(board.profile().aggregate_height) / f64::from(board.width());
    (EMPTY_BOARD - roughness / BCTS_OF_A_LINE - mean_height * LINES_OF_A_ROW).max(0.0)
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;
    use crate::Rules;

    fn game(rules: Rules, text: &str) -> Tetris {
        Tetris::new(rules, 1).read_position(text).expect("a test's own position")
    }

    fn promised(rows: &str) -> f64 {
        promise(game(Rules::default(), &format!("{rows} current:T next:I")).position().board())
    }

    #[test]
    fn an_empty_board_promises_most() {
        assert_eq!(promised(".........."), EMPTY_BOARD);
        let flat = promised("#########.");
        let hole = promised("#########./.#########");
        assert!(EMPTY_BOARD > flat && flat > hole, "{flat} {hole}");
    }

    #[test]
    fn a_hopeless_board_promises_nothing() {
        let checkers = ["#.#.#.#.#.", ".#.#.#.#.#"].repeat(9).join("/");
        assert_eq!(promised(&checkers), 0.0);
    }

    #[test]
    fn no_board_below_the_cap_promises_more_than_the_cap() {
        let rules = Rules { cap: Some(40), ..Rules::default() };
        let text = ".......... current:T next:I lines:15";
        assert_eq!(Rollouts::Linear.static_value(&game(rules, text)), Some(40.0));
        let rough = Rollouts::Linear.static_value(&game(rules, &text.replacen("..", ".#", 1)));
        assert!(rough.is_some_and(|rough| 15.0 < rough && rough < 40.0), "{rough:?}");
        assert_eq!(Rollouts::Linear.static_value(&game(Rules::default(), text)), Some(115.0));
    }
}
