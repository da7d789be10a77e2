//! The file formats of Othello, and what a conversion between them keeps.

use plywood_registry::{Format, Formats, Problem, ReadGame, read_moves};
use plywood_search::{Notation, NotationError, quoted};

use crate::notation::{is_transcript, read_board};
use crate::{Othello, ggf, obf, transcript, wthor};

/// A game or a position, with everything that the formats can store about it.
struct Record {
    game: ggf::Game,
    /// The name of the position, from OBF.
    name: String,
    /// Moves with their known scores, from OBF.
    scores: Vec<(String, f64)>,
}

impl From<ggf::Game> for Record {
    fn from(game: ggf::Game) -> Self {
        Record { game, name: String::new(), scores: Vec::new() }
    }
}

/// Returns the formats between which `plywood convert othello` converts.
pub(crate) fn formats() -> Formats {
    let transcript =
        Format::new("transcript", "moves such as f5d6c3, a game on each line; numbers are allowed")
            .reading(|bytes| lines(bytes, read_transcripts))
            .writing(write_transcripts)
            .recognised_by(|bytes| {
                beginning(bytes).is_some_and(|text| is_transcript(without_number(text)))
            })
            .is_notation();
    let board = Format::new(
        "board",
        "64 squares of X, O and - and the side to move, a position on each line",
    )
    .reading(|bytes| lines(bytes, read_boards))
    .writing(|records| Ok(records.iter().map(|record| end(record) + "\n").collect()))
    .recognised_by(|bytes| {
        beginning(bytes).is_some_and(|text| is_board(text) && !text.contains([';', '%']))
    })
    .is_notation();
    let obf = Format::new("obf", "positions with scores of moves, such as BOARD X; a2:+38; % NAME")
        .reading(|bytes| {
            lines(bytes, |text| Ok(obf::read(text)?.into_iter().map(problem).collect()))
        })
        .writing(|records| Ok(obf::write(&records.iter().map(to_problem).collect::<Vec<_>>())))
        .recognised_by(|bytes| beginning(bytes).is_some_and(is_obf));
    let ggf =
        Format::new("ggf", "games with players, dates, times and evaluations: (;GM[Othello]...;)")
            .reading(|bytes| {
                lines(bytes, |text| Ok(ggf::read(text)?.into_iter().map(Record::from).collect()))
            })
            .writing(|records| {
                Ok(records.iter().map(|record| ggf::write(&record.game) + "\n").collect())
            })
            .recognised_by(|bytes| {
                let digit = |c: char| c.is_ascii_digit() || c.is_whitespace();
                beginning(bytes)
                    .is_some_and(|text| text.trim_start_matches(digit).starts_with("(;"))
            });
    let wthor = Format::new("wthor", "the database of the French federation, .wtb, without names")
        .reading(|bytes| Ok(wthor::read(bytes)?.into_iter().map(tournament_game).collect()))
        .recognised_by(wthor::is_wthor);
    Formats::new([transcript, board, obf, ggf, wthor], open)
}

/// Returns what the page needs to open a record: the start position and the moves.
fn open(record: &Record) -> ReadGame {
    let ggf::Game { start, moves, .. } = &record.game;
    let from =
        (*start != Othello::start() || moves.is_empty()).then(|| Othello::write_position(start));
    ReadGame { from, moves: moves.iter().map(|&mv| start.write_move(mv)).collect() }
}

/// Decodes a file as UTF-8 and reads records from its text.
fn lines(
    bytes: &[u8],
    read: impl FnOnce(&str) -> Result<Vec<Record>, NotationError>,
) -> Result<Vec<Record>, NotationError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        NotationError::new(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))
    })?;
    // Windows programs begin text files with a byte order mark.
    read(text.trim_start_matches('\u{FEFF}'))
}

/// Returns the first line that is not empty; `None` if the file does not begin with UTF-8 text or has no such line.
fn beginning(bytes: &[u8]) -> Option<&str> {
    // The bytes may end within a character.
    let text = bytes.utf8_chunks().next()?.valid();
    text.trim_start_matches('\u{FEFF}').lines().map(str::trim).find(|line| !line.is_empty())
}

fn is_obf(line: &str) -> bool {
    line.starts_with('%') || is_board(line) && line.contains([';', '%'])
}

/// Returns whether a line begins with a board of 64 squares.
fn is_board(line: &str) -> bool {
    let squares = line.chars().take_while(|c| "-.xXoO*bBwW".contains(*c)).count();
    squares == 64
}

/// Returns a transcript without the move number that it begins with, such as `1.`.
fn without_number(text: &str) -> &str {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < text.len() { after.trim_start_matches('.').trim_start() } else { text }
}

/// Reads a game from each line. A line that begins with a move number above 1 continues the previous game.
fn read_transcripts(text: &str) -> Result<Vec<Record>, NotationError> {
    let mut games: Vec<(usize, String)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let first: String = text.trim().chars().take_while(char::is_ascii_digit).collect();
        match games.last_mut().filter(|_| !matches!(&*first, "" | "1")) {
            Some((_, game)) => {
                game.push(' ');
                game.push_str(text);
            }
            None => games.push((line, text.to_owned())),
        }
    }
    let read = |(line, text): (usize, String)| {
        let start = Othello::start();
        let in_line = |problem: String| NotationError::new(format!("line {line}: {problem}"));
        let moves = read_moves(start, &text).map_err(|error| in_line(error.to_string()))?;
        let moves = moves.iter().map(|mv| start.read_move(mv)).collect::<Result<_, _>>()?;
        Ok(ggf::Game::new(start, moves).into())
    };
    games.into_iter().map(read).collect()
}

/// Writes each game on a line. The line of a game without moves is empty. Returns an error for a game that does
/// not begin at the start position.
fn write_transcripts(records: &[Record]) -> Result<String, NotationError> {
    let write = |(number, record): (usize, &Record)| {
        let ggf::Game { start, moves, .. } = &record.game;
        if *start == Othello::start() {
            return Ok(transcript(moves) + "\n");
        }
        let position = Othello::write_position(start);
        Err(NotationError::new(format!(
            "game {number} begins at {}: a transcript begins at the start of a game",
            quoted(&position)
        )))
    };
    (1..).zip(records).map(write).collect()
}

fn read_boards(text: &str) -> Result<Vec<Record>, NotationError> {
    let read = |(line, text): (usize, &str)| match read_board(text) {
        Ok(position) => Ok(ggf::Game::new(position, Vec::new()).into()),
        Err(error) => Err(NotationError::new(format!("line {line}: {error}"))),
    };
    (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()).map(read).collect()
}

/// Returns the position after the last move, as text.
fn end(record: &Record) -> String {
    Othello::write_position(&record.game.end())
}

fn problem(Problem { name, position, scores, .. }: Problem) -> Record {
    let start = read_board(&position).expect("a position that was written can be read");
    Record { game: ggf::Game::new(start, Vec::new()), name, scores }
}

fn to_problem(record: &Record) -> Problem {
    Problem {
        name: record.name.clone(),
        position: end(record),
        scores: record.scores.clone(),
        solvable: None,
    }
}

/// Converts a WTHOR game to a record with its year and result, which are fields of GGF. The numbers of the
/// players are left out, because they mean nothing without the file of the players' names.
fn tournament_game(game: wthor::Game) -> Record {
    let result = format!("{:+}.00", i32::from(game.discs) * 2 - 64);
    let fields = [("DT", game.year.to_string()), ("RE", result)];
    let fields = fields.map(|(tag, value)| (tag.to_owned(), value)).to_vec();
    ggf::Game { fields, ..ggf::Game::new(Othello::start(), game.moves) }.into()
}
