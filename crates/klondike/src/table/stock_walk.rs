//! Going through the stock without playing: which cards come to the top.

use super::Table;
use crate::Card;
use crate::rules::Waste;

/// A table whose stock is turned again and again, and nothing else is played.
pub(crate) struct StockWalk<'a> {
    table: &'a Table,
    dealt: u8,
    idle: bool,
    pass: u16,
}

impl Table {
    /// The walk that begins here.
    pub fn stock_walk(&self) -> StockWalk<'_> {
        StockWalk { table: self, dealt: self.dealt, idle: self.idle, pass: self.pass }
    }
}

impl StockWalk<'_> {
    /// How many cards the waste has.
    pub fn dealt(&self) -> u8 {
        self.dealt
    }

    /// The top of the waste.
    pub fn top(&self) -> Option<Card> {
        let index = usize::from(self.dealt).checked_sub(1)?;
        Some(self.table.talon[index])
    }

    /// Turns the stock if that is legal and shows no card that has not been
    /// seen; tells what came of it.
    pub fn turn(&mut self) -> Turned {
        let table = self.table;
        if !table.may_turn_at(self.dealt, self.idle, self.pass) {
            return Turned::Illegal;
        }
        let (first, new_pass) =
            if self.dealt == table.talon_len { (0, 1) } else { (self.dealt, 0) };
        let end = (first + table.rules.draw.cards() as u8).min(table.talon_len);
        let shown = match table.rules.waste {
            Waste::Fan => first..end,
            Waste::Top => end - 1..end,
        };
        if shown.into_iter().any(|index| table.seen >> index & 1 == 0) {
            return Turned::Unseen;
        }
        self.idle |= first == 0;
        self.pass += new_pass;
        self.dealt = end;
        Turned::Seen
    }
}

/// What a turn of the stock comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// It may not be turned.
    Illegal,
    /// It would show cards that have not been seen.
    Unseen,
    /// Known cards lie on the waste now.
    Seen,
}
