//! GGF: the text format in which game servers and programs exchange games.
//!
//! A game is a list of properties `TAG[VALUE]` between `(;` and `;)`. `BO` is the start position, `B` and
//! `W` are the moves of black and white with an evaluation and a time after slashes, and `PA` is a pass:
//!
//! ```text
//! (;GM[Othello]PB[ann]PW[bob]BO[8 -------- ... -------- *]B[F5/1.20/0.03]W[D6//2.5];)
//! ```
//!
//! A file has any number of games, with white space or their number between them, as in `1 (;GM[Othello]...;)`.

use std::fmt::Write;

use plywood_search::{Game as _, Notation, NotationError, quoted};

use crate::notation::{self, choices};
use crate::{Move, Othello};

/// A game of a GGF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The other properties in their order, such as `PB` (black), `PW` (white), `DT` (date), `PC` (place), `TI`
    /// (time) and `RE` (result).
    pub fields: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Othello,
    /// The moves, passes included.
    pub moves: Vec<Move>,
    /// The notes on the moves, one for each move; empty if the file has no notes.
    pub notes: Vec<Note>,
}

/// The evaluation and the time of a move, as text from the file; empty strings if the file has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// The evaluation, for the mover.
    pub eval: String,
    /// The time in seconds.
    pub time: String,
}

impl Game {
    /// Creates a game without other properties and without notes.
    pub fn new(start: Othello, moves: Vec<Move>) -> Self {
        Game { fields: Vec::new(), start, moves, notes: Vec::new() }
    }

    /// Returns the first property with this tag; `None` if there is none.
    pub fn field(&self, tag: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| name == tag).map(|(_, value)| &**value)
    }

    /// Returns the position after the last move.
    pub fn end(&self) -> Othello {
        self.moves.iter().fold(self.start, |mut position, &mv| {
            position.play(mv);
            position
        })
    }
}

/// Reads all games of a text. Adds missing passes. Returns an error if a property or a move cannot be read, a move
/// is not legal, or the board is not 8x8.
///
/// ```
/// let games = plywood_othello::ggf::read("(;GM[Othello]PB[ann]B[F5]W[D6/-1.5];)")?;
/// assert_eq!(games[0].field("PB"), Some("ann"));
/// assert_eq!(plywood_othello::transcript(&games[0].moves), "f5d6");
/// assert_eq!(games[0].notes[1].eval, "-1.5");
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Game>, NotationError> {
    let (mut games, mut rest) = (Vec::new(), skip_number(text));
    while !rest.is_empty() {
        let place = || {
            let line = text[..text.len() - rest.len()].matches('\n').count() + 1;
            format!("game {}, line {line}", games.len() + 1)
        };
        let in_game = |error| NotationError::new(format!("{}: {error}", place()));
        let (game, after) = read_game(rest).map_err(in_game)?;
        games.push(game);
        rest = skip_number(after);
    }
    Ok(games)
}

/// Reads a text with one game.
pub fn read_one(text: &str) -> Result<Game, NotationError> {
    let mut games = read(text)?;
    match (games.pop(), games.len()) {
        (Some(game), 0) => Ok(game),
        (None, _) => Err(NotationError::new(
            "the text is empty: expected a game such as (;GM[Othello]B[F5];)",
        )),
        (Some(_), others) => {
            Err(NotationError::new(format!("the text has {} games: expected one", others + 1)))
        }
    }
}

/// Writes a game on one line. Adds the properties `TY` (board type) and, for a finished game, `RE` (result),
/// unless `fields` has them.
pub fn write(game: &Game) -> String {
    let mut text = "(;GM[Othello]".to_owned();
    let mut write = |tag: &str, value: &str| {
        let _ = write!(text, "{tag}[{}]", clean(value));
    };
    for (tag, value) in game.fields.iter().filter(|(tag, _)| is_other(tag)) {
        write(tag, value);
    }
    if game.field("TY").is_none() {
        write("TY", "8");
    }
    let end = game.end();
    if game.field("RE").is_none() && end.seat().is_none() {
        write("RE", &format!("{:+.2}", end.score(0)));
    }
    write("BO", &board(&game.start));
    let mut seat = game.start.turn;
    for (number, mv) in game.moves.iter().enumerate() {
        let Note { eval, time } = game.notes.get(number).cloned().unwrap_or_default();
        let mv =
            mv.square().map_or_else(|| "PA".to_owned(), |at| notation::name(at).to_uppercase());
        let value = match (&*eval, &*time) {
            ("", "") => mv,
            (_, "") => format!("{mv}/{eval}"),
            _ => format!("{mv}/{eval}/{time}"),
        };
        write(["B", "W"][usize::from(seat)], &value);
        seat ^= 1;
    }
    text.push_str(";)");
    text
}

/// Returns whether a property with this tag belongs to [`Game::fields`]: the tag is valid, and the format gives it
/// no other place.
fn is_other(tag: &str) -> bool {
    let is_tag = !tag.is_empty() && tag.chars().all(|c| c.is_ascii_alphabetic());
    is_tag && !["GM", "BO", "B", "W"].contains(&tag)
}

/// Returns a value without line breaks and without `]`, which would end the value: GGF has no escapes.
fn clean(value: &str) -> String {
    let clean = |c: char| match c {
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    value.chars().map(clean).collect::<String>().trim().to_owned()
}

/// Writes a position as the value of `BO`.
fn board(position: &Othello) -> String {
    let text = Othello::write_position(position).replace('X', "*");
    let rows: Vec<&str> = (0..8).map(|row| &text[row * 8..row * 8 + 8]).collect();
    format!("8 {} {}", rows.join(" "), &text[65..])
}

/// Skips white space and the number of games that servers write before a game.
fn skip_number(text: &str) -> &str {
    let text = text.trim_start();
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    if after.starts_with("(;") { after } else { text }
}

/// Reads the first game of a text. Returns the game and the rest of the text.
fn read_game(text: &str) -> Result<(Game, &str), NotationError> {
    let Some(mut rest) = text.strip_prefix("(;") else {
        let found: String = text.chars().take(10).collect();
        return Err(NotationError::new(format!("{} is no game: expected (;", quoted(&found))));
    };
    let mut properties = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(";)").or_else(|| rest.strip_prefix(')')) {
            return Ok((game(&properties)?, after));
        }
        // In SGF, the parent format of GGF, a semicolon precedes each move.
        rest = rest.trim_start_matches(';').trim_start();
        let (property, after) = read_property(rest)?;
        properties.push(property);
        rest = after;
    }
}

/// Reads the first property of a text. Returns its tag, its value, and the rest of the text.
fn read_property(text: &str) -> Result<((&str, &str), &str), NotationError> {
    let after_tag = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let tag = &text[..text.len() - after_tag.len()];
    let value = after_tag.trim_start().strip_prefix('[').filter(|_| !tag.is_empty());
    if let Some((value, rest)) = value.and_then(|value| value.split_once(']')) {
        return Ok(((tag, value.trim()), rest));
    }
    if text.is_empty() {
        return Err(NotationError::new("the game has no end: expected ;)"));
    }
    let found: String = text.chars().take(20).collect();
    Err(NotationError::new(format!(
        "{} is no property: expected a tag and a value, such as PB[name]",
        quoted(&found)
    )))
}

fn game(properties: &[(&str, &str)]) -> Result<Game, NotationError> {
    let first = |name| properties.iter().find(|(tag, _)| *tag == name).map(|(_, value)| *value);
    if let Some(name) = first("GM").filter(|name| !name.eq_ignore_ascii_case("othello")) {
        return Err(NotationError::new(format!(
            "GM[{}] is another game: expected GM[Othello]",
            clean(name)
        )));
    }
    let mut game =
        Game::new(first("BO").map_or_else(|| Ok(Othello::start()), read_board)?, Vec::new());
    let mut position = game.start;
    for &(tag, value) in properties {
        let seat = match tag {
            "B" => 0,
            "W" => 1,
            _ => {
                if is_other(tag) {
                    game.fields.push((tag.to_owned(), clean(value)));
                }
                continue;
            }
        };
        let number = game.moves.len() + 1;
        let in_move = |problem| NotationError::new(format!("move {number}: {problem}"));
        let mut parts = value.splitn(3, '/').map(clean);
        let mut part = || parts.next().unwrap_or_default();
        let (mv, note) = (part(), Note { eval: part(), time: part() });
        let mv = position.read_move(&mv).map_err(|error| in_move(error.to_string()))?;
        if mv != Move::PASS && position.legal() == 0 && position.seat().is_some() {
            position.play(Move::PASS);
            game.moves.push(Move::PASS);
            game.notes.push(Note::default());
        }
        if position.turn != seat || position.clone().try_play(mv).is_err() {
            let written = position.write_move(mv);
            let problem = format!("{tag}[{written}] is not legal: {}", choices(&position));
            return Err(in_move(problem));
        }
        position.play(mv);
        game.moves.push(mv);
        game.notes.push(note);
    }
    if game.notes.iter().all(|note| *note == Note::default()) {
        game.notes.clear();
    }
    Ok(game)
}

/// Reads the value of `BO`: the size of the board, its squares, and the side to move.
fn read_board(value: &str) -> Result<Othello, NotationError> {
    let Some(squares) =
        value.strip_prefix("8").filter(|rest| rest.starts_with(char::is_whitespace))
    else {
        return Err(NotationError::new("BO has another size of the board: expected 8"));
    };
    let mut squares: Vec<char> = squares.chars().filter(|c| !c.is_whitespace()).collect();
    let side = squares.pop().map(String::from).unwrap_or_default();
    let board: String = squares.into_iter().collect();
    let read = notation::read_board(&format!("{board} {side}"));
    read.map_err(|error| NotationError::new(format!("BO: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript;

    const GAME: &str = "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[ann]PW[bob]RB[2197.01]RW[2199.72]\
        TI[15:00//02:00]TY[8]RE[-2.00]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5/1.20/0.03]W[D6//2.5]B[c3];)";

    #[test]
    fn a_game_of_a_server() {
        let game = read_one(GAME).unwrap();
        assert_eq!(transcript(&game.moves), "f5d6c3");
        assert_eq!(game.start, Othello::start());
        assert_eq!(game.field("PC"), Some("GGS/os"));
        assert_eq!(game.field("RE"), Some("-2.00"));
        let note = |eval: &str, time: &str| Note { eval: eval.into(), time: time.into() };
        assert_eq!(game.notes, [note("1.20", "0.03"), note("", "2.5"), note("", "")]);
        assert_eq!(write(&game), GAME.replace("c3", "C3"));
    }

    #[test]
    fn files_have_many_games() {
        let text = format!("1 {GAME}\n2 {GAME}{GAME}\r\n\n( ;)");
        assert!(
            read(&text).unwrap_err().to_string().starts_with("game 4, line 4: \"( ;)\" is no game")
        );
        let games = read(&format!("1 {GAME}\n2 {GAME}{GAME}\r\n")).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(read(" \n").unwrap(), []);
        assert!(read_one(&format!("{GAME}{GAME}")).unwrap_err().to_string().contains("2 games"));
        assert!(read_one("").unwrap_err().to_string().contains("is empty"));
    }

    #[test]
    fn passes_may_be_missing() {
        // Row 1 is `XXXO---- O`: white must pass, and black ends the game.
        let start = Othello::from_discs(0b111, 0b1000, 1);
        let game = Game::new(start, vec![Move::PASS, Move::at(4)]);
        let text = write(&game);
        assert!(text.contains("W[PA]B[E1];)"), "{text}");
        assert!(text.contains("RE[+64.00]"), "{text}");
        assert_eq!(read_one(&text).unwrap().moves, game.moves);
        let short = read_one(&text.replace("W[PA]", "")).unwrap();
        assert_eq!((&short.moves, &short.notes), (&game.moves, &game.notes));
    }

    #[test]
    fn semicolons_between_moves_are_accepted() {
        let game = read_one("(;GM[Othello]FF[4];B[f5];W[d6])").unwrap();
        assert_eq!(transcript(&game.moves), "f5d6");
        assert_eq!(game.fields, [("FF".to_owned(), "4".to_owned())]);
    }

    #[test]
    fn errors_name_the_game_and_the_move() {
        for (text, expected) in [
            ("f5d6", "\"f5d6\" is no game: expected (;"),
            ("(;GM[Othello]", "the game has no end: expected ;)"),
            ("(;GM[Othello", "\"GM[Othello\" is no property"),
            ("(;[Othello];)", "\"[Othello];)\" is no property"),
            ("(;GM[Go];)", "GM[Go] is another game"),
            ("(;BO[10 -- *];)", "BO has another size"),
            ("(;BO[8 -- *];)", "BO: a board has 64 squares and this one 2"),
            ("(;B[f5]W[z9];)", "move 2: \"z9\" is no move"),
            ("(;B[f5]B[d6];)", "move 2: B[d6] is not legal: white may play f4, d6, f6"),
            ("(;B[f5]W[PA];)", "move 2: W[pass] is not legal: white may play"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("game 1, line 1: {expected}")), "{text}: {error}");
        }
    }

    #[test]
    fn values_cannot_break_a_game() {
        let mut game = Game::new(Othello::start(), Vec::new());
        let field = |tag: &str, value: &str| (tag.to_owned(), value.to_owned());
        game.fields = vec![field("PB", " a];)\nb "), field("B", "a1"), field("not a tag", "x")];
        let read = read_one(&write(&game)).unwrap();
        assert_eq!(read.fields, [field("PB", "a);) b"), field("TY", "8")]);
    }
}
