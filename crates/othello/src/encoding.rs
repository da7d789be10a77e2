//! Positions as planes of the board, and moves as squares.

use plywood_search::{Encoding, Game, write_bits};

use crate::{Move, Othello};

/// The encoding as three planes of 8x8 squares, a1 first: the discs of the seat, the discs of the
/// other seat, and a plane of ones if the seat is to move. There are 65 actions: the squares, and the
/// pass.
///
/// ```
/// use plywood_othello::{Move, Othello, Planes};
/// use plywood_search::Encoding;
///
/// let mut planes = [0.0; 3 * 64];
/// Planes.observe(&Othello::start(), 0, &mut planes);
/// assert_eq!(planes.iter().sum::<f32>(), 2.0 + 2.0 + 64.0);
/// assert_eq!(Planes.index(&Othello::start(), Move::at(19)), 19);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Planes;

const SQUARES: usize = 64;
const PASS: usize = 64;

impl Encoding<Othello> for Planes {
    fn shape(&self) -> Vec<usize> {
        vec![3, 8, 8]
    }

    fn observe(&self, board: &Othello, seat: u8, out: &mut [f32]) {
        let (own, other) = match seat {
            0 => (board.black(), board.white()),
            _ => (board.white(), board.black()),
        };
        let to_move = if board.turn == seat { u64::MAX } else { 0 };
        for (plane, squares) in out.chunks_exact_mut(SQUARES).zip([own, other, to_move]) {
            write_bits(squares, plane);
        }
    }

    fn actions(&self) -> usize {
        SQUARES + 1
    }

    fn index(&self, _board: &Othello, mv: Move) -> usize {
        mv.square().map_or(PASS, usize::from)
    }

    fn range(&self) -> (f32, f32) {
        (0.0, 1.0)
    }

    fn action(&self, board: &Othello, _moves: &[Move], index: usize) -> Option<Move> {
        match index {
            0..SQUARES => (board.legal() >> index & 1 == 1).then(|| Move::at(index as u8)),
            PASS => must_pass(board).then_some(Move::PASS),
            _ => None,
        }
    }

    fn mask(&self, board: &Othello, _moves: &[Move], mask: &mut [bool]) {
        for (squares, byte) in mask[..SQUARES].chunks_exact_mut(8).zip(board.legal().to_le_bytes())
        {
            squares.copy_from_slice(&BYTES[usize::from(byte)]);
        }
        mask[PASS] = must_pass(board);
        mask[SQUARES + 1..].fill(false);
    }
}

fn must_pass(board: &Othello) -> bool {
    board.legal() == 0 && board.seat().is_some()
}

/// The bits of every byte value, the lowest bit first.
static BYTES: [[bool; 8]; 256] = {
    let mut bytes = [[false; 8]; 256];
    let mut index = 0;
    while index < 256 * 8 {
        bytes[index / 8][index % 8] = ((index / 8) >> (index % 8)) & 1 == 1;
        index += 1;
    }
    bytes
};

#[cfg(test)]
mod tests {
    use plywood_search::conformance;

    use super::*;

    #[test]
    fn the_planes_keep_the_contract() {
        conformance::check_encoding(100, |_| Othello::start(), &Planes);
    }

    #[test]
    fn each_seat_sees_its_own_discs_first() {
        let mut board = Othello::start();
        board.play(Move::at(19));
        let [black, white] = [0, 1].map(|seat| {
            let mut planes = [0.0; 3 * SQUARES];
            Planes.observe(&board, seat, &mut planes);
            planes.chunks_exact(SQUARES).map(|plane| plane.iter().sum::<f32>()).collect::<Vec<_>>()
        });
        assert_eq!((black, white), (vec![4.0, 1.0, 0.0], vec![1.0, 4.0, 64.0]));
    }
}
