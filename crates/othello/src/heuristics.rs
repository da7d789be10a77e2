//! The rollout policy of the project's first design, which prefers corners, mobility and edges.

use plywood_search::{Game, Guide, Rng};

use crate::{Move, Othello, bits};

// The weights of the three terms come from the first design.
const CORNER_WEIGHT: f32 = 10.0;
const MOBILITY_WEIGHT: f32 = 2.0;
const STABILITY_WEIGHT: f32 = 1.0;
/// Lowest weight of a move, so that every legal move can be drawn.
const MIN_WEIGHT: f32 = 0.01;

/// Calls `visit` with the weight of each of the legal `squares`, in order. The weight is
/// `max(corner + mobility + stability, MIN_WEIGHT)`, each term multiplied by its constant above.
#[inline]
fn each_weight(position: &Othello, squares: u64, mut visit: impl FnMut(f32)) {
    bits::mobility(position.own, position.other, squares, |square, mine, theirs| {
        let (corner, stability) = SQUARE_TERMS[usize::from(square & 63)];
        let mobility = MOBILITY_WEIGHT * mobility(mine, theirs);
        visit((corner + mobility + stability).max(MIN_WEIGHT));
    });
}

/// The weighted corner and stability terms of every square.
static SQUARE_TERMS: [(f32, f32); 64] = {
    let mut terms = [(0.0, 0.0); 64];
    let mut square = 0;
    while square < 64 {
        terms[square as usize] =
            (CORNER_WEIGHT * corner(square), STABILITY_WEIGHT * stability(square));
        square += 1;
    }
    terms
};

/// Returns 1 for a corner, -0.5 for the three neighbours of a corner (C- and X-squares), else 0.
const fn corner(square: u8) -> f32 {
    match from_border(square) {
        (0, 0) => 1.0,
        (0 | 1, 0 | 1) => -0.5,
        _ => 0.0,
    }
}

/// Returns -0.2 for a C-square (on the edge beside a corner), 0.3 for other edge squares, else 0.
const fn stability(square: u8) -> f32 {
    match from_border(square) {
        (0, 1) | (1, 0) => -0.2,
        (0, _) | (_, 0) => 0.3,
        _ => 0.0,
    }
}

/// Returns the distances of a square from the nearest border along its row and along its column.
const fn from_border(square: u8) -> (u8, u8) {
    let (column, row) = (square % 8, square / 8);
    (if column < 4 { column } else { 7 - column }, if row < 4 { row } else { 7 - row })
}

/// Returns the relative mobility after a move, `(mine - theirs) / (mine + theirs)`, from the
/// numbers of legal moves of the mover and of the opponent; 0 if neither has a move.
#[inline]
fn mobility(mine: u32, theirs: u32) -> f32 {
    let both = (mine + theirs).max(1);
    (mine as f32 - theirs as f32) / both as f32
}

/// A guide whose rollouts draw moves with weights for corners, mobility and edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicRollouts;

impl Guide<Othello> for HeuristicRollouts {
    fn rollout_move(
        &mut self,
        state: &Othello,
        rng: &mut Rng,
        _scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        let legal = state.legal();
        if legal == 0 {
            return state.seat().map(|_| Move::PASS);
        }
        let choice = if legal.is_power_of_two() { 0 } else { weighted_choice(state, rng) };
        Some(Move::at(bits::nth(legal, choice)))
    }
}

/// Draws the index of a legal move, with probability proportional to the weight of the move.
///
/// Adds the weights in the order of the squares, so a seed gives the same move on every machine.
#[inline]
fn weighted_choice(state: &Othello, rng: &mut Rng) -> usize {
    let mut sums = [0.0; 64];
    let mut total = 0.0;
    let mut count = 0;
    each_weight(state, state.legal(), |weight| {
        total += f64::from(weight);
        sums[count] = total;
        count += 1;
    });
    let drawn = rng.unit() * total;
    let choice = sums[..count].iter().filter(|&&sum| sum <= drawn).count();
    // The product may round up to `total`.
    choice.min(count - 1)
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;

    fn position(text: &str) -> Othello {
        Othello::start().read_position(text).expect("a test's own position")
    }

    /// Checks `value` for every square. `quarter` has the expected values of the upper left quarter
    /// of the board; the other quarters are its mirror images.
    fn assert_quarter(value: impl Fn(u8) -> f32, quarter: [[f32; 4]; 4]) {
        for square in 0..64 {
            let (column, row) = from_border(square);
            let expected = quarter[usize::from(row)][usize::from(column)];
            assert_eq!(value(square), expected, "square {square}");
        }
    }

    #[test]
    fn corners_attract_and_their_neighbours_repel() {
        let (c, x, o) = (1.0, -0.5, 0.0);
        assert_quarter(corner, [[c, x, o, o], [x, x, o, o], [o; 4], [o; 4]]);
    }

    #[test]
    fn edges_attract_and_c_squares_repel() {
        let (e, c, o) = (0.3, -0.2, 0.0);
        assert_quarter(stability, [[e, c, e, e], [c, o, o, o], [e, o, o, o], [e, o, o, o]]);
    }

    #[test]
    fn distances_from_the_border() {
        let (a1, h1, b8, g7, d5) = (0, 7, 57, 54, 35);
        let squares = [a1, h1, b8, g7, d5].map(from_border);
        assert_eq!(squares, [(0, 0), (0, 0), (1, 0), (1, 1), (3, 3)]);
    }

    /// The position with these discs in row 1, black to move.
    fn row(discs: &str) -> Othello {
        position(&format!("{discs}{} X", "-".repeat(56)))
    }

    /// The mobility after black plays on a square.
    fn mobility_after(board: &Othello, square: u8) -> f32 {
        let mut found = f32::NAN;
        bits::mobility(board.black(), board.white(), 1 << square, |_, mine, theirs| {
            found = mobility(mine, theirs);
        });
        found
    }

    #[test]
    fn mobility_is_counted_after_the_move_for_the_mover() {
        let (c1, d1, d3) = (2, 3, 19);
        // `XXX-----` after c1: neither side can move.
        assert_eq!(mobility_after(&row("XO------"), c1), 0.0);
        // `XXXO----` after c1: black has e1, white nothing.
        assert_eq!(mobility_after(&row("XO-O----"), c1), 1.0);
        // `OXXX----` after d1: white has e1, black nothing.
        assert_eq!(mobility_after(&row("OXO-----"), d1), -1.0);
        // After d3 from the start, black could play e6, f5 and f6, and white c3, e3 and c5.
        assert_eq!(mobility_after(&Othello::start(), d3), 0.0);
        assert_eq!(mobility(5, 3), 0.25);
    }

    fn weight(position: &Othello, mv: Move) -> f32 {
        let mut weight = f32::NAN;
        let square = mv.square().expect("a square");
        each_weight(position, 1 << square, |found| weight = found);
        weight
    }

    #[test]
    fn a_weight_is_the_sum_of_its_terms() {
        // a1: corner 10, mobility 2 (black can play e1, white has no move), edge 0.3.
        assert_eq!(weight(&row("-OXO----"), Move::at(0)), 10.0 + 2.0 + 0.3);
        // d1: corner 0, mobility -2 (only white can play), edge 0.3; raised to the minimum.
        assert_eq!(weight(&row("OXO-----"), Move::at(3)), MIN_WEIGHT);
        // d3 at the start: all terms are 0, as both sides have three moves; raised to the minimum.
        assert_eq!(weight(&Othello::start(), Move::at(19)), MIN_WEIGHT);
        // c1: corner 0, mobility 2 (only black can play, on e1), edge 0.3.
        assert_eq!(weight(&row("XO-O----"), Move::at(2)), 2.0 + 0.3);
    }

    #[test]
    fn choices_follow_the_weights() {
        let board = position("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X");
        let mut legal = Vec::new();
        board.moves(&mut legal);
        let weights: Vec<f64> = legal.iter().map(|&mv| f64::from(weight(&board, mv))).collect();
        let total: f64 = weights.iter().sum();

        const DRAWS: u32 = 200_000;
        let mut counts = vec![0; legal.len()];
        let mut rng = Rng::new(7);
        for _ in 0..DRAWS {
            let mv = HeuristicRollouts.rollout_move(&board, &mut rng, &mut Vec::new());
            let index = legal.iter().position(|&other| Some(other) == mv);
            counts[index.expect("a legal move")] += 1;
        }
        for (weight, count) in weights.into_iter().zip(counts) {
            let expected = f64::from(DRAWS) * weight / total;
            let deviations = (f64::from(count) - expected).abs() / expected.sqrt();
            assert!(deviations < 4.5, "weight {weight}: {count} times, expected {expected}");
        }
    }

    #[test]
    fn forced_moves_are_played_without_a_draw() {
        let mut rng = Rng::new(1);
        let mut choose =
            |board: &Othello| HeuristicRollouts.rollout_move(board, &mut rng, &mut Vec::new());
        assert_eq!(choose(&row("XO------")), Some(Move::at(2)));
        assert_eq!(choose(&Othello::from_discs(0b111, 0b1000, 1)), Some(Move::PASS));
        assert_eq!(choose(&Othello::from_discs(0b111, 0, 1)), None);
        assert_eq!(rng, Rng::new(1));
    }
}
