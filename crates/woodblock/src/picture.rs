//! Pictures of positions for a terminal.

use std::fmt::Write;

use crate::notation::column_letter;
use crate::position::Position;

const FILLED: char = '■';
const FREE: char = '·';
/// Spaces between two blocks of the hand.
const GAP: usize = 4;

/// Draws the board in a frame, the blocks of the hand below it, and a line with the score, the
/// streak and the number of the hand.
pub(crate) fn draw(position: &Position) -> String {
    let mut picture = board(position);
    picture.push_str(&hand(position));
    let _ = write!(picture, "score {}  streak {}", position.score(), position.streak());
    let _ = write!(picture, "  hand {}", position.hands());
    if let Some(cap) = position.rules().cap() {
        let _ = write!(picture, " of {cap}");
    }
    if position.is_over() {
        picture.push_str("  over");
    }
    picture
}

fn board(position: &Position) -> String {
    let rules = position.rules();
    let (size, boxes) = (rules.grid().size(), rules.grid().has_boxes());
    // Whether the wall between two boxes precedes column or row `k`.
    let wall = |k: u32| boxes && k > 0 && k.is_multiple_of(3);
    let line = |crossing: &str| {
        let piece =
            |column| if wall(column) { format!("{crossing}──") } else { "──".to_owned() };
        (0..size).map(piece).collect::<String>() + "─"
    };
    let letter =
        |column| format!("{}{}", if wall(column) { "   " } else { " " }, column_letter(column));
    let letters: String = (0..size).map(letter).collect();
    let mut picture = format!("    {letters}\n   ┌{}┐\n", line("──"));
    for row in 0..size {
        if wall(row) {
            let _ = writeln!(picture, "   │{}│", line("─┼"));
        }
        let _ = write!(picture, "{:>2} │", row + 1);
        for column in 0..size {
            picture.push_str(if wall(column) { " │" } else { "" });
            let filled = position.board() >> (row * size + column) & 1 == 1;
            let _ = write!(picture, " {}", if filled { FILLED } else { FREE });
        }
        picture.push_str(" │\n");
    }
    let _ = writeln!(picture, "   └{}┘", line("──"));
    picture
}

/// Draws the blocks of the hand below their numbers. Marks used slots and blocks that fit nowhere.
fn hand(position: &Position) -> String {
    let rules = position.rules();
    let column = |(number, block): (u32, Option<u8>)| {
        let Some(block) = block else { return vec![format!("{number} used")] };
        let fits = rules.turns(block).iter().any(|shape| shape.fits(position.board()) != 0);
        let mut lines = vec![format!("{number}{}", if fits { "" } else { " no room" })];
        for row in &rules.variant().shapes()[usize::from(block)].rows {
            let cells = row.replace('.', "  ").replace('#', &format!("{FILLED} "));
            lines.push(cells.trim_end().to_owned());
        }
        lines
    };
    let columns: Vec<Vec<String>> = (1..).zip(position.hand()).map(column).collect();
    let mut picture = String::new();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    for number in 0..height {
        let mut line = String::new();
        for lines in &columns {
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) + GAP;
            let text = lines.get(number).map_or("", String::as_str);
            let _ = write!(line, "{text:width$}");
        }
        let _ = writeln!(picture, "{}", line.trim_end());
    }
    picture
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use plywood_search::Notation;

    use super::*;
    use crate::{Rules, Variant, Woodblock};

    fn picture(variant: &str, cap: u32, text: &str) -> String {
        let rules =
            Rules::new(Variant::named(variant).expect("built in"), false, NonZeroU32::new(cap));
        let game = Woodblock::new(rules, 1).read_position(text).expect("a position");
        draw(game.position())
    }

    #[test]
    fn draws_the_board_and_the_hand() {
        let text = "######../######../######../######../######../######../##....../.......# \
                    hand:###/###/###,,#/#/# score:12 streak:2";
        let expected = "     a b c d e f g h
   ┌─────────────────┐
 1 │ ■ ■ ■ ■ ■ ■ · · │
 2 │ ■ ■ ■ ■ ■ ■ · · │
 3 │ ■ ■ ■ ■ ■ ■ · · │
 4 │ ■ ■ ■ ■ ■ ■ · · │
 5 │ ■ ■ ■ ■ ■ ■ · · │
 6 │ ■ ■ ■ ■ ■ ■ · · │
 7 │ ■ ■ · · · · · · │
 8 │ · · · · · · · ■ │
   └─────────────────┘
1 no room    2 used    3
■ ■ ■                  ■
■ ■ ■                  ■
■ ■ ■                  ■
score 12  streak 2  hand 1";
        assert_eq!(picture("blast8", 0, text), expected);
    }

    #[test]
    fn draws_boxes_and_the_end_of_a_game() {
        let board = ["........."; 9].join("/");
        let text = format!("{board} hand:,, score:7 hands:3");
        let expected = "     a b c   d e f   g h i
   ┌───────────────────────┐
 1 │ · · · │ · · · │ · · · │
 2 │ · · · │ · · · │ · · · │
 3 │ · · · │ · · · │ · · · │
   │───────┼───────┼───────│
 4 │ · · · │ · · · │ · · · │
 5 │ · · · │ · · · │ · · · │
 6 │ · · · │ · · · │ · · · │
   │───────┼───────┼───────│
 7 │ · · · │ · · · │ · · · │
 8 │ · · · │ · · · │ · · · │
 9 │ · · · │ · · · │ · · · │
   └───────────────────────┘
1 used    2 used    3 used
score 7  streak 0  hand 3 of 3  over";
        assert_eq!(picture("woodoku9", 3, &text), expected);
    }
}
