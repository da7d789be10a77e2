//! OBF: a text format for positions with known scores, one on each line.
//!
//! A line has a board with the side to move, and a field `MOVE:SCORE` for each move whose score is
//! known. A semicolon ends the board and each field. `%` begins a comment, which extends to the end of
//! the line:
//!
//! ```text
//! O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; a2:+38; c7:+36; % FFO #40
//! ```

use plywood_registry::Problem;
use plywood_search::{Game, Notation, NotationError, quoted};

use crate::Othello;

/// Reads the positions of an OBF file. Skips empty lines and lines with only a comment.
///
/// Returns an error if a position, a move or a score cannot be read, or if a move is not legal.
///
/// ```
/// let line = format!("{}OX------XO{} X; d3:+0;", "-".repeat(27), "-".repeat(27));
/// let problems = plywood_othello::obf::read(&line)?;
/// assert_eq!(problems[0].scores, [("d3".to_string(), 0.0)]);
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Problem>, NotationError> {
    let read = |(line, text): (usize, &str)| match read_line(text) {
        Ok(problem) => problem.map(Ok),
        Err(error) => Some(Err(NotationError::new(format!("line {}: {error}", line + 1)))),
    };
    text.lines().enumerate().filter_map(read).collect()
}

/// Writes positions as the lines of an OBF file, with their scores and names.
///
/// ```
/// use plywood_othello::obf;
///
/// let line = format!("{}OX------XO{} X; d3:+0; % the start\n", "-".repeat(27), "-".repeat(27));
/// assert_eq!(obf::write(&obf::read(&line)?), line);
/// # Ok::<(), plywood_search::NotationError>(())
/// ```
pub fn write(problems: &[Problem]) -> String {
    let line = |Problem { name, position, scores, .. }: &Problem| {
        let scores: String =
            scores.iter().map(|(mv, score)| format!(" {mv}:{score:+.0};")).collect();
        let name = clean(name);
        let comment = if name.is_empty() { String::new() } else { format!(" % {name}") };
        format!("{position};{scores}{comment}\n")
    };
    problems.iter().map(line).collect()
}

/// Returns the name for use in a comment, with control characters replaced by spaces, since a line
/// break would end the comment.
fn clean(name: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    name.chars().map(clean).collect::<String>().trim().to_owned()
}

fn read_line(line: &str) -> Result<Option<Problem>, NotationError> {
    let (fields, comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = fields.split(';').map(str::trim).filter(|field| !field.is_empty());
    let Some(board) = fields.next() else { return Ok(None) };
    let position = Othello::start().read_position(board)?;
    let scores = fields.map(|field| read_score(&position, field)).collect::<Result<_, _>>()?;
    let name = clean(comment);
    let position = Othello::write_position(&position);
    Ok(Some(Problem { name, position, scores, solvable: None }))
}

fn read_score(position: &Othello, field: &str) -> Result<(String, f64), NotationError> {
    let problem = |what: &str| NotationError::new(format!("{} {what}", quoted(field)));
    let (mv, score) = field
        .split_once(':')
        .ok_or_else(|| problem("is not a move and a score, such as a2:+38"))?;
    let mv = position.read_move(mv)?;
    if position.clone().try_play(mv).is_err() {
        return Err(problem("is not a legal move"));
    }
    let score: i8 =
        score.trim().parse().map_err(|_| problem("has no whole number as its score"))?;
    if score.unsigned_abs() > 64 {
        return Err(problem("has a score beyond 64"));
    }
    Ok((position.write_move(mv), score.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    #[test]
    fn lines_have_a_board_and_scores() {
        let text =
            format!("% three\n\n{FFO_40}; a2:+38; C7:36 ;% FFO #40\r\n{FFO_40};\n{FFO_40}\n");
        let problems = read(&text).unwrap();
        assert_eq!(problems.len(), 3);
        assert_eq!(problems[0].name, "FFO #40");
        assert_eq!(problems[0].scores, [("a2".to_owned(), 38.0), ("c7".to_owned(), 36.0)]);
        assert!(problems[1..].iter().all(|one| one.position == FFO_40 && one.scores.is_empty()));
    }

    #[test]
    fn errors_name_the_line_and_the_field() {
        for (field, expected) in [
            ("a2", "\"a2\" is not a move and a score, such as a2:+38"),
            ("a1:+2", "\"a1:+2\" is not a legal move"),
            ("z9:+2", "\"z9\" is no move"),
            ("a2:many", "\"a2:many\" has no whole number"),
            ("a2:+66", "\"a2:+66\" has a score beyond 64"),
        ] {
            let error = read(&format!("\n{FFO_40}; {field};")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 2: {expected}")), "{field}: {error}");
        }
        assert!(read("XO; a1:+2").unwrap_err().to_string().starts_with("line 1: a board has 64"));
    }
}
