//! Perft: the number of move sequences from the start, compared with known values.

use plywood_othello::Othello;
use plywood_search::Game;

/// Number of leaves at depths 1 to 10. A pass is a ply; a game that ends early is one leaf.
/// Passes first occur at depth 9, and ends of games at depth 10.
const LEAVES: [u64; 10] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284];

fn perft(board: &Othello, depth: usize) -> u64 {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    if moves.is_empty() {
        return 1;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut next = *board;
        next.play(mv);
        next
    };
    moves.into_iter().map(|mv| perft(&after(mv), depth - 1)).sum()
}

#[test]
fn leaves_agree_with_known_values() {
    for (depth, leaves) in (1..).zip(LEAVES) {
        assert_eq!(perft(&Othello::start(), depth), leaves, "depth {depth}");
    }
}
