//! A front end's game, as far as it told.

use plywood_search::Rng;

use super::TbpError;
use super::message::{Location, Start};
use super::queue::{Queue, Upcoming};
use crate::{Board, End, Position, Rules};

/// The protocol's board.
const WIDTH: usize = 10;
const HEIGHT: usize = 40;
const FULL: u16 = (1 << WIDTH) - 1;

/// The row of a piece's lowest cells when it appears, roughly: front ends differ.
pub(crate) const SPAWN_ROW: u8 = 19;

/// The heights of the boards that players are shown: one whose pieces appear
/// where the front end's do and, for piles that are beyond that and not yet
/// lost, all of it.
const SHOWN_HEIGHTS: [u8; 2] = [SPAWN_ROW + 2, HEIGHT as u8];

/// The board and the pieces.
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

    /// Places a piece where the front end says it is, however it got there,
    /// and clears full rows.
    pub(crate) fn play(&mut self, location: &Location) -> Result<(), TbpError> {
        let mut rows = self.rows;
        for (x, y) in location.cells() {
            let inside = (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y);
            if !inside || rows[y as usize] >> x & 1 == 1 {
                return Err(TbpError::NoRoom { x, y });
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

    /// What a player is shown; `None` as long as there is nothing to place.
    /// `rng` draws the next piece if nobody told it.
    pub(crate) fn position(&self, rng: &mut Rng) -> Option<Position> {
        let Upcoming { pieces, randomizer, bag } = self.queue.upcoming(rng)?;
        let [shown, whole] = SHOWN_HEIGHTS.map(|height| {
            let rules = Rules {
                width: WIDTH as u8,
                height,
                randomizer,
                end: End::Spawn,
                ..Rules::default()
            };
            let board = Board::from_rows(rules.width, height, &self.rows);
            Position::new(rules, board, pieces, bag, self.lines)
        });
        let fits = self.rows[usize::from(SHOWN_HEIGHTS[0])..].iter().all(|&row| row == 0);
        Some(if fits && !shown.is_over() { shown } else { whole })
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::{Cell, Garbage, Orientation};
    use super::*;
    use crate::Piece;

    /// A game whose lowest rows are drawn, the top one first.
    fn game(rows: &[&str], queue: &[Piece]) -> FrontEndGame {
        let cell = |cell: char| (cell == '#').then_some(Cell::Garbage(Garbage::G));
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
    fn full_rows_are_cleared_and_what_is_above_comes_down() {
        let mut played = game(&["#.........", "#########.", "########.."], &[Piece::I, Piece::T]);
        played.play(&at(Piece::I, Orientation::East, 9, 2)).expect("there is room");
        let expected = game(&[".........#", "#........#", "########.#"], &[]);
        assert_eq!(played.rows, expected.rows);
        assert_eq!(played.lines, 1);
    }

    #[test]
    fn pieces_stay_on_the_board_and_off_each_other() {
        let board = game(&["##........"], &[Piece::O, Piece::T]);
        let refused = |location| { board.clone() }.play(&location).is_err();
        assert!(!refused(at(Piece::O, Orientation::North, 2, 0)));
        assert!(refused(at(Piece::O, Orientation::North, 1, 0)));
        assert!(refused(at(Piece::O, Orientation::North, 9, 0)));
        assert!(refused(at(Piece::O, Orientation::North, -1, 5)));
        assert!(refused(at(Piece::O, Orientation::North, 4, 39)));
        assert!(refused(at(Piece::O, Orientation::North, 4, -1)));
        assert!(refused(at(Piece::O, Orientation::South, i32::MIN, i32::MAX)));
        assert!(refused(at(Piece::S, Orientation::North, 5, 0)), "no S is to be placed");
    }

    #[test]
    fn players_see_where_pieces_appear_until_the_pile_is_beyond() {
        let height = |rows: &[&str]| {
            let position = game(rows, &[Piece::O]).position(&mut Rng::new(1)).expect("an O");
            (position.rules().height, position.is_over())
        };
        assert_eq!(height(&[]), (21, false));
        assert_eq!(height(&["#........."; 21]), (21, false));
        assert_eq!(height(&["#........."; 22]), (40, false));
        assert_eq!(height(&["....##...."; 21]), (40, false), "the O appears over row 20");
        assert_eq!(height(&["....##...."; 40]), (40, true));
    }

    #[test]
    fn boards_of_other_sizes_and_full_rows_are_refused() {
        let start = |board| Start { hold: None, queue: vec![], board, randomizer: None };
        let refusal = |board| FrontEndGame::new(start(board)).expect_err("a bad board");
        assert!(matches!(refusal(vec![vec![None; 10]; 39]), TbpError::OtherBoard));
        assert!(matches!(refusal(vec![vec![None; 11]; 40]), TbpError::OtherBoard));
        let mut board = vec![vec![None; 10]; 40];
        board[3] = vec![Some(Cell::Piece(Piece::I)); 10];
        assert!(matches!(refusal(board), TbpError::FullRow(3)));
    }
}
