//! A position as text for a terminal.

use std::fmt::Write;

use crate::Card;
use crate::table::{PILES, Table};

/// A face-down card.
const FACE_DOWN: &str = "[]";
/// Largest number of waste cards that are drawn; of the other cards, only the number is shown.
const DRAWN_WASTE: usize = 3;
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// Draws stock, waste and foundations on the first line, then the piles as columns.
pub(crate) fn draw(table: &Table) -> String {
    let mut picture = format!("stock {:<4} waste {:<16} home", table.stock().len(), waste(table));
    for suit in 0..4 {
        let top = match table.home(suit) {
            0 => format!("-{}", SUITS[suit as usize]),
            count => Card::at(count - 1, suit).to_string(),
        };
        let _ = write!(picture, "  F{} {top}", suit + 1);
    }
    let heads: String = (1..=PILES).map(|pile| format!("  T{pile} ")).collect();
    let _ = write!(picture, "\n\n{}", heads.trim_end());
    let rows = (0..PILES).map(|pile| table.pile(pile).len()).max().unwrap_or(0);
    for row in 0..rows {
        picture.push('\n');
        let line: String =
            (0..PILES).map(|pile| format!("  {:<3}", cell(table, pile, row))).collect();
        picture.push_str(line.trim_end());
    }
    let _ = write!(picture, "\n\n{}", status(table));
    picture
}

fn cell(table: &Table, pile: usize, row: usize) -> String {
    match table.pile(pile).get(row) {
        Some(_) if row < table.down(pile) => FACE_DOWN.to_owned(),
        Some(card) => card.to_string(),
        None => String::new(),
    }
}

fn waste(table: &Table) -> String {
    let cards = table.waste();
    let drawn = &cards[cards.len().saturating_sub(DRAWN_WASTE)..];
    let more = cards.len() - drawn.len();
    let more = if more > 0 { format!("({more}) ") } else { String::new() };
    let cards: Vec<String> = drawn.iter().map(Card::to_string).collect();
    if cards.is_empty() { "-".to_owned() } else { more + &cards.join(" ") }
}

fn status(table: &Table) -> String {
    let (home, pass, commands) = (table.cards_home(), table.pass, table.commands);
    let state = match (table.won(), table.over()) {
        (true, _) => "won",
        (_, true) => "over",
        _ => "to play",
    };
    format!("{state}: {home} of 52 home, pass {pass}, {commands} commands played")
}
