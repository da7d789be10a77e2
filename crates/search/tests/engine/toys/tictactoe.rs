//! Tic-tac-toe: a draw with best play.

use plywood_search::{Game, Rng};

/// The squares of each seat as bits 0 to 8, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct TicTacToe {
    squares: [u16; 2],
}

const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl TicTacToe {
    /// Returns the position after `moves` on the empty board.
    pub(crate) fn after(moves: &[u8]) -> Self {
        let mut state = TicTacToe::default();
        for &mv in moves {
            state.try_play(mv).expect("the test plays legal moves");
        }
        state
    }

    fn has_line(self, seat: usize) -> bool {
        LINES.iter().any(|line| self.squares[seat] & line == *line)
    }

    fn taken(self) -> u16 {
        self.squares[0] | self.squares[1]
    }
}

impl Game for TicTacToe {
    type Move = u8;
    type Seen = ();
    type View = TicTacToe;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        let over = self.has_line(0) || self.has_line(1) || self.taken() == 0o777;
        (!over).then_some((self.taken().count_ones() % 2) as u8)
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.seat().is_some() {
            out.extend((0..9).filter(|square| self.taken() & (1 << square) == 0));
        }
    }

    fn play(&mut self, square: u8) {
        let seat = self.taken().count_ones() % 2;
        self.squares[seat as usize] |= 1 << square;
    }

    fn score(&self, seat: u8) -> f64 {
        f64::from(u8::from(self.has_line(usize::from(seat))))
    }

    fn view(&self, _seat: u8) -> TicTacToe {
        *self
    }

    fn world(view: &TicTacToe, _rng: &mut Rng) -> TicTacToe {
        *view
    }
}
