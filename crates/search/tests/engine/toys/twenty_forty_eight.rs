//! 2048: one seat slides the tiles of a 4x4 board. Equal tiles that meet merge into one tile of twice the
//! value, which scores its value, and each tile merges once in a move. After each move a 2 (nine times in
//! ten) or a 4 appears on a random empty square. The game ends when no slide changes the board.

use plywood_search::{Game, Rng};

const SIDE: usize = 4;

/// The rows from top to bottom. A tile is stored as its exponent of two; 0 is an empty square.
pub(crate) type Board = [[u8; SIDE]; SIDE];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Left,
    Right,
    Up,
    Down,
}

const MOVES: [Move; 4] = [Move::Left, Move::Right, Move::Up, Move::Down];

/// The tile that appears after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    row: usize,
    column: usize,
    power: u8,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) board: Board,
    pub(crate) score: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TwentyFortyEight {
    table: View,
    tiles_to_come: Rng,
}

impl TwentyFortyEight {
    /// Creates a game with two tiles.
    pub(crate) fn new(seed: u64) -> Self {
        let table = View { board: Board::default(), score: 0 };
        let mut game = TwentyFortyEight { table, tiles_to_come: Rng::new(seed) };
        game.add_tile();
        game.add_tile();
        game
    }

    fn add_tile(&mut self) -> Tile {
        let board = &mut self.table.board;
        let squares = (0..SIDE * SIDE).map(|square| (square / SIDE, square % SIDE));
        let empty: Vec<_> = squares.filter(|&(row, column)| board[row][column] == 0).collect();
        let (row, column) = empty[self.tiles_to_come.below(empty.len())];
        let power = if self.tiles_to_come.below(10) == 0 { 2 } else { 1 };
        board[row][column] = power;
        Tile { row, column, power }
    }
}

impl View {
    /// Returns the board and the score after a slide, before a new tile appears.
    pub(crate) fn slide(&self, mv: Move) -> View {
        let mut after = self.clone();
        for line in 0..SIDE {
            // The squares of a line, beginning at the side to which the tiles slide.
            let squares = [0, 1, 2, 3].map(|index| match mv {
                Move::Left => (line, index),
                Move::Right => (line, SIDE - 1 - index),
                Move::Up => (index, line),
                Move::Down => (SIDE - 1 - index, line),
            });
            let (tiles, points) = slide_line(squares.map(|(row, column)| self.board[row][column]));
            for ((row, column), tile) in squares.into_iter().zip(tiles) {
                after.board[row][column] = tile;
            }
            after.score += points;
        }
        after
    }

    fn can(&self, mv: Move) -> bool {
        self.slide(mv).board != self.board
    }
}

/// Slides a line to its beginning. Returns the line and the points.
fn slide_line(tiles: [u8; SIDE]) -> ([u8; SIDE], u32) {
    let (mut line, mut length, mut points) = ([0; SIDE], 0, 0);
    let mut may_merge = false;
    for tile in tiles.into_iter().filter(|&tile| tile > 0) {
        if may_merge && line[length - 1] == tile {
            line[length - 1] += 1;
            points += 1 << line[length - 1];
            may_merge = false;
        } else {
            line[length] = tile;
            length += 1;
            may_merge = true;
        }
    }
    (line, points)
}

impl Game for TwentyFortyEight {
    type Move = Move;
    type Seen = Tile;
    type View = View;
    const HIDDEN: bool = true;

    fn seats(&self) -> u8 {
        1
    }

    fn seat(&self) -> Option<u8> {
        MOVES.iter().any(|&mv| self.table.can(mv)).then_some(0)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.extend(MOVES.into_iter().filter(|&mv| self.table.can(mv)));
    }

    fn play(&mut self, mv: Move) -> Tile {
        self.table = self.table.slide(mv);
        self.add_tile()
    }

    fn score(&self, _seat: u8) -> f64 {
        f64::from(self.table.score)
    }

    fn view(&self, _seat: u8) -> View {
        self.table.clone()
    }

    fn world(view: &View, rng: &mut Rng) -> Self {
        TwentyFortyEight { table: view.clone(), tiles_to_come: Rng::new(rng.bits()) }
    }
}
