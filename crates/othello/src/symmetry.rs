//! The symmetries of the board.

use crate::Othello;

/// Returns the representative of a position under the eight symmetries of the board: of all turned and reflected
/// versions, the one with the smallest sets of discs.
///
/// ```
/// use plywood_othello::{Othello, canonical};
/// use plywood_search::Notation;
///
/// let [one, other] = ["f5f6e6f4g5", "d3c3c4c5b4"].map(|text| Othello::start().read_position(text));
/// assert_eq!(canonical(&one?), canonical(&other?));
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn canonical(position: &Othello) -> Othello {
    let (black, white) = (symmetric(position.black()), symmetric(position.white()));
    let (black, white) = black.into_iter().zip(white).min().expect("there are eight symmetries");
    Othello::from_discs(black, white, position.turn)
}

/// Returns the images of a set of squares under the eight symmetries, in a fixed order.
pub(crate) fn symmetric(set: u64) -> [u64; 8] {
    let turned = transposed(set);
    let [a, b] = [set, turned]
        .map(|set| [set, set.swap_bytes(), set.reverse_bits().swap_bytes(), set.reverse_bits()]);
    [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]
}

/// Reflects a set of squares at the diagonal from a1 to h8.
fn transposed(set: u64) -> u64 {
    // Swaps blocks of 4x4, 2x2 and single squares across the diagonal.
    let swap = |set: u64, shift: u32, mask: u64| {
        let difference = (set ^ set >> shift) & mask;
        set ^ difference ^ difference << shift
    };
    let set = swap(set, 28, 0x0000_0000_F0F0_F0F0);
    let set = swap(set, 14, 0x0000_CCCC_0000_CCCC);
    swap(set, 7, 0x00AA_00AA_00AA_00AA)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Game, Rng};

    #[test]
    fn all_symmetries_of_a_square_are_found() {
        for square in 0..64 {
            let (column, row) = (square % 8, square / 8);
            let [left, top] = [7 - column, 7 - row];
            let squares = [(column, row), (left, row), (column, top), (left, top)];
            let both = squares.iter().flat_map(|&(a, b)| [a + 8 * b, b + 8 * a]);
            let mut expected: Vec<u64> = both.map(|square| 1 << square).collect();
            let mut found = symmetric(1 << square);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found[..], expected[..], "square {square}");
        }
    }

    #[test]
    fn symmetric_positions_have_one_representative() {
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            let mut position = Othello::start();
            for _ in 0..rng.below(50) {
                let Some(mv) = position.random_move(&mut rng, &mut Vec::new()) else { break };
                position.play(mv);
            }
            let (black, white) = (symmetric(position.black()), symmetric(position.white()));
            for (black, white) in black.into_iter().zip(white) {
                let other = Othello::from_discs(black, white, position.turn);
                assert_eq!(canonical(&other), canonical(&position));
                assert_eq!(other.legal().count_ones(), position.legal().count_ones());
            }
            let (black, white) = (position.black(), position.white());
            let other = Othello::from_discs(black, white, position.turn ^ 1);
            assert_ne!(canonical(&other), canonical(&position));
        }
    }
}
