//! A position drawn for a terminal.

use std::fmt::Write;

use crate::{Piece, Position, notation};

const FILLED: &str = "██";
const EMPTY: &str = " ·";

/// Draws the board with its column numbers. To the right are the lines, the level and the pieces in
/// their spawn orientation, below are the legal placements of each rotation.
pub(crate) fn draw(position: &Position) -> String {
    let board = position.board();
    let beside = beside(position);
    let mut picture = String::new();
    for (line, row) in (0..board.height()).rev().enumerate() {
        let cell = |column| if board.is_filled(row, column) { FILLED } else { EMPTY };
        let cells: String = (0..board.width()).map(cell).collect();
        let text = beside.get(line).map_or("", String::as_str);
        let _ = writeln!(picture, "{}", format!("│{cells} │  {text}").trim_end());
    }
    let _ = writeln!(picture, "└{}─┘", "──".repeat(usize::from(board.width())));
    let numbers: String = (0..board.width()).map(|column| format!("{column:2}")).collect();
    let _ = writeln!(picture, " {numbers}");
    picture.push_str(&below(position));
    picture
}

/// The lines to the right of the board.
fn beside(position: &Position) -> Vec<String> {
    let mut lines = vec![
        format!("lines   {}", position.lines()),
        format!("level   {}", position.level()),
        String::new(),
    ];
    for (name, piece) in [("current", position.current()), ("next", position.next())] {
        let rows = drawn(piece);
        lines.push(format!("{name:<7} {} {}", piece.letter(), rows[0]));
        lines.push(format!("          {}", rows[1]));
    }
    lines
}

/// A piece in its spawn orientation, on two lines.
fn drawn(piece: Piece) -> [String; 2] {
    let shape = piece.shape(0);
    let cell = |row, column| if shape.row(row) >> column & 1 == 1 { FILLED } else { "  " };
    let line = |row| (0..shape.width).map(|column| cell(row, column)).collect::<String>();
    let rows = if shape.height == 1 { [0, 1] } else { [1, 0] };
    rows.map(|row| line(row).trim_end().to_owned())
}

/// Returns the legal placements, a line for each rotation, or how the game ended.
fn below(position: &Position) -> String {
    if position.is_over() {
        let end = if position.is_capped() { "the cap of lines is reached" } else { "lost" };
        return format!("over: {end}, {} lines", position.lines());
    }
    let moves: Vec<_> = position.placements().collect();
    let rotations = moves.chunk_by(|one, other| one.rotation == other.rotation);
    let lines: Vec<String> = rotations
        .map(|moves| moves.iter().map(|&mv| notation::write_move(mv)).collect::<Vec<_>>().join(" "))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use crate::{Rules, Tetris};

    fn draw_text(rules: Rules, text: &str) -> String {
        let game = Tetris::new(rules, 1).read_position(text).expect("a test's own position");
        Tetris::picture(game.position())
    }

    #[test]
    fn the_picture_of_a_position() {
        let rules = Rules { width: 6, height: 8, ..Rules::default() };
        let expected = "\
│ · · · · · · │  lines   12
│ · · · · · · │  level   1
│ · · · · · · │
│ · · · · · · │  current I ████████
│ · · · · · · │
│ · · · · · · │  next    T   ██
│██ · · · · · │            ██████
│████ ·██████ │
└─────────────┘
  0 1 2 3 4 5
r0x0 r0x1 r0x2
r1x0 r1x1 r1x2 r1x3 r1x4 r1x5";
        assert_eq!(draw_text(rules, "#...../##.### current:I next:T lines:12"), expected);
    }

    #[test]
    fn pictures_of_finished_games() {
        let rules = Rules { width: 4, height: 4, cap: Some(5), ..Rules::default() };
        let last = |text| draw_text(rules, text).lines().last().unwrap_or_default().to_owned();
        let lost = last(".#../.#../.#../.#.. current:I next:T");
        assert_eq!(lost, "over: lost, 0 lines");
        assert_eq!(
            last(".... current:I next:T lines:5"),
            "over: the cap of lines is reached, 5 lines"
        );
    }
}
