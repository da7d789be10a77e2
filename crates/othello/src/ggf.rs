//! GGF: a text format for games, such as `(;GM[Othello]BO[8 ... *]B[F5]W[D6];)`.

use plywood_search::{Game as _, Notation, NotationError, quoted};

use crate::{Move, Othello};

/// A game in GGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before the first move.
    pub start: Othello,
    /// The moves, with the passes.
    pub moves: Vec<Move>,
}

/// Reads a game. Fails if a move is not legal, or if the board does not have 64 squares.
pub fn read(text: &str) -> Result<Game, NotationError> {
    if !text.trim_start().starts_with("(;") {
        let problem = format!("{} is no game in GGF: expected (; first", quoted(text));
        return Err(NotationError::new(problem));
    }
    let mut game = Game { start: Othello::start(), moves: Vec::new() };
    let mut board = game.start;
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('[') {
        let problem = || NotationError::new(format!("{} has no closing bracket", quoted(rest)));
        let (value, after) = after.split_once(']').ok_or_else(problem)?;
        rest = after;
        match name.trim_start_matches(|c: char| !c.is_ascii_alphabetic()) {
            "BO" => {
                let squares = value.trim().strip_prefix("8").ok_or_else(|| {
                    NotationError::new(format!("{} is not a board of size 8", quoted(value)))
                })?;
                board = Othello::start().read_position(&joined(squares))?;
                game = Game { start: board, moves: Vec::new() };
            }
            colour @ ("B" | "W") => {
                let seat = u8::from(colour == "W");
                let mv = board.read_move(value.split('/').next().unwrap_or_default())?;
                if board.seat().is_some_and(|turn| turn != seat) && board.legal() == 0 {
                    board.play(Move::PASS);
                    game.moves.push(Move::PASS);
                }
                if board.seat() != Some(seat) || board.try_play(mv).is_err() {
                    let number = game.moves.len() + 1;
                    let problem = format!("move {number}, {}, is not legal", quoted(value));
                    return Err(NotationError::new(problem));
                }
                game.moves.push(mv);
            }
            _ => {}
        }
    }
    Ok(game)
}

/// Joins the squares of a board, which may be written in rows, and keeps the side apart.
fn joined(board: &str) -> String {
    let squares: String = board.split_whitespace().collect();
    match squares.char_indices().last() {
        Some((side, _)) => format!("{} {}", &squares[..side], &squares[side..]),
        None => squares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_a_board_and_moves() {
        let board = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------";
        let text = format!("(;GM[Othello]PC[x]TY[8]BO[8 {board} *]B[F5/1.5/2]W[d6//3];)");
        let game = read(&text).unwrap();
        assert_eq!(game.start, Othello::start());
        assert_eq!(crate::transcript(&game.moves), "f5d6");
        for bad in ["(;BO[6 *]", "(;BO[8 x *]", "(;B[a1]", "(;W[f5]", "(;B[f5", "(;BO[8]", "junk"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
