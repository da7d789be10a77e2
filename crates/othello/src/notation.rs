//! Positions, moves and transcripts as text.

use plywood_search::{Game, Notation, NotationError, quoted};

use crate::{Move, Othello, picture};

/// The expectation at the end of every error message about a position.
const EXPECTED: &str = "expected 64 squares of X, O and - with the side to move after a space, or a transcript such as f5d6c3";

/// Writes the moves of a game without its passes, such as `f5d6c3`.
pub fn transcript(moves: &[Move]) -> String {
    moves.iter().filter_map(|mv| mv.square()).map(name).collect()
}

impl Notation for Othello {
    /// Reads a transcript of a game from the start, with or without its passes, or 64 squares followed
    /// by a space and the side to move. Black is `X`, `*` or `b`; white is `O` or `w`; an empty square
    /// is `-` or `.`.
    fn read_position(&self, text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        if text.is_empty() {
            Err(NotationError::new(format!("the position is empty: {EXPECTED}")))
        } else if is_transcript(text) {
            read_transcript(text)
        } else {
            read_board(text)
        }
    }

    fn write_position(view: &Othello) -> String {
        let mark = |square: u32| match (view.black() >> square & 1, view.white() >> square & 1) {
            (0, 0) => '-',
            (0, _) => 'O',
            _ => 'X',
        };
        let side = if view.turn == 0 { " X" } else { " O" };
        (0..64).map(mark).chain(side.chars()).collect()
    }

    fn read_move(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        if ["pass", "pa", "ps", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Move::PASS);
        }
        let mut characters = text.chars();
        match (characters.next(), characters.next(), characters.next()) {
            (Some(column), Some(row), None) => square(column, row).map(Move::at),
            _ => None,
        }
        .ok_or_else(|| {
            NotationError::new(format!(
                "{} is no move: expected a square from a1 to h8, or pass",
                quoted(text)
            ))
        })
    }

    fn write_move(&self, mv: Move) -> String {
        mv.square().map_or_else(|| "pass".to_string(), name)
    }

    fn picture(view: &Othello) -> String {
        picture::draw(view)
    }
}

pub(crate) fn name(square: u8) -> String {
    let column = char::from(b'a' + square % 8);
    let row = char::from(b'1' + square / 8);
    String::from_iter([column, row])
}

fn square(column: char, row: char) -> Option<u8> {
    let column = u8::try_from(column.to_ascii_lowercase()).ok()?.checked_sub(b'a')?;
    let row = u8::try_from(row).ok()?.checked_sub(b'1')?;
    (column < 8 && row < 8).then(|| row * 8 + column)
}

/// Whether a text is a transcript, not a board: after leading dashes, it begins with a square such as
/// `f5` or with a pass. Leading dashes can be passes of a transcript or empty squares of a board, but
/// a board has no digits.
pub(crate) fn is_transcript(text: &str) -> bool {
    let mut characters = text.trim_start_matches('-').chars().map(|c| c.to_ascii_lowercase());
    matches!(
        (characters.next(), characters.next()),
        (Some('a'..='h'), Some('0'..='9')) | (Some('p'), Some('a' | 's'))
    )
}

fn read_transcript(text: &str) -> Result<Othello, NotationError> {
    let mut position = Othello::start();
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (mut rest, mut number) = (&text[..], 1);
    while !rest.is_empty() {
        let (written, after) = split_move(rest);
        let mv = position
            .read_move(written)
            .map_err(|error| NotationError::new(format!("move {number}: {error}")))?;
        if mv != Move::PASS && position.legal() == 0 && position.seat().is_some() {
            position.play(Move::PASS);
        }
        if position.try_play(mv).is_err() {
            let written = position.write_move(mv);
            return Err(NotationError::new(format!(
                "move {number}, {written}, is not legal: {}",
                choices(&position)
            )));
        }
        (rest, number) = (after, number + 1);
    }
    Ok(position)
}

/// Splits off the first move of a transcript: the word `pass`, or the first two characters.
fn split_move(text: &str) -> (&str, &str) {
    let is_pass = text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
    let two = || text.char_indices().nth(2).map_or(text.len(), |(end, _)| end);
    text.split_at(if is_pass { 4 } else { two() })
}

pub(crate) fn choices(position: &Othello) -> String {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    let names: Vec<String> = legal.into_iter().map(|mv| position.write_move(mv)).collect();
    match position.seat() {
        None => "the game is over".to_string(),
        Some(seat) => {
            format!("{} may play {}", ["black", "white"][usize::from(seat)], names.join(", "))
        }
    }
}

pub(crate) fn read_board(text: &str) -> Result<Othello, NotationError> {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let count = board.chars().count();
    if count != 64 {
        return Err(NotationError::new(format!(
            "a board has 64 squares and this one {count}: {EXPECTED}"
        )));
    }
    let (mut black, mut white) = (0, 0);
    for (square, character) in (0..64).zip(board.chars()) {
        match (character, seat(character)) {
            (_, Some(0)) => black |= 1 << square,
            (_, Some(_)) => white |= 1 << square,
            ('-' | '.', None) => {}
            _ => {
                return Err(NotationError::new(format!(
                    "{character:?} on {} is no disc: expected X, * or b for black, O or w for white, - or . for empty",
                    name(square)
                )));
            }
        }
    }
    if black | white == 0 {
        let problem = "the board is empty: expected at least one disc";
        return Err(NotationError::new(problem));
    }
    let problem = match (words.next(), words.next()) {
        (None, _) => "the side to move is missing".to_owned(),
        (_, Some(_)) => "there is more text after the side to move".to_owned(),
        (Some(side), None) => match side.parse().ok().and_then(seat) {
            Some(seat) => return Ok(Othello::from_discs(black, white, seat)),
            None => format!("{} is no side", quoted(side)),
        },
    };
    Err(NotationError::new(format!(
        "{problem}: expected X or O, the side to move, after the board"
    )))
}

/// Returns the seat whose disc a character stands for; `None` for other characters.
fn seat(character: char) -> Option<u8> {
    match character.to_ascii_lowercase() {
        'x' | '*' | 'b' => Some(0),
        'o' | 'w' => Some(1),
        _ => None,
    }
}
