//! Pictures of positions for a terminal.

use std::fmt::Write;

use plywood_search::Game;

use crate::Othello;

const BLACK: char = '●';
const WHITE: char = '○';
const LEGAL: char = '·';

/// Draws the board in a frame, with dots on the legal squares, and a line with the number of discs
/// and the side to move. The line also shows the two kinds of discs, because a filled disc looks
/// white on a dark terminal.
pub(crate) fn draw(position: &Othello) -> String {
    let mut picture = String::from("    a b c d e f g h\n  ┌─────────────────┐\n");
    for row in 0..8 {
        let _ = write!(picture, "{} │", row + 1);
        for column in 0..8 {
            picture.push(' ');
            picture.push(mark(position, row * 8 + column));
        }
        picture.push_str(" │\n");
    }
    picture.push_str("  └─────────────────┘\n");
    let (black, white) = (position.black().count_ones(), position.white().count_ones());
    let _ = write!(picture, "black {BLACK} {black}  white {WHITE} {white}  {}", status(position));
    picture
}

fn mark(position: &Othello, square: u32) -> char {
    let on = |set: u64| set >> square & 1 == 1;
    if on(position.black()) {
        BLACK
    } else if on(position.white()) {
        WHITE
    } else if on(position.legal()) {
        LEGAL
    } else {
        ' '
    }
}

fn status(position: &Othello) -> String {
    let name = |seat| if seat == 0 { "black" } else { "white" };
    let Some(seat) = position.seat() else {
        return result(position.score(0) as i32);
    };
    let verb = if position.legal() == 0 { "must pass" } else { "to move" };
    format!("{} {verb}", name(seat))
}

/// Returns the result, such as 40-24: the winner's score first, which includes the empty squares.
fn result(black_ahead: i32) -> String {
    let (more, less) = (32 + black_ahead.abs() / 2, 32 - black_ahead.abs() / 2);
    match black_ahead {
        1.. => format!("over: black wins {more}-{less}"),
        0 => "over: a draw".to_string(),
        _ => format!("over: white wins {more}-{less}"),
    }
}

#[cfg(test)]
mod tests {
    use plywood_search::Notation;

    use super::*;

    #[test]
    fn the_start() {
        let expected = "    a b c d e f g h
  ┌─────────────────┐
1 │                 │
2 │                 │
3 │       ·         │
4 │     · ○ ●       │
5 │       ● ○ ·     │
6 │         ·       │
7 │                 │
8 │                 │
  └─────────────────┘
black ● 2  white ○ 2  black to move";
        assert_eq!(Othello::picture(&Othello::start()), expected);
    }

    fn last_line(position: &Othello) -> String {
        draw(position).lines().last().unwrap_or_default().to_string()
    }

    #[test]
    fn a_forced_pass() {
        // Row 1 is `XXXO----`: white has no legal square.
        let position = Othello::from_discs(0b111, 0b1000, 1);
        assert_eq!(last_line(&position), "black ● 3  white ○ 1  white must pass");
    }

    #[test]
    fn finished_games() {
        let rows = |black: u64, white: u64| last_line(&Othello::from_discs(black, white, 0));
        assert_eq!(
            rows(u64::MAX >> 24, u64::MAX << 40),
            "black ● 40  white ○ 24  over: black wins 40-24"
        );
        assert_eq!(rows(u64::MAX >> 32, u64::MAX << 32), "black ● 32  white ○ 32  over: a draw");
        assert_eq!(rows(0, 0b111), "black ● 0  white ○ 3  over: white wins 64-0");
    }
}
