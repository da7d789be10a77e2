//! Connect Four: a complete game for Plywood in one file.
//!
//! `cargo run --release --example connect_four -- play connect-four`

use std::process::ExitCode;

use plywood::registry::Entry;
use plywood::search::{Game, Notation, NotationError, Rng, quoted};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;

/// Bitboards with seven bits per column, from the bottom. Bit seven is 0, to separate columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConnectFour {
    /// The discs of the seat that moved last; `all` has the discs of both seats.
    last: u64,
    all: u64,
    won: bool,
}

const BOTTOM: u64 = 1;
const TOP: u64 = 1 << (ROWS - 1);

fn column(board: u64, column: u8) -> u64 {
    board << (column * (ROWS + 1))
}

fn has_four(discs: u64) -> bool {
    // Distances in bits between neighbours: up, right, and along the two diagonals.
    [1, ROWS + 1, ROWS, ROWS + 2].into_iter().any(|step| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl ConnectFour {
    fn to_move(&self) -> u8 {
        (self.all.count_ones() % 2) as u8
    }

    fn disc(&self, col: u8, row: u8) -> char {
        let has = |discs| discs & column(BOTTOM, col) << row != 0;
        let owner = if has(self.last) { 1 - self.to_move() } else { self.to_move() };
        if has(self.all) { ['X', 'O'][owner as usize] } else { '.' }
    }
}

impl Game for ConnectFour {
    type Move = u8;
    type Seen = ();
    type View = ConnectFour;
    const HIDDEN: bool = false;

    fn seat(&self) -> Option<u8> {
        let full = self.all.count_ones() == u32::from(COLUMNS * ROWS);
        (!self.won && !full).then(|| self.to_move())
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if !self.won {
            out.extend((0..COLUMNS).filter(|&col| self.all & column(TOP, col) == 0));
        }
    }

    fn play(&mut self, col: u8) {
        // Adding the bottom bit of a column carries into the column's lowest empty square.
        self.all |= self.all + column(BOTTOM, col);
        self.last ^= self.all;
        self.won = has_four(self.last);
    }

    fn score(&self, seat: u8) -> f64 {
        if self.won && seat != self.to_move() { 1.0 } else { 0.0 }
    }

    fn view(&self, _seat: u8) -> ConnectFour {
        self.clone()
    }

    fn world(view: &ConnectFour, _rng: &mut Rng) -> ConnectFour {
        view.clone()
    }
}

impl Notation for ConnectFour {
    fn read_position(&self, text: &str) -> Result<ConnectFour, NotationError> {
        let wrong = |what: &str| Err(NotationError::new(format!("{what}, found {}", quoted(text))));
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        if rows.len() != ROWS as usize || rows.iter().any(|row| row.len() != COLUMNS as usize) {
            return wrong("expected 6 rows of 7 squares joined by '/', from the top");
        }
        let (mut crosses, mut noughts) = (0, 0);
        for (col, row) in (0..COLUMNS).flat_map(|col| (0..ROWS).map(move |row| (col, row))) {
            let square = column(BOTTOM, col) << row;
            match rows[(ROWS - 1 - row) as usize][col as usize] {
                'X' => crosses |= square,
                'O' => noughts |= square,
                '.' => {}
                _ => return wrong("a square is X, O or '.'"),
            }
        }
        let all: u64 = crosses | noughts;
        let lead = crosses.count_ones().wrapping_sub(noughts.count_ones());
        let last = if lead == 0 { noughts } else { crosses };
        // A column has no gap if and only if adding 1 clears all its bits.
        let floats = |col| {
            let discs = all >> (col * (ROWS + 1)) & (2 * TOP - 1);
            discs & (discs + 1) != 0
        };
        if lead > 1 || has_four(all ^ last) || (0..COLUMNS).any(floats) {
            return wrong("no game leads to this position");
        }
        Ok(ConnectFour { last, all, won: has_four(last) })
    }

    fn write_position(view: &ConnectFour) -> String {
        let row = |row| (0..COLUMNS).map(move |col| view.disc(col, row)).collect::<String>();
        (0..ROWS).rev().map(row).collect::<Vec<_>>().join("/")
    }

    fn read_move(&self, text: &str) -> Result<u8, NotationError> {
        let col = text.parse().ok().filter(|col| (1..=COLUMNS).contains(col)).map(|col| col - 1);
        col.ok_or_else(|| NotationError::new("expected a column from 1 to 7"))
    }

    fn write_move(&self, col: u8) -> String {
        (col + 1).to_string()
    }

    fn picture(view: &ConnectFour) -> String {
        let open = |col| view.seat().is_some() && view.all & column(TOP, col) == 0;
        let number = |col| if open(col) { (b'1' + col) as char } else { ' ' };
        let columns: String = (0..COLUMNS).map(number).collect();
        let status = view.seat().map_or("over", |seat| ["X to move", "O to move"][seat as usize]);
        format!("{}\n{columns}\n{status}", Self::write_position(view).replace('/', "\n"))
    }
}

/// Returns the registry entry of the game, which works with every command and the common players.
pub fn entry() -> Entry<ConnectFour> {
    Entry::new("connect-four", "four in a row", |_seed| ConnectFour::default())
        .with_seats(["X", "O"])
}

fn main() -> ExitCode {
    plywood::app().game(entry()).run()
}
