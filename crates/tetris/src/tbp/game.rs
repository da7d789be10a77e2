//! The state of a front end's game, as its messages describe it.

use plywood_search::Rng;

use super::TbpError;
use super::message::{Location, Start};
use super::queue::{Queue, Upcoming};
use crate::{Board, End, Position, Rules};

/// The protocol's board.
const WIDTH: usize = 10;
const HEIGHT: usize = 40;
const FULL: u16 = (1 << WIDTH) - 1;

/// The rows in which a piece's lowest cells spawn. A front end that follows the Tetris guideline tries
/// the second row if the first is blocked.
pub(crate) const SPAWN_ROWS: [u8; 2] = [19, 20];

/// The heights of the boards that a player sees, in order of preference. On the first two, a piece
/// of two rows spawns in `SPAWN_ROWS[0]` and `SPAWN_ROWS[1]`. The last is the whole board's height.
const VISIBLE_HEIGHTS: [u8; 3] = [SPAWN_ROWS[0] + 2, SPAWN_ROWS[1] + 2, HEIGHT as u8];

/// The board and the pieces of a front end's game.
#[derive(Clone, Debug)]
pub(crate) struct FrontEndGame {
    /// The lowest row first, the leftmost cell in bit 0.
    rows: [u16; HEIGHT],
    /// Rows cleared since the start.
    lines: u32,
    pub(crate) queue: Queue,
}

impl FrontEndGame {
    pub(crate) fn new(start: Start) -> Result<Self, TbpError> {
        if start.board.len() != HEIGHT || start.board.iter().any(|row| row.len() != WIDTH) {
            return Err(TbpError::OtherBoard);
        }
        let mut rows = [0; HEIGHT];
        for (row, cells) in rows.iter_mut().zip(&start.board) {
            let filled = cells.iter().enumerate();
            *row = filled.fold(0, |row, (x, cell)| row | u16::from(cell.is_some()) << x);
        }
        if let Some(row) = rows.iter().position(|&row| row == FULL) {
            return Err(TbpError::FullRow(row));
        }
        let queue = Queue::new(start.queue, start.hold, start.randomizer.as_ref())?;
        Ok(FrontEndGame { rows, lines: 0, queue })
    }

    /// Places a piece and clears full rows. The path of the piece is not checked.
    pub(crate) fn play(&mut self, location: &Location) -> Result<(), TbpError> {
        let mut rows = self.rows;
        for (x, y) in location.cells() {
            let inside = (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
            if !inside || rows[y as usize] >> x & 1 == 1 {
                return Err(TbpError::NoRoom(x, y));
            }
            rows[y as usize] |= 1 << x;
        }
        self.queue.take(location.piece)?;
        self.rows = [0; HEIGHT];
        self.lines += rows.iter().filter(|&&row| row == FULL).count() as u32;
        let kept = rows.into_iter().filter(|&row| row != FULL);
        for (row, cells) in self.rows.iter_mut().zip(kept) {
            *row = cells;
        }
        Ok(())
    }

    /// Returns what a player sees; `None` while there is no piece to place. `rng` draws the next piece
    /// if the front end does not show it.
    pub(crate) fn position(&self, rng: &mut Rng) -> Option<Position> {
        let Upcoming { pieces, randomizer, bag } = self.queue.upcoming(rng)?;
        let positions = VISIBLE_HEIGHTS.map(|height| {
            let width = WIDTH as u8;
            let rules = Rules { width, height, randomizer, end: End::Spawn, ..Rules::default() };
            let board = Board::from_rows(width, height, &self.rows);
            Position::new(rules, board, pieces, bag, self.lines)
        });
        let fits = |position: &&Position| {
            let above = &self.rows[usize::from(position.rules().height)..];
            !position.is_over() && above.iter().all(|&row| row == 0)
        };
        let [.., whole] = positions;
        Some(*positions.iter().find(fits).unwrap_or(&whole))
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::{Cell, Orientation};
    use super::*;
    use crate::Piece;

    /// A game with these lowest rows, listed from the top.
    fn game(rows: &[&str], queue: &[Piece]) -> FrontEndGame {
        let cell = |cell: char| (cell == '#').then_some(Cell::G);
        let mut board: Vec<Vec<_>> =
            rows.iter().rev().map(|row| row.chars().map(cell).collect()).collect();
        board.resize(HEIGHT, vec![None; WIDTH]);
        let start = Start { hold: None, queue: queue.to_vec(), board, randomizer: None };
        FrontEndGame::new(start).expect("a test's own board")
    }

    fn at(piece: Piece, orientation: Orientation, x: i32, y: i32) -> Location {
        Location { piece, orientation, x, y }
    }

    #[test]
    fn rows_above_cleared_ones_fall() {
        let mut played = game(&["#.........", "#########.", "########.."], &[Piece::I, Piece::T]);
        played.play(&at(Piece::I, Orientation::East, 9, 2)).expect("there is room");
        let expected = game(&[".........#", "#........#", "########.#"], &[]);
        assert_eq!(played.rows, expected.rows);
        assert_eq!(played.lines, 1);
    }

    #[test]
    fn impossible_placements_are_refused() {
        let board = game(&["##........"], &[Piece::O, Piece::T]);
        let refused = |location| { board.clone() }.play(&location).is_err();
        assert!(!refused(at(Piece::O, Orientation::North, 2, 0)));
        assert!(refused(at(Piece::O, Orientation::North, 1, 0)));
        assert!(refused(at(Piece::O, Orientation::North, 9, 0)));
        assert!(refused(at(Piece::O, Orientation::North, -1, 5)));
        assert!(refused(at(Piece::O, Orientation::North, 4, 39)));
        assert!(refused(at(Piece::O, Orientation::North, 4, -1)));
        assert!(refused(at(Piece::O, Orientation::South, i32::MIN, i32::MAX)));
        assert!(refused(at(Piece::S, Orientation::North, 5, 0)), "the queue has no S");
    }

    #[test]
    fn players_see_a_board_on_which_the_piece_can_spawn() {
        let height = |rows: &[&str]| {
            let position = game(rows, &[Piece::O]).position(&mut Rng::new(1)).expect("an O");
            (position.rules().height, position.is_over())
        };
        assert_eq!(height(&[]), (21, false));
        assert_eq!(height(&["#........."; 21]), (21, false));
        assert_eq!(height(&["#........."; 22]), (22, false));
        assert_eq!(height(&["#........."; 23]), (40, false));
        assert_eq!(height(&["....##...."; 19]), (21, false), "rows 19 and 20 are free");
        assert_eq!(height(&["....##...."; 20]), (22, false), "rows 20 and 21 are free");
        assert_eq!(height(&["....##...."; 21]), (40, false), "both spawn rows are blocked");
        assert_eq!(height(&["....##...."; 40]), (40, true));
    }

    #[test]
    fn other_board_sizes_and_full_rows_are_refused() {
        let start = |board| Start { hold: None, queue: vec![], board, randomizer: None };
        let refusal = |board| FrontEndGame::new(start(board)).expect_err("a bad board");
        assert!(matches!(refusal(vec![vec![None; 10]; 39]), TbpError::OtherBoard));
        assert!(matches!(refusal(vec![vec![None; 11]; 40]), TbpError::OtherBoard));
        let mut board = vec![vec![None; 10]; 40];
        board[3] = vec![Some(Cell::Piece(Piece::I)); 10];
        assert!(matches!(refusal(board), TbpError::FullRow(3)));
    }
}
