//! WTHOR: the binary format of the database of tournament games of the French federation (`.wtb`).
//!
//! | bytes | header |
//! |---|---|
//! | 0 to 3 | the date of the file: century, year, month, day |
//! | 4 to 7 | the number of games |
//! | 8 to 9 | the number of players or tournaments, in the files that list them |
//! | 10 to 11 | the year of the games |
//! | 12 | the size of the board: 8, or 0 for 8 |
//! | 13 to 15 | the type of the file, the depth of the theoretical scores, nothing |
//!
//! | bytes | game |
//! |---|---|
//! | 0 to 1 | the index of the tournament in the file of tournaments |
//! | 2 to 3 | the index of the black player in the file of players |
//! | 4 to 5 | the index of the white player in the file of players |
//! | 6 | the discs of black at the end |
//! | 7 | the discs of black with best play from a late position |
//! | 8 to 67 | the moves, as 10 * row + column from 11 (a1) to 88 (h8); 0 after the last. Passes are not written |
//!
//! Numbers are little-endian. The names of players and tournaments are in other files, which are not read.

use plywood_search::{Game as _, NotationError};

use crate::notation::{self, choices};
use crate::{Move, Othello};

/// A game of a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The year in which it was played.
    pub year: u16,
    /// The index of the tournament in the file of tournaments.
    pub tournament: u16,
    /// The indices of the players in the file of players, black first.
    pub players: [u16; 2],
    /// The discs of black at the end. The empty squares count for the winner.
    pub discs: u8,
    /// The discs of black at the end with best play from a late position, whose number of empty squares the file's
    /// header gives.
    pub theoretical: u8,
    /// The moves from the start, passes included.
    pub moves: Vec<Move>,
}

const HEADER: usize = 16;
const RECORD: usize = 68;
/// The length of a record before its moves, in bytes.
const BEFORE_MOVES: usize = 8;

/// Returns whether a file looks like a WTHOR file of games: the header's size of the board is 8 (or 0, which means
/// 8), and the header's number of games agrees with the length of the file.
pub fn is_wthor(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER
        && matches!(bytes[12], 0 | 8)
        && count(bytes).checked_mul(RECORD).and_then(|games| games.checked_add(HEADER))
            == Some(bytes.len())
}

/// Reads the games of a file. Returns an error if the file is incomplete or a move is not legal.
///
/// ```
/// // One game: f5 d6, 34 discs for black.
/// let mut file = vec![20, 24, 1, 1, 1, 0, 0, 0, 0, 0, 0xE8, 7, 8, 0, 0, 0];
/// file.extend([3, 0, 1, 0, 2, 0, 34, 32, 56, 64]);
/// file.resize(16 + 68, 0);
/// let games = plywood_othello::wthor::read(&file)?;
/// assert_eq!((games[0].year, games[0].discs), (2024, 34));
/// assert_eq!(plywood_othello::transcript(&games[0].moves), "f5d6");
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Game>, NotationError> {
    if bytes.len() < HEADER {
        let problem = format!("the file has {} bytes: expected a header of {HEADER}", bytes.len());
        return Err(NotationError::new(problem));
    }
    let (header, records) = bytes.split_at(HEADER);
    if !matches!(header[12], 0 | 8) {
        let problem = format!("the board has {} columns: expected 8", header[12]);
        return Err(NotationError::new(problem));
    }
    let count = count(bytes);
    if count == 0 && !records.is_empty() {
        let problem =
            "the file has no games: expected a .wtb file, not a list of players or tournaments";
        return Err(NotationError::new(problem));
    }
    let (complete, rest) = records.as_chunks::<RECORD>();
    if complete.len() != count || !rest.is_empty() {
        return Err(NotationError::new(format!(
            "the file has {} bytes: expected {HEADER} and {RECORD} for each of {count} games",
            bytes.len()
        )));
    }
    let year = number(header, 10);
    let read = |(index, record): (usize, &[u8; RECORD])| {
        let in_game = |problem| NotationError::new(format!("game {}, {problem}", index + 1));
        let moves = read_moves(&record[BEFORE_MOVES..]).map_err(in_game)?;
        if record[6] > 64 || record[7] > 64 {
            return Err(in_game("a score has more than 64 discs".to_owned()));
        }
        Ok(Game {
            year,
            tournament: number(record, 0),
            players: [number(record, 2), number(record, 4)],
            discs: record[6],
            theoretical: record[7],
            moves,
        })
    };
    complete.iter().enumerate().map(read).collect()
}

/// Reads the moves of a record. An error message begins with the number of the move.
fn read_moves(bytes: &[u8]) -> Result<Vec<Move>, String> {
    let (mut position, mut moves) = (Othello::start(), Vec::with_capacity(bytes.len()));
    for (index, &byte) in bytes.iter().take_while(|&&byte| byte != 0).enumerate() {
        let (row, column) = (byte / 10, byte % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            return Err(format!("move {}: {byte} is no square: expected 11 to 88", index + 1));
        }
        let square = (row - 1) * 8 + column - 1;
        if position.legal() == 0 && position.seat().is_some() {
            position.play(Move::PASS);
            moves.push(Move::PASS);
        }
        if position.legal() >> square & 1 == 0 {
            let (number, name) = (index + 1, notation::name(square));
            return Err(format!("move {number}: {name} is not legal: {}", choices(&position)));
        }
        position.play(Move::at(square));
        moves.push(Move::at(square));
    }
    Ok(moves)
}

/// Returns the number of games according to the header.
fn count(bytes: &[u8]) -> usize {
    u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize
}

fn number(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three games of 2024: a short one, a complete one with passes, and one without moves.
    const FILE: &[u8] = include_bytes!("../tests/data/three.wtb");

    #[test]
    fn games_are_read() {
        let games = read(FILE).unwrap();
        assert!(is_wthor(FILE));
        assert_eq!(games.len(), 3);
        assert_eq!(crate::transcript(&games[0].moves), "f5d6c3d3c4");
        assert_eq!((games[0].year, games[0].tournament, games[0].players), (2024, 300, [1, 2]));
        let mut end = Othello::start();
        games[1].moves.iter().for_each(|&mv| end.play(mv));
        assert_eq!(end.seat(), None);
        assert_eq!(f64::from(games[1].discs) * 2.0 - 64.0, end.score(0));
        assert!(games[1].moves.contains(&Move::PASS));
        assert_eq!(games[2].moves, []);
    }

    #[test]
    fn other_files_are_refused() {
        let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(message(b"short").starts_with("the file has 5 bytes: expected a header of 16"));
        let cut = &FILE[..FILE.len() - 1];
        assert!(message(cut).contains("expected 16 and 68 for each of 3 games") && !is_wthor(cut));
        let changed = |at: usize, byte: u8| {
            let mut file = FILE.to_vec();
            file[at] = byte;
            file
        };
        assert!(message(&changed(12, 10)).starts_with("the board has 10 columns"));
        assert!(message(&changed(4, 0)).starts_with("the file has no games"));
        assert!(!is_wthor(&changed(7, 255)));
        let illegal = "game 1, move 2: a1 is not legal: white may play f4, d6, f6";
        assert_eq!(message(&changed(25, 11)), illegal);
        let no_square = "game 2, move 1: 99 is no square: expected 11 to 88";
        assert_eq!(message(&changed(24 + 68, 99)), no_square);
    }
}
