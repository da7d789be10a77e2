//! Reads a text that a person pastes: the moves of a game, or a position.

use plywood_search::Notation;

use crate::InputError;

/// The contents of a text: the moves of a game from its start or from a position, or only a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The position; `None` is the start of the game.
    pub from: Option<String>,
    /// The moves from there, in the standard notation.
    pub moves: Vec<String>,
}

/// Maximum number of moves in a text, so that a long text does not take long to read.
const MAX_MOVES: usize = 10_000;
/// Maximum number of characters of a move, more than a move of any game has.
const MAX_MOVE_CHARS: usize = 40;

/// The error of a text that is not read to its end: the number of moves before the error, and the error.
pub(crate) struct Unread {
    pub(crate) moves: usize,
    pub(crate) error: InputError,
}

/// Reads the moves of a game that starts at `state`. Moves need no space between them, and may have numbers such as
/// `12.`. The only legal move of a position, such as a pass, may be missing. Returns the moves in the standard
/// notation.
///
/// ```
/// use plywood_search::nim::Nim;
///
/// let moves = plywood_registry::read_moves(Nim::new(21), "1. 3 2. 1")?;
/// assert_eq!(moves, ["3", "1"]);
/// # Ok::<(), plywood_registry::InputError>(())
/// ```
pub fn read_moves<G: Notation>(state: G, text: &str) -> Result<Vec<String>, InputError> {
    moves(state, text).map_err(|unread| unread.error)
}

/// Reads the moves of a game as [`read_moves`] does.
pub(crate) fn moves<G: Notation>(mut state: G, text: &str) -> Result<Vec<String>, Unread> {
    let (mut moves, mut named) = (Vec::new(), 0);
    let mut rest = skip_separators(text);
    while !rest.is_empty() {
        if moves.len() == MAX_MOVES {
            let error = InputError::NotOffered(format!("a text has at most {MAX_MOVES} moves"));
            return Err(Unread { moves: named, error });
        }
        if let Some((written, after, left)) = first_move(&state, rest) {
            named += 1;
            moves.push(written);
            (state, rest) = (after, skip_separators(left));
        } else if let Some(only) = only_move(&state) {
            moves.push(state.write_move(only));
            state.play(only);
        } else {
            let found = rest.split(|c: char| is_end(c) || c.is_whitespace()).next();
            let place = text[..text.len() - rest.len()].chars().count() + 1;
            let found = found.unwrap_or(rest).to_owned();
            return Err(Unread {
                moves: named,
                error: InputError::NoMove { found, place, moves: named },
            });
        }
    }
    Ok(moves)
}

/// Returns the first move of a text, the state after it, and the rest of the text. The move is the longest prefix of
/// the text that is a legal move.
fn first_move<'a, G: Notation>(state: &G, text: &'a str) -> Option<(String, G, &'a str)> {
    let characters = text.char_indices().take(MAX_MOVE_CHARS).take_while(|(_, c)| !is_end(*c));
    let ends: Vec<usize> = characters.map(|(start, c)| start + c.len_utf8()).collect();
    ends.into_iter().rev().find_map(|end| {
        let mv = state.read_move(&text[..end]).ok()?;
        let mut after = state.clone();
        after.try_play(mv).ok()?;
        Some((state.write_move(mv), after, &text[end..]))
    })
}

/// Returns the legal move of a position that has exactly one. Returns `None` in games with private facts, where this
/// move might reveal a hidden card.
fn only_move<G: Notation>(state: &G) -> Option<G::Move> {
    let mut legal = Vec::new();
    state.moves(&mut legal);
    match legal[..] {
        [only] if !G::PRIVATE => Some(only),
        _ => None,
    }
}

/// Returns whether a character ends a move.
fn is_end(character: char) -> bool {
    matches!(character, ';' | ',' | '\n' | '\r')
}

/// Returns the text after white space, separators, and numbers of moves such as `1.` or `12...`.
fn skip_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| is_end(c) || c.is_whitespace());
        let after_number = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = after_number.trim_start_matches('.');
        if after_number.len() == rest.len() || after_dots.len() == after_number.len() {
            return rest;
        }
        rest = after_dots;
    }
}
